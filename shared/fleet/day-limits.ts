/**
 * What one till may do in a shop in a day of the service's clock (UTC), and have in hand at once. A
 * till that was stolen does no more harm than that until it is retired; no honest one comes near
 * it: 50,000 products priced, or two weeks of a busy till told in one day.
 */

/** Of each so many a day; what is more waits for the next day, at the till. */
export const DAY_MAX = {
  /** Rows of what happened. */
  facts: 300_000,
  /** Records changed. */
  edits: 400_000,
  /** Of stock. */
  moves: 1_000_000,
  /** Keys of parked sales by which nothing is to be had any more. */
  voids: 20_000,
  /** Vales and credit notes that others gave. */
  spent: 300,
  /** Receipts that others sold. */
  returned: 1_000,
  /** Documents that the authority had not yet. */
  deleted: 200,
  /** Keys of claims that were never heard, given up. */
  given_up: 20_000,
  /** What a hub says that it granted. */
  by_hub: 10_000,
} as const
/** Beside these, for the head office alone; of a hub, what it said that others took. */
export type Counted = keyof typeof DAY_MAX | 'prices' | 'hub_spent' | 'hub_returned'

/** Asked for and neither spent nor given up: of one till, at once. */
export const HELD_MAX = 50
const HOUR_MS = 3_600_000
/** After so long a till asks anew for what it was granted. */
export const HELD_AT_TILL_MS = 12 * HOUR_MS
/** After so long it is everybody's again, where the till was heard for an hour since. */
export const HELD_MS = 2 * HELD_AT_TILL_MS
export const HEARD_FOR_MS = HOUR_MS
/** Not heard for so long a till begins anew to be heard. */
export const HEARD_GAP_MS = 600_000

/** A price that a till changes by more, up or down, is counted for the head office. */
export const PRICE_JUMP_PERCENT = 50
/** Days in which the head office can put back the prices a till changed. */
export const PRICES_KEPT_DAYS = 30
