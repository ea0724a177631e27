/**
 * A till whose database is ruined and whose disk kept no backup: what a stick or network folder
 * holds brings it back, by the till's own key or by the code that was written down.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RescueAnswer, RescueFound, RescueMedium } from '#shared/backup/rescue.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { DatabaseRefused } from '#till/kernel/database.ts'
import { writeDurably } from '#till/kernel/durable-files.ts'
import { tillFolder, type TillFolder } from '#till/kernel/till-folder.ts'
import { beginPlace, copiesOf } from '#till/backup/support/copies-on-medium.ts'
import { factsIn } from '#till/backup/support/copy-facts.ts'
import { keyFromCode } from '#till/backup/support/copy-key.ts'
import { makeSecondCopy } from '#till/backup/support/second-copy.ts'
import { QUIET } from '#till/backup/support/work.ts'
import { BACKUP_WORKER } from '../../test/support/backup-worker.ts'
import { NOON, sellOf } from '../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../test/support/till-per-test.ts'
import { beginRescue, isRescued, type Rescue } from './rescue.ts'

const codeOf = (chance: number) => makeCode(new Uint8Array(CODE_BYTES).fill(chance))
const CODE = codeOf(7)
const KEY = keyFromCode(CODE)

const { fixture } = fixturePerTest()
let folder: TillFolder
let stick: string
let rescue: Rescue
let name: string

beforeEach(async () => {
  folder = tillFolder(fixture.dataDir)
  stick = mkdtempSync(join(tmpdir(), 'meson-stick-'))
  const till = await fixture.open()
  sellOf(till.api)
  ;({ name } = await copied())
  await till.stop()
  rmSync(folder.backups, { recursive: true, force: true })
  rmSync(`${folder.database}-wal`, { force: true })
  writeFileSync(folder.database, 'zzz\n')
  rescue = beginRescue({
    dataDir: fixture.dataDir,
    workerFile: BACKUP_WORKER,
    supportProgram: 'caja',
    refused: new DatabaseRefused('DATABASE_BROKEN', 'roto'),
    log: () => {},
    findMedia: async () => [stick],
  })
})
afterEach(() => rmSync(stick, { recursive: true, force: true }))

function copied() {
  beginPlace(stick)
  const { database: databaseFile, copying: workDir } = folder
  return makeSecondCopy({ databaseFile, workDir, chosen: stick, key: KEY, at: NOON }, QUIET)
}
const ownKeyThere = () => writeDurably(folder.secondCopyKey, KEY)
async function ask<Answer>(path: string, order?: unknown): Promise<Answer> {
  const sent = order === undefined ? {} : { method: 'POST', body: JSON.stringify(order) }
  const answer = await rescue.handle(new Request(`till://app/rescue/${path}`, sent))
  return (await answer.json()) as Answer
}
const media = () => ask<RescueMedium[]>('media')
const open = (code: string | null, where = stick) =>
  ask<RescueFound>('copies', { folder: where, code })
const restore = (code: string | null, otherRut: string | null = null) =>
  ask<RescueAnswer>('restore', { copy: { kind: 'copy', name, folder: stick, code }, otherRut })
/** In the middle of the file: its list still opens. */
function damage(at: number): void {
  const file = copiesOf(stick, KEY)[0]!.file
  const bytes = readFileSync(file)
  bytes[Math.floor(bytes.length * at)]! ^= 1
  writeFileSync(file, bytes)
}
const ruined = () => readFileSync(folder.database, 'utf8')

describe('the copies on a stick, before the core is open', () => {
  it('are shown with what is in them, and come back by one press, where the own key is', async () => {
    ownKeyThere()
    const facts = { shopName: 'Almacén', sales: 1, lastSaleAt: NOON, lastFolio: null }
    expect(await media()).toEqual([
      { folder: stick, copies: [{ name, at: NOON, facts }], sealed: null },
    ])
    expect(await restore(null)).toMatchObject({ ok: true, done: { name, sales: 1, lost: ['all'] } })
    await rescue.restored
    expect(factsIn(folder.database)).toMatchObject({ sales: 1, shopName: 'Almacén' })
  })

  it('are counted and dated without a key, and the code that was written down opens them', async () => {
    const sealed = { count: 1, newestAt: NOON }
    expect(await media()).toEqual([{ folder: stick, copies: [], sealed }])
    expect(await open(null)).toMatchObject({ ok: true, medium: { copies: [], sealed } })
    expect(await open(CODE.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      ok: true,
      medium: { copies: [{ name, facts: { sales: 1, lastSaleAt: NOON } }], sealed: null },
    })
    expect(await restore(CODE)).toMatchObject({ ok: true })
    expect(factsIn(folder.database)).toMatchObject({ sales: 1 })
  })

  it.each([
    ['of another place', codeOf(8), 'COPY_CODE_WRONG'],
    ['with a slip of the hand', `${CODE.slice(0, -1)}?`, 'RECOVERY_CODE_NOT_VALID'],
  ])('stay closed to a code %s, which is said at its field', async (_, code, refused) => {
    const refusal = { code: refused, field: 'code' }
    expect(await open(code)).toMatchObject({ ok: false, refusal })
    expect(await restore(code)).toMatchObject({ ok: false, refusal })
    expect(ruined()).toBe('zzz\n')
  })

  it('are not offered with a damaged list', async () => {
    ownKeyThere()
    damage(0.01)
    expect(await media()).toMatchObject([{ copies: [{ name, facts: null }] }])
  })

  it('change nothing when they are damaged further on, and say so', async () => {
    ownKeyThere()
    damage(0.9)
    expect(await restore(null)).toMatchObject({ ok: false, refusal: { code: 'COPY_DAMAGED' } })
    expect(ruined()).toBe('zzz\n')
  })

  it('may be pulled between the list and the press', async () => {
    ownKeyThere()
    expect(await media()).toHaveLength(1)
    renameSync(stick, `${stick}-away`)
    const refusal = { code: 'COPY_PLACE_AWAY', params: { folder: stick } }
    expect(await restore(null)).toMatchObject({ ok: false, refusal })
    expect(await open(null)).toMatchObject({ ok: false, refusal })
    expect(await media()).toEqual([])
    mkdirSync(stick)
    expect(await open(null)).toMatchObject({ ok: false, refusal })
    expect(ruined()).toBe('zzz\n')
    rmSync(stick, { recursive: true })
    renameSync(`${stick}-away`, stick)
    expect(await restore(null)).toMatchObject({ ok: true })
  })

  it('ask for the RUT where the ruin still says that it is another shop’s', async () => {
    expect(await restore(CODE)).toMatchObject({ ok: true })
    const db = new Database(folder.database)
    db.exec(`UPDATE setting SET value_json = json_set(value_json, '$.shop.rut', '77777777-7')
      WHERE key = 'till'`)
    db.close()
    const refusal = { code: 'BACKUP_OF_OTHER_SHOP', field: 'otherRut', params: { shop: 'Almacén' } }
    expect(await restore(CODE)).toMatchObject({ ok: false, refusal })
    expect(await restore(CODE, '77.777.777-7')).toMatchObject({ ok: false, refusal })
    expect(await restore(CODE, '76.192.083-9')).toMatchObject({ ok: true })
  })

  it('no order that is none is taken', async () => {
    const not = { code: 'TILL_NOT_OPEN' }
    expect(await ask('copies', { folder: 'x'.repeat(600), code: null })).toEqual(not)
    expect(await ask('copies', { folder: stick, code: 'x'.repeat(5_000) })).toEqual(not)
    const copy = { kind: 'copy', name: '../../till.db', folder: stick, code: CODE }
    expect(await ask('restore', { copy, otherRut: null })).toEqual(not)
    expect(await ask('restore', 'zzz')).toEqual(not)
  })
})

it('a file that looks like another program’s is this till’s where the key of its copies is', () => {
  const foreign = new DatabaseRefused('DATABASE_FOREIGN', 'de otro')
  expect(isRescued(foreign, fixture.dataDir)).toBe(false)
  ownKeyThere()
  expect(isRescued(foreign, fixture.dataDir)).toBe(true)
})
