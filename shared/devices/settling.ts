/**
 * What to believe of a scale: a line without a check character may have lost a digit, so one weight
 * alone is nobody's.
 */
import { sameReading, type ScaleReading, type WeightMg } from './reading.ts'

/** Longer without a word is silence. */
const SILENT_AFTER_MS = 2_000

export type ScaleTrouble = 'SCALE_NOT_FOUND' | 'SCALE_BUSY' | 'SCALE_NO_PERMISSION'

export type ScaleSays =
  | ScaleReading
  /** No scale is set up. */
  | { readonly kind: 'none' }
  /** Its port cannot be opened; it is tried again by itself. */
  | { readonly kind: 'away'; readonly trouble: ScaleTrouble }
  | { readonly kind: 'silent' }
  /** Something comes, and nothing of it can be read: another speed or protocol. */
  | { readonly kind: 'unclear' }

export interface ScaleView {
  readonly says: ScaleSays
  /** The last weight at rest above nothing; null before the first one since the till opened. */
  readonly lastStable: { readonly weightMg: WeightMg; readonly ageMs: number } | null
  /**
   * Since when the same goods lie there, on the till's steady clock. Only to be compared; absent
   * where nothing rests.
   */
  readonly restingSince?: number
}

/** As much as a scale may wander under goods that nobody touches. */
const DRIFT_MG_MAX = 5_000

export interface Settling {
  readonly said: ScaleReading | null
  readonly saidAtMs: number
  /** What was said twice in a row, or needs no second time. */
  readonly believed: ScaleReading | null
  /** Bytes came, readable or not. */
  readonly heardAtMs: number
  readonly lastStable: { readonly weightMg: WeightMg; readonly atMs: number } | null
  /** The goods that lie there, by the weight they were put down with. */
  readonly resting: { readonly weightMg: WeightMg; readonly sinceMs: number } | null
}

export function notHeard(nowMs: number): Settling {
  return {
    said: null,
    saidAtMs: nowMs,
    believed: null,
    heardAtMs: Number.NEGATIVE_INFINITY,
    lastStable: null,
    resting: null,
  }
}

/** `readings` came now, in this order; none = what came could not be read. */
export function settle(
  before: Settling,
  readings: readonly ScaleReading[],
  nowMs: number,
): Settling {
  return readings.reduce((state, reading) => settleOne(state, reading, nowMs), {
    ...before,
    heardAtMs: nowMs,
  })
}

function settleOne(before: Settling, reading: ScaleReading, nowMs: number): Settling {
  const isTwice =
    before.said !== null &&
    nowMs - before.saidAtMs <= SILENT_AFTER_MS &&
    sameReading(before.said, reading)
  const isWeight = reading.kind === 'weight'
  const believed: ScaleReading = !isWeight || isTwice ? reading : { kind: 'moving' }
  const lastStable =
    isWeight && isTwice && reading.weightMg > 0
      ? { weightMg: reading.weightMg, atMs: nowMs }
      : before.lastStable
  return {
    ...before,
    said: reading,
    saidAtMs: nowMs,
    believed,
    lastStable,
    resting: restingOf(before.resting, reading, nowMs),
  }
}

function restingOf(
  before: Settling['resting'],
  reading: ScaleReading,
  nowMs: number,
): Settling['resting'] {
  if (reading.kind !== 'weight' || reading.weightMg === 0) return null
  const isSame = before !== null && Math.abs(reading.weightMg - before.weightMg) <= DRIFT_MG_MAX
  return isSame ? before : { weightMg: reading.weightMg, sinceMs: nowMs }
}

export function viewOf(
  { said, saidAtMs, believed, heardAtMs, lastStable, resting }: Settling,
  nowMs: number,
): ScaleView {
  const isFresh = said !== null && nowMs - saidAtMs <= SILENT_AFTER_MS
  const other: ScaleSays =
    nowMs - heardAtMs <= SILENT_AFTER_MS ? { kind: 'unclear' } : { kind: 'silent' }
  return {
    says: isFresh && believed !== null ? believed : other,
    lastStable:
      lastStable === null
        ? null
        : { weightMg: lastStable.weightMg, ageMs: nowMs - lastStable.atMs },
    ...(resting === null ? {} : { restingSince: resting.sinceMs }),
  }
}
