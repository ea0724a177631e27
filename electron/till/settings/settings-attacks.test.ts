/** The settings as a place, in the hands of who wants something of theirs forgotten. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { lastChangeOf } from '#shared/settings/history.ts'
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { must } from '../../../test/support/must.ts'

const { api, fixture, serve, idOf } = crewTillPerTest()
const lend = () =>
  api.approve({ staffId: idOf('owner'), pin: PINS.owner, subject: { kind: 'settings' } })
const lastOf = (...fields: readonly string[]) =>
  lastChangeOf(fields, must(api.settingsHistory()).changes)
const BY_LOAN = { staffName: 'Camila', approverName: 'Paula' }

it('the last change is the last one, also where the clock was set back in between', async () => {
  await serve('owner')
  must(await api.saveSettings({ fallsBackByItself: true }))
  const other = { ...api.settings().desk, fillsScreen: !api.settings().desk.fillsScreen }
  must(await api.saveSettings({ desk: other }))
  fixture.clock.jumpWallClock(-86_400_000)
  await serve('cashier')
  must(await api.saveSettings({ theme: 'dark' }))
  await serve('owner')
  expect(lastOf('desk', 'fallsBackByItself', 'theme')).toMatchObject({ what: 'theme' })
})

it('a cashier who changes the colours for seconds does not push out what the owner looks for', async () => {
  must(await lend())
  must(await api.saveSettings({ differenceLimitClp: 90_000 }))
  must(await api.saveSettings({ theme: 'dark' }))
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
  db.exec(`INSERT INTO audit (at_ms, action, staff_id, staff_name, detail_json)
    WITH RECURSIVE times (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM times WHERE n < 6000)
    SELECT at_ms, action, staff_id, staff_name, detail_json
    FROM (SELECT * FROM audit WHERE action = 'settings-changed' ORDER BY seq DESC LIMIT 1), times`)
  db.close()
  expect(lastOf('differenceLimitClp')).toMatchObject(BY_LOAN)
})

it('says who raised what a role may, right by right', async () => {
  await serve('owner')
  const rights = { ...api.staff().rightsOf.cashier, lineDiscountPercent: 90, refund: true }
  must(api.saveRights({ role: 'cashier', rights }))
  expect(lastOf('rights')).toMatchObject({ staffName: 'Paula', approverName: null })
  const changed = must(api.settingsHistory()).changes.map(({ what, from }) => [what, from])
  expect(changed).toEqual([
    ['rights.cashier.refund', 'false'],
    ['rights.cashier.lineDiscountPercent', '10'],
  ])
})

it('lent settings give nobody the settings for good, by no role, old or new', async () => {
  await serve('owner')
  const rights = { ...NO_RIGHTS, manageStaff: true }
  const made = { roleId: null, name: 'Jefe de turno', rights, isArchived: false }
  const roleIds = must(api.saveRole(made)).ownRoles.map(({ id }) => id)
  await serve('cashier')
  must(await lend())
  const own = { ...api.staff().rightsOf.cashier, manageStaff: true }
  const camila = { staffId: idOf('cashier'), name: 'Camila', role: 'cashier', pin: null } as const
  const refused = { refusal: { code: 'OWNER_REQUIRED', field: 'manageStaff' } }
  const inPerson = { refusal: { code: 'OWNER_REQUIRED' } }
  expect(api.saveRights({ role: 'cashier', rights: own })).toMatchObject(inPerson)
  expect(api.saveRole({ ...made, name: 'Otro' })).toMatchObject(inPerson)
  expect(await api.saveStaff({ ...camila, roleIds })).toMatchObject(refused)
  must(await api.saveStaff({ ...camila, ownerPin: PINS.owner }))
  expect(api.giveBackSettings()).toMatchObject({ mayChangeSettings: false })
})
