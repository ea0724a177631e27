/**
 * What the till charges, the service accepts: sales with every text a screen, a scanner or a
 * hostile program could send, decided as the till decides them and judged by the real service.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cartTotals, type CartLine } from '#shared/selling/cart/cart.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { commitInput } from '#shared/selling/inputs.ts'
import type { ExternalReference, IsoDate, SaleId } from '#shared/core/brand.ts'
import { clp } from '#shared/money/clp.ts'
import { lineGross, quantityMilli } from '#shared/money/quantity.ts'
import { afterPercent } from '#shared/promotions/price-offers.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { decideSale, type SaleContext } from '#shared/selling/sale/decide-sale.ts'
import { VOUCHER_CARD } from '../support/card-method.ts'
import { pick } from '../support/thoroughness.ts'
import { wallClockMs } from '../support/wall-clock.ts'
import { connectedPerFile, expectAccepted, newReference, today } from './contract-world.ts'

const SALE_ID = '01JD0000000000000000000000' as SaleId
const LIMIT_CLP = 5_000_000

const world = connectedPerFile()

const HOSTILE = ['\u0001', '\u0007\u0008', '\u007f', '\u0085', '\u00a0', '\ufffe', '日本', '😀']
const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    fc.string({ maxLength }),
    fc.constantFrom(...HOSTILE, ' ', '\t', '\n', '<>&"', '\u2019', 'x'.repeat(maxLength)),
  )
const cut = (maxLength: number) => text(maxLength).map((all) => all.slice(0, maxLength))
const email = fc.oneof(
  fc.emailAddress(),
  fc.constantFrom('a..b@c.cl', '.a@b.cl', 'a@b..cl', 'a@-b.cl', 'ñandú@café.cl', 'a@b.c1', ''),
)

const line = fc.record(
  {
    productId: fc.constant(null),
    code: cut(35),
    name: fc.oneof(fc.constant('Pan'), cut(80)),
    unit: fc.option(fc.oneof(fc.constantFrom('KG', 'Und', 'm²'), cut(4))),
    unitGrossClp: fc.integer({ min: 10, max: 900_000 }),
    isExempt: fc.boolean(),
    quantity: fc.oneof(fc.constant(1_000), fc.integer({ min: 500, max: 20_000 })),
    note: cut(100),
    offers: fc.array(
      fc.record({
        id: fc.constant('p'),
        name: fc.oneof(fc.constant('3x2 <Café> & té'), cut(40)),
        discountClp: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['productId', 'code', 'name', 'unit', 'unitGrossClp', 'isExempt', 'quantity'] },
)
const listed = fc.tuple(line, fc.option(fc.integer({ min: 1, max: 99 }))).map(([each, percent]) => {
  if (percent === null) return each
  const unitGrossClp = clp(afterPercent(each.unitGrossClp, percent))
  const [before, after] = [each.unitGrossClp, unitGrossClp].map((unit) =>
    lineGross(clp(unit), quantityMilli(each.quantity)),
  )
  const discountClp = (before ?? 0) - (after ?? 0)
  // The whole line at the price of a list, as the core counts it.
  return discountClp > 0
    ? { ...each, offers: [{ id: 'l', name: 'Mayorista', discountClp, unitGrossClp }] }
    : each
})
type LineGiven = typeof listed extends fc.Arbitrary<infer Line> ? Line : never
const recipient = fc.option(
  fc.record({
    rut: fc.constantFrom('76192083-9', '12.345.678-5', '66666666-6', '55555555-5', '1-9'),
    legalName: cut(100),
    phone: fc.oneof(fc.constant(''), cut(80)),
    email,
    activity: fc.oneof(fc.constant('Giro'), cut(40)),
    address: fc.oneof(fc.constant('Calle 1'), cut(70)),
    commune: fc.oneof(fc.constant('Lota'), cut(20)),
  }),
)
const TAXPAYER = {
  rut: '76192083-9',
  legalName: 'El Roble Ltda.',
  phone: '',
  email: '',
  activity: 'Maderas',
  address: 'Barros Arana 567',
  commune: 'Concepción',
}
const command = fc
  .record({
    lines: fc.array(listed, { minLength: 1, maxLength: 4 }),
    recipient,
    method: fc.constantFrom('EF', 'PE'),
    reference: fc.oneof(fc.constant('123'), cut(60)),
    isPlain: fc.boolean(),
    isInvoice: fc.boolean(),
    saleDiscount: fc.option(fc.integer({ min: 1, max: 99 })),
    /** Paid by a card whose voucher is the receipt of that part. */
    cardPerMille: fc.option(fc.integer({ min: 1, max: 999 })),
  })
  .map(
    ({
      lines,
      recipient: buyer,
      method,
      reference,
      isPlain,
      isInvoice,
      saleDiscount,
      cardPerMille,
    }) => {
      // Half of them with one odd thing only: a sale with ten is refused for the first.
      const plain = lines.map((each, index) =>
        isPlain && index !== 1
          ? { ...each, name: 'Pan', code: '', unit: null, note: '', offers: listOf(each) }
          : each,
      )
      const discount =
        saleDiscount === null ? undefined : { kind: 'percent' as const, percent: saleDiscount }
      const totals = cartTotals({ lines: plain.map(toCartLine), discount })
      return {
        saleId: SALE_ID,
        lines: plain,
        discount,
        isInvoice,
        payments: [
          ...byCard(Math.floor((totals.totalClp * (cardPerMille ?? 0)) / 1_000)),
          { method, amountClp: null, reference: isPlain ? '123' : reference },
        ],
        expectedTotalClp: totals.totalClp,
        recipient: isPlain ? (isInvoice ? TAXPAYER : null) : buyer,
      }
    },
  )

const byCard = (amountClp: number) =>
  amountClp === 0 ? [] : [{ method: VOUCHER_CARD.id, amountClp, reference: '' }]

const listOf = ({ offers = [] }: LineGiven) => offers.filter((offer) => 'unitGrossClp' in offer)

const toCartLine = (line: LineGiven, index: number): CartLine => ({
  ...line,
  lineNumber: index + 1,
  unitGrossClp: clp(line.unitGrossClp),
  quantity: quantityMilli(line.quantity),
  offers: (line.offers ?? []).map((offer) => ({ ...offer, discountClp: clp(offer.discountClp) })),
})

const contextOf = (): SaleContext => ({
  open: { saleId: SALE_ID, externalReference: newReference() as ExternalReference },
  now: wallClockMs(),
  date: today() as IsoDate,
  issuer: { legalName: 'Almacén', rut: world.issuer },
  branchOffice: 1,
  registerName: '1',
  cashierName: 'Ana',
  buyerRequiredFromClp: LIMIT_CLP,
  paymentMethods: [...DEFAULT_METHODS, VOUCHER_CARD],
  emission: 'card-voucher',
  serviceIsDown: false,
})

it('what is charged is accepted', { timeout: pick(60_000, 600_000) }, async () => {
  const counts = { charged: 0, refused: 0, shared: 0 }
  await fc.assert(
    fc.asyncProperty(command, async (given) => {
      const read = commitInput.safeParse(given)
      if (!read.success) return
      const asked: CommitInput = read.data
      const decided = decideSale(asked, contextOf())
      if (!decided.ok || decided.value.request === null) {
        counts.refused += 1
        return
      }
      counts.charged += 1
      counts.shared += Number(decided.value.parts.length === 2)
      await expectAccepted(world, decided.value.request)
    }),
    { numRuns: pick(600, 20_000) },
  )
  // Both happen, or nothing was tried.
  expect(counts.shared).toBeGreaterThan(pick(10, 500))
  expect(Math.min(counts.charged, counts.refused)).toBeGreaterThan(pick(50, 2_000))
})
