/**
 * The owner's settings: closed to everybody else, and opened for one visit by a PIN over the
 * shoulder.
 */
import { beforeEach, expect, it } from 'vitest'
import type { SettingsView } from '#shared/settings/views.ts'
import { saveSettingsInput } from '#shared/settings/inputs.ts'
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import { LENT_MS } from '../staff/lent-settings.ts'
import { must } from '../../../test/support/must.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

/** Typed by hand, not taken from the rows: what keeps a counter going, and nothing else. */
const OF_ANYONE: readonly string[] = [
  ...['printerId', 'fallbackPrinterId', 'fallsBackByItself', 'printsReceiptAfterSlip'],
  ...['scannerPauseMs', 'language', 'theme', 'goodsColumns'],
]
const PINS = { owner: '3690', supervisor: '1470', cashier: '2580' } as const
type Who = keyof typeof PINS
let ids: Record<Who, string>

const serve = (who: Who) => api.signIn({ staffId: ids[who], pin: PINS[who] })
const lend = (who: Who) =>
  api.approve({ staffId: ids[who], pin: PINS[who], subject: { kind: 'settings' } })
const blind = (countsBlind = true) => api.saveSettings({ countsBlind })
const log = async () => {
  await serve('owner')
  const page = api.audit({ cursor: null, limit: 200 })
  if (!page.ok) throw new Error(page.refusal.code)
  return page.value.rows
}

const { fixture, api } = tillPerTest({ pinCost: 4 })
beforeEach(async () => {
  ids = { owner: '', supervisor: '', cashier: '' }
  for (const [name, role] of [
    ['Paula', 'owner'],
    ['Rodrigo', 'supervisor'],
    ['Camila', 'cashier'],
  ] as const) {
    const saved = await api.saveStaff({ staffId: null, name, role, pin: PINS[role] })
    if (!saved.ok) throw new Error(saved.refusal.code)
    ids[role] = saved.value.members.find((member) => member.name === name)?.id ?? ''
  }
  await serve('cashier')
})

it('every setting but those of the counter is closed to a cashier, also one somebody adds later', async () => {
  const fields = Object.keys(saveSettingsInput.shape)
  const closed = fields.filter((field) => !OF_ANYONE.includes(field))
  expect(closed).toEqual(
    expect.arrayContaining(['serviceUrl', 'apiKey', 'shop', 'cashierName', 'countsBlind']),
  )
  const before = JSON.stringify(api.settings())
  for (const field of closed) {
    expect(await api.saveSettings({ [field]: null })).toMatchObject({
      refusal: { code: 'OWNER_REQUIRED', field },
    })
  }
  expect(api.saveScaleLayouts({ layouts: [] })).toMatchObject({
    refusal: { code: 'OWNER_REQUIRED' },
  })
  expect(JSON.stringify(api.settings())).toBe(before)
  expect(await api.saveSettings({ theme: 'dark' })).toMatchObject({
    ok: true,
    value: { theme: 'dark' } satisfies Partial<SettingsView>,
  })
})

it('a PIN of the owner over the shoulder opens them for the visit; the log names both', async () => {
  expect(api.staff()).toMatchObject({ mayChangeSettings: false, settingsLentBy: null })
  expect(await lend('supervisor')).toMatchObject({ refusal: { code: 'APPROVER_TOO_LOW' } })
  expect(await blind()).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
  expect(await lend('owner')).toMatchObject({ ok: true })
  expect(api.staff()).toMatchObject({
    current: { name: 'Camila' },
    mayChangeSettings: true,
    settingsLentBy: 'Paula',
  })
  expect(await blind()).toMatchObject({ ok: true })
  expect(
    await api.saveStaff({
      staffId: null,
      name: 'Luis',
      role: 'cashier',
      pin: '8642',
      ownerPin: PINS.owner,
    }),
  ).toMatchObject({ ok: true })
  // Everything else stays as it was: the drawer is not the owner's settings.
  expect(await api.openDrawer({ approvalId: null })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
  expect(api.giveBackSettings()).toMatchObject({ mayChangeSettings: false, settingsLentBy: null })
  expect(await blind(false)).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
  expect(
    (await log())
      .filter(({ action }) => action === 'settings-changed' || action === 'staff-saved')
      .slice(0, 2),
  ).toMatchObject([
    { action: 'staff-saved', staffName: 'Camila', approverName: 'Paula' },
    {
      action: 'settings-changed',
      staffName: 'Camila',
      approverName: 'Paula',
      detail: { what: 'countsBlind', from: 'false', to: 'true' },
    },
  ])
})

it('make nobody anything, and give nobody another PIN, without the lender’s PIN at that moment', async () => {
  await lend('owner')
  const made = { staffId: null, name: 'Luis', role: 'owner', pin: '8642' } as const
  const paula = { staffId: ids.owner, name: 'Paula', role: 'owner', pin: '8642' } as const
  const camila = { staffId: ids.cashier, name: 'Camila', role: 'supervisor', pin: null } as const
  const rodrigo = {
    staffId: ids.supervisor,
    name: 'Rodrigo',
    role: 'supervisor',
    pin: '8642',
  } as const
  const before = api.staff().members
  for (const asked of [made, paula, camila, rodrigo])
    expect(await api.saveStaff(asked)).toMatchObject({
      refusal: { code: 'OWNER_PIN_REQUIRED', field: 'ownerPin', params: { name: 'Paula' } },
    })
  for (const asked of [made, camila]) {
    // Not by one's own, and not by a supervisor's.
    for (const ownerPin of [PINS.cashier, PINS.supervisor])
      expect(await api.saveStaff({ ...asked, ownerPin })).toMatchObject({
        refusal: { code: 'PIN_WRONG', field: 'ownerPin' },
      })
    await fixture.clock.advance(60_000)
  }
  expect(api.staff().members).toEqual(before)
  expect(await api.saveStaff({ ...made, ownerPin: PINS.owner })).toMatchObject({ ok: true })
  expect(api.staff().members.at(-1)).toMatchObject({ name: 'Luis', role: 'owner' })
  // An owner who stands there is asked nothing.
  await serve('owner')
  expect(await api.saveStaff(camila)).toMatchObject({ ok: true })
  expect(await api.saveStaff({ ...made, name: 'Eva' })).toMatchObject({ ok: true })
})

it('change no role and no right, and send nobody away: that is for who signs in', async () => {
  await serve('owner')
  const rights = { ...NO_RIGHTS, manageStaff: false }
  const made = { roleId: null, name: 'Encargada', rights, isArchived: false }
  const roleId = must(api.saveRole(made)).ownRoles[0]?.id ?? ''
  await serve('cashier')
  await lend('owner')
  const cashier = api.staff().rightsOf.cashier
  const tries = [
    () => api.saveRights({ role: 'cashier', rights: { ...cashier, lineDiscountPercent: 50 } }),
    () => api.saveRole({ ...made, roleId, rights: { ...rights, refund: true } }),
    () => api.saveRole({ ...made, name: 'Otra' }),
    () => api.removeRole(roleId),
    () => api.removeStaff(ids.supervisor),
  ]
  const before = api.staff()
  for (const attempt of tries)
    expect(attempt()).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
  expect(api.staff()).toEqual(before)
  await serve('owner')
  for (const attempt of tries) expect(attempt()).toMatchObject({ ok: true })
})

it.each([
  ['a quarter of an hour', () => fixture.clock.advance(LENT_MS)],
  // Steady time stands still while a machine sleeps.
  ['a night asleep', async () => fixture.clock.jumpWallClock(LENT_MS)],
  ['a clock set back', async () => fixture.clock.jumpWallClock(-1)],
  [
    'a lock',
    async () => {
      api.signOut()
      await serve('cashier')
    },
  ],
  [
    'another cashier',
    async () => {
      await serve('supervisor')
    },
  ],
])('%s closes them again', async (_, happen) => {
  await lend('owner')
  expect(await blind()).toMatchObject({ ok: true })
  await happen()
  expect(api.staff()).toMatchObject({ mayChangeSettings: false, settingsLentBy: null })
  expect(await blind(false)).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
})
