/** Who sees which receipts: as cashier with curiosity, and as a thief with the ids. */
import { expect, it } from 'vitest'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import { saleIdSchema } from '#shared/text/input-schemas.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { SEEN_WAYS, type ReceiptsSeen } from '#shared/selling/sale/receipts-seen.ts'
import { must } from '../../../test/support/must.ts'
import { crewTillPerTest } from '../../../test/support/crew-till.ts'
import { cartOf, commitOf, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'

const { till, api, fixture, serve, auditRows, idOf } = crewTillPerTest()
const ROSA = { rut: '12345678-5', legalName: 'Rosa Zurita', phone: '', email: '' }
const DAY_MS = 86_400_000
const COFFEE = '7801040000037'

const ROWS = Object.keys(CONTRACT) as CommandName[]
const NAMING = ROWS.filter((name) => CONTRACT[name].receipt !== null)

const list = (text = '') => api.listReceipts({ cursor: null, limit: 40, text, onlyPending: false })
const shown = (text = '') => list(text).rows.map(({ saleId }) => saleId)
const NOT_SEEN = { ok: false, refusal: { code: 'RECEIPT_NOT_SEEN' } }

async function show(by: ReceiptsSeen['by'], more: { days?: number; usesShifts?: boolean } = {}) {
  await serve('owner')
  const { days = 7, ...shifts } = more
  must(await api.saveSettings({ receiptsSeen: { by, days }, ...shifts }))
  await serve('cashier')
}
/** Sold eight days ago, and its paper came out: its folio is known. */
async function oldAndNew() {
  const old = sellOf(api, COFFEE)
  await fixture.until(() => receiptOf(api, old).folio !== null)
  const { folio, externalReference, papers } = receiptOf(api, old)
  fixture.clock.jumpWallClock(8 * DAY_MS)
  const found = { folio: String(folio), externalReference, jobId: papers[0]?.jobId }
  return { old, fresh: sellOf(api, COFFEE), ...found }
}

it('shows all until the owner says otherwise, and that is written down', async () => {
  const { old, fresh } = await oldAndNew()
  expect(shown()).toEqual([fresh, old])
  expect(list().sight).toBeUndefined()
  expect(await api.saveSettings({ receiptsSeen: { by: 'days', days: 1 } })).toMatchObject({
    refusal: { code: 'OWNER_REQUIRED' },
  })
  await show('days', { days: 1 })
  await serve('owner')
  expect(auditRows().map(({ detail }) => detail)).toContainEqual(
    expect.objectContaining({ what: 'receiptsSeen.by', from: 'all', to: 'days' }),
  )
})

it('shows the last days, the shift or what they sold in it; whoever has the right sees all', async () => {
  const { old, fresh } = await oldAndNew()
  await show('days', { days: 8 })
  expect(shown()).toEqual([fresh])
  await show('days', { days: 9 })
  expect(shown()).toEqual([fresh, old])
  await show('shift')
  expect(shown()).toEqual([fresh])
  await show('own', { usesShifts: true })
  expect([shown(), list().sight]).toEqual([[], { by: 'own', days: 7, inHand: [] }])
  must(api.openShift({ shiftId: api.shift().nextId, floatClp: 1_000 }))
  const mine = sellOf(api, COFFEE)
  await serve('supervisor')
  const his = sellOf(api, COFFEE)
  expect(shown()).toEqual([his, mine, fresh, old])
  await serve('cashier')
  expect(shown()).toEqual([mine])
  await show('shift')
  expect(shown()).toEqual([his, mine])
})

it('gives the sight to a role of the shop’s own, and takes it from a supervisor', async () => {
  const { old, fresh } = await oldAndNew()
  await show('shift')
  await serve('owner')
  const { lineDiscountPercent, cartDiscountPercent, ...rights } = api.staff().rightsOf.supervisor
  must(
    api.saveRights({
      role: 'supervisor',
      rights: { ...rights, lineDiscountPercent, cartDiscountPercent, seeReceipts: false },
    }),
  )
  const { rightsOf, ownRoles } = must(
    api.saveRole({
      roleId: null,
      name: 'Archivera',
      rights: { ...api.staff().rightsOf.cashier, seeReceipts: true },
      isArchived: false,
    }),
  )
  expect(rightsOf.supervisor.seeReceipts).toBe(false)
  must(
    await api.saveStaff({
      staffId: idOf('cashier'),
      name: 'Camila',
      role: 'cashier',
      roleIds: [ownRoles[0]?.id ?? ''],
      pin: null,
    }),
  )
  await serve('supervisor')
  expect(shown()).toEqual([fresh])
  await serve('cashier')
  expect(shown()).toEqual([fresh, old])
})

it.each(SEEN_WAYS.filter((by) => by !== 'all'))(
  'tells nobody of a receipt beyond it, in no row, also with its id: %s',
  async (by) => {
    const { old, fresh, jobId } = await oldAndNew()
    await serve('owner')
    // The right to mend is another: who has it is told no more.
    const { rights } = api.staff()
    must(api.saveRights({ role: 'cashier', rights: { ...rights, seeReceipts: false } }))
    await show(by)
    const given: Partial<Record<CommandName, unknown>> = {
      whatsapp: { saleId: old, phone: '+56 9 8765 4321' },
      openWhatsapp: { saleId: old, phone: '+56 9 8765 4321' },
      keepPhone: { saleId: old, phone: '+56 9 8765 4321' },
      mailReceipt: { saleId: old, address: 'a@b.cl' },
      resendFixed: { saleId: old, recipient: null, approvalId: null },
      setAside: { saleId: old, reason: 'x', approvalId: null },
      adoptId: { saleId: old, remoteId: 'x', approvalId: null },
      deleteReceipt: { saleId: old, reason: 'x', approvalId: null },
      undoReturn: { returnId: old, reason: 'x', approvalId: null },
      changeDocument: { changeId: fresh, originalId: old, to: 'receipt', recipient: null },
      commitReturn: { returnId: fresh, originalId: old, lines: [], reason: 'x' },
    }
    for (const name of NAMING) {
      const ask = api[name] as (input: unknown) => unknown
      expect(await ask(given[name] ?? old), name).toMatchObject(NOT_SEEN)
    }
    const papers = [`receipt/${old}`, `${jobId}.png`]
    for (const path of papers)
      expect((await till.handle(new Request(`http://127.0.0.1/paper/${path}`))).status).toBe(404)
    expect(must(api.receipt(fresh)).saleId).toBe(fresh)
  },
)

it('finds nothing older by amount, day, words or customer, page after page', async () => {
  const { old, fresh } = await oldAndNew()
  await show('days', { days: 8 })
  const { totalClp } = must(api.receipt(fresh))
  expect(shown(String(totalClp))).toEqual([fresh])
  expect(shown('cafe')).toEqual([fresh])
  expect(shown('2026-11-19')).toEqual([])
  let cursor: number | null = null
  const pages: SaleId[] = []
  do {
    const page = api.listReceipts({ cursor, limit: 1, text: '', onlyPending: false })
    pages.push(...page.rows.map(({ saleId }) => saleId))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(pages).toEqual([fresh])
  expect(pages).not.toContain(old)
})

it('takes back what its paper names, by its folio or its slip, and shows nothing else of it', async () => {
  const { old, folio, externalReference } = await oldAndNew()
  await show('own')
  expect(await api.openReturn(old)).toMatchObject(NOT_SEEN)
  for (const text of [folio, externalReference]) {
    const found = list(text)
    expect([found.rows, found.sight?.inHand]).toMatchObject([[], [{ saleId: old }]])
  }
  const sale = must(await api.openReturn(old))
  expect(api.receipt(old)).toMatchObject(NOT_SEEN)
  const order = {
    returnId: sale.returnId,
    originalId: old,
    lines: sale.lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
    reason: 'Fallado',
    refund: { method: 'EF', reference: '' },
    approvalId: null,
    expectedTotalClp: sale.totalClp,
  }
  // The right to give back is another: its PIN is asked for as ever.
  expect(api.commitReturn(order)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
  await serve('owner')
  must(api.commitReturn(order))
  expect(auditRows().filter(({ action }) => action === 'receipt-by-paper')).toMatchObject([
    { staffName: 'Camila', saleId: old },
  ])
})

it('lists of what a customer bought only what may be seen, and says so', async () => {
  const to = (code: string) => {
    const order = commitOf(api, cartOf(api, code))
    return must(api.commitSale({ ...order, recipient: ROSA })).saleId
  }
  const old = to(COFFEE)
  fixture.clock.jumpWallClock(8 * DAY_MS)
  const fresh = to('201')
  await serve('owner')
  const { lineDiscountPercent, cartDiscountPercent, ...rights } = api.staff().rightsOf.cashier
  const { ownRoles } = must(
    api.saveRole({
      roleId: null,
      name: 'Clientes',
      rights: { lineDiscountPercent, cartDiscountPercent, ...rights, customers: true },
      isArchived: false,
    }),
  )
  const [role] = ownRoles
  const camila = { staffId: idOf('cashier'), name: 'Camila', role: 'cashier', pin: null } as const
  must(await api.saveStaff({ ...camila, roleIds: [role?.id ?? ''] }))
  const bought = () => {
    const { rows, total, sight } = must(api.customerHistory({ rut: ROSA.rut, before: null }))
    return { sales: rows.map(({ saleId }) => saleId), total, by: sight?.by }
  }
  await serve('cashier')
  expect(bought()).toEqual({ sales: [fresh, old], total: 2, by: undefined })
  await show('days', { days: 8 })
  expect(bought()).toEqual({ sales: [fresh], total: 1, by: 'days' })
  await show('own', { usesShifts: true })
  expect(bought()).toEqual({ sales: [], total: 0, by: 'own' })
})

it('keeps what one held in hand from the next who signs in', async () => {
  const { old, folio } = await oldAndNew()
  await show('own')
  list(folio)
  expect(await api.openReturn(old)).toMatchObject({ ok: true })
  await serve('supervisor')
  list()
  await serve('cashier')
  expect(await api.openReturn(old)).toMatchObject(NOT_SEEN)
})

it('knows every row that names a sale: a new one says whether it shows it', () => {
  const naming = ROWS.filter((name) => {
    const { input } = CONTRACT[name] as AnyRow
    if (input === null) return false
    const shape = (input as { shape?: Record<string, unknown> }).shape ?? {}
    const names = ['saleId', 'originalId', 'returnId'].filter((field) => field in shape)
    return (input as unknown) === saleIdSchema || names.length > 0
  })
  const others = naming.filter((name) => !NAMING.includes(name))
  // Of the open sale, which is nobody's receipt yet, or of a receipt this till has not issued.
  expect(others.sort()).toEqual(['chargeCard', 'commitOutsideReturn', 'commitSale', 'saleNeeds'])
})
