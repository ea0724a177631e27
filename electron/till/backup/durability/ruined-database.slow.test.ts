/**
 * Whatever became of the database's file, a backup of the till comes back over it, from its own
 * folder and from a stick; what was there is put aside byte for byte, and what could not be carried
 * over is said.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { NOON, sellOf, tillFixture, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { copyByHand, copiesByHand, lookByHand, restoreByHand } from '../support/by-hand.ts'
import { DatabaseRefused } from '../../kernel/database.ts'
import { examine } from '../../tables/examine.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import { makeBackup } from './make-backup.ts'
import { tillFolder } from '../../kernel/till-folder.ts'

const PAGE_BYTES = 4096
const SALES_BEFORE = 20
const SALES_SINCE = 20
const LATER = (NOON + 3_600_000) as EpochMs

let root = ''
let code = ''
const template = () => join(root, 'template')
const stick = () => join(root, 'stick')

/** A till that was killed: the newest sales stand in its log alone. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'meson-ruined-'))
  mkdirSync(stick())
  const fixture = tillFixture()
  fixture.service.answer = () => UNREACHABLE
  const till = await fixture.open()
  const { database, backups } = tillFolder(fixture.dataDir)
  for (let sale = 0; sale < SALES_BEFORE; sale += 1) sellOf(till.api)
  makeBackup({ databaseFile: database, backupDir: backups, at: NOON, reason: 'asked' })
  const copied = await copyByHand({ dataDir: fixture.dataDir, to: stick(), code: null, at: NOON })
  code = /CÓDIGO.*: (\S+)$/.exec(copied[0] ?? '')?.[1] ?? ''
  for (let sale = 0; sale < SALES_SINCE; sale += 1) sellOf(till.api)
  cpSync(fixture.dataDir, template(), {
    recursive: true,
    filter: (file) => !/lock\.db|-shm$/.test(file),
  })
  await fixture.close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

let dataDir = ''
const opened: { stop: () => Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.stop()))
  rmSync(dataDir, { recursive: true, force: true })
})

type Ruin = (database: string) => void
const cutTo =
  (share: number): Ruin =>
  (database) =>
    truncateSync(database, Math.floor(statSync(database).size * share))
const overwrite = (file: string, at: number, bytes: Buffer) => {
  const whole = readFileSync(file)
  bytes.copy(whole, at)
  writeFileSync(file, whole)
}
const middleOf = (file: string) => Math.floor(statSync(file).size / PAGE_BYTES / 2) * PAGE_BYTES
const inMainFile: Ruin = (database) => {
  const db = new Database(database)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}
const NOISE = Buffer.alloc(PAGE_BYTES, 0xa5)
const RUINS: readonly [string, Ruin][] = [
  ['a text in its place', (database) => writeFileSync(database, 'zzz\n')],
  ['three bytes', (database) => writeFileSync(database, 'abc')],
  ['a zeroed first page', (database) => overwrite(database, 0, Buffer.alloc(PAGE_BYTES))],
  ['a ruined header', (database) => overwrite(database, 0, NOISE.subarray(0, 100))],
  ['a header of another program', (database) => overwrite(database, 68, NOISE.subarray(0, 4))],
  ['a schema that is no SQL', (database) => overwrite(database, 200, NOISE.subarray(0, 3_000))],
  ['cut to a quarter', cutTo(0.25)],
  ['cut to a half', cutTo(0.5)],
  ['cut to three quarters', cutTo(0.75)],
  ['cut to nine tenths', cutTo(0.9)],
  [
    'cut by one page',
    (database) => {
      inMainFile(database)
      truncateSync(database, statSync(database).size - PAGE_BYTES)
    },
  ],
  [
    'a zeroed page in the middle',
    (database) => {
      inMainFile(database)
      overwrite(database, middleOf(database), Buffer.alloc(PAGE_BYTES))
    },
  ],
  [
    'a page of noise in the middle',
    (database) => {
      inMainFile(database)
      overwrite(database, middleOf(database), NOISE)
    },
  ],
  ['a ruined log', (database) => writeFileSync(`${database}-wal`, NOISE)],
  [
    'a log of noise from its middle on, over a cut file',
    (database) => {
      overwrite(`${database}-wal`, middleOf(`${database}-wal`), NOISE)
      cutTo(0.5)(database)
    },
  ],
  ['zeros alone', (database) => writeFileSync(database, Buffer.alloc(statSync(database).size))],
  ['a missing file', (database) => rmSync(database)],
  ['an empty file', (database) => truncateSync(database, 0)],
  [
    'a folder in its place',
    (database) => {
      rmSync(database)
      mkdirSync(database)
      writeFileSync(join(database, 'notes.txt'), 'hello')
    },
  ],
  [
    'a folder in place of its log',
    (database) => {
      rmSync(`${database}-wal`)
      mkdirSync(`${database}-wal`)
    },
  ],
]

/** Every byte of a file, or of all below a folder; null where there is none. */
function printOf(path: string): string | null {
  if (!existsSync(path)) return null
  if (!lstatSync(path).isDirectory())
    return statSync(path).size === 0
      ? null
      : createHash('sha256').update(readFileSync(path)).digest('hex')
  return JSON.stringify(readdirSync(path).map((name) => [name, printOf(join(path, name))]))
}

/** `order`: as support types it. */
const SOURCES: readonly [
  string,
  () => { from: string | null; code: string | null; name: string },
][] = [
  [
    'a backup of its own folder',
    () => {
      const [newest] = listBackups(tillFolder(dataDir).backups)
      return { from: null, code: null, name: newest?.name ?? '' }
    },
  ],
  [
    'a copy on a stick',
    () => {
      const [line = ''] = copiesByHand({ dataDir, from: stick(), code })
      return { from: stick(), code, name: line.split(' ')[0] ?? '' }
    },
  ],
]

async function open() {
  const fixture = tillFixture()
  fixture.service.answer = () => UNREACHABLE
  opened.push({ stop: () => fixture.close() })
  return fixture.open({ dataDir })
}

describe.each(RUINS)('%s', (_, ruin) => {
  it.each(SOURCES)('is no hindrance to %s', async (_, sourceOf) => {
    dataDir = mkdtempSync(join(tmpdir(), 'meson-ruin-'))
    cpSync(template(), dataDir, { recursive: true })
    const folder = tillFolder(dataDir)
    const { database } = folder
    ruin(database)
    const ruined = [database, `${database}-wal`].map(printOf)
    const order = { dataDir, ...sourceOf(), at: LATER }

    expect((await lookByHand(order)).join(' ')).toContain(`Ventas y devoluciones: ${SALES_BEFORE}`)
    const said = (await restoreByHand({ ...order, rut: null })).join('\n')

    const restored = new Database(database)
    const { faults, counts } = examine(restored, Number.MAX_SAFE_INTEGER)
    restored.close()
    expect(faults).toEqual([])
    const sales = counts?.sale ?? 0
    expect(sales).toBeGreaterThanOrEqual(SALES_BEFORE)
    // What was sold since is there, or it is said that it may not be.
    if (sales < SALES_BEFORE + SALES_SINCE)
      expect(said).toMatch(/no se pudieron leer|No se pudo leer|No había datos anteriores/)
    const [aside = ''] = existsSync(folder.quarantine) ? readdirSync(folder.quarantine) : []
    const kept = ['till.db', 'till.db-wal'].map((name) =>
      printOf(join(folder.quarantine, aside, name)),
    )
    expect(kept).toEqual(ruined)
    const till = await open()
    expect(sellOf(till.api)).toMatch(/^01/)
    expect(till.api.status().pendingCount).toBe(sales + 1)
  })
})

it.each(RUINS)(
  '%s: the till opens whole, or refuses with a sentence and never a bug',
  async (_, ruin) => {
    dataDir = mkdtempSync(join(tmpdir(), 'meson-ruin-'))
    cpSync(template(), dataDir, { recursive: true })
    ruin(tillFolder(dataDir).database)
    const outcome = await open().then(
      () => 'opened',
      (error: unknown) => error,
    )
    if (outcome === 'opened') return
    expect(outcome).toBeInstanceOf(DatabaseRefused)
    expect((outcome as DatabaseRefused).code).toMatch(/^DATABASE_(LOST|BROKEN|FOREIGN)$/)
  },
)
