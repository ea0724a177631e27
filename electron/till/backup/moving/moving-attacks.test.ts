/** Copies somebody has prepared, two computers at once, and what the command line asks. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { arriving, comingBack, leaving } from '../../../../test/support/moving-by-hand.ts'
import { movingTills, sell, started } from '../../../../test/support/moving-tills.ts'
import { refusedIn } from '../../../../test/support/refused-as.ts'
import { NOON } from '../../../../test/support/till-fixture.ts'
import { restoreTill } from '../durability/support-desk.ts'
import { makeBackup } from '../durability/make-backup.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { copyByHand, restoreByHand } from '../support/by-hand.ts'
import {
  beginPlace,
  claimCopy,
  nameCopy,
  newCopy,
  UNFINISHED,
} from '../support/copies-on-medium.ts'
import { factsIn } from '../support/copy-facts.ts'
import { keyFromCode, tagOf } from '../support/copy-key.ts'
import { listCopies } from '../support/look.ts'
import { QUIET } from '../support/work.ts'
import { writeCopy, type Packed } from '../support/write-copy.ts'
import { takeBackByHand } from './by-hand.ts'

const LATER = (NOON + 1_000) as EpochMs
const CODE = makeCode(new Uint8Array(CODE_BYTES).fill(3))
const tills = movingTills()
let stick: string
beforeEach(() => {
  tills.begin()
  stick = tills.stick('stick')
})

const place = (...parts: string[]) => join(stick, 'Meson-respaldo', ...parts)
const moved = () => readdirSync(place()).filter((name) => name.includes('-moved'))
const doubtOf = async (dataDir: string) => (await started(dataDir, LATER))?.doubt ?? null

async function left(name = 'old') {
  const dataDir = tills.shop(name)
  await started(dataDir, NOON)
  sell(dataDir, name)
  const leave = leaving(dataDir, stick)
  const said = await leave.go()
  return { dataDir, code: leave.code, said }
}
/** As a program could write it that is not ours, or a newer one of ours. */
async function prepared(packed: readonly Packed[]): Promise<void> {
  const key = keyFromCode(CODE)
  beginPlace(stick)
  const facts = factsIn(tillFolder(tills.shop('made')).database)!
  const copy = newCopy(stick, key, { ...facts, at: NOON, reason: 'moved' })
  const unfinished = { chosen: stick, file: copy.file + UNFINISHED, key }
  await writeCopy(unfinished, { at: NOON, facts, isOfMove: true, packed }, QUIET)
  nameCopy(copy)
}

describe('the copy of a till that moves', () => {
  it('that two computers open at once is the faster one’s, and nobody’s a second time', async () => {
    await left()
    const file = place(moved()[0] ?? '')
    expect([claimCopy(file), claimCopy(file)]).toEqual([true, false])
    expect(claimCopy(place(moved()[0] ?? ''))).toBe(false)
  })

  it('asks nobody who opens it first; on one more computer in doubt, and on the old one as well', async () => {
    const { dataDir, code } = await left()
    const [there, third] = [tills.path('there'), tills.path('third')]
    await arriving(there, stick, code)
    expect(await started(there, LATER)).toMatchObject({
      rest: null,
      doubt: { reason: 'arrived', isOwn: false, word: 'goes-on' },
      marks: ['sold-old'],
    })
    await arriving(third, stick, code, LATER)
    expect(await doubtOf(third)).toMatchObject({ reason: 'moved', isOwn: false, word: null })
    await arriving(dataDir, stick, code, LATER)
    expect(await doubtOf(dataDir)).toMatchObject({ reason: 'moved', isOwn: false, word: null })
  })

  it('is not what any copy of a till at rest is: that one opens in doubt', async () => {
    const { dataDir } = await left()
    const at = (NOON + 60_000) as EpochMs
    const own = tills.stick('own')
    const [line = ''] = await copyByHand({ dataDir, to: own, code: null, at })
    const code = line.slice(-29)
    const [copy] = listCopies(own, code, null)
    const there = tills.path('there')
    await restoreByHand({ dataDir: there, from: own, code, rut: null, name: copy?.name ?? '', at })
    expect(await started(there, LATER)).toMatchObject({
      rest: null,
      doubt: { reason: 'restored', isOwn: false, word: null },
    })
    // A backup of its own folder, taken elsewhere, neither.
    const { database, backups } = tillFolder(dataDir)
    const { file } = makeBackup({ databaseFile: database, backupDir: backups, at, reason: 'asked' })
    const elsewhere = tills.path('elsewhere')
    restoreTill(elsewhere, file, at)
    expect(await doubtOf(elsewhere)).toMatchObject({ reason: 'restored', isOwn: false })
  })

  it('carried home before anybody opened it wakes the till there, and asks nobody', async () => {
    const { dataDir, code } = await left()
    await arriving(dataDir, stick, code, LATER)
    expect(await started(dataDir, LATER, true)).toMatchObject({
      rest: null,
      doubt: { reason: 'arrived', word: 'goes-on' },
      marks: ['sold-old'],
      faults: [],
    })
  })

  it('of a newer program is refused with what to do, before anything is touched', async () => {
    const made = tills.shop('newer')
    const db = new Database(tillFolder(made).database)
    db.pragma('user_version = 9999')
    db.close()
    await prepared([{ name: 'till.db', from: { path: tillFolder(made).database } }])
    const there = arriving(tills.path('there'), stick, CODE)
    expect(await refusedIn(there)).toBe('COPY_OF_NEWER_PROGRAM')
    expect(moved()).toEqual([expect.not.stringContaining('abierta')])
  })

  it.each(['pdf/..', 'pdf/.', '../till.db', 'till.db-wal', 'pdf/a/b.pdf', 'till.db'])(
    'with another file called %s is damaged',
    async (name) => {
      const database = { path: tillFolder(tills.shop('db')).database }
      await prepared([
        { name: 'till.db', from: database },
        { name, from: { text: 'x' } },
      ])
      expect(await refusedIn(arriving(tills.path('there'), stick, CODE))).toBe('COPY_DAMAGED')
    },
  )

  it('without a database in it, or a text for one, is damaged', async () => {
    await prepared([{ name: 'own-secret', from: { text: 'x' } }])
    expect(await refusedIn(arriving(tills.path('there'), stick, CODE))).toBe('COPY_DAMAGED')
    await prepared([{ name: 'till.db', from: { text: 'not a database at all' } }])
    expect(await refusedIn(arriving(tills.path('there'), stick, CODE))).toBe('COPY_DAMAGED')
    expect(await started(tills.path('there'), LATER)).toBeNull()
  })

  it('whose name lies is not opened by the code of that name', async () => {
    const [first, second] = [await left('first'), await left('second')]
    const fileOf = (code: string) =>
      moved().find((name) => name.includes(tagOf(keyFromCode(code)))) ?? ''
    renameSync(place(fileOf(first.code)), place(fileOf(second.code)))
    const opened = arriving(tills.path('there'), stick, second.code)
    expect(await refusedIn(opened)).toBe('COPY_DAMAGED')
  })
})

describe('by hand', () => {
  it('leaves with its code told first, comes back once, and its rows say who', async () => {
    const { dataDir, code, said } = await left()
    expect(code).toMatch(/^(\w{5}-){4}\w{5}$/)
    expect(said.at(-1)).toMatch(/^En el otro computador: restore till-\w+-moved --from/)
    expect((await started(dataDir, LATER))?.rest?.state).toBe('left')
    expect(await refusedIn(leaving(dataDir, stick).go())).toBe('MOVE_ALREADY_LEFT')
    expect(await refusedIn(comingBack(dataDir, CODE))).toBe('COPY_CODE_WRONG')
    expect(await refusedIn(comingBack(dataDir, null))).toBe('MOVE_ALREADY_LEFT')
    expect((await comingBack(dataDir, code))[0]).toBe('La caja vende otra vez en este computador.')
    expect(await refusedIn(comingBack(dataDir, code))).toBe('MOVE_NOT_AT_REST')
    const db = new Database(tillFolder(dataDir).database, { readonly: true })
    const rows = db.prepare<[], string>(
      "SELECT action || ' ' || staff_name FROM audit ORDER BY seq",
    )
    expect(rows.pluck().all().slice(-3)).toEqual([
      expect.stringMatching(/^till-left Soporte \(/),
      'till-in-doubt Caja',
      expect.stringMatching(/^till-taken-back Soporte \(/),
    ])
    db.close()
  })

  it('wakes in doubt; its copy, where it is there unopened, wakes nobody else after it', async () => {
    const { dataDir, code } = await left()
    await comingBack(dataDir, code)
    expect(await doubtOf(dataDir)).toMatchObject({ reason: 'taken-back', word: 'goes-on' })
    await arriving(tills.path('there'), stick, code, LATER)
    expect(await doubtOf(tills.path('there'))).toMatchObject({ reason: 'moved' })
  })

  it('a lost copy and code need the shop’s RUT, and the till asks whether another one sells', async () => {
    const { dataDir } = await left()
    renameSync(stick, `${stick}-lost`)
    const back = (lostRut: string) => takeBackByHand({ dataDir, code: null, lostRut, at: LATER })
    expect(await refusedIn(back('11.111.111-1'))).toBe('MOVE_LOST_NEEDS_RUT')
    await back(factsIn(tillFolder(dataDir).database)!.rut)
    expect(await started(dataDir, LATER)).toMatchObject({
      rest: null,
      doubt: { reason: 'taken-back', word: null },
      marks: ['sold-old'],
    })
  })

  it('what the keyring has sealed is left to the window, and nothing rests', async () => {
    const dataDir = tills.shop('sealed')
    writeFileSync(join(tillFolder(dataDir).folder, 'service-key'), 'sealed:AAAA')
    expect(await refusedIn(leaving(dataDir, stick).go())).toBe('MOVE_ONLY_IN_WINDOW')
    expect((await started(dataDir, LATER))?.rest).toBeNull()
    expect(readdirSync(stick)).toEqual([])
  })

  it('its secrets and its sales arrive, and what was there is set aside', async () => {
    const { dataDir, code } = await left()
    const there = tills.shop('there')
    writeFileSync(tillFolder(there).ownSecret, 'ff'.repeat(32))
    writeFileSync(tillFolder(there).mailPassword, 'theirs')
    await arriving(there, stick, code)
    const secret = (of: string) => readFileSync(tillFolder(of).ownSecret, 'utf8').trim()
    expect(secret(there)).toBe(secret(dataDir))
    expect(existsSync(tillFolder(there).mailPassword)).toBe(false)
    const [aside = ''] = readdirSync(tillFolder(there).quarantine)
    expect(readdirSync(join(tillFolder(there).quarantine, aside))).toEqual(
      expect.arrayContaining(['mail-password', 'own-secret', 'till.db']),
    )
    expect(await started(there, LATER)).toMatchObject({ rest: null, marks: ['sold-old'] })
  })

  it('put back beside its opened self is opened; on another stick it doubts all the same', async () => {
    const { code } = await left()
    const [name = ''] = moved()
    cpSync(place(name), tills.path('copied'))
    await arriving(tills.path('there'), stick, code)
    cpSync(tills.path('copied'), place(name))
    await arriving(tills.path('third'), stick, code)
    expect(await doubtOf(tills.path('third'))).toMatchObject({ reason: 'moved' })
    // That no file can prevent: what was sold before it left is a copy on both, for good.
    const second = tills.stick('second')
    beginPlace(second)
    cpSync(tills.path('copied'), join(second, 'Meson-respaldo', name))
    await arriving(tills.path('fourth'), second, code)
    const fourth = tillFolder(tills.path('fourth')).database
    expect(await doubtOf(tills.path('fourth'))).toMatchObject({ reason: 'arrived' })
    const db = new Database(fourth, { readonly: true })
    const [last, marked] = [
      db.prepare('SELECT max(seq) FROM sale').pluck().get(),
      db.prepare("SELECT value_json FROM setting WHERE key = 'doubted-to'").pluck().get(),
    ]
    db.close()
    expect([last, marked]).toEqual([2, '2'])
  })
})
