/** Price lists on disk: kept by their owner, read for every sale. */
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { PriceListView, SavePriceListInput } from '#shared/promotions/inputs.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { priceListOf } from '#shared/selling/cart/cart-offers.ts'
import { decidePriceList, type DecidedPriceList } from '#shared/promotions/decide-price-list.ts'
import type { PriceList } from '#shared/promotions/price-offers.ts'
import { PRICE_LISTS_MAX } from '#shared/promotions/promotion.ts'
import { parseRut } from '#shared/rut/rut.ts'
import type { NoteChange } from '../catalogue/goods-ports.ts'
import { changeTime } from './changed-meanwhile.ts'
import { createListRows, type ListRows } from './price-list-rows.ts'
import type { PromotionPorts } from './promotions.ts'

export interface PriceLists {
  /** Those that are not archived. */
  inForce(): readonly PriceList[]
  /** What a sale is priced by: what somebody chose, else the list of its customer. */
  ofSale(sale: Pick<CommitInput, 'priceListId' | 'recipient'>): PriceList | null
  /** The one somebody chose by hand; null where there is none in use of that id. */
  chosenIn(sale: { readonly priceListId?: string | undefined }): PriceList | null
  list(): readonly PriceListView[]
  save(input: SavePriceListInput, note: NoteChange): Result<null, Refusal>
  archive(priceListId: string, isArchived: boolean, note: NoteChange): Result<null, Refusal>
  /** The rows were changed by another hand: another till's. */
  forget(): void
}

export function createPriceLists(ports: PromotionPorts): PriceLists {
  const { db, journal } = ports
  const rows = createListRows(db)
  /** Read at every sale. */
  let known: readonly PriceList[] | null = null
  const inForce = () => (known ??= rows.inForce())
  const changed = (work: () => Result<null, Refusal>): Result<null, Refusal> => {
    const done = db.transaction(work).immediate()
    known = null
    journal.publish()
    return done
  }
  return {
    inForce,
    forget: () => void (known = null),
    ofSale({ priceListId, recipient }) {
      const rut = recipient === null ? null : parseRut(recipient.rut)
      const customerListId = rut?.ok === true ? rows.ofCustomer(rut.value) : undefined
      return priceListOf(inForce(), { priceListId, customerListId })
    },
    chosenIn: ({ priceListId }) => priceListOf(inForce(), { priceListId }),
    list: () => rows.all(),
    save: (input, note) => changed(() => save(ports, rows, input, note)),
    archive: (priceListId, isArchived, note) =>
      changed(() => archive(ports, rows, { priceListId, isArchived }, note)),
  }
}

function save(
  { journal, clock, newId }: PromotionPorts,
  rows: ListRows,
  input: SavePriceListInput,
  note: NoteChange,
): Result<null, Refusal> {
  const lists = rows.named()
  const before = lists.find(({ id }) => id === input.priceListId)
  if (before === undefined && input.priceListId !== null) return refuse(refusal('PRICE_LIST_GONE'))
  const others = lists.filter((each) => each !== before && !each.isArchived)
  const decided = decidePriceList(
    input,
    others.map(({ name }) => name),
  )
  if (!decided.ok) return decided
  if (before === undefined && others.length >= PRICE_LISTS_MAX) return refuse(full())
  if (!rows.hasGoods(decided.value)) return refuse(refusal('PRICE_LIST_GOODS', 'prices'))
  const changed = before === undefined ? null : rows.changed(before, input.readAt)
  if (changed !== null) return refuse(changed)
  const id = before?.id ?? newId()
  const old = before === undefined ? null : rows.contents(id)
  rows.put({ id, ...decided.value, at: changeTime(clock.now(), before) })
  note('price-list-saved', {
    what: decided.value.name,
    from: before === undefined || old === null ? null : saidAs({ name: before.name, ...old }),
    to: saidAs(decided.value),
  })
  journal.append('catalogue', null, { priceList: id })
  return ok(null)
}

function archive(
  { journal, clock }: PromotionPorts,
  rows: ListRows,
  { priceListId, isArchived }: { readonly priceListId: string; readonly isArchived: boolean },
  note: NoteChange,
): Result<null, Refusal> {
  const lists = rows.named()
  const row = lists.find(({ id }) => id === priceListId)
  if (row === undefined) return refuse(refusal('PRICE_LIST_GONE'))
  // Twice is once: the second press of a finger, or of another screen.
  if (row.isArchived === isArchived) return ok(null)
  const others = lists.filter((each) => !each.isArchived)
  if (!isArchived && others.length >= PRICE_LISTS_MAX) return refuse(full())
  if (!isArchived) {
    const free = decidePriceList(
      { name: row.name, percents: [], prices: [] },
      others.map(({ name }) => name),
    )
    if (!free.ok) return free
  }
  rows.archive(priceListId, isArchived, changeTime(clock.now(), row))
  const [from, to] = isArchived ? ['en uso', 'archivada'] : ['archivada', 'en uso']
  note('price-list-switched', { what: row.name, from, to })
  journal.append('catalogue', null, { priceList: priceListId })
  return ok(null)
}

const full = () => refusal('PRICE_LISTS_FULL', null, { most: String(PRICE_LISTS_MAX) })

/** `Mayorista: 2 rebajas, 14 precios`, as the log of the shop has it. */
function saidAs({ name, percents, prices }: DecidedPriceList): string {
  return `${name}: ${percents.length} rebajas, ${prices.length} precios`
}
