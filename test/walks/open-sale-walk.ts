/**
 * A random walk over the open sale: two screens scan, type, discount, pay, park, recall, reload,
 * crash and take the sale from each other over one core. Lines, payments and customers carry the
 * name of the sale they were given to, so a leak is seen by itself.
 */
import type { TillApi } from '#shared/bridge/contract.ts'
import { cartTotals, type Cart } from '#shared/selling/cart/cart.ts'
import type { DiscountRule } from '#shared/money/discount.ts'
import type { SaleId, ScreenId } from '#shared/core/brand.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import { NO_CUSTOMER } from '#shared/selling/open-sale/buyer.ts'
import { commitInputOf, saleProblem } from '#shared/selling/open-sale/charge.ts'
import {
  applyToSale,
  endsSale,
  isBlank,
  newSale,
  type OpenSale,
  type SaleAction,
} from '#shared/selling/open-sale/open-sale.ts'
import { NOT_PAYING, type Methods } from '#shared/selling/open-sale/paying.ts'
import type { Dice } from '../sim/dice.ts'
import { tipClpOf, type Tip } from '#shared/selling/tips/tip.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

export type WalkedCore = Pick<
  TillApi,
  | 'loadDraft'
  | 'saveDraft'
  | 'takeSale'
  | 'openSale'
  | 'commitSale'
  | 'parkSale'
  | 'parkedSales'
  | 'recallSale'
>

export interface WalkWorld {
  readonly core: WalkedCore
  /** A screen listens; call the answer when its window is gone. */
  readonly arrive: (by: ScreenId) => () => void
  readonly makeSaleId: () => SaleId
  /** Numbers of the payments taken for what is open and what is parked. */
  readonly taken: () => readonly string[]
  readonly products: readonly [ProductView, ...ProductView[]]
  readonly methods: Methods
}

interface Screen {
  id: ScreenId
  sale: OpenSale
  known: SaleId | null
  leave: () => void
}

/** What the walk has seen, for whoever asks whether it went anywhere. */
export interface Walked {
  charged: number
  refused: number
  parked: number
  taken: number
}

const RUT = '76.192.083-9'
const PRICE_CLP_MAX = 20_000

/** Throws what is wrong, with the step it was seen at. */
export function walk(world: WalkWorld, dice: Dice, steps: number): Walked {
  const walker = createWalker(world, dice)
  for (let step = 0; step < steps; step += 1) {
    try {
      walker.step()
      walker.check()
    } catch (error) {
      throw new Error(`step ${step}: ${String(error)}`, { cause: error })
    }
  }
  walker.leave()
  return walker.walked
}

function createWalker(world: WalkWorld, dice: Dice) {
  const { core, methods, makeSaleId } = world
  const walked: Walked = { charged: 0, refused: 0, parked: 0, taken: 0 }
  const charged = new Set<SaleId>()
  const spent = new Set<string>()
  /** Payments taken back on purpose, by the number each carries. */
  const dropped = new Set<string>()
  let kept: readonly string[] = []
  let count = 0
  const open = (id: string): Screen => {
    const screen = {
      id: id as ScreenId,
      sale: newSale(makeSaleId()),
      known: null,
      leave: world.arrive(id as ScreenId),
    }
    load(screen)
    return screen
  }
  const show = (screen: Screen, sale: OpenSale | null) => {
    screen.sale = sale ?? newSale(makeSaleId(), screen.sale.cart.nextLineNumber)
    screen.known = sale?.saleId ?? null
  }
  const load = (screen: Screen) => show(screen, core.loadDraft(screen.id).sale)
  const lose = (screen: Screen) => {
    walked.refused += 1
    load(screen)
  }
  const order = ({ sale, known }: Screen) => ({ sale, replaces: known })
  const screens = [open('a'), open('b')] as const

  function act(screen: Screen, action: SaleAction): void {
    const before = screen.sale
    const next = applyToSale(before, action, makeSaleId())
    if (!next.ok) return
    const left = endsSale(before, action) ? [] : next.value.paying.given
    const gone = before.paying.given.filter((part) => !left.includes(part))
    for (const { reference } of gone) if (reference !== '') dropped.add(reference)
    screen.sale = next.value
  }
  function save(screen: Screen): void {
    const answer = core.saveDraft(order(screen), screen.id)
    if (!answer.ok) return lose(screen)
    screen.known = isBlank(screen.sale) ? null : screen.sale.saleId
  }
  function pay(screen: Screen): void {
    const { sale } = screen
    if (saleProblem(sale, methods) !== null) return
    const opened = core.openSale(order(screen), screen.id)
    if (!opened.ok) return lose(screen)
    screen.known = sale.saleId
    if (dice.chance(0.2)) return
    const command = commitInputOf(sale, methods)
    const answer = core.commitSale(command, screen.id)
    if (!answer.ok) return lose(screen)
    must(!charged.has(sale.saleId), 'a sale is charged once')
    charged.add(sale.saleId)
    walked.charged += 1
    must(
      answer.value.totalClp === cartTotals(sale.cart).totalClp,
      'what is charged is what was shown',
    )
    must(answer.value.totalClp === sumOfRules(sale.cart), 'totals are the sum of rules')
    must(
      answer.value.tipClp === tipClpOf(answer.value.totalClp, sale.paying.tip),
      'the tip is the one that was shown',
    )
    must(
      answer.value.payments.reduce((sum, { totalClp }) => sum + totalClp, 0) ===
        answer.value.totalClp,
      'the parts pay the total',
    )
    must(
      command.lines.every(
        ({ productId, name }) => productId !== null || name.includes(sale.saleId),
      ),
      'lines are of this sale',
    )
    must(
      command.recipient === null || command.recipient.legalName === sale.saleId,
      'the customer is of this sale',
    )
    for (const { reference } of answer.value.payments.filter((part) => part.reference !== '')) {
      must(
        reference.startsWith(sale.saleId) && !spent.has(reference),
        'payments are of this sale, and pay once',
      )
      spent.add(reference)
    }
    if (dice.chance(0.2))
      must(core.commitSale(command, screen.id).ok, 'a second press is answered again')
    if (dice.chance(0.2))
      must(
        !core.commitSale(command, screen.id === 'a' ? ('b' as ScreenId) : ('a' as ScreenId)).ok,
        'not to another screen',
      )
    must(core.loadDraft(screen.id).sale === null, 'nothing leaks into the next sale')
    show(screen, null)
  }
  function around(screen: Screen): void {
    const [first] = core.parkedSales()
    switch (dice.between(0, 6)) {
      case 0: {
        const parked = core.parkSale({ ...order(screen), name: '' }, screen.id)
        if (!parked.ok)
          return isBlank(screen.sale) || parked.refusal.code === 'PARKED_FULL'
            ? undefined
            : lose(screen)
        walked.parked += 1
        return show(screen, null)
      }
      case 1: {
        const recalled =
          first && core.recallSale({ ...order(screen), parkedId: first.id }, screen.id)
        if (recalled === undefined) return
        return recalled.ok ? show(screen, recalled.value) : lose(screen)
      }
      case 2:
        return load(screen)
      case 3:
        walked.taken += 1
        return show(screen, core.takeSale(screen.id).sale)
      case 4:
        screen.leave()
        screen.leave = world.arrive(screen.id)
        return dice.chance(0.5) ? load(screen) : undefined
      case 5:
        return act(screen, { type: 'change-cashier' })
      default:
        return pay(screen)
    }
  }
  return {
    walked,
    step(): void {
      const screen = screens[dice.between(0, 1)] ?? screens[0]
      count += 1
      if (dice.chance(0.2)) return around(screen)
      if (dice.chance(0.12)) return pay(screen)
      act(screen, actionOn(screen.sale, world, dice, count))
      if (dice.chance(0.5)) save(screen)
    },
    check(): void {
      for (const {
        sale: { cart, paying, customer },
      } of screens) {
        must(
          cart.lines.length > 0 || (paying === NOT_PAYING && customer === NO_CUSTOMER),
          'a blank sale has no payment and no customer',
        )
      }
      const now = world.taken()
      const lost = kept.filter(
        (reference) => !now.includes(reference) && !spent.has(reference) && !dropped.has(reference),
      )
      must(
        lost.length === 0,
        `a payment that was taken is never forgotten silently: ${lost.join()}`,
      )
      kept = now
    },
    leave: () => screens.forEach((screen) => screen.leave()),
  }
}

function tipOf(dice: Dice): Tip | null {
  if (dice.chance(0.3)) return null
  return dice.chance(0.5)
    ? { kind: 'percent', percent: dice.pick([5, 10, 15]) }
    : { kind: 'amount', amountClp: dice.between(1, 5_000) }
}

function actionOn(
  sale: OpenSale,
  { products, methods }: WalkWorld,
  dice: Dice,
  count: number,
): SaleAction {
  const lineNumber = dice.between(1, sale.cart.nextLineNumber)
  const quantity = quantityMilli(dice.pick([1_000, 2_000, 3_500, 125, 12_345]))
  const amount = () => String(dice.pick([1, 10, 500, 1_000, 20_000]) * dice.between(1, 9))
  switch (dice.between(0, 15)) {
    case 0:
    case 1:
    case 2:
      return { type: 'add-product', product: dice.pick(products), quantity }
    case 3:
      return {
        type: 'add-free-line',
        name: `x ${sale.saleId}`,
        unitGrossClp: dice.between(1, PRICE_CLP_MAX),
        isExempt: dice.chance(0.3),
      }
    case 4:
      return { type: 'set-quantity', lineNumber, quantity }
    case 5:
      return { type: 'set-discount', lineNumber, discount: ruleOf(dice) }
    case 6:
      return { type: 'set-cart-discount', discount: ruleOf(dice) }
    case 7:
      return { type: 'set-price', lineNumber, unitGrossClp: dice.between(1, PRICE_CLP_MAX) }
    case 8:
      return { type: 'remove-line', lineNumber }
    case 9:
      return dice.chance(0.3)
        ? { type: 'clear' }
        : { type: 'set-note', lineNumber, note: 'sin sal' }
    case 10:
      return {
        type: 'set-method',
        method: dice.pick(['EF', 'TC', 'PE']),
        methods,
        isMeant: dice.chance(0.3),
      }
    case 11:
      return dice.chance(0.3)
        ? { type: 'set-tip', tip: tipOf(dice) }
        : { type: 'set-tendered', text: amount() }
    case 12:
      return { type: 'set-reference', text: `${sale.saleId}-${count}` }
    case 13:
      return { type: 'take-part', methods }
    case 14:
      return dice.chance(0.3)
        ? { type: 'remove-part', index: 0 }
        : {
            type: 'choose-customer',
            customer: { rut: RUT, legalName: sale.saleId, phone: '', email: '' },
          }
    default:
      return { type: 'set-customer', field: 'legalName', text: sale.saleId }
  }
}

function ruleOf(dice: Dice): DiscountRule | null {
  if (dice.chance(0.3)) return null
  return dice.chance(0.5)
    ? { kind: 'percent', percent: dice.between(1, 100) }
    : { kind: 'amount', amountClp: dice.between(1, 5_000) }
}

/**
 * The total by the words of the rules alone: each line to the peso, its own rule off it, the rule
 * of the sale off what is left.
 */
function sumOfRules({ lines, discount }: Cart): number {
  const off = (rule: DiscountRule | undefined, clp: number) =>
    rule === undefined
      ? 0
      : rule.kind === 'percent'
        ? Math.floor((clp * rule.percent + 50) / 100)
        : Math.min(rule.amountClp, clp)
  const left = lines.reduce((sum, line) => {
    const gross = Math.floor((line.unitGrossClp * line.quantity + 500) / 1000)
    return sum + gross - off(line.discount, gross)
  }, 0)
  return left - off(discount, left)
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}
