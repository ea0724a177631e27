/** Packages somebody has prepared, two computers at once, and what the command line asks. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { CODE_BYTES, makeCode } from '#shared/support/recovery-code.ts'
import { arriving, comingBack, leaving } from '../../../test/support/moving-by-hand.ts'
import { movingTills, sell, started } from '../../../test/support/moving-tills.ts'
import { refusedAs } from '../../../test/support/refused-as.ts'
import { NOON } from '../../../test/support/till-fixture.ts'
import { tillFolder } from '../durability/till-folder.ts'
import { factsIn } from '../support/copy-facts.ts'
import { keyFromCode, SALT_BYTES } from '../support/sealing.ts'
import { QUIET } from '../support/work.ts'
import { claimOf } from './claims.ts'
import { takeBackByHand } from './leave-by-hand.ts'
import { writePackage, type Packed } from './move-package.ts'
import { claimPackage, findPackage } from './packages-in.ts'

const LATER = (NOON + 1_000) as EpochMs
const CODE = makeCode(new Uint8Array(CODE_BYTES).fill(3))
const NOBODY = { claimIds: [], ownPackageId: null }
const tills = movingTills()
let stick: string
beforeEach(() => {
  tills.begin()
  stick = tills.stick('stick')
})

function left(name = 'old') {
  const dataDir = tills.shop(name)
  sell(dataDir, name)
  const leave = leaving(dataDir, stick)
  leave.go()
  return { dataDir, code: leave.code }
}
/** As a program could write it that is not ours, or a newer one of ours. */
function prepared(
  packed: readonly Packed[],
  facts = factsIn(tillFolder(tills.shop('made')).database)!,
) {
  const packageId = 'aabbccddeeff0011'
  const salt = Buffer.alloc(SALT_BYTES, 1)
  const seal = { packageId, salt, key: keyFromCode(CODE, salt) }
  const file = join(stick, `Meson-caja-${packageId}.traslado`)
  writePackage(file, seal, { at: NOON, facts, packed }, QUIET)
}

describe('a package', () => {
  it('that two computers open at once goes to the faster one, and the other is told', () => {
    const { code } = left()
    const [one, two] = [findPackage(stick, code, NOBODY), findPackage(stick, code, NOBODY)]
    claimPackage(one, '1111111111111111')
    expect(refusedAs(() => claimPackage(two, '2222222222222222'))).toBe('MOVE_ALREADY_OPENED')
  })

  it('begun and cut off is still this till’s own after another one was opened here', () => {
    const [first, second] = [left('first'), left('second')]
    const there = tills.path('there')
    // The package has its new name, and the program died before the till was in place.
    const found = findPackage(stick, first.code, NOBODY)
    claimPackage(found, claimOf(tillFolder(there), found.packageId))
    expect(started(there, LATER)).toBeNull()
    arriving(there, stick, second.code)
    arriving(there, stick, first.code, LATER)
    expect(started(there, LATER)?.marks).toEqual(['sold-first'])
    expect(refusedAs(() => arriving(there, stick, first.code))).toBe('MOVE_ALREADY_OPENED')
    expect(existsSync(tillFolder(there).claim)).toBe(false)
  })

  it('that is a pipe is waited for by nobody', () => {
    execFileSync('mkfifo', [join(stick, 'Meson-caja-0011223344556677.traslado')])
    const { code } = left()
    expect(refusedAs(() => arriving(tills.path('there'), stick, code))).toBeNull()
  })

  it('whose list names another shop than its database is not opened', () => {
    const made = tills.shop('theirs')
    const facts = { ...factsIn(tillFolder(made).database)!, rut: '11111111-1' }
    prepared([{ name: 'till.db', from: { path: tillFolder(made).database } }], facts)
    expect(refusedAs(() => arriving(tills.path('there'), stick, CODE))).toBe('COPY_DAMAGED')
    expect(started(tills.path('there'), LATER)).toBeNull()
  })

  it('of a newer program is refused with what to do, before anything is touched', () => {
    const made = tills.shop('newer')
    const db = new Database(tillFolder(made).database)
    db.pragma('user_version = 9999')
    db.close()
    const facts = factsIn(tillFolder(made).database)!
    prepared([{ name: 'till.db', from: { path: tillFolder(made).database } }], facts)
    expect(refusedAs(() => arriving(tills.path('there'), stick, CODE))).toBe(
      'COPY_OF_NEWER_PROGRAM',
    )
    expect(readdirSync(stick)).toEqual(['Meson-caja-aabbccddeeff0011.traslado'])
  })

  it.each(['pdf/..', 'pdf/.', '../till.db', 'till.db-wal', 'pdf/a/b.pdf'])(
    'with a file called %s is damaged',
    (name) => {
      prepared([{ name, from: { text: 'x' } }])
      expect(refusedAs(() => arriving(tills.path('there'), stick, CODE))).toBe('COPY_DAMAGED')
    },
  )

  it('without a database in it, or a text for one, is damaged', () => {
    prepared([{ name: 'own-secret', from: { text: 'x' } }])
    expect(refusedAs(() => arriving(tills.path('there'), stick, CODE))).toBe('COPY_DAMAGED')
    prepared([{ name: 'till.db', from: { text: 'not a database at all' } }])
    expect(refusedAs(() => arriving(tills.path('there'), stick, CODE))).toBe('COPY_DAMAGED')
  })

  it('whose head lies about its name is not opened under it', () => {
    const { code } = left()
    const [name = ''] = readdirSync(stick)
    renameSync(join(stick, name), join(stick, 'Meson-caja-0000000000000000.traslado'))
    expect(refusedAs(() => arriving(tills.path('there'), stick, code))).toBe('COPY_CODE_WRONG')
  })
})

describe('by hand', () => {
  it('leaves with its code told first, comes back once, and its rows say who', () => {
    const { dataDir, code } = left()
    expect(code).toMatch(/^(\w{5}-){4}\w{5}$/)
    expect(started(dataDir, LATER)?.rest?.state).toBe('left')
    expect(refusedAs(() => leaving(dataDir, stick).go())).toBe('MOVE_ALREADY_LEFT')
    expect(refusedAs(() => comingBack(dataDir, stick, CODE))).toBe('COPY_CODE_WRONG')
    expect(comingBack(dataDir, stick, code)).toEqual(['La caja vende otra vez en este computador.'])
    expect(refusedAs(() => comingBack(dataDir, stick, code))).toBe('MOVE_NOT_AT_REST')
    const db = new Database(tillFolder(dataDir).database, { readonly: true })
    const rows = db.prepare<[], string>(
      "SELECT action || ' ' || staff_name FROM audit ORDER BY seq",
    )
    expect(rows.pluck().all().slice(-2)).toEqual([
      expect.stringMatching(/^till-left Soporte \(/),
      expect.stringMatching(/^till-taken-back Soporte \(/),
    ])
    db.close()
  })

  it('a lost package needs the shop’s RUT, and what is unsent counts as perhaps sent', () => {
    const { dataDir } = left()
    const back = (lostRut: string | null) =>
      takeBackByHand({ dataDir, from: null, code: null, lostRut, at: LATER })
    expect(refusedAs(() => back(null))).toBe('MOVE_ALREADY_LEFT')
    expect(refusedAs(() => back('11.111.111-1'))).toBe('MOVE_LOST_NEEDS_RUT')
    back(factsIn(tillFolder(dataDir).database)!.rut)
    expect(started(dataDir, LATER)).toMatchObject({ rest: null, marks: ['sold-old'] })
  })

  it('what the keyring has sealed is left to the window, and nothing rests', () => {
    const dataDir = tills.shop('sealed')
    writeFileSync(join(tillFolder(dataDir).folder, 'service-key'), 'sealed:AAAA')
    expect(refusedAs(() => leaving(dataDir, stick).go())).toBe('MOVE_ONLY_IN_WINDOW')
    expect(started(dataDir, LATER)?.rest).toBeNull()
    expect(readdirSync(stick)).toEqual([])
  })

  it('its secrets and its sales arrive, and what was there is set aside', () => {
    const { dataDir, code } = left()
    const there = tills.shop('there')
    writeFileSync(tillFolder(there).ownSecret, 'ff'.repeat(32))
    arriving(there, stick, code)
    const secret = (of: string) => readFileSync(tillFolder(of).ownSecret, 'utf8').trim()
    expect(secret(there)).toBe(secret(dataDir))
    expect(started(there, LATER)).toMatchObject({ rest: null, marks: ['sold-old'] })
  })

  it('a copied package opened elsewhere afterwards is another file: both open, as is said', () => {
    const { code } = left()
    const [name = ''] = readdirSync(stick)
    cpSync(join(stick, name), tills.path('copied'))
    arriving(tills.path('there'), stick, code)
    cpSync(tills.path('copied'), join(stick, name))
    expect(refusedAs(() => arriving(tills.path('third'), stick, code))).toBeNull()
  })
})
