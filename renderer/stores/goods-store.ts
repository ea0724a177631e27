/**
 * The catalogue as its owner keeps it: the windows of the list that are looked at, out of however
 * many products there are, kept as the core has them.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { GoodsFilter, GoodsRow } from '#shared/bridge/goods.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import type { TillPort } from '../bridge/till-port.ts'

/** Rows of one question: some screens full. */
export const GOODS_PAGE_ROWS = 100
/** Pages kept while somebody scrolls; then only those in sight are. */
const PAGES_KEPT_MAX = 30

export interface GoodsQuestion {
  readonly text: string
  readonly filter: GoodsFilter
  readonly categoryId: string | null
}

export interface GoodsState extends GoodsQuestion {
  /** By their place in the list; what is not here yet is drawn empty. */
  readonly rows: ReadonlyMap<number, GoodsRow>
  readonly total: number
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why the core tells whoever serves nothing. */
  readonly problem: Refusal | null
  ask(part: Partial<GoodsQuestion>): void
  /** Rows in sight, by their places. */
  want(first: number, last: number): void
  /** The list is on the screen, or no longer: only then is it read. */
  setShown(isShown: boolean): void
  hear(event: FeedEvent | null): void
  /** Nobody serves: the page keeps none. */
  forget(): void
}

export type GoodsStore = StoreApi<GoodsState>

export function createGoodsStore(port: GoodsPort): GoodsStore {
  return createStore<GoodsState>((set, get) => {
    const { renew, want, drop } = createReader(port, set, get)
    let isShown = false
    return {
      text: '',
      filter: 'sold',
      categoryId: null,
      rows: new Map(),
      total: 0,
      phase: 'loading',
      problem: null,
      ask(part) {
        set(part)
        renew([0])
      },
      want,
      setShown(next) {
        isShown = next
        if (isShown) renew()
      },
      hear(event) {
        if (isShown && (event === null || event.kind === 'catalogue')) renew()
      },
      forget() {
        drop()
        set({ rows: new Map(), total: 0, text: '', phase: 'loading' })
      },
    }
  })
}

type GoodsPort = Pick<TillPort, 'goods'>

/** Asks for pages of the list, and knows which are there or on their way. */
function createReader(
  port: GoodsPort,
  set: (part: Partial<GoodsState>) => void,
  get: () => GoodsState,
) {
  /** Answers to an older question are nobody's. */
  let turn = 0
  let pages = new Set<number>()
  let inSight: readonly number[] = [0]

  async function read(number: number): Promise<void> {
    const mine = turn
    pages.add(number)
    const { text, filter, categoryId } = get()
    const [offset, limit] = [number * GOODS_PAGE_ROWS, GOODS_PAGE_ROWS]
    try {
      const answer = await port.goods({ text, filter, categoryId, offset, limit })
      if (mine !== turn) return
      if (!answer.ok)
        return set({ problem: answer.refusal, phase: 'ready', rows: new Map(), total: 0 })
      const rows = withPage(get().rows, offset, answer.value.rows)
      set({ rows, total: answer.value.total, phase: 'ready', problem: null })
    } catch {
      if (mine === turn) set({ phase: 'failed' })
    }
  }
  function drop(): void {
    turn += 1
    pages = new Set()
  }
  return {
    drop,
    /** What is in sight is read anew; the rest when it comes into sight. */
    renew(shown: readonly number[] = inSight): void {
      drop()
      inSight = shown
      for (const number of inSight) void read(number)
    },
    want(first: number, last: number): void {
      const pageOf = (at: number) => Math.floor(at / GOODS_PAGE_ROWS)
      inSight = rangeOf(pageOf(first), pageOf(last))
      if (pages.size > PAGES_KEPT_MAX) {
        pages = new Set(inSight.filter((number) => pages.has(number)))
        set({ rows: rowsOf(get().rows, pages) })
      }
      for (const number of inSight) if (!pages.has(number)) void read(number)
    },
  }
}

/** A page that has become shorter leaves none of its old rows. */
function withPage(
  before: ReadonlyMap<number, GoodsRow>,
  offset: number,
  page: readonly GoodsRow[],
): ReadonlyMap<number, GoodsRow> {
  const rows = new Map(before)
  for (let at = 0; at < GOODS_PAGE_ROWS; at += 1) {
    const row = page[at]
    if (row === undefined) rows.delete(offset + at)
    else rows.set(offset + at, row)
  }
  return rows
}

function rangeOf(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function rowsOf(
  rows: ReadonlyMap<number, GoodsRow>,
  pages: ReadonlySet<number>,
): ReadonlyMap<number, GoodsRow> {
  return new Map([...rows].filter(([at]) => pages.has(Math.floor(at / GOODS_PAGE_ROWS))))
}
