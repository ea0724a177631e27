/**
 * Finds sales among many. Every way to ask has its own index, and each answers the newest first and
 * stops when the page is full: a question about 200,000 sales costs what one about 200 does.
 */
import { fold } from '#shared/catalogue/search-words.ts'
import type { ReceiptQuery } from '#shared/selling/sale/receipt-search.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { salesOf } from '../sold/buyer-of-sale.ts'
import { UNPRINTED_SALES } from '../printing/print-statements.ts'
import { ATTENTION_SALES, DELETING_SALES } from '../issuing/outbox/receipt-conditions.ts'

interface PageWanted {
  /** Only sales sold before this one. */
  readonly before: number
  readonly limit: number
  readonly onlyPending: boolean
  /** Only those with a paper that nobody has. */
  readonly onlyUnprinted?: boolean | undefined
  /** Only those that only a person can settle. */
  readonly onlyAttention?: boolean | undefined
}

/** Rows of sale_search that one sale takes: 1,000 lines and its own. */
const ROWS_PER_SALE = 2048
/** Up to this many waiting sales are looked at one by one. */
const FEW_PENDING = 300
const BATCH = 200
/** Sales this near each other are asked about in one question. */
const NEIGHBOURS = 2_000
/** Without a folio yet. */
const PENDING =
  "r.issue_state <> 'numbered' AND NOT EXISTS (SELECT 1 FROM receipt_deletion d WHERE d.sale_id = r.sale_id AND d.state = 'done')"

/** Sequence numbers of the sales, newest first. */
export function createReceiptFinder(
  db: TillDatabase,
): (query: ReceiptQuery | null, page: PageWanted) => readonly number[] {
  const {
    all,
    byTotal,
    byDate,
    byBuyer,
    byFolio,
    byTypedFolio,
    pending,
    isPending,
    unprinted,
    isUnprinted,
    asking,
    isAsking,
  } = prepare(db)
  const byWords = createWordFinder(db)
  const expressionOf = createExpressions(db)

  const matching = (query: ReceiptQuery, expression: string | null, range: Range): number[] => {
    const bound = { before: range.before, limit: range.limit }
    const { documentType } = query
    const number = { ...bound, value: query.wholeNumber }
    const numbered = () =>
      documentType === null
        ? [byFolio, byTotal].flatMap((find) => find.all(number))
        : byTypedFolio.all({ ...number, documentType })
    const seqs = [
      ...(query.wholeNumber === null ? [] : numbered()),
      ...(query.date === null ? [] : byDate.all({ ...bound, value: query.date })),
      ...(query.rut === null ? [] : byBuyer.all({ ...bound, value: query.rut })),
    ].map(({ seq }) => seq)
    const words = expression === null ? [] : byWords(expression, range)
    return [...new Set([...seqs, ...words])]
      .filter((seq) => seq >= (range.from ?? 0))
      .sort((a, b) => b - a)
      .slice(0, bound.limit)
  }
  return (query, { before, limit, onlyPending, onlyUnprinted, onlyAttention }) => {
    const [some, isOne] = onlyAttention
      ? [asking, isAsking]
      : onlyUnprinted
        ? [unprinted, isUnprinted]
        : onlyPending
          ? [pending, isPending]
          : [null, null]
    if (query === null)
      return (some ?? all).all({ before, limit, value: null }).map(({ seq }) => seq)
    const expression = expressionOf(query.words)
    if (some === null) return matching(query, expression, { before, limit })
    const waiting = some.all({ before, limit: FEW_PENDING + 1, value: null }).map(({ seq }) => seq)
    // Few wait: what matches is looked at where they are. Many wait: they are the newest, and so
    // are the matches looked at first.
    if (waiting.length <= FEW_PENDING)
      return matchingAmong(waiting, (range) => matching(query, expression, range)).slice(0, limit)
    const found: number[] = []
    for (let next = before; found.length < limit; ) {
      const batch = matching(query, expression, { before: next, limit: BATCH })
      found.push(...batch.filter((seq) => isOne.get(seq) !== undefined))
      const last = batch.at(-1)
      if (last === undefined || batch.length < BATCH) break
      next = last
    }
    return found.slice(0, limit)
  }
}

type Finder = ReturnType<typeof createReceiptFinder>

/** The same among those that may be seen: the newest, so it ends where they do. */
export function findSeen(
  find: Finder,
  seen: { readonly from: number; readonly has: (seq: number) => boolean },
  query: ReceiptQuery | null,
  page: PageWanted,
): readonly number[] {
  const found: number[] = []
  for (let { before } = page; found.length < page.limit && before > seen.from; ) {
    const batch = find(query, { ...page, before, limit: BATCH })
    found.push(...batch.filter((seq) => seq >= seen.from && seen.has(seq)))
    before = batch.length < BATCH ? 0 : (batch.at(-1) ?? 0)
  }
  return found.slice(0, page.limit)
}

function prepare(db: TillDatabase) {
  const sale = (where: string) =>
    db.prepare<[Bound], { seq: number }>(
      `SELECT seq FROM sale WHERE ${where} AND seq < @before ORDER BY seq DESC LIMIT @limit`,
    )
  return {
    all: sale('TRUE'),
    byTotal: sale('total_clp = @value'),
    byDate: sale('date = @value'),
    byBuyer: sale(`seq IN (${salesOf('@value')})`),
    byFolio: db.prepare<[Bound], { seq: number }>(
      'SELECT seq FROM receipt WHERE folio = @value AND seq < @before ORDER BY seq DESC LIMIT @limit',
    ),
    byTypedFolio: db.prepare<[Bound & { documentType: string }], { seq: number }>(
      'SELECT seq FROM receipt WHERE folio = @value AND document_type = @documentType AND seq < @before ORDER BY seq DESC LIMIT @limit',
    ),
    // The service has still to confirm of some that they are deleted; these have a folio.
    pending: db.prepare<[Bound], { seq: number }>(
      `SELECT r.seq FROM receipt r WHERE ${PENDING} AND r.seq < @before
        UNION ALL SELECT r.seq FROM receipt r WHERE r.sale_id IN (${DELETING_SALES}) AND r.seq < @before
        ORDER BY 1 DESC LIMIT @limit`,
    ),
    isPending: db.prepare<[number]>(
      `SELECT 1 FROM receipt r WHERE r.seq = ? AND (${PENDING} OR r.sale_id IN (${DELETING_SALES}))`,
    ),
    unprinted: sale(`id IN (${UNPRINTED_SALES})`),
    isUnprinted: db.prepare<[number]>(
      `SELECT 1 FROM sale WHERE seq = ? AND id IN (${UNPRINTED_SALES})`,
    ),
    asking: sale(`id IN (${ATTENTION_SALES})`),
    isAsking: db.prepare<[number]>(
      `SELECT 1 FROM sale WHERE seq = ? AND id IN (${ATTENTION_SALES})`,
    ),
  }
}

/**
 * Which of these sales match, newest first. A question about one sale costs nearly as much as one
 * about a thousand in a row, so neighbours are asked about together; a straggler of months ago has
 * a question of its own.
 */
function matchingAmong(
  wanted: readonly number[],
  matching: (range: Range) => readonly number[],
): number[] {
  const isWanted = new Set(wanted)
  const found: number[] = []
  for (let first = 0, end: number; first < wanted.length; first = end) {
    end = first + 1
    while (end < wanted.length && (wanted[end - 1] ?? 0) - (wanted[end] ?? 0) <= NEIGHBOURS)
      end += 1
    const from = wanted[end - 1] ?? 0
    let before = (wanted[first] ?? 0) + 1
    while (before > from) {
      const batch = matching({ before, from, limit: BATCH })
      found.push(...batch.filter((seq) => isWanted.has(seq)))
      before = batch.length < BATCH ? from : (batch.at(-1) ?? from)
    }
  }
  return found
}

/** A page, or with `from` a part of one. */
interface Range {
  readonly before: number
  readonly limit: number
  readonly from?: number
}

interface Bound {
  readonly before: number
  readonly limit: number
  readonly value: string | number | null
}

/** Beginnings of words up to this long have an index of their own. */
const INDEXED_LETTERS = 6
/**
 * Words that begin alike and are asked for one by one; beyond it they are merged, which reads all
 * their sales.
 */
const ALIKE_MAX = 100

/**
 * What the full-text index is asked. Without an index of its own a beginning costs all the sales of
 * the words that begin so; the words themselves are few, and each of them can be read from its
 * newest sale on. Null = nothing can match.
 */
function createExpressions(db: TillDatabase): (words: readonly string[]) => string | null {
  db.exec(
    'CREATE VIRTUAL TABLE IF NOT EXISTS temp.sale_search_word USING fts5vocab (main, sale_search, row)',
  )
  const alike = db
    .prepare<[string, string, number], string>(
      'SELECT term FROM temp.sale_search_word WHERE term >= ? AND term < ? LIMIT ?',
    )
    .pluck()
  const one = (word: string): string | null => {
    const folded = fold(word)
    const beginning = `"${word.replaceAll('"', '')}"*`
    if (folded.length <= INDEXED_LETTERS || !/^[a-z0-9]+$/.test(folded)) return beginning
    const found = alike.all(folded, `${folded}\u{10FFFF}`, ALIKE_MAX + 1)
    if (found.length > ALIKE_MAX) return beginning
    return found.length === 0 ? null : `(${found.map((term) => `"${term}"`).join(' OR ')})`
  }
  return (words) => {
    const parts = words.map(one)
    return parts.length === 0 || parts.includes(null) ? null : parts.join(' AND ')
  }
}

function createWordFinder(db: TillDatabase): (expression: string, range: Range) => number[] {
  // Read row by row: given an oldest row as well, the full-text index would go on to the end of
  // time behind it.
  const match = db
    .prepare<[string, number], number>(
      'SELECT rowid FROM sale_search WHERE sale_search MATCH ? AND rowid < ? ORDER BY rowid DESC',
    )
    .pluck()
  return (expression, { before, limit, from: oldest = 0 }) => {
    const seqs = new Set<number>()
    const newest =
      Math.min(before, Math.floor(Number.MAX_SAFE_INTEGER / ROWS_PER_SALE)) * ROWS_PER_SALE
    for (const row of match.iterate(expression, newest)) {
      if (row < oldest * ROWS_PER_SALE) break
      seqs.add(Math.floor(row / ROWS_PER_SALE))
      if (seqs.size === limit) break
    }
    return [...seqs]
  }
}
