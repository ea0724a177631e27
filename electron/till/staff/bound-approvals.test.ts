/**
 * What was approved is what is charged: a PIN over the shoulder is for the lines as they stood on
 * the screen, and for no other tax, price, product, quantity, discount or document.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyToCart, EMPTY_CART, type CartAction } from '#shared/selling/cart/cart.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import { must } from '../../../test/support/must.ts'
import { change, staffTillPerTest } from '../../../test/support/crew-till.ts'
import { commitOf } from '../../../test/support/till-fixture.ts'
import { NO_RIGHTS } from '../../../test/support/rightless-cashier.ts'

const { api, hire, serve, idOf, coffee } = staffTillPerTest()
const off = (percent: number) => ({ kind: 'percent' as const, percent })
type Line = CommitInput['lines'][number]

/** A cashier who may nothing of it alone. */
async function shop(): Promise<void> {
  await hire('Paula', 'owner')
  await serve('owner')
  await hire('Rodrigo', 'supervisor')
  await hire('Camila', 'cashier')
  must(api.saveRights({ role: 'cashier', rights: NO_RIGHTS }))
  await serve('cashier')
}

const FAULTY = { type: 'add-free-line', name: 'Ropa con falla', isExempt: false } as const
const DONE: readonly CartAction[] = [
  { ...FAULTY, unitGrossClp: 20_000 },
  { type: 'set-discount', lineNumber: 2, discount: off(40) },
  { type: 'set-discount', lineNumber: 1, discount: off(30) },
  { type: 'set-cart-discount', discount: off(10) },
]

async function approved() {
  const cart = change(coffee(), ...DONE)
  const command = { ...commitOf(api, cart), lines: [...cart.lines] }
  const { lines, discount, saleId } = command
  const subject = { kind: 'sale', lines, discount, saleId } as const
  must(await api.approve({ staffId: idOf('owner'), pin: '3690', subject }))
  return command
}

/** Charged at whatever it comes to by now: only what was allowed stands in the way. */
function charge(command: CommitInput) {
  const first = api.commitSale(command)
  if (first.ok || first.refusal.code !== 'TOTAL_CHANGED') return first
  const expectedTotalClp = Number(String(first.refusal.params['total']).replace(/\D/g, ''))
  return api.commitSale({ ...command, expectedTotalClp })
}

const FREE: fc.Arbitrary<Partial<Line>> = fc.constantFrom<Partial<Line>>(
  { isExempt: true },
  { name: 'Teléfono' },
  { unit: 'kg' },
  { note: 'otra cosa' },
  { code: 'X1' },
  { unitGrossClp: 19_990 },
  { unitGrossClp: 900_000 },
)
const ANY: fc.Arbitrary<Partial<Line>> = fc.oneof(
  fc
    .integer({ min: 1, max: 9 })
    .filter((pieces) => pieces !== 1)
    .map((pieces) => ({ quantity: pieces * 1_000 })),
  fc
    .integer({ min: 1, max: 100 })
    .filter((percent) => percent !== 30 && percent !== 40)
    .map((percent) => ({ discount: off(percent) })),
  fc
    .integer({ min: 2, max: 900 })
    .map((amountClp) => ({ discount: { kind: 'amount' as const, amountClp } })),
  fc.integer({ min: 3, max: 99 }).map((lineNumber) => ({ lineNumber })),
  fc.constant({ note: 'con otra nota' }),
)
const onLine = (at: number, patch: Partial<Line>) => (command: CommitInput) => ({
  ...command,
  lines: command.lines.map((line, index) => (index === at ? { ...line, ...patch } : line)),
})
const changed = fc.oneof(
  FREE.map((patch) => onLine(1, patch)),
  fc.tuple(fc.nat(1), ANY).map(([at, patch]) => onLine(at, patch)),
  fc
    .integer({ min: 1, max: 90 })
    .filter((percent) => percent !== 10)
    .map((percent) => (command: CommitInput) => ({ ...command, discount: off(percent) })),
  fc
    .constantFrom(0, 1)
    .map((at) => (command: CommitInput) => ({
      ...command,
      lines: command.lines.filter((_, index) => index !== at),
    })),
  fc.constant((command: CommitInput) => ({
    ...command,
    lines: [...command.lines, { ...command.lines[1], lineNumber: 9 } as Line],
  })),
)

it('fits no sale of which any field is another, and fits the one it was given for', async () => {
  await shop()
  const command = await approved()
  fc.assert(
    fc.property(changed, (alter) => {
      expect(charge(alter(command))).toMatchObject({
        ok: false,
        refusal: { code: 'APPROVAL_REQUIRED' },
      })
    }),
    { numRuns: 150 },
  )
  expect(charge(command)).toMatchObject({ ok: true })
})

it('a discount for faulty clothes is not spent on a telephone, nor a taxed amount charged exempt', async () => {
  await shop()
  const command = await approved()
  const phone = must(applyToCart(EMPTY_CART, { ...FAULTY, name: 'Teléfono', unitGrossClp: 21_996 }))
  const spent = { ...command, lines: [...phone.lines], discount: off(10) }
  expect(charge(spent)).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  expect(charge(onLine(1, { isExempt: true })(command))).toMatchObject({
    refusal: { code: 'APPROVAL_REQUIRED' },
  })
})
