/** Stories every kind of till has to tell: the core on its database, and the screen in Chromium. */
import { percentOf } from '#shared/money/discount.ts'
import { card, cash, credit, transfer, type TillDriver } from './till-driver.ts'

/** Codes of two products by price: the shops of the two tills differ. */
export interface StoryShop {
  readonly first: { readonly code: string; readonly clp: number }
  readonly second: { readonly code: string; readonly clp: number }
  /** Sold by weight; its price is that of a kilo. */
  readonly weighed: { readonly code: string; readonly clp: number }
}

export type Story = (till: TillDriver, shop: StoryShop) => PromiseLike<void>

/** What the law makes of an amount in cash. */
const inCash = (clp: number) => (clp % 10 <= 5 ? clp - (clp % 10) : clp + 10 - (clp % 10))

export const SELLING_STORIES: Readonly<Record<string, Story>> = {
  'cash with change, then the next sale by card': (till, { first, second }) =>
    till
      .scan(first.code, second.code)
      .pay(cash(20_000))
      .expectChange(20_000 - inCash(first.clp + second.clp))
      .expectIssued()
      .expectPrinted('receipt')
      .scan(second.code)
      .pay(card())
      .expectChange(0)
      .expectIssued()
      .expectPrinted('receipt'),

  'split three ways, the rest in cash rounded by law': (till, { first, second }) =>
    till
      .scan(first.code, second.code)
      .pay(transfer(1_000, '4711'), card(500), cash(10_000))
      .expectChange(10_000 - inCash(first.clp + second.clp - 1_500))
      .expectIssued()
      .expectPrinted('receipt'),

  'too little money is refused, and the same sale is then paid': (till, { first }) =>
    till
      .scan(first.code)
      // What coins can make: it stays a part of the payment when another method is tried.
      .pay(cash(Math.floor(first.clp / 10) * 10 - 1_000))
      .expectRefused(/^Faltan \$/)
      .pay(card(first.clp + 1))
      .expectRefused(/no se da vuelto/)
      .pay(cash())
      .expectChange(0)
      .expectIssued(),

  'offline: a provisional slip at once, the receipt by itself, a copy that says so': (
    till,
    { first },
  ) =>
    till
      .goOffline()
      .scan(first.code)
      .pay(cash())
      .expectPending(1)
      .expectPrinted('slip')
      .goOnline()
      .expectIssued()
      .expectPending(0)
      .expectPrinted('slip', 'receipt')
      .reprint()
      .expectPrinted('slip', 'receipt', 'copy'),

  'a part comes back in cash, the rest by card, each with a note of its own, and then nothing more':
    (till, { first, second }) =>
      till
        .scan(first.code, second.code)
        .pay(cash(20_000))
        .expectIssued()
        .return([1, 0])
        .expectGivenBack(inCash(first.clp))
        .expectIssued()
        .expectPrinted('receipt')
        .return('all', 'TC')
        .expectGivenBack(second.clp)
        .expectIssued()
        .expectPrinted('receipt')
        .return('all')
        .expectRefused(/ya se devolvió completa|no lo ofrece/),

  'an exchange: what came back pays its part of the next sale': (till, { first, second }) =>
    till
      .scan(first.code)
      .pay(card())
      .expectIssued()
      .return('all', 'NC')
      .expectGivenBack(first.clp)
      .expectIssued()
      .scan(first.code, second.code)
      .pay(credit(), cash(20_000))
      .expectChange(20_000 - inCash(second.clp))
      .expectIssued(),

  'offline: the money and a slip at once, the credit note by itself': (till, { first }) =>
    till
      .scan(first.code)
      .pay(cash())
      .expectIssued()
      .goOffline()
      .return('all')
      .expectGivenBack(inCash(first.clp))
      .expectPending(1)
      .expectPrinted('slip')
      .goOnline()
      .expectIssued()
      .expectPending(0)
      .expectPrinted('slip', 'receipt'),

  'a parked sale waits while the next one is paid, and comes back as it was': (
    till,
    { first, second },
  ) =>
    till
      .scan(first.code, second.code)
      .quantity('2')
      .park('Sra. Rosa')
      .expectTotal(0)
      .scan(second.code)
      .pay(card())
      .expectChange(0)
      .expectIssued()
      .recall('Sra. Rosa')
      .expectTotal(first.clp + 2 * second.clp)
      .pay(cash(20_000))
      .expectChange(20_000 - inCash(first.clp + 2 * second.clp))
      .expectIssued(),

  'decimals, a discount and a free amount without IVA on one receipt; the open cart outlives the till':
    (till, { first }) =>
      till
        .scan(first.code)
        .quantity('1,5')
        .discount(99)
        .free(1_000, true)
        .restart()
        .expectTotal(Math.round(first.clp * 1.5) - 99 + 1_000)
        .pay(card())
        .expectChange(0)
        .expectIssued()
        .expectPrinted('receipt'),

  '10 % is 10 % of ten, then of two, then of another price': (till, { first }) =>
    till
      .scan(first.code)
      .quantity('10')
      .discount('10%')
      .expectTotal(first.clp * 10 - percentOf(first.clp * 10, 10))
      .quantity('2')
      .expectTotal(first.clp * 2 - percentOf(first.clp * 2, 10))
      .price(first.clp + 7)
      .expectTotal(first.clp * 2 + 14 - percentOf(first.clp * 2 + 14, 10))
      .pay(card())
      .expectChange(0)
      .expectIssued(),

  'two weighings are two lines, and a weight put right is of its own line': (
    till,
    { first, weighed },
  ) =>
    till
      .weigh(weighed.code, '0,350')
      .scan(first.code)
      .weigh(weighed.code, '1,2')
      .expectLines(3)
      .quantity('0,8')
      .expectTotal(first.clp + Math.round(weighed.clp * 0.35) + Math.round(weighed.clp * 0.8))
      .pay(card())
      .expectChange(0)
      .expectIssued(),

  'off the whole sale, beside a discount of a line, also off what is scanned after it': (
    till,
    { first, second },
  ) => {
    const ofLine = first.clp - percentOf(first.clp, 15)
    const all = ofLine + second.clp
    return till
      .scan(first.code)
      .discount('15%')
      .discountAll('10%')
      .expectTotal(ofLine - percentOf(ofLine, 10))
      .scan(second.code)
      .restart()
      .expectTotal(all - percentOf(all, 10))
      .park('Sra. Rosa')
      .expectTotal(0)
      .recall('Sra. Rosa')
      .expectTotal(all - percentOf(all, 10))
      .pay(card())
      .expectChange(0)
      .expectIssued()
      .return('all', 'TC')
      .expectGivenBack(all - percentOf(all, 10))
      .expectIssued()
  },

  'from 135 UF on the law wants to know who buys': (till) =>
    till
      .free(6_000_000)
      .pay(card())
      .expectRefused(/la ley pide el RUT y el nombre/)
      .buyer('12.345.678-4', 'Ana Pérez')
      .pay(card())
      .expectRefused(/dígito verificador/)
      .buyer('12.345.678-5', 'Ana Pérez')
      .pay(card())
      .expectChange(0)
      .expectIssued(),

  'one customer’s sale in two receipts below 135 UF is said before it is charged, and goes on': (
    till,
  ) =>
    till
      .free(3_000_000)
      .buyer('12.345.678-5', 'Ana Pérez')
      .toPayment()
      .expectSplit(null)
      .pay(card())
      .expectIssued()
      .free(3_000_000)
      .buyer('12.345.678-5', 'Ana Pérez')
      .toPayment()
      .expectSplit(6_000_000)
      .pay(card())
      .expectChange(0)
      .expectIssued()
      .free(3_000_000)
      .toPayment()
      .expectSplit(9_000_000)
      .pay(card())
      .expectIssued(),

  'what is pending is deleted with a reason, and is never issued': (till, { first, second }) =>
    till
      .goOffline()
      .scan(first.code)
      .pay(cash())
      .expectPending(1)
      .delete('')
      .expectRefused(/motivo/)
      .delete('se equivocó')
      .expectDone()
      .expectPending(0)
      .goOnline()
      .scan(second.code)
      .pay(card())
      .expectIssued()
      .expectPending(0)
      .expectPrinted('receipt'),
}
