/** Whose each setting is, by a table written by hand: also one that somebody adds later. */
import { beforeEach, expect, it } from 'vitest'
import { saveSettingsInput } from '#shared/settings/inputs.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import { crewTillPerTest, PINS } from '../../../test/support/crew-till.ts'
import { VOUCHER_CARD } from '../../../test/support/card-method.ts'
import { FIXTURE_SHOP } from '../../../test/support/till-fixture.ts'
import { must } from '../../../test/support/must.ts'

const { api, serve, idOf } = crewTillPerTest()

/**
 * `anyone` keeps the counter going; `visit` is also for whoever was lent the settings; `in-person`
 * for who may manage people and stands there; `owner` for nobody but an owner who does.
 */
const WHOSE = {
  anyone: [
    ...['printerId', 'fallbackPrinterId', 'fallsBackByItself', 'printsReceiptAfterSlip'],
    ...['scannerPauseMs', 'language', 'theme', 'goodsColumns'],
  ],
  visit: [
    ...[
      'paperRule',
      'printsPageCode',
      'cashierName',
      'lockAfterMinutes',
      'scale',
      'tilesShowStock',
    ],
    ...['usesShifts', 'countsBlind', 'differenceLimitClp', 'labelLimitClp', 'receiptsSeen', 'back'],
    ...['desk', 'buyerLimits', 'asksPurpose', 'paymentMethods', 'cardTerminal', 'tips'],
    ...['registerNumber', 'branchOffice', 'serviceUrl', 'companyId', 'pathCodes', 'apiKey', 'shop'],
  ],
  'in-person': ['closingMail'],
  owner: ['emissionModel', 'exemptShare'],
} as const
type Whose = keyof typeof WHOSE
const FIELDS = Object.entries(WHOSE).flatMap(([whose, fields]) =>
  fields.map((field): [field: string, whose: Whose] => [field, whose as Whose]),
)
const TYPED: Readonly<Record<string, unknown>> = {
  ...{ emissionModel: 'card-voucher', exemptShare: 'receipt-first', serviceUrl: null },
  ...{ companyId: '', pathCodes: '', apiKey: null, shop: FIXTURE_SHOP },
}

/** The settings of somebody whose role manages people and is not the owner's. */
async function manager(): Promise<void> {
  await serve('owner')
  const rights = { ...NO_RIGHTS, manageStaff: true }
  const made = must(api.saveRole({ roleId: null, name: 'Encargada', rights, isArchived: false }))
  const roleIds = made.ownRoles.map(({ id }) => id)
  const camila = { staffId: idOf('cashier'), name: 'Camila', role: 'cashier', pin: null } as const
  must(await api.saveStaff({ ...camila, roleIds }))
  await serve('cashier')
}
const visit = async () => {
  const subject = { kind: 'settings' } as const
  must(await api.approve({ staffId: idOf('owner'), pin: PINS.owner, subject }))
}
/** In the order of whom they are closed to first. */
const STANDING: readonly (readonly [who: string, stand: () => Promise<unknown>, Whose[]])[] = [
  ['a cashier', async () => undefined, ['visit', 'in-person', 'owner']],
  ['a cashier with the settings lent', visit, ['in-person', 'owner']],
  ['a role that manages people', manager, ['owner']],
  ['an owner', () => serve('owner'), []],
]

let typed: Readonly<Record<string, unknown>>
beforeEach(() => {
  typed = { ...api.settings(), ...TYPED }
})

it('the table has every setting there is', () => {
  const written = FIELDS.map(([field]) => field).sort()
  const wayOut = 'a new one is written by hand into WHOSE above, under whoever its row says'
  expect(written, wayOut).toEqual(Object.keys(saveSettingsInput.shape).sort())
})

it.each(STANDING)('%s changes what is theirs, and nothing else', async (_, stand, closed) => {
  await stand()
  for (const [field, whose] of FIELDS) {
    const saved = await api.saveSettings({ [field]: typed[field] })
    const isRefused = !saved.ok && saved.refusal.code === 'OWNER_REQUIRED'
    expect([field, isRefused]).toEqual([field, closed.includes(whose)])
    if (!saved.ok && isRefused) expect(saved.refusal.field).toBe(field)
  }
})

it.each(STANDING)(
  '%s makes a card say other than the model: nobody but an owner',
  async (...one) => {
    const [who, stand, closed] = one
    await serve('owner')
    const methods = (isVoucherTheReceipt: boolean, isActive = true) => ({
      paymentMethods: [...DEFAULT_METHODS, { ...VOUCHER_CARD, isVoucherTheReceipt, isActive }],
    })
    must(await api.saveSettings({ emissionModel: 'card-voucher', ...methods(true) }))
    await serve('cashier')
    await stand()
    // Whoever may change the ways to pay goes on doing so.
    const mayChange = who !== 'a cashier'
    expect((await api.saveSettings(methods(true, false))).ok).toBe(mayChange)
    const twice = await api.saveSettings(methods(false))
    expect(twice.ok).toBe(!closed.includes('owner'))
    if (twice.ok || !mayChange) return
    expect(twice.refusal).toMatchObject({ code: 'OWNER_REQUIRED', field: 'paymentMethods' })
    // What an owner chose stays while the rest is changed, and goes back to the model by anybody.
    await serve('owner')
    must(await api.saveSettings(methods(false)))
    await serve('cashier')
    if (stand === visit) await visit()
    must(await api.saveSettings(methods(false, false)))
    must(await api.saveSettings(methods(true)))
  },
)
