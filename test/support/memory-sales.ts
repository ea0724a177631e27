/**
 * The open sale and the parked ones in memory, by the rules of shared/selling/open-sale, kept as
 * text as on disk: for the core in memory and the walks.
 */
import { clp } from '#shared/money/clp.ts'
import type { KeptSale, SaveSaleInput } from '#shared/selling/kept-sale.ts'
import { NO_SCREEN } from '#shared/selling/kept-sale.ts'
import type { ParkedSaleView } from '#shared/staff/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SaleIds } from '#shared/selling/views.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { nextParkedNumber } from '#shared/selling/cart/parked.ts'
import type { EpochMs, ExternalReference, SaleId, ScreenId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { holdOf, keepProblem } from '#shared/selling/open-sale/keeping.ts'
import { isBlank, type OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import { readStoredSale, storedSale } from '#shared/selling/open-sale/stored-sale.ts'

type Commands =
  | 'loadDraft'
  | 'saveDraft'
  | 'takeSale'
  | 'openSale'
  | 'parkSale'
  | 'parkedSales'
  | 'recallSale'

export interface MemorySalesPorts {
  readonly now: () => number
  readonly makeSaleId: () => SaleId
  readonly isCharged: (saleId: SaleId) => boolean
  readonly cashierName: () => string
  /** Who has the sale from here on. */
  readonly onHolder: (holder: ScreenId | null) => void
  readonly onParked: () => void
}

export interface MemorySales {
  readonly api: Pick<TillApi, Commands>
  ids(): SaleIds | null
  discard(parkedId: string): void
  /** Charged: it is nobody's sale any more. */
  end(): void
  /** A screen listens; call the answer when it does no more. */
  arrive(by: ScreenId): () => void
  isElsewhere(by: ScreenId): boolean
  /** Every text there is, open and parked. */
  texts(): readonly string[]
}

interface Aside {
  readonly view: ParkedSaleView
  readonly text: string
  readonly saleId: SaleId
  readonly reference: ExternalReference | null
}

export function createMemorySales(ports: MemorySalesPorts): MemorySales {
  let text: string | null = null
  let saleId: SaleId | null = null
  let reference: ExternalReference | null = null
  let holder: ScreenId | null = null
  let told: ScreenId | null = null
  let asides: Aside[] = []
  let made = 0
  const feeds = new Map<ScreenId, number>()
  let readers = new Set<ScreenId>()
  const isThere = () => holder !== null && (feeds.get(holder) ?? 0) > 0
  const hold = (by: ScreenId) =>
    holdOf(by, { screen: holder, isThere: isThere(), hasSeen: readers.has(by) })
  const setHolder = (next: ScreenId | null) => {
    holder = next
    const seen = isThere() ? next : null
    if (seen !== told) ports.onHolder(seen)
    told = seen
  }
  const read = (stored: string, id: SaleId): OpenSale => {
    const sale = readStoredSale(stored, id)
    if (!sale.ok) throw new Error(sale.refusal)
    return sale.value
  }
  const kept = (): OpenSale | null => (text === null || saleId === null ? null : read(text, saleId))
  const problemOf = ({ sale, replaces }: SaveSaleInput, by: ScreenId): Refusal | null =>
    keepProblem({
      saleId: sale.saleId,
      replaces,
      hold: hold(by),
      keptId: text === null ? null : saleId,
      fate: ports.isCharged(sale.saleId)
        ? 'charged'
        : asides.some((aside) => aside.saleId === sale.saleId)
          ? 'parked'
          : 'open',
    })
  const write = (
    sale: OpenSale | null,
    id: SaleId | null,
    paidReference: ExternalReference | null,
    by: ScreenId | null,
  ) => {
    text = sale === null ? null : storedSale(sale)
    saleId = id
    reference = paidReference
    readers = new Set(by === null ? [] : [by])
    setHolder(text === null ? null : by)
  }
  const putAside = (sale: OpenSale, name: string): ParkedSaleView => {
    made += 1
    const { cart, paying } = sale
    const view: ParkedSaleView = {
      id: `parked-${made}`,
      number: nextParkedNumber(asides.map((aside) => aside.view.number)),
      name,
      lineCount: cart.lines.length,
      totalClp: cartTotals(cart).totalClp,
      parkedAt: ports.now() as EpochMs,
      parkedBy: ports.cashierName(),
      products: cart.lines.slice(0, 3).map((line) => line.name),
      taken: partsText(paying.given),
      takenClp: clp(paying.given.reduce((sum, { amountClp }) => sum + (amountClp ?? 0), 0)),
    }
    asides = [
      ...asides,
      {
        view,
        text: storedSale(sale),
        saleId: sale.saleId,
        reference: sale.saleId === saleId ? reference : null,
      },
    ]
    return view
  }
  const load = (by: ScreenId): KeptSale => ({ sale: kept(), hold: hold(by) })

  return {
    ids: () =>
      saleId === null || reference === null ? null : { saleId, externalReference: reference },
    discard: (parkedId) => {
      asides = asides.filter(({ view }) => view.id !== parkedId)
    },
    end: () => write(null, null, null, null),
    arrive(by) {
      feeds.set(by, (feeds.get(by) ?? 0) + 1)
      setHolder(holder)
      return () => {
        feeds.set(by, (feeds.get(by) ?? 1) - 1)
        setHolder(holder)
      }
    },
    isElsewhere: (by) => hold(by) === 'elsewhere',
    texts: () => [...(text === null ? [] : [text]), ...asides.map((aside) => aside.text)],
    api: {
      loadDraft(by = NO_SCREEN) {
        readers.add(by)
        return load(by)
      },
      saveDraft(input, by = NO_SCREEN) {
        const problem = problemOf(input, by)
        if (problem !== null) return refuse(problem)
        const { sale } = input
        if (isBlank(sale)) write(null, null, null, null)
        else write(sale, sale.saleId, sale.saleId === saleId ? reference : null, by)
        return ok(null)
      },
      takeSale(by = NO_SCREEN) {
        readers.add(by)
        if (text !== null) setHolder(by)
        return load(by)
      },
      openSale(input = null, by = NO_SCREEN) {
        const asked = input?.sale ?? kept()
        const problem =
          asked === null ? null : problemOf({ sale: asked, replaces: input?.replaces ?? null }, by)
        if (problem !== null) return refuse(problem)
        const id = asked?.saleId ?? saleId ?? ports.makeSaleId()
        const paid =
          id === saleId && reference !== null ? reference : (`P1-${id}` as ExternalReference)
        write(asked === null || isBlank(asked) ? null : asked, id, paid, by)
        return ok({ saleId: id, externalReference: paid })
      },
      parkSale({ sale, replaces, name }, by = NO_SCREEN) {
        if (isBlank(sale)) return refuse(refusal('CART_EMPTY'))
        const problem = problemOf({ sale, replaces }, by)
        if (problem !== null) return refuse(problem)
        const view = putAside(sale, name)
        write(null, null, null, null)
        ports.onParked()
        return ok(view)
      },
      parkedSales: () => asides.map(({ view }) => view),
      recallSale({ parkedId, sale, replaces }, by = NO_SCREEN) {
        const problem = problemOf({ sale, replaces }, by)
        if (problem !== null) return refuse(problem)
        const found = asides.find(({ view }) => view.id === parkedId)
        if (!found) return refuse(refusal('PARKED_NOT_FOUND'))
        asides = asides.filter((aside) => aside !== found)
        if (ports.isCharged(found.saleId)) return refuse(refusal('SALE_ALREADY_CHARGED'))
        if (!isBlank(sale)) putAside(sale, '')
        const recalled = read(found.text, found.saleId)
        write(recalled, recalled.saleId, found.reference, by)
        ports.onParked()
        return ok(recalled)
      },
    },
  }
}
