/** The owner's code with a thief: one that was used, or of an owner who is one no more. */
import { describe, expect, it } from 'vitest'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'
import { NOON } from '../../../test/support/till-fixture.ts'
import { makeBackup } from '../backup/durability/make-backup.ts'
import { restoreBackup } from '../backup/durability/restore.ts'
import { tillFolder } from '../kernel/till-folder.ts'

const crew = crewTillPerTest()
const { api, fixture, serve, idOf, auditRows } = crew
const CODE = { pin: '7391' }
const NONE = { refusal: { code: 'OWNER_CODE_NONE' } }

async function paper(): Promise<string> {
  await serve('owner')
  return must(await api.makeOwnerCode()).code
}

function backUp(): string {
  const { database, backups } = tillFolder(fixture.dataDir)
  return makeBackup({ databaseFile: database, backupDir: backups, at: NOON, reason: 'asked' }).file
}

async function restored(backup: string, carriesOver = true) {
  await crew.till.stop()
  restoreBackup(tillFolder(fixture.dataDir), backup, NOON, { carriesOver })
  return (await fixture.open({ pinCost: 4 })).api
}

describe('an older backup brought back', () => {
  it('revives no code that was used since', async () => {
    const code = await paper()
    const backup = backUp()
    must(await api.useOwnerCode({ ...CODE, staffId: idOf('owner'), code }))
    const later = await restored(backup)
    const again = { staffId: idOf('owner'), code, pin: '8264' }
    expect(await later.useOwnerCode(again)).toMatchObject(NONE)
  })

  it('revives none that another has replaced, and forgets no wrong ones; the present one opens', async () => {
    const first = await paper()
    const backup = backUp()
    const second = await paper()
    const wrong = { ...CODE, staffId: idOf('owner'), code: first }
    for (let tries = 0; tries < 4; tries += 1)
      expect(await api.useOwnerCode(wrong)).toMatchObject({ refusal: { code: 'OWNER_CODE_WRONG' } })
    const later = await restored(backup)
    expect(await later.useOwnerCode(wrong)).toMatchObject({
      refusal: { code: 'OWNER_CODE_LOCKED' },
    })
    fixture.clock.jumpWallClock(3_600_000)
    must(await later.useOwnerCode({ ...wrong, code: second }))
  })

  it('of another shop has the code of its own', async () => {
    const code = await paper()
    const backup = backUp()
    must(await api.useOwnerCode({ ...CODE, staffId: idOf('owner'), code }))
    const later = await restored(backup, false)
    must(await later.useOwnerCode({ ...CODE, staffId: idOf('owner'), code }))
  })
})

describe('an owner who leaves takes no way back in along', () => {
  async function second(role: 'owner' | 'cashier', pin: string | null) {
    const of = api.staff().members.find(({ name }) => name === 'Marta')?.id ?? null
    return must(await api.saveStaff({ staffId: of, name: 'Marta', role, pin })).members.find(
      ({ name }) => name === 'Marta',
    )?.id
  }

  it.each(['removed', 'made a cashier'] as const)('%s', async (how) => {
    await serve('owner')
    const staffId = (await second('owner', '4826')) ?? ''
    must(await api.signIn({ staffId, pin: '4826' }))
    const { code } = must(await api.makeOwnerCode())
    await serve('owner')
    if (how === 'removed') must(api.removeStaff(staffId))
    else await second('cashier', null)
    expect(must(api.ownerCode())).toEqual({ madeAt: null })
    expect(await api.useOwnerCode({ ...CODE, staffId: idOf('owner'), code })).toMatchObject(NONE)
    must(await api.signIn({ staffId: idOf('owner'), pin: PINS.owner }))
    expect(auditRows().map(({ action }) => action)).toContain('owner-code-ended')
  })

  it('while whoever is no owner comes and goes as before', async () => {
    const code = await paper()
    must(api.removeStaff(idOf('cashier')))
    must(await api.useOwnerCode({ ...CODE, staffId: idOf('owner'), code }))
  })
})
