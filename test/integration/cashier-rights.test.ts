/**
 * Every command a cashier can be refused for lack of a right, and what was decided about it: a new
 * one fails here first.
 */
import { changeDocument } from '../support/change-document.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import type { RefusalCode } from '#shared/languages/refusals.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { NO_TEXTS } from '#shared/customers/decide-customer.ts'
import {
  COFFEE,
  DECISIONS,
  OUTSIDE,
  rightlessCashier,
  type Decided,
  type Rightless,
} from '../support/rightless-cashier.ts'
import { promotionRule } from '../support/promotions.ts'
import { sourceFiles } from '../support/source-files.ts'
import { cartOf, commitOf, tillFixture, type TillFixture } from '../support/till-fixture.ts'
import { inputOf, seededDie } from '../support/zod-inputs.ts'

/** Refused because of who asks, not of what is asked. */
const FOR_LACK_OF_A_RIGHT: ReadonlySet<RefusalCode> = new Set([
  'RIGHT_REQUIRED',
  'OWNER_REQUIRED',
  'APPROVAL_REQUIRED',
  'SHIFT_RECOUNT_SUPERVISOR',
])
/**
 * Where the core asks who may. A new place is a new refusal: decide about it in `DECISIONS`, ask it
 * below, and count it here.
 */
const PLACES: Readonly<Record<string, number>> = {
  'electron/till/card/card-commands.ts': 2,
  'electron/till/card/check-card.ts': 1,
  'electron/till/catalogue/product-commands.ts': 1,
  'electron/till/customers/customer-commands.ts': 1,
  'electron/till/guard.ts': 1,
  'electron/till/importing/import-commands.ts': 3,
  'electron/till/issuing/outbox/may-mend.ts': 1,
  'electron/till/issuing/outbox/refused-receipts.ts': 3,
  'electron/till/issuing/steps/delete-receipt.ts': 1,
  'electron/till/returns/changes.ts': 1,
  'electron/till/returns/may-give-back.ts': 2,
  'electron/till/returns/returns.ts': 1,
  'electron/till/save-settings.ts': 1,
  'electron/till/selling/identified-sales.ts': 2,
  'electron/till/selling/parked/open-parked.ts': 1,
  'electron/till/selling/sales.ts': 1,
  'electron/till/shifts/count-shift.ts': 1,
  'electron/till/shifts/shift-history.ts': 1,
  'electron/till/shifts/shifts.ts': 3,
  // Whatever makes cash leave the drawer asks there, and nowhere else.
  'electron/till/staff/cash-out.ts': 1,
  'electron/till/staff/owner-code.ts': 4,
  'electron/till/staff/people.ts': 1,
  'electron/till/staff/staff.ts': 1,
  'electron/till/vales/vale-commands.ts': 1,
  'electron/till/vales/vale-papers.ts': 1,
  // Hands on what the return asks.
  'electron/till/with-spent.ts': 1,
}
const TODAY = '2026-11-19' as IsoDate
const LIST = { text: '', filter: 'sold', categoryId: null } as const
const BULK = { ...LIST, change: { kind: 'archive', isArchived: true } } as const
const BUYER = { rut: '12345678-5', ...NO_TEXTS, legalName: 'Rosa Zurita' }
const ASKS_WHO_MAY = /\b(?:allow|manager|mayDelete|permit)\(|rights\.readAudit\b/g

type Answer =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: { readonly code: RefusalCode } }

/** At a price nobody lent. */
function cheapSale(api: Rightless['till']['api']) {
  const cart = cartOf(api, COFFEE)
  const lines = cart.lines.map((line) => ({
    ...line,
    unitGrossClp: 10 as typeof line.unitGrossClp,
  }))
  const expectedTotalClp = cartTotals({ ...cart, lines }).totalClp
  return { ...commitOf(api, cart), lines, expectedTotalClp }
}

/** As a cashier asks who has no right to it, and who does everything else right. */
const ASKED: Readonly<Record<Decided, (world: Rightless) => Answer | Promise<Answer>>> = {
  commitSale: ({ till: { api } }) => api.commitSale(cheapSale(api)),
  chargeCard: ({ till: { api } }) => api.chargeCard(cheapSale(api)),
  settleCard: ({ till }) =>
    till.api.settleCard({ attemptId: 'a', isCharged: true, authorization: '1', approvalId: null }),
  checkCard: ({ till }) => till.api.checkCard({ attemptId: 'a', approvalId: null }),
  giveBackCard: ({ till }) => till.api.giveBackCard({ attemptId: 'a', approvalId: null }),
  saveProduct: ({ till }) =>
    till.api.saveProduct({
      code: '9',
      name: 'Hilo',
      unitGrossClp: 100,
      isExempt: false,
      unit: null,
      categoryId: 'a',
      isFavourite: false,
    }),
  discardParked: ({ till, parkedId }) => till.api.discardParked({ parkedId, approvalId: null }),
  openDrawer: ({ till }) => till.api.openDrawer({ approvalId: null }),
  async commitReturn({ till: { api }, issuedId }) {
    const opened = await api.openReturn(issuedId)
    if (!opened.ok) return opened
    const { returnId, lines, totalClp } = opened.value
    return api.commitReturn({
      returnId,
      originalId: issuedId,
      lines: lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
      reason: 'Fallado',
      refund: { method: 'EF', reference: '' },
      approvalId: null,
      expectedTotalClp: totalClp,
    })
  },
  async commitOutsideReturn({ till: { api } }) {
    const found = await api.lookUpOutside(OUTSIDE)
    if (!found.ok) return found
    return api.commitOutsideReturn({
      returnId: found.value.returnId,
      amountClp: 1_000,
      reason: 'Fallado',
      refund: { method: 'EF', reference: '' },
      approvalId: null,
    })
  },
  undoReturn: ({ till, noteId }) =>
    till.api.undoReturn({ returnId: noteId, reason: 'Error', approvalId: null }),
  changeDocument: ({ till: { api }, issuedId }) => changeDocument(api, issuedId),
  vales: ({ till }) => till.api.vales({ text: '', filter: 'all', offset: 0, limit: 10 }),
  voidVale: ({ till }) => till.api.voidVale({ number: 1, reason: 'Error', approvalId: null }),
  acceptVale: ({ till }) => till.api.acceptVale({ number: 1, approvalId: null }),
  printVale: ({ till }) => till.api.printVale({ number: 1, approvalId: null }),
  setAside: ({ till, pendingId }) => till.api.setAside({ saleId: pendingId, reason: 'Error' }),
  resendFixed: ({ till, pendingId }) =>
    till.api.resendFixed({ saleId: pendingId, recipient: null }),
  adoptId: ({ till, pendingId }) =>
    till.api.adoptId({ saleId: pendingId, remoteId: '00000000-0000-4000-8000-000000000001' }),
  deleteReceipt: ({ till, pendingId }) =>
    till.api.deleteReceipt({ saleId: pendingId, reason: 'Error' }),
  async savePrinter({ till: { api } }) {
    const printer = (await api.discoverPrinters())[0]!
    return api.savePrinter({
      printerId: printer.config.id,
      options: { ...printer.options, headerLines: ['Otra tienda'] },
    })
  },
  moveCash: ({ till: { api } }) =>
    api.moveCash({
      movementId: api.shift().nextId,
      kind: 'out',
      amountClp: 1_000,
      reason: 'Banco',
      approvalId: null,
    }),
  countShift(world) {
    counted(world)
    return count(world)
  },
  closeShift: (world) =>
    world.till.api.closeShift({
      shiftId: world.shiftId,
      countId: counted(world),
      reason: 'Falta',
      note: 'Sí',
      approvalId: null,
    }),
  readShift: ({ till }) => till.api.readShift({ approvalId: null }),
  shiftFile: ({ till, shiftId }) => till.api.shiftFile({ shiftId, approvalId: null }),
  addPrinter: ({ till }) =>
    till.api.addPrinter({
      name: '',
      address: { kind: 'tcp', host: '192.168.1.50', port: 9100 },
      modelId: 'generic-80',
    }),
  removePrinter: ({ till }) => till.api.removePrinter('tcp-192-168-1-50-9100'),
  settingsHistory: ({ till }) => till.api.settingsHistory(),
  saveSettings: ({ till }) => till.api.saveSettings({ cashierName: 'Otra' }),
  saveScaleLayouts: ({ till }) => till.api.saveScaleLayouts({ layouts: [] }),
  tryScale: ({ till }) =>
    till.api.tryScale({ path: 'COM3', speed: 9_600, framing: '8N1', protocol: 'lines' }),
  saveStaff: ({ till }) =>
    till.api.saveStaff({ staffId: null, name: 'Luis', role: 'cashier', pin: '8642' }),
  removeStaff: ({ till }) => till.api.removeStaff(till.api.staff().members[0]?.id ?? ''),
  saveRole: ({ till }) =>
    till.api.saveRole({
      roleId: null,
      name: 'Todo',
      rights: till.api.staff().rightsOf.owner,
      isArchived: false,
    }),
  ownerCode: ({ till }) => till.api.ownerCode(),
  printOwnerCode: ({ till }) => till.api.printOwnerCode({ code: '' }),
  makeOwnerCode: ({ till }) => till.api.makeOwnerCode(),
  removeRole: ({ till }) => till.api.removeRole('r1'),
  saveRights: ({ till }) =>
    till.api.saveRights({ role: 'cashier', rights: till.api.staff().rightsOf.owner }),
  testService: ({ till }) => till.api.testService(),
  ownCompany: ({ till }) => till.api.ownCompany({ rut: null }),
  identifiedSales: ({ till }) => till.api.identifiedSales({ year: 2026 }),
  identifiedSalesFile: ({ till }) => till.api.identifiedSalesFile({ year: 2026 }),
  audit: ({ till }) => till.api.audit({ cursor: null, limit: 10 }),
  moveTile({ till: { api } }) {
    const [one, other] = api.bestSellers({ limit: 2 })
    return api.moveTile({ productId: one!.id, besideId: other!.id, side: 'before' })
  },
  setProductPicture: ({ till: { api } }) =>
    api.setProductPicture({ productId: api.bestSellers({ limit: 1 })[0]!.id, picture: null }),
  checkSeal: ({ till }) => till.api.checkSeal({ isAnew: true }),
  report: ({ till }) => till.api.report({ part: 'totals', from: TODAY, to: TODAY }),
  printReport: ({ till }) => till.api.printReport({ part: 'totals', from: TODAY, to: TODAY }),
  goods: ({ till }) =>
    till.api.goods({ text: '', filter: 'sold', categoryId: null, offset: 0, limit: 10 }),
  saveGoods: ({ till: { api } }) =>
    api.saveGoods({
      productId: api.bestSellers({ limit: 1 })[0]!.id,
      code: COFFEE,
      name: 'Café',
      unitGrossClp: 10,
      isExempt: false,
      unit: null,
      categoryId: 'a',
      isFavourite: false,
      moreCodes: [],
      costNetClp: null,
    }),
  priceHistory: ({ till: { api } }) =>
    api.priceHistory({ productId: api.bestSellers({ limit: 1 })[0]!.id }),
  previewBulk: ({ till }) => till.api.previewBulk(BULK),
  applyBulk: ({ till }) => till.api.applyBulk({ ...BULK, shown: '' }),
  printLabels: ({ till }) => till.api.printLabels({ of: { ...LIST, kind: 'list' }, each: 1 }),
  labelSheets: ({ till }) => till.api.labelSheets({ of: { ...LIST, kind: 'list' }, each: 1 }),
  undoBulk: ({ till }) => till.api.undoBulk(),
  importing: ({ till }) => till.api.importing(),
  sendImport: ({ till }) =>
    till.api.sendImport({ importId: 'i', name: 'a.csv', offset: 0, totalBytes: 1, base64: 'QQ==' }),
  arrangeImport: ({ till }) =>
    till.api.arrangeImport({
      importId: 'i',
      columns: [],
      hasHeader: true,
      restoresZeros: false,
      categoryId: 'a',
    }),
  importRows: ({ till }) =>
    till.api.importRows({ importId: 'i', show: 'all', offset: 0, limit: 1 }),
  acceptImport: ({ till }) => till.api.acceptImport({ importId: 'i' }),
  cancelImport: ({ till }) => till.api.cancelImport({ importId: 'i' }),
  archiveProduct: ({ till: { api } }) =>
    api.archiveProduct({ productId: api.bestSellers({ limit: 1 })[0]!.id, isArchived: true }),
  customers: ({ till }) => till.api.customers({ text: '', filter: 'active', offset: 0, limit: 10 }),
  saveCustomer: ({ till }) => till.api.saveCustomer({ ...BUYER, isNew: true }),
  archiveCustomer: ({ till }) => till.api.archiveCustomer({ rut: BUYER.rut, isArchived: true }),
  customerHistory: ({ till }) => till.api.customerHistory({ rut: BUYER.rut, before: null }),
  exportCustomers: ({ till }) => till.api.exportCustomers({ after: null }),
  stockByCode: ({ till }) => till.api.stockByCode(COFFEE),
  stockMoves: ({ till: { api } }) =>
    api.stockMoves({ productId: api.bestSellers({ limit: 1 })[0]!.id }),
  setStock: ({ till: { api } }) =>
    api.setStock({
      productId: api.bestSellers({ limit: 1 })[0]!.id,
      hasStock: true,
      lowMilli: null,
    }),
  moveStock: ({ till: { api } }) =>
    api.moveStock({
      moveId: 'm',
      kind: 'received',
      lines: [{ productId: api.bestSellers({ limit: 1 })[0]!.id, milli: 1_000 }],
      reason: '',
      switchesOn: true,
    }),
  promotions: ({ till }) => till.api.promotions(),
  savePromotion: ({ till }) =>
    till.api.savePromotion({ promotionId: null, name: 'Oferta', rule: promotionRule() }),
  switchPromotion: ({ till }) => till.api.switchPromotion({ promotionId: 'p', to: 'off' }),
  priceLists: ({ till }) => till.api.priceLists(),
  savePriceList: ({ till }) =>
    till.api.savePriceList({ priceListId: null, name: 'Mayor', percents: [], prices: [] }),
  archivePriceList: ({ till }) => till.api.archivePriceList({ priceListId: 'p', isArchived: true }),
  saveCategory: ({ till }) => till.api.saveCategory({ categoryId: null, name: 'Otra', hue: 0 }),
  moveCategory: ({ till }) => till.api.moveCategory({ categoryId: 'a', by: 'later' }),
  addExampleCategories: ({ till }) => till.api.addExampleCategories(),
}

const count = ({ till: { api }, shiftId }: Rightless) =>
  api.countShift({
    countId: api.shift().nextId,
    shiftId,
    pieces: null,
    amounts: [{ key: 'EF', amountClp: 0 }],
    approvalId: null,
  })

/** The first count is anybody's. */
function counted(world: Rightless): string {
  const first = count(world)
  if (!first.ok) throw new Error(first.refusal.code)
  return first.value.countId
}

const isOfSettings = (who: AnyRow['who']) => ['settings', 'owner', 'own:manageStaff'].includes(who)
const OF_THE_SETTINGS = (Object.keys(CONTRACT) as CommandName[]).flatMap((name) => {
  const { who, input }: AnyRow = CONTRACT[name]
  return isOfSettings(who) ? [[name, input] as const] : []
})

/** One that its schema takes; the right is asked before anything it says. */
function madeFrom(schema: z.ZodType): unknown {
  const die = seededDie(20_261_122)
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const parsed = schema.safeParse(inputOf(schema, die, WORDS))
    if (parsed.success) return parsed.data
  }
  throw new Error('no input could be made from its schema')
}
const WORDS = ['/mnt/pendrive', '11111111-1', '0.2.0', '2026-11-19', 'a', '']

describe('what a cashier is refused', () => {
  let fixture: TillFixture
  let world: Rightless
  beforeEach(async () => {
    fixture = tillFixture()
    world = await rightlessCashier(fixture, {}, (isSo) => fixture.until(isSo))
  })
  afterEach(() => fixture.close())

  /** The owner's PIN opens the settings for a visit, whichever of them it is. */
  it.each(OF_THE_SETTINGS)('%s, until the owner’s PIN opens the settings', async (name, input) => {
    const command = world.till.api[name] as (input: unknown) => Answer | Promise<Answer>
    const made = input === null ? undefined : madeFrom(input)
    expect(await command(made)).toMatchObject({ ok: false, refusal: { code: 'OWNER_REQUIRED' } })
  })

  it.each(Object.keys(DECISIONS) as Decided[])(
    '%s, for lack of the right and for nothing else',
    async (name) => {
      const answer = await ASKED[name](world)
      expect(answer).toMatchObject({ ok: false })
      expect([...FOR_LACK_OF_A_RIGHT]).toContain(!answer.ok && answer.refusal.code)
    },
  )
})

it('every row of the contract that is not for anybody, nor of the settings, has its decision', () => {
  const guarded = (Object.keys(CONTRACT) as CommandName[]).filter((name) => {
    const { who }: AnyRow = CONTRACT[name]
    return !['anyone', 'served'].includes(who) && !isOfSettings(who)
  })
  expect(guarded.filter((name) => !Object.hasOwn(DECISIONS, name))).toEqual([])
})

it('the core asks who may nowhere that nobody has decided about', () => {
  const found = sourceFiles(['electron/till'])
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .map(({ path, text }) => [path, callsIn(text)] as const)
    .filter(([, calls]) => calls > 0)
  expect(Object.fromEntries(found)).toEqual(PLACES)
})

/** Calls, without the lines that only declare them. */
function callsIn(text: string): number {
  return text
    .split('\n')
    .filter(
      (line) =>
        !/^\s*(?:\/\/|\/?\*)/.test(line) &&
        !/^\s*(?:async )?(?:allow|manager|permit)\((?:[^)]*\).*[{>])?$/.test(line),
    )
    .reduce((sum, line) => sum + (line.match(ASKS_WHO_MAY)?.length ?? 0), 0)
}
