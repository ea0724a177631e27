/**
 * What was given once and is spent once over all tills of a shop: a vale, the value of a credit
 * note, what was sold and may come back. It has parts, each with so much of it: pesos, or
 * thousandths of a line. What is taken off them are claims, each by a key of its till, and a claim
 * stands until it ends. Pure: the service goes by it, and so do the tests of both.
 */

/** The part of what is worth pesos. */
export const PESOS = 'clp'
/** Of a receipt, what of its pesos has no IVA. A till of before neither tells nor takes it. */
export const EXEMPT = 'exempt'

/** So much by part. */
export type Amounts = Readonly<Record<string, number>>

/** `granted`: by the word of the service, for something that may not come about; `used`: it has. */
export const CLAIM_STATES = ['granted', 'used', 'ended'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

export interface StoredClaim {
  readonly key: string
  readonly till: number
  readonly takes: Amounts
  readonly state: ClaimState
}

/** Null parts: no till has told of it. */
export interface WorthBook {
  readonly parts: Amounts | null
  readonly claims: readonly StoredClaim[]
}

export interface AskedClaim {
  readonly key: string
  readonly till: number
  /** Null: all that is left. */
  readonly takes: Amounts | null
  /** It has come about already: nobody can refuse it any more. */
  readonly isDone: boolean
  /** That till gave it: it may end what others have in hand, as where it is voided. */
  readonly isGiver?: boolean
}

type ClaimOutcome = 'granted' | 'short' | 'ended' | 'unknown'

interface JudgedClaim {
  readonly outcome: ClaimOutcome
  /** What is to be stored; null where nothing changes. */
  readonly stored: StoredClaim | null
}

/** Never below nothing: what came about without a word may be more than there was. */
export function leftOf({ parts, claims }: WorthBook): Amounts {
  const taken = (part: string) =>
    claims.reduce((sum, { state, takes }) => sum + (state === 'ended' ? 0 : (takes[part] ?? 0)), 0)
  const left = Object.fromEntries(
    Object.entries(parts ?? {}).map(([part, amount]) => [part, Math.max(0, amount - taken(part))]),
  )
  const { [EXEMPT]: exempt, [PESOS]: pesos = 0 } = left
  return exempt === undefined ? left : { ...left, [EXEMPT]: Math.min(exempt, pesos) }
}

/**
 * A key is answered as it was answered first. It alone says whose the claim is: its till may have
 * left and joined again, with another number.
 */
export function judgeClaim(book: WorthBook, asked: AskedClaim): JudgedClaim {
  const { key, till, isDone } = asked
  const before = book.claims.find((claim) => claim.key === key)
  if (isDone) {
    const takes = atMost(asked.takes ?? before?.takes ?? {}, boundOf(book, asked, before))
    return { outcome: 'granted', stored: { key, till, takes, state: 'used' } }
  }
  // Whoever asks for what it has used has forgotten it: its data were put back.
  if (before !== undefined)
    return { outcome: before.state === 'granted' ? 'granted' : 'ended', stored: null }
  if (book.parts === null) return { outcome: 'unknown', stored: null }
  const left = leftOf(book)
  const takes = asked.takes ?? left
  const isThere =
    Object.values(takes).some((amount) => amount > 0) &&
    Object.entries(takes).every(([part, amount]) => amount <= (left[part] ?? 0))
  return isThere
    ? { outcome: 'granted', stored: { key, till, takes, state: 'granted' } }
    : { outcome: 'short', stored: null }
}

/** What is told as done is no more than was granted by its key, nor than there was. */
function boundOf(
  { parts }: WorthBook,
  { isGiver = false }: AskedClaim,
  before: StoredClaim | undefined,
): Amounts | null {
  const isGranted = before !== undefined && Object.keys(before.takes).length > 0
  return isGranted && !isGiver ? before.takes : parts
}

const atMost = (takes: Amounts, most: Amounts | null): Amounts =>
  most === null
    ? takes
    : Object.fromEntries(
        Object.entries(takes).flatMap(([part, amount]) =>
          Object.hasOwn(most, part) ? [[part, Math.min(amount, most[part] ?? 0)]] : [],
        ),
      )

/** What is in hand and may not be spent. */
export const heldOf = ({ parts, claims }: WorthBook): Amounts =>
  Object.fromEntries(
    Object.keys(parts ?? {}).map((part) => [
      part,
      claims.reduce(
        (sum, { state, takes }) => sum + (state === 'granted' ? (takes[part] ?? 0) : 0),
        0,
      ),
    ]),
  )

/**
 * Nothing came of it. A key that was never heard is kept too: its question may arrive yet. What has
 * come about does not end, unless it was undone itself.
 */
export function endClaim(
  book: WorthBook,
  { key, till, isUndone }: { readonly key: string; readonly till: number; isUndone: boolean },
): StoredClaim | null {
  const before = book.claims.find((claim) => claim.key === key)
  if (before === undefined) return { key, till, takes: {}, state: 'ended' }
  const isKept = before.state === 'used' && !isUndone
  return isKept || before.state === 'ended' ? null : { ...before, state: 'ended' }
}
