/**
 * A long list of the core's: the windows of it that are looked at, out of however many rows there
 * are, kept as the core has them.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'

/** Rows of one question: some screens full. */
export const LIST_PAGE_ROWS = 100
/** Pages kept while somebody scrolls; then only those in sight are. */
const PAGES_KEPT_MAX = 30

interface ListPart<Row> {
  /** By their place in the list; what is not here yet is drawn empty. */
  readonly rows: ReadonlyMap<number, Row>
  readonly total: number
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Rises with every question and with every renewal: what is in sight is wanted anew. */
  readonly turn: number
  /** Rises with every question: it is read from its beginning. */
  readonly questions: number
  /** Why the core tells whoever serves nothing. */
  readonly problem: Refusal | null
}

interface ListActions<Question> {
  ask(part: Partial<Question>): void
  /** Rows in sight, by their places. */
  want(first: number, last: number): void
  /** Rows beside what is looked at, in sight or not. */
  need(first: number, last: number): void
  /** The list is on the screen, or no longer: only then is it read. */
  setShown(isShown: boolean): void
  hear(event: FeedEvent | null): void
  /** Nobody serves: the page keeps none. */
  forget(): void
}

type ListState<Question, Row> = Question & ListPart<Row> & ListActions<Question>
export type ListStore<Question, Row> = StoreApi<ListState<Question, Row>>

interface ListSource<Question, Row> {
  readonly first: Question
  read(
    question: Question & { readonly offset: number; readonly limit: number },
  ): Promise<Result<{ readonly rows: readonly Row[]; readonly total: number }, Refusal>>
  /** Whether the list may be another one now. */
  concerns(event: FeedEvent): boolean
}

const NOTHING = {
  rows: new Map<number, never>(),
  total: 0,
  phase: 'loading',
  problem: null,
  turn: 0,
  questions: 0,
} as const

export function createListStore<Question extends { readonly text: string }, Row>(
  source: ListSource<Question, Row>,
): ListStore<Question, Row> {
  type State = ListState<Question, Row>
  return createStore<State>((setAll, get) => {
    const set = (part: Partial<ListPart<Row>>) => setAll(part as Partial<State>)
    const { renew, want, need, drop } = createReader(source, set, get)
    let isShown = false
    return {
      ...source.first,
      ...NOTHING,
      ask(part: Partial<Question>) {
        setAll({ ...part, questions: get().questions + 1 } as Partial<State>)
        renew([0])
      },
      want,
      need,
      setShown(next: boolean) {
        isShown = next
        if (isShown) renew()
      },
      hear(event: FeedEvent | null) {
        if (isShown && (event === null || source.concerns(event))) renew()
      },
      forget() {
        drop()
        const { turn, questions } = get()
        setAll({ ...NOTHING, turn, questions, text: '' } as unknown as Partial<State>)
      },
    }
  })
}

/** Asks for pages of the list, and knows which are there or on their way. */
function createReader<Question, Row>(
  source: ListSource<Question, Row>,
  set: (part: Partial<ListPart<Row>>) => void,
  get: () => ListState<Question, Row>,
) {
  let pages = new Set<number>()
  let inSight: readonly number[] = [0]

  async function read(number: number): Promise<void> {
    // Answers to an older question are nobody's.
    const mine = get().turn
    pages.add(number)
    const [offset, limit] = [number * LIST_PAGE_ROWS, LIST_PAGE_ROWS]
    try {
      const answer = await source.read({ ...questionIn(source, get()), offset, limit })
      if (mine !== get().turn) return
      if (!answer.ok)
        return set({ problem: answer.refusal, phase: 'ready', rows: new Map(), total: 0 })
      const rows = withPage(get().rows, offset, answer.value.rows)
      set({ rows, total: answer.value.total, phase: 'ready', problem: null })
    } catch {
      if (mine === get().turn) set({ phase: 'failed' })
    }
  }
  function drop(): void {
    pages = new Set()
    set({ turn: get().turn + 1 })
  }
  function readMissing(wanted: readonly number[]): void {
    for (const number of wanted) if (!pages.has(number)) void read(number)
  }
  return {
    drop,
    /** What is in sight is read anew; of the rest nothing is kept, for it may be another now. */
    renew(shown: readonly number[] = inSight): void {
      drop()
      inSight = shown
      set({ rows: rowsOf(get().rows, new Set(inSight)) })
      for (const number of inSight) void read(number)
    },
    want(first: number, last: number): void {
      inSight = pagesOf(first, last)
      if (pages.size > PAGES_KEPT_MAX) {
        pages = new Set(inSight.filter((number) => pages.has(number)))
        set({ rows: rowsOf(get().rows, pages) })
      }
      readMissing(inSight)
    },
    need: (first: number, last: number) => readMissing(pagesOf(first, last)),
  }
}

const pagesOf = (first: number, last: number) =>
  rangeOf(Math.floor(first / LIST_PAGE_ROWS), Math.floor(last / LIST_PAGE_ROWS))

/** A page that has become shorter leaves none of its old rows. */
function withPage<Row>(
  before: ReadonlyMap<number, Row>,
  offset: number,
  page: readonly Row[],
): ReadonlyMap<number, Row> {
  const rows = new Map(before)
  for (let at = 0; at < LIST_PAGE_ROWS; at += 1) {
    const row = page[at]
    if (row === undefined) rows.delete(offset + at)
    else rows.set(offset + at, row)
  }
  return rows
}

function rangeOf(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function rowsOf<Row>(
  rows: ReadonlyMap<number, Row>,
  pages: ReadonlySet<number>,
): ReadonlyMap<number, Row> {
  return new Map([...rows].filter(([at]) => pages.has(Math.floor(at / LIST_PAGE_ROWS))))
}

/** What is asked now, without the rows it has brought. */
function questionIn<Question, Row>(
  { first }: ListSource<Question, Row>,
  state: ListState<Question, Row>,
): Question {
  const fields = Object.keys(first as object) as (keyof Question)[]
  return Object.fromEntries(fields.map((field) => [field, state[field]])) as Question
}
