/**
 * Compares what the cashiers were told, what the tills hold, what the service has issued and what
 * came out on paper.
 */
import Database from 'better-sqlite3'
import type { SaleId } from '#shared/core/brand.ts'
import { readBooks } from '../foreign/ledger.ts'
import type { PaperSink } from './paper-sink.ts'
import type { GivenBack, SoldSale } from './cashier.ts'

export interface Records {
  /** As the service itself has it, in the order of issuing. */
  readonly issued: readonly IssuedRow[]
  readonly tills: readonly { readonly databaseFile: string; readonly sink: PaperSink }[]
  readonly sold: readonly SoldSale[]
  readonly givenBack: readonly GivenBack[]
  readonly troubles: readonly string[]
  /** The first folio of every type; null where the service begins where it likes. */
  readonly firstFolio: number | null
}

export interface Verdict {
  readonly sales: number
  readonly returns: number
  /** Returns taken before their receipt had its folio. */
  readonly returnsAhead: number
  /** Values of returns that paid for a sale. */
  readonly creditsSpent: number
  readonly documents: number
  readonly papersSent: number
  /** Receipts whose paper broke off with the till; a person is asked to look. */
  readonly papersMarked: number
  readonly slips: number
  readonly duplicateAnswers: number
  readonly lostAnswers: number
  /** Most sendings of one receipt, and the longest that one exchange took. */
  readonly triesMax: number
  readonly slowestExchangeMs: number
  /** Each broken promise in words; empty when all held. */
  readonly violations: readonly string[]
}

export interface IssuedRow {
  reference: string
  id: string
  type: string
  folio: number | null
  total: number
  /** Place in the order of issuing. */
  place: number
  /** Credit notes: type and folio of what they are about. */
  about: string | null
}
interface ReceiptRow {
  reference: string
  state: string
  remoteId: string | null
  folio: number | null
  total: number
  paper: string
  sha256: string | null
}

/**
 * Receipts of a running till without a folio, or whose original is neither on paper nor given to a
 * person.
 */
export function unsettledIn(databaseFile: string): number {
  const db = new Database(databaseFile, { readonly: true })
  try {
    return (
      db
        .prepare<
          [],
          number
        >(`SELECT count(*) FROM receipt r JOIN print_job j ON j.sale_id = r.sale_id AND j.kind = 'receipt'
      WHERE r.issue_state <> 'numbered' OR j.state NOT IN ('sent', 'unknown', 'asking')`)
        .pluck()
        .get() ?? 0
    )
  } finally {
    db.close()
  }
}

/** Receipts that wait for a person. */
export function stoppedIn(databaseFile: string): SaleId[] {
  return read<{ saleId: SaleId }>(
    databaseFile,
    "SELECT sale_id AS saleId FROM receipt WHERE issue_state IN ('rejected', 'attention') ORDER BY seq",
  ).map(({ saleId }) => saleId)
}

export function issuedAbroad(folder: string): IssuedRow[] {
  return readBooks(folder).issued.map(({ reference, id, type, folio, total, about }, place) => ({
    reference,
    id: String(id),
    type,
    folio,
    total,
    place,
    about,
  }))
}

export function otherBytes(folder: string): string[] {
  return readBooks(folder).otherBytes.map(
    (reference) => `${reference}: sent again with other bytes`,
  )
}

export function issuedBy(serviceFile: string): IssuedRow[] {
  return read<IssuedRow>(
    serviceFile,
    `SELECT external_reference AS reference, id, document_code AS type, number AS folio,
    CAST(json_extract(body, '$.totals.total') AS INTEGER) AS total, rowid AS place,
    json_extract(body, '$.billing_reference[0].invoice_type') || ' ' || json_extract(body, '$.billing_reference[0].number') AS about
    FROM documents`,
  )
}

export function judgeChaos({
  issued,
  tills,
  sold,
  givenBack,
  troubles,
  firstFolio,
}: Records): Verdict {
  const violations = [
    ...troubles,
    ...judgeIssued(issued, [...sold, ...givenBack]),
    ...judgeFolios(issued, firstFolio),
    ...judgeNotes(issued, givenBack),
  ]
  const verdict = {
    papersSent: 0,
    papersMarked: 0,
    slips: 0,
    duplicateAnswers: 0,
    lostAnswers: 0,
    triesMax: 0,
    slowestExchangeMs: 0,
  }
  const byReference = new Map(issued.map((row) => [row.reference, row]))
  const spent: string[] = []
  for (const { databaseFile, sink } of tills) {
    const rows = read<ReceiptRow>(
      databaseFile,
      `SELECT r.external_reference AS reference, r.issue_state AS state, r.remote_id AS remoteId,
      r.folio, s.total_clp AS total, j.state AS paper, j.escpos_sha256 AS sha256 FROM receipt r JOIN sale s ON s.id = r.sale_id
      JOIN print_job j ON j.sale_id = r.sale_id AND j.kind = 'receipt'`,
    )
    for (const row of rows) {
      const wrong = judgeReceipt(row, byReference.get(row.reference), sink)
      if (wrong !== null) violations.push(`${row.reference}: ${wrong}`)
    }
    violations.push(...judgeSink(databaseFile, sink))
    spent.push(
      ...read<{ id: string }>(
        databaseFile,
        'SELECT credit_id AS id FROM sale_payment WHERE credit_id IS NOT NULL',
      ).map(({ id }) => id),
    )
    verdict.papersSent += rows.filter(({ paper }) => paper === 'sent').length
    verdict.papersMarked += rows.filter(
      ({ paper }) => paper === 'unknown' || paper === 'asking',
    ).length
    verdict.slips += count(databaseFile, "SELECT count(*) FROM print_job WHERE kind = 'slip'")
    verdict.duplicateAnswers += count(
      databaseFile,
      "SELECT count(*) FROM attempt WHERE outcome = 'duplicate'",
    )
    verdict.triesMax = Math.max(
      verdict.triesMax,
      count(databaseFile, 'SELECT max(tries) FROM receipt'),
    )
    verdict.slowestExchangeMs = Math.max(
      verdict.slowestExchangeMs,
      count(databaseFile, 'SELECT max(duration_ms) FROM attempt'),
    )
    verdict.lostAnswers += count(
      databaseFile,
      "SELECT count(*) FROM attempt WHERE outcome = 'unknown'",
    )
  }
  violations.push(...judgeCredits(spent, sold))
  const returnsAhead = givenBack.filter(({ isAheadOfFolio }) => isAheadOfFolio).length
  return {
    sales: sold.length,
    returns: givenBack.length,
    returnsAhead,
    creditsSpent: spent.length,
    documents: issued.length,
    ...verdict,
    violations,
  }
}

/** Every acknowledged sale and return once at the service, for its total; nothing else there. */
function judgeIssued(
  issued: readonly IssuedRow[],
  sold: readonly Pick<SoldSale, 'externalReference' | 'totalClp'>[],
): string[] {
  const times = new Map<string, number>()
  for (const { reference } of issued) times.set(reference, (times.get(reference) ?? 0) + 1)
  const totals = new Map(issued.map(({ reference, total }) => [reference, total]))
  const expected = new Set(sold.map(({ externalReference }) => externalReference))
  return [
    ...(expected.size === sold.length ? [] : ['two sales share a reference']),
    ...sold.flatMap(({ externalReference, totalClp }) => {
      if (times.get(externalReference) !== 1)
        return [`${externalReference}: ${times.get(externalReference) ?? 0} documents for one sale`]
      return totals.get(externalReference) === totalClp
        ? []
        : [`${externalReference}: another total at the service`]
    }),
    ...issued.flatMap(({ reference }) =>
      expected.has(reference) ? [] : [`${reference}: issued, and never sold to anybody`],
    ),
  ]
}

/** Folios without a gap or a repetition. */
function judgeFolios(issued: readonly IssuedRow[], firstFolio: number | null): string[] {
  return ['39', '41', '61'].flatMap((type) => {
    const folios = issued
      .filter((row) => String(row.type) === type)
      .map(({ folio }) => folio ?? -1)
      .sort((a, b) => a - b)
    const first = firstFolio ?? folios[0] ?? 1
    const wrong = folios.findIndex((folio, index) => folio !== first + index)
    return wrong === -1
      ? []
      : [`folios of ${type} are not contiguous from ${first} at ${wrong + 1}`]
  })
}

/**
 * Every note is about the receipt of its sale, came after it, and the notes over one receipt are
 * never above it.
 */
function judgeNotes(issued: readonly IssuedRow[], givenBack: readonly GivenBack[]): string[] {
  const byReference = new Map(issued.map((row) => [row.reference, row]))
  const sums = new Map<IssuedRow, number>()
  const wrong = givenBack.flatMap(({ externalReference, originalReference }) => {
    const [note, receipt] = [byReference.get(externalReference), byReference.get(originalReference)]
    if (note === undefined || receipt === undefined) return []
    sums.set(receipt, (sums.get(receipt) ?? 0) + note.total)
    if (String(note.type) !== '61' || note.about !== `${receipt.type} ${receipt.folio}`)
      return [`${externalReference}: about ${note.about}`]
    return note.place > receipt.place ? [] : [`${externalReference}: issued before its receipt`]
  })
  const above = [...sums].filter(([receipt, sum]) => sum > receipt.total)
  return [
    ...wrong,
    ...above.map(([{ reference }, sum]) => `${reference}: ${sum} pesos given back of it`),
  ]
}

/** Every value that a cashier was told has paid is spent, once; no other is. */
function judgeCredits(spent: readonly string[], sold: readonly SoldSale[]): string[] {
  const told = sold.flatMap(({ paidWith }) => paidWith ?? [])
  const [inTills, atCounter] = [spent, told].map((ids) => ids.toSorted().join())
  return inTills === atCounter ? [] : [`values of returns: spent ${inTills}, told ${atCounter}`]
}

function judgeReceipt(
  row: ReceiptRow,
  document: IssuedRow | undefined,
  sink: PaperSink,
): string | null {
  if (row.state !== 'numbered') return `not settled: ${row.state}`
  if (document === undefined) return 'numbered here, unknown to the service'
  if (document.id !== row.remoteId || document.folio !== row.folio)
    return 'another id or folio than at the service'
  if (row.paper === 'unknown' || row.paper === 'asking') return null
  if (row.paper !== 'sent') return `not on paper and nobody told: ${row.paper}`
  const papers = sink.papers.get(row.sha256 ?? '') ?? 0
  return papers === 1 ? null : `${papers} times on paper, counted as sent`
}

/**
 * Nothing came out of the printer that the till does not know of, but for papers that ended with
 * the till: those are marked.
 */
function judgeSink(databaseFile: string, sink: PaperSink): string[] {
  const known = new Set(
    read<{ sha256: string }>(
      databaseFile,
      'SELECT escpos_sha256 AS sha256 FROM print_job WHERE escpos_sha256 IS NOT NULL',
    ).map(({ sha256 }) => sha256),
  )
  const unknownPapers = [...sink.papers.keys()].filter((sha256) => !known.has(sha256)).length
  const marked = count(databaseFile, "SELECT count(*) FROM print_job WHERE state = 'unknown'")
  return [
    ...sink.strange.map((text) => `bytes no printer understands ${text}`),
    ...(unknownPapers > marked
      ? [`${unknownPapers} papers the till knows nothing of, ${marked} marked`]
      : []),
  ]
}

function read<Row>(file: string, sql: string): Row[] {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare<[], Row>(sql).all()
  } finally {
    db.close()
  }
}

function count(file: string, sql: string): number {
  return read<Record<string, number>>(file, sql).reduce(
    (sum, row) => sum + (Object.values(row)[0] ?? 0),
    0,
  )
}
