/**
 * What a technician with a ruined disk, a copied folder or somebody else's program does to a till
 * that sold. Whatever it is: nothing is short in silence, nobody reads a stack, and no paper of
 * before comes out a second time without its mark.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MachinePrint } from '#shared/backup/witness.ts'
import { DatabaseRefused } from '../../../kernel/database.ts'
import { DataFolderInUse } from '../../../kernel/data-lock.ts'
import { FolderIsPractice, FolderIsShop } from '../../../settings/purpose.ts'
import type { Till } from '../../../till.ts'
import { sellOf, tillFixture, UNREACHABLE } from '../../../../../test/support/till-fixture.ts'
import type { TillFixture } from '../../../../../test/support/till-fixture.ts'
import { createFileSecretStore } from '../../../adapters/system.ts'
import { tillFolder } from '../../../kernel/till-folder.ts'
import { createWitnessFiles } from './witness-files.ts'

const HERE: MachinePrint = { system: 'here', parts: ['card'] }
const THERE: MachinePrint = { system: 'there', parts: ['other card'] }
const SOLD = 4

let root: string
let fixture: TillFixture
let outside: string
const files = (dataDir = fixture.dataDir) => tillFolder(dataDir)
const state = () => join(outside, 'state')
const witness = () => {
  const name = readdirSync(state()).find((file) => file.endsWith('.json')) ?? ''
  return join(state(), name)
}

/** Made once: three sales on paper, an older copy of them, and one more whose paper waits. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'meson-technician-'))
  outside = join(root, 'made')
  mkdirSync(outside)
  fixture = tillFixture()
  const till = await open(HERE)
  for (const code of ['101', '201', '101']) sellOf(till.api, code)
  await fixture.until(
    () => till.api.status().pendingCount + till.api.status().printQueueCount === 0,
  )
  copyOf(fixture.dataDir, join(root, 'older'))
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => till.api.status().connection === 'offline')
  fixture.printer.answer = () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
  sellOf(till.api)
  await fixture.clock.advance(1_000)
  copyOf(fixture.dataDir, join(root, 'running'))
  await till.stop()
  copyOf(fixture.dataDir, join(root, 'closed'))
  cpSync(state(), join(root, 'state'), { recursive: true })
  await fixture.close()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

beforeEach(() => {
  fixture = tillFixture()
  outside = mkdtempSync(join(root, 'scene-'))
})
afterEach(() => fixture.close())

function copyOf(from: string, to: string): void {
  const filter = (file: string) => !/lock\.db|in-use-by/.test(file)
  cpSync(from, to, { recursive: true, filter })
}
/** The witness names this folder: the same one is in its place. */
function lay(from: 'older' | 'running' | 'closed'): void {
  for (const folder of [fixture.dataDir, state()]) rmSync(folder, { recursive: true, force: true })
  copyOf(join(root, from), fixture.dataDir)
  cpSync(join(root, 'state'), state(), { recursive: true })
  // It lay where it lies now.
  const kept = JSON.parse(readFileSync(witness(), 'utf8')) as object
  writeFileSync(witness(), JSON.stringify({ ...kept, folder: files().folder }))
}
const open = (machine: MachinePrint, at = state()) =>
  fixture.open({
    ownSecret: createFileSecretStore(files().ownSecret),
    pinPepper: createFileSecretStore(files().pinPepper),
    witness: createWitnessFiles(at, async () => machine),
  })
const doubtOf = ({ api }: Till) => api.status().doubt ?? null

function set(key: string, text: string | null): void {
  const db = new Database(files().database)
  if (text === null) db.prepare('DELETE FROM setting WHERE key = ?').run(key)
  else
    db.prepare(
      'INSERT INTO setting (key, value_json) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value_json = excluded.value_json',
    ).run(key, text)
  db.close()
}
const wal = () => `${files().database}-wal`
const idFile = () => join(files().folder, 'till-id')
function flip(file: string, share: number): void {
  const bytes = readFileSync(file)
  const at = Math.floor(bytes.length * share)
  bytes[at] = (bytes[at] ?? 0) ^ 0x40
  writeFileSync(file, bytes)
}
const halve = (file: string) => truncateSync(file, readFileSync(file).length >> 1)

type Attack = readonly [name: string, from: 'older' | 'running' | 'closed', spoil: () => void]
const RUINS: readonly Attack[] = [
  ['nothing at all', 'closed', () => {}],
  ['nothing, killed as it ran', 'running', () => {}],
  ['the log deleted', 'running', () => rmSync(wal())],
  ['the log emptied', 'running', () => truncateSync(wal(), 0)],
  ['the log halved', 'running', () => halve(wal())],
  ['a bit of the log', 'running', () => flip(wal(), 0.6)],
  ['the header of the log', 'running', () => flip(wal(), 0)],
  [
    'the index of the log deleted',
    'running',
    () => rmSync(`${files().database}-shm`, { force: true }),
  ],
  ['a log of zeros', 'running', () => writeFileSync(wal(), Buffer.alloc(40_000))],
  ['the folder of yesterday', 'older', () => {}],
  ['yesterday without its log', 'older', () => rmSync(wal())],
  [
    'yesterday’s file under the log of now',
    'running',
    () => cpSync(join(root, 'older', 'till', 'till.db'), files().database),
  ],
  [
    'the file of now under yesterday’s log',
    'closed',
    () => cpSync(join(root, 'older', 'till', 'till.db-wal'), wal()),
  ],
  ['the file emptied', 'closed', () => truncateSync(files().database, 0)],
  ['the file deleted', 'closed', () => rmSync(files().database)],
  ['the file deleted, the log kept', 'running', () => rmSync(files().database)],
  ['the file halved', 'closed', () => halve(files().database)],
  ['a text for the file', 'closed', () => writeFileSync(files().database, 'zzz\n')],
  ['a bit of the first page', 'closed', () => flip(files().database, 0)],
  [
    'a folder in the place of the file',
    'closed',
    () => (rmSync(files().database), mkdirSync(files().database)),
  ],
  [
    'a link that leads nowhere',
    'closed',
    () => (rmSync(files().database), symlinkSync('/nowhere/till.db', files().database)),
  ],
  ['no word of a till’s id', 'closed', () => rmSync(idFile())],
  ['another id in the file', 'closed', () => writeFileSync(idFile(), 'a'.repeat(32))],
  ['a folder for the id', 'closed', () => (rmSync(idFile()), mkdirSync(idFile()))],
  ['a setting that is no JSON', 'closed', () => set('identity', '{{{')],
  ['an identity of nothing', 'closed', () => set('identity', '{}')],
  [
    'an identity of no machine',
    'closed',
    () => set('identity', `{"tillId":"${'b'.repeat(32)}","starts":0,"machine":null}`),
  ],
  ['a doubt that is none', 'closed', () => set('doubt', '{"reason":"none"}')],
  ['a doubt that is a number', 'closed', () => set('doubt', '7')],
  ['a rest that is none', 'closed', () => set('rest', '{"state":"asleep"}')],
  ['a rest that is a text', 'closed', () => set('rest', '"left"')],
  ['a mark of restoring that is none', 'closed', () => set('identity-restored', '"yes"')],
  ['a mark of papers that is none', 'closed', () => set('doubted-to', '"all"')],
  ['the witness gone', 'closed', () => rmSync(witness())],
  ['the witness’s block gone', 'closed', () => rmSync(witness().replace('json', 'mark'))],
  ['a ruined witness', 'closed', () => writeFileSync(witness(), '{')],
  ['a ruined block', 'closed', () => flip(witness().replace('json', 'mark'), 0)],
  [
    'a folder for the witness',
    'closed',
    () => {
      const file = witness()
      rmSync(file)
      mkdirSync(file)
    },
  ],
  [
    'a folder for the block',
    'closed',
    () => {
      const file = witness().replace('json', 'mark')
      rmSync(file)
      mkdirSync(file)
    },
  ],
  [
    'a file for the witnesses’ folder',
    'closed',
    () => (rmSync(state(), { recursive: true }), writeFileSync(state(), 'x')),
  ],
  [
    'quarantine that is a file',
    'running',
    () => {
      rmSync(files().quarantine, { recursive: true, force: true })
      writeFileSync(files().quarantine, 'x')
      flip(wal(), 0.6)
    },
  ],
  ['a restore that never was', 'closed', () => writeFileSync(files().restored, 'zzz')],
  [
    'a half made backup lying about',
    'closed',
    () => writeFileSync(join(files().folder, 'till.db.preparing'), 'zzz'),
  ],
]

/** Opened, in a doubt or none; or refused, in words. */
async function outcome(machine: MachinePrint, at = state()) {
  try {
    const till = await open(machine, at)
    return { till, doubt: doubtOf(till), refused: null }
  } catch (error) {
    const isSaid = [DatabaseRefused, DataFolderInUse, FolderIsPractice, FolderIsShop].some(
      (refusal) => error instanceof refusal,
    )
    if (error instanceof Error && isSaid) return { till: null, doubt: null, refused: error.message }
    throw error
  }
}

describe.each(RUINS)('%s', (_, from, spoil) => {
  it('is not short in silence here, and no second original elsewhere', async () => {
    lay(from)
    spoil()
    const here = await outcome(HERE)
    if (here.refused !== null) {
      expect(here.refused).toMatch(/\p{L}{3}/u)
      return
    }
    if (here.doubt === null) expect(countIn()).toBe(SOLD)
    if (countIn() > 0) sellOf(here.till.api)
    await here.till.stop()
    lay(from)
    spoil()
    fixture.printer.printed.length = 0
    const there = await outcome(THERE, join(outside, 'there'))
    if (there.till === null) return
    // Without any sale it is nobody's copy.
    if (countIn() > 0) expect(there.doubt).toMatchObject({ isOwn: false })
    await fixture.clock.advance(120_000)
    expect(fixture.printer.printed.filter(({ banner }) => banner === null)).toEqual([])
  })
})

function countIn(): number {
  const db = new Database(files().database, { readonly: true })
  const count = db.prepare<[], number>('SELECT count(*) FROM sale').pluck().get() ?? 0
  db.close()
  return count
}

it.each(['7', '"zzz"', '{"x":1}', '[]', '{{{'])(
  'any row of the settings that is %s ends no opening in a stack',
  async (text) => {
    lay('closed')
    const db = new Database(files().database, { readonly: true })
    const keys = db.prepare<[], string>('SELECT key FROM setting').pluck().all()
    db.close()
    expect(keys).toEqual(expect.arrayContaining(['identity', 'till']))
    const fell: string[] = []
    for (const key of [...keys, 'doubt', 'rest', 'second-copy']) {
      lay('closed')
      set(key, text)
      await outcome(HERE).then(
        ({ till }) => till?.stop(),
        (error: unknown) => fell.push(`${key}: ${String(error).slice(0, 80)}`),
      )
    }
    expect(fell).toEqual([])
  },
)
