/**
 * How long a barcode reader may pause inside one code, in milliseconds. Over Bluetooth it pauses 55
 * to 150 ms; a till that ends a code sooner takes the rest of it for another product's.
 */
export const SCANNER_PAUSE_MS_DEFAULT = 150
export const SCANNER_PAUSE_MS_MIN = 40
/** Slower than this a person types as well. */
export const SCANNER_PAUSE_MS_MAX = 600
const STEP_MS = 10
/** What was measured a few times is not yet the longest there will be. */
const MARGIN = 1.5

/**
 * What the setting should be for the longest pause measured; never below the default, which costs
 * nobody anything.
 */
export function proposePauseMs(longestMs: number): number {
  const wanted = Math.ceil((longestMs * MARGIN) / STEP_MS) * STEP_MS
  return Math.min(Math.max(wanted, SCANNER_PAUSE_MS_DEFAULT), SCANNER_PAUSE_MS_MAX)
}
