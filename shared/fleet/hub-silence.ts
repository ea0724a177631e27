/**
 * When a term ends by itself: its hub is not heard for so long, while another till of its place is.
 * By the service's clock, which decides nothing but when: what was lent is here again as at the end
 * of any other term (hub-worth-contract.ts), and a hub that was only slow is given a new one.
 */

/** In which another till of its place was heard and the hub was not. */
export const HUB_SILENT_MS = 10 * 60_000
/** A till asks once a minute at least: after a longer pause it was the service, or the place. */
export const HUB_MISSED_EVERY_MS = 3 * 60_000
/** Written down no more often. */
const NOTED_EVERY_MS = 20_000

/** Since another till was heard first, and when one was last, without a word of the hub between. */
export interface HubMissed {
  readonly fromMs: number
  readonly atMs: number
}

/** `missed`: to be written down; null: as before. */
export function missHub(
  before: HubMissed | null,
  nowMs: number,
): { readonly missed: HubMissed | null; readonly isOver: boolean } {
  const sinceMs = before === null ? -1 : nowMs - before.atMs
  if (before === null || sinceMs < 0 || sinceMs > HUB_MISSED_EVERY_MS)
    return { missed: { fromMs: nowMs, atMs: nowMs }, isOver: false }
  const isOver = nowMs - before.fromMs >= HUB_SILENT_MS
  const isToNote = isOver || sinceMs >= NOTED_EVERY_MS
  return { missed: isToNote ? { ...before, atMs: nowMs } : null, isOver }
}
