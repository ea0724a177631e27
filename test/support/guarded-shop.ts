/** A shop with something in every table that is guarded, all of it made through the till. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { DEFAULT_RIGHTS } from '#shared/staff/rights.ts'
import { CREW } from './crew.ts'
import { giveWholeBack } from './give-back.ts'
import { must } from './must.ts'
import { POINT_TERMINAL, POINT_TOKEN } from './point-service.ts'
import { orderOf } from './return-till.ts'
import { promotionRule } from './promotions.ts'
import { cartOf, commitOf, sellOf } from './till-fixture.ts'

export const GOODS = { text: '', filter: 'sold', categoryId: null, offset: 0, limit: 50 } as const
const APPROVED = { approvalId: null }
const COFFEE = '7801040000037'

/** Paula serves when it is done, and a second shift is open with cash moved and counted. */
export async function fillGuardedTables(api: TillApi): Promise<void> {
  await hire(api)
  must(await api.saveSettings({ usesShifts: true }))
  priceGoods(api)
  must(api.saveScaleLayouts({ layouts: structuredClone([...api.scaleLayouts()]) as never }))
  must(await api.saveMailAccount({ account: null }))
  await workShift(api)
  const { shiftId, countId } = await workShift(api)
  must(api.readShift(APPROVED))
  must(api.closeShift({ shiftId, countId, reason: 'faltó', note: '', approvalId: null }))
  await workShift(api)
  giveWholeBack(api, sellOf(api, COFFEE), 'vc')
  for (const _ of [1, 2]) {
    const subject = { kind: 'right', right: 'openDrawer', subject: null } as const
    const { members } = api.staff()
    const staffId = members.find(({ name }) => name === 'Rodrigo')?.id ?? ''
    must(await api.approve({ staffId, pin: '1470', subject }))
  }
  await chargeCards(api)
  await refundCards(api)
  // The last: what is sold before it is priced without it.
  must(api.savePromotion({ promotionId: null, name: 'Diez', rule: promotionRule() }))
  must(api.voidVale({ number: 1, reason: 'perdido', approvalId: null }))
}

async function hire(api: TillApi): Promise<void> {
  for (const [name, role, pin] of CREW)
    must(await api.saveStaff({ staffId: null, name, role, pin }))
  const idOf = (name: string) => api.staff().members.find((each) => each.name === name)?.id ?? ''
  must(await api.signIn({ staffId: idOf('Paula'), pin: '3690' }))
  const rights = { ...DEFAULT_RIGHTS.supervisor, refund: true }
  const made = must(api.saveRole({ roleId: null, name: 'Reponedora', rights, isArchived: false }))
  const roleIds = made.ownRoles.map(({ id }) => id)
  must(
    await api.saveStaff({
      staffId: idOf('Camila'),
      name: 'Camila',
      role: null,
      roleIds,
      pin: null,
    }),
  )
  must(api.saveRights({ role: 'supervisor', rights: { ...rights, lineDiscountPercent: 15 } }))
  must(await api.makeOwnerCode())
}

/**
 * On a terminal that nothing reaches: one pays a sale, the money of the others went back, and its
 * totals are asked in vain.
 */
async function chargeCards(api: TillApi): Promise<void> {
  const place = { path: '/dev/ttyUSB9' }
  must(await api.saveSettings({ cardTerminal: { kind: 'transbank', method: 'TC', place } }))
  for (const byHand of ['A1', 'B2', 'C3']) {
    const sale = commitOf(api, cartOf(api, COFFEE), 'TC')
    // First to the terminal: only what has not left is charged by hand.
    must(await api.chargeCard(sale))
    const { attemptId, amountClp } = must(await api.chargeCard({ ...sale, byHand }))
    if (byHand !== 'A1') must(api.giveBackCard({ attemptId, ...APPROVED }))
    else {
      const paid = { method: 'TC', amountClp, reference: '', attemptId }
      must(api.commitSale({ ...sale, payments: [paid] }))
    }
  }
  for (const _ of [1, 2])
    must(await api.askCardTotals({ shiftId: api.shift().open?.shiftId ?? '' }))
}

/** At a terminal over the internet: each comes back, and is asked to go back to its card. */
async function refundCards(api: TillApi): Promise<void> {
  must(await api.linkCardAccount({ token: POINT_TOKEN }))
  const terminalId = POINT_TERMINAL
  must(await api.saveSettings({ cardTerminal: { kind: 'point', method: 'TC', terminalId } }))
  for (const _ of [1, 2, 3]) {
    const sale = commitOf(api, cartOf(api, COFFEE), 'TC')
    const { attemptId, amountClp } = must(await api.chargeCard(sale))
    const paid = { method: 'TC', amountClp, reference: '', attemptId }
    must(api.commitSale({ ...sale, payments: [paid] }))
    const refund = { method: 'TC', reference: '', toCard: true } as const
    must(api.commitReturn(orderOf(must(api.startReturn(sale.saleId)), null, { refund })))
  }
}

function priceGoods(api: TillApi): void {
  const rows = must(api.goods(GOODS)).rows
  const coffee = rows.find(({ code }) => code === COFFEE)
  if (coffee === undefined) throw new Error('no coffee')
  const { id, pictureId: _, isArchived: __, ...rest } = coffee
  must(
    api.saveGoods({
      ...rest,
      productId: id,
      unitGrossClp: 2_490,
      moreCodes: ['7809999999998', '7801234000012'],
    }),
  )
  const percents = [{ categoryId: '', percent: 5 }]
  const prices = rows.map((row) => ({ productId: row.id, unitGrossClp: 500 }))
  must(api.savePriceList({ priceListId: null, name: 'Mayorista', percents, prices }))
  for (const [rut, legalName] of [
    ['11111111-1', 'Comercial Ñuñoa'],
    ['76192083-9', 'Almacén del Sur'],
  ] as const)
    must(
      api.saveCustomer({
        isNew: true,
        rut,
        legalName,
        activity: '',
        address: '',
        commune: '',
        phone: '',
        email: '',
        notes: '',
        priceListId: must(api.priceLists())[0]?.id ?? null,
      }),
    )
}

async function workShift(api: TillApi): Promise<{ shiftId: string; countId: string }> {
  const { open: current, nextId: shiftId } = api.shift()
  if (current === null) must(api.openShift({ shiftId, floatClp: 30_000 }))
  for (const amountClp of [5_000, 7_000])
    must(
      await api.moveCash({
        movementId: api.shift().nextId,
        kind: 'in',
        amountClp,
        reason: 'sencillo',
        approvalId: null,
      }),
    )
  sellOf(api, COFFEE)
  const countId = api.shift().nextId
  const amounts = [{ key: 'EF', amountClp: 50_000 }]
  const open = current === null ? shiftId : current.shiftId
  must(api.countShift({ countId, shiftId: open, pieces: null, amounts, approvalId: null }))
  return { shiftId: open, countId }
}
