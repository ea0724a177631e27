/** A diagnosis is asked for when something is broken: whatever lies where, there is one. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { writeDiagnostics } from './diagnostics.ts'

let root: string
let dataDir: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'meson-diagnosis-'))
  dataDir = join(root, 'datos')
  mkdirSync(join(dataDir, 'till'), { recursive: true })
  mkdirSync(join(dataDir, 'logs'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = 1_800_000_000_000 as EpochMs
const diagnosed = () => {
  const { file } = writeDiagnostics({ dataDir, folder: root, version: '1', at })
  return gunzipSync(readFileSync(file)).toString('latin1')
}
const inTill = (name: string) => join(dataDir, 'till', name)
const inLogs = (name: string) => join(dataDir, 'logs', name)

it.each<[string, () => unknown]>([
  ['no data at all', () => rmSync(dataDir, { recursive: true })],
  [
    'a file for the folder of the till',
    () => {
      rmSync(join(dataDir, 'till'), { recursive: true })
      writeFileSync(join(dataDir, 'till'), '')
    },
  ],
  ['a folder for the database', () => mkdirSync(inTill('till.db'))],
  ['rubbish for the database', () => writeFileSync(inTill('till.db'), 'x'.repeat(10_000))],
  ['an empty database', () => writeFileSync(inTill('till.db'), '')],
  ['a link to nowhere for the database', () => symlinkSync('/no/hay', inTill('till.db'))],
  ['a file for the folder of backups', () => writeFileSync(inTill('backups'), '')],
  [
    'a file for the folder of logs',
    () => {
      rmSync(join(dataDir, 'logs'), { recursive: true })
      writeFileSync(join(dataDir, 'logs'), '')
    },
  ],
  ['a folder for a log', () => mkdirSync(inLogs('caja.log'))],
  ['a pipe nobody writes to for a log', () => execFileSync('mkfifo', [inLogs('caja.log')])],
  ['a link to itself for a log', () => symlinkSync('caja.log', inLogs('caja.log'))],
])('%s is no reason to have none', (_what, put) => {
  put()
  expect(diagnosed()).toContain('machine.json')
})

it('cuts a log that is longer than it takes, and shows nothing of a line cut in half', () => {
  const line = (text: string) => `${JSON.stringify({ message: 'backup failed', error: text })}\n`
  const long = line('Rosa Soto').repeat(60_000)
  writeFileSync(inLogs('caja.log'), long + line('ENOSPC: no space left, rosa@correo.cl'))
  const text = diagnosed()
  expect(text).toContain('ENOSPC')
  expect(text).not.toMatch(/[Rr]osa|Soto/)
})
