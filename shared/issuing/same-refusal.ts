/**
 * Holds receipts back that are refused in the same words. A single refusal is about its receipt;
 * several in a row, of receipts that differ, are about the company or its folios: then the rest
 * waits behind one probe at a time, and the refused wait with it. Kept by document type, because
 * folios run out by type.
 */

/** Equal refusals in a row, of different receipts, with none passing between them. */
const SAME_REFUSALS = 3
/**
 * The same in whatever words: services refuse by turns, and some put a number of their own into
 * every code.
 */
export const ANY_REFUSALS = 6
/** Stands for whatever words a hold was told in. */
const ANY_WORDS = '*'
/**
 * Refusals remembered of a type while none of it passes; one receipt may be refused in ever new
 * words.
 */
const RUN_MAX = 20
const PROBE_MS = 5_000
const PROBE_MS_MAX = 300_000
/**
 * After another refusal than the one that holds: it was about its own receipt, so another may try
 * soon.
 */
const OTHER_PROBE_MS = 1_000
/**
 * So often a receipt is let go with the others because another one has passed; refused once more,
 * it is refused for itself.
 */
export const RELEASES_MAX = 2
/** Receipts that are remembered for having been refused together; the others begin anew. */
const REMEMBERED_MAX = 5_000

interface Told {
  readonly words: string
  readonly saleId: string
}
/** Refusals in a row, the oldest first. */
type Run = readonly Told[]
interface Hold {
  readonly words: string
  /** Receipts refused in these words, as far as they are remembered. */
  readonly refused: readonly string[]
  readonly probes: number
  readonly probeAtMs: number
  /** The receipt under way to find out. */
  readonly probe: string | null
}

export interface SameRefusals {
  readonly runs: ReadonlyMap<string, Run>
  readonly holds: ReadonlyMap<string, Hold>
  /** How often each was let go by the passing of another. */
  readonly released: ReadonlyMap<string, number>
}

export const NOTHING_REFUSED: SameRefusals = {
  runs: new Map(),
  holds: new Map(),
  released: new Map(),
}

/**
 * `alone`: about this receipt. `held`: it waits with the others, and so do `together`, refused
 * before it.
 */
type RefusalMeans =
  | { readonly kind: 'alone' }
  | { readonly kind: 'held'; readonly together: readonly string[] }
interface Begins {
  readonly words: string
  readonly sales: readonly string[]
}

interface RefusedReceipt {
  readonly type: string
  readonly words: string
  readonly saleId: string
}

export function afterRefusal(
  state: SameRefusals,
  refused: RefusedReceipt,
  nowMs: number,
): [SameRefusals, RefusalMeans] {
  const { type, words, saleId } = refused
  const hold = state.holds.get(type)
  if ((state.released.get(saleId) ?? 0) >= RELEASES_MAX)
    return [probeSoon(state, type, nowMs), { kind: 'alone' }]
  if (hold?.words === words || hold?.words === ANY_WORDS) {
    return [heldAgain(state, type, hold, refused, nowMs), { kind: 'held', together: [] }]
  }
  const before = (state.runs.get(type) ?? []).filter(
    (told) => told.saleId !== saleId || told.words !== words,
  )
  const run = [...before, { words, saleId }].slice(-RUN_MAX)
  const begins = beginsBy(state, { run, type, words })
  if (begins === null)
    return [
      probeSoon({ ...state, runs: new Map(state.runs).set(type, run) }, type, nowMs),
      { kind: 'alone' },
    ]
  const begun: Hold = {
    words: begins.words,
    refused: begins.sales,
    probes: 0,
    probeAtMs: nowMs + PROBE_MS,
    probe: null,
  }
  return [
    { ...withHold(state, type, begun), runs: without(state.runs, type) },
    { kind: 'held', together: salesOf(run).filter((sale) => sale !== saleId) },
  ]
}

/**
 * Whatever came by turns with the words that are enough has the same cause and waits with them, and
 * so do their turns to come.
 */
function beginsBy(
  { holds }: SameRefusals,
  { run, type, words }: { run: Run; type: string; words: string },
): Begins | null {
  const sales = salesOf(run)
  const isKnown = [...holds.values()].some((other) => other.words === words)
  const same = salesOf(run.filter((told) => told.words === words))
  if (!isKnown && same.length < SAME_REFUSALS && sales.length < ANY_REFUSALS) return null
  const isOneWord = !holds.has(type) && run.every((told) => told.words === words)
  const refused = [...new Set([...(holds.get(type)?.refused ?? []), ...sales])]
  return { words: isOneWord ? words : ANY_WORDS, sales: refused.slice(-REMEMBERED_MAX) }
}

function salesOf(run: Run): readonly string[] {
  return [...new Set(run.map(({ saleId }) => saleId))]
}

/**
 * Only what the probe found out makes the next one wait longer; others were under way when the hold
 * began.
 */
function heldAgain(
  state: SameRefusals,
  type: string,
  hold: Hold,
  { saleId }: RefusedReceipt,
  nowMs: number,
): SameRefusals {
  const refused = [...new Set([...hold.refused, saleId])].slice(-REMEMBERED_MAX)
  if (hold.probe !== saleId) return withHold(state, type, { ...hold, refused })
  const probes = hold.probes + 1
  return withHold(state, type, {
    ...hold,
    refused,
    probes,
    probe: null,
    probeAtMs: nowMs + Math.min(PROBE_MS * 2 ** Math.min(probes, 10), PROBE_MS_MAX),
  })
}

function probeSoon(state: SameRefusals, type: string, nowMs: number): SameRefusals {
  const hold = state.holds.get(type)
  return hold === undefined
    ? state
    : withHold(state, type, { ...hold, probe: null, probeAtMs: nowMs + OTHER_PROBE_MS })
}

function withHold(state: SameRefusals, type: string, hold: Hold): SameRefusals {
  return { ...state, holds: new Map(state.holds).set(type, hold) }
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([other]) => other !== key))
}

/** A receipt of this type was taken: whatever was held in the same words as its type may go. */
export function afterPass(
  state: SameRefusals,
  { type, saleId }: Pick<RefusedReceipt, 'type' | 'saleId'>,
): SameRefusals {
  const words = state.holds.get(type)?.words
  if (words === undefined)
    return state.runs.has(type) ? { ...state, runs: without(state.runs, type) } : state
  const freed = [...state.holds.values()]
    .filter((hold) => hold.words === words)
    .flatMap((hold) => hold.refused)
  const released = new Map(
    state.released.size + freed.length > REMEMBERED_MAX ? [] : state.released,
  )
  for (const other of freed)
    if (other !== saleId) released.set(other, (released.get(other) ?? 0) + 1)
  return {
    runs: without(state.runs, type),
    released,
    holds: new Map([...state.holds].filter(([, hold]) => hold.words !== words)),
  }
}

export function mayProbe(state: SameRefusals, type: string, nowMs: number): boolean {
  const hold = state.holds.get(type)
  return hold === undefined || nowMs >= hold.probeAtMs
}

/** This one goes to find out; until it is known what became of it no other of its type does. */
export function takeProbe(
  state: SameRefusals,
  { type, saleId }: Pick<RefusedReceipt, 'type' | 'saleId'>,
  nowMs: number,
): SameRefusals {
  const hold = state.holds.get(type)
  return hold === undefined
    ? state
    : withHold(state, type, { ...hold, probe: saleId, probeAtMs: nowMs + PROBE_MS_MAX })
}

/**
 * Its visit is over. If it was the probe, and nothing was said of what holds the others, another
 * may soon go.
 */
export function probeEnded(
  state: SameRefusals,
  { type, saleId }: Pick<RefusedReceipt, 'type' | 'saleId'>,
  nowMs: number,
): SameRefusals {
  return state.holds.get(type)?.probe === saleId ? probeSoon(state, type, nowMs) : state
}

/**
 * A person says that it is mended: one of each type may try at once, and nothing is held against
 * any of them.
 */
export function tryAll(state: SameRefusals): SameRefusals {
  const holds = [...state.holds].map(
    ([type, hold]) => [type, { ...hold, probes: 0, probeAtMs: -Infinity }] as const,
  )
  return { ...NOTHING_REFUSED, holds: new Map(holds) }
}
