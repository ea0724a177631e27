/**
 * Finding a document that exists at the service under our reference when its id was lost with an
 * answer. Folios rise with time inside a range, so it lies between the highest folio known when
 * it was sold and the range's next number. Only reads; a document is adopted only when
 * everything that can be compared is equal.
 */
import { z } from 'zod'
import { field, parseJson } from './answer-body.ts'

/** Most folios read in one walk. */
export const WALK_FOLIOS_MAX = 500
/**
 * Folios read again before the last frontier: numbers given out of order by several service
 * processes.
 */
const WALK_OVERLAP = 20
/** How long a lost document is looked for before a person is asked. */
export const RECOVERY_MS_MAX = 24 * 3_600_000

export interface FolioRange {
  readonly id: string
  /** Type code as the service names it: `39`. */
  readonly documentType: string
  readonly from: number
  readonly to: number
  /** Next number to use; above `to` once the range is used up. */
  readonly next: number
  /** Last day it may be used, or null. */
  readonly expiresOn: string | null
  /** For trials alone; untold by services that know no such thing. */
  readonly isTrial?: boolean
}

const count = z.coerce.number().int().min(0).max(9_999_999_999)
const rangeEntry = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  id_document_type: z.union([z.string(), z.number()]).transform(String),
  enumeration_from: count,
  enumeration_end: count,
  next_number_to_use: count,
  date_end: z.string().nullish().catch(null),
  is_test: z.boolean().optional().catch(undefined),
  branch_office: z.int().nullish().catch(null),
})
const RANGES_MAX = 200

/**
 * Reads the enumeration list leniently, wrapped in a page or bare; entries that make no sense are
 * left out, and so are those that the service keeps for another branch. Null = not a list of
 * ranges.
 */
export function readRanges(
  bodyText: string,
  branchOffice: number | null = null,
): FolioRange[] | null {
  const body = parseJson(bodyText)
  const entries = Array.isArray(body) ? (body as unknown[]) : field(body, 'data')
  if (!Array.isArray(entries)) return null
  const ranges = entries.slice(0, RANGES_MAX).flatMap((entry) => {
    const read = rangeEntry.safeParse(entry)
    if (!read.success || read.data.enumeration_end < read.data.enumeration_from) return []
    const { branch_office: keptFor = null } = read.data
    if (branchOffice !== null && keptFor !== null && keptFor !== branchOffice) return []
    const {
      id,
      id_document_type: documentType,
      enumeration_from: from,
      enumeration_end: to,
      next_number_to_use: next,
    } = read.data
    return [
      {
        id,
        documentType,
        from,
        to,
        next: Math.min(Math.max(next, from), to + 1),
        expiresOn: read.data.date_end ?? null,
        isTrial: read.data.is_test === true,
      },
    ]
  })
  return entries.length > 0 && !entries.some((entry) => rangeEntry.safeParse(entry).success)
    ? null
    : ranges
}

interface WalkQuestion {
  readonly ranges: readonly FolioRange[]
  /** Highest folio known when it was sold; null = none. */
  readonly folioLow: number | null
  /** Frontier of the last whole walk; null = this is the first. */
  readonly walkedTo: number | null
  readonly isKnown: (folio: number) => boolean
}

export interface WalkPlan {
  readonly folios: readonly number[]
  /** Every folio of the bracket is in the plan or known. */
  readonly isWhole: boolean
  /** What to remember as the frontier once a whole walk is done. */
  readonly frontier: number | null
}

/** Longest stretch looked through for unread folios. */
const BRACKET_FOLIOS_MAX = 50_000

/**
 * The folios to read: from both ends of the bracket inwards, because the document was made soon
 * after the first sending or soon before the walk. What is read becomes known, so the next walk of
 * a wide bracket goes on further inside.
 */
export function planWalk({ ranges, folioLow, walkedTo, isKnown }: WalkQuestion): WalkPlan {
  const inOrder = [...ranges].sort(
    (a, b) => Number(holds(b, folioLow)) - Number(holds(a, folioLow)) || b.next - a.next,
  )
  const folios: number[] = []
  let isWhole = true
  for (const range of inOrder) {
    // The bracket only says something about the range it lies in; another range is walked from its
    // own start.
    const low = holds(range, folioLow) ? Number(folioLow) + 1 : range.from
    let bottom = holds(range, walkedTo) ? Math.max(low, Number(walkedTo) - WALK_OVERLAP) : low
    let top = range.next - 1
    for (let looked = 0; bottom <= top; looked += 1) {
      if (folios.length >= WALK_FOLIOS_MAX || looked >= BRACKET_FOLIOS_MAX) {
        isWhole = false
        break
      }
      const folio = looked % 2 === 0 ? bottom++ : top--
      if (!isKnown(folio)) folios.push(folio)
    }
  }
  return { folios, isWhole, frontier: inOrder[0] === undefined ? null : inOrder[0].next - 1 }
}

/**
 * Folios in a row that do not exist, after which an arm of a walk without a list of ranges ends.
 */
export const EMPTY_RUN = 20

interface BlindQuestion {
  /** Folios of the type known to be used, of this till or another; null = none. */
  readonly known: { readonly lowest: number; readonly highest: number } | null
  readonly folioLow: number | null
  readonly isKnown: (folio: number) => boolean
}

/**
 * Without a list of ranges: from any folio that is known outwards, and from both ends into what
 * lies between two. Each arm is walked to its end, or until nothing exists any more; all of them
 * together are one walk. Where no folio is known there is nothing to start from but the first one
 * of all.
 */
export function planBlindWalk({
  known,
  folioLow,
  isKnown,
}: BlindQuestion): readonly (readonly number[])[] {
  const arm = (from: number, to: number) => {
    const step = to < from ? -1 : 1
    const folios: number[] = []
    for (
      let folio = from, looked = 0;
      folio !== to + step && folios.length < WALK_FOLIOS_MAX && looked < BRACKET_FOLIOS_MAX;
      looked += 1
    ) {
      if (!isKnown(folio)) folios.push(folio)
      folio += step
    }
    return folios
  }
  const far = WALK_FOLIOS_MAX - 1
  if (known === null) return [arm((folioLow ?? 0) + 1, (folioLow ?? 0) + 1 + far)]
  // It was issued after the last folio that was known before it was sent.
  const low = folioLow === null ? known.lowest : Math.min(folioLow + 1, known.highest)
  const middle = Math.floor((low + known.highest) / 2)
  return [
    arm(low, middle),
    ...(middle < known.highest ? [arm(known.highest, middle + 1)] : []),
    arm(known.highest + 1, known.highest + 1 + far),
    // One folio of another range, far above, must not hide all that lies below it.
    ...(known.lowest < low ? [arm(known.lowest, low - 1)] : []),
    ...(folioLow === null && known.lowest > 1
      ? [arm(known.lowest - 1, Math.max(1, known.lowest - 1 - far))]
      : []),
  ].filter((folios) => folios.length > 0)
}

function holds(range: FolioRange, folio: number | null): boolean {
  return folio !== null && folio >= range.from && folio <= range.to
}

const FIRST_WAIT_MS = 2_000
const QUICK_WAIT_MS_MAX = 60_000
const PATIENT_WAIT_MS = 600_000
/** Walks with quick waits before the patient ones begin. */
const QUICK_ROUNDS = 8

/**
 * Wait after the n-th walk (from 0) that did not find it: 2 s doubling to a minute, then ten
 * minutes.
 */
export function walkWaitMs(round: number): number {
  return round < QUICK_ROUNDS
    ? Math.min(FIRST_WAIT_MS * 2 ** round, QUICK_WAIT_MS_MAX)
    : PATIENT_WAIT_MS
}

/** What two documents must share to be the same one. */
export interface Fingerprint {
  readonly externalReference: string
  readonly documentType: string
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly totalClp: number
  readonly lineCount: number
}

const ownBody = z.object({
  external_reference: z.string(),
  invoice_type: z.string(),
  invoice_date: z.string(),
  items: z.array(z.unknown()),
  totals: z.object({ total: z.number() }),
})

/**
 * Of the stored bytes of a receipt. Throws when they are not the till's own: they were checked when
 * it was sold.
 */
export function fingerprintOfBody(bodyText: string): Fingerprint {
  const body = ownBody.parse(JSON.parse(bodyText))
  return {
    externalReference: body.external_reference,
    documentType: body.invoice_type,
    date: body.invoice_date,
    totalClp: body.totals.total,
    lineCount: body.items.length,
  }
}
