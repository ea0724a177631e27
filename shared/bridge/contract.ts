/**
 * The contract of the core: everything a screen can ask, a row each, with who is answered and what
 * it may leave in the log. The core's type, the router with its guard and the screen's client
 * follow from these rows; what has no row has no answer.
 */
import { z } from 'zod'
import { SUPPORT } from '../backup/contract.ts'
import { CARD } from '../card/contract.ts'
import { CATALOGUE } from '../catalogue/contract.ts'
import type { ScreenId } from '../core/brand.ts'
import { joined } from '../core/joined.ts'
import { CUSTOMERS } from '../customers/contract.ts'
import { PEOPLE } from '../customers/people-contract.ts'
import { MAIL } from '../delivery/contract.ts'
import { DESK, SCALE } from '../devices/contract.ts'
import { FLEET } from '../fleet/commands.ts'
import { IMPORTING } from '../importing/contract.ts'
import { GUIDE } from '../onboarding/contract.ts'
import { PRINTERS } from '../printing/contract.ts'
import { PROMOTIONS } from '../promotions/contract.ts'
import { RECEIPTS } from '../receipts/contract.ts'
import { REPORTS } from '../reports/contract.ts'
import { RETURNS } from '../returns/contract.ts'
import { SALE } from '../selling/contract.ts'
import { SETTINGS } from '../settings/contract.ts'
import { SHIFTS } from '../shifts/contract.ts'
import { STAFF } from '../staff/contract.ts'
import { gives, query, type ClientMethod, type CoreMethod } from '../staff/row.ts'
import { typedText } from '../text/typed-text.ts'
import { UPDATES } from '../updates/contract.ts'
import { VALES } from '../vales/contract.ts'
import { bootstrapBehindLock, statusBehindLock } from './behind-the-lock.ts'
import type { Opening } from './opening.ts'
import type { Bootstrap, FeedEvent, TillStatus } from './views.ts'

const START = {
  /**
   * What the first screen shows, in one answer: `bootstrap`, `status` and their like put together,
   * each as its own row answers whoever asks.
   */
  opening: query(null, gives<Opening>(), 'anyone'),
  bootstrap: query(null, gives<Bootstrap>(), { lockedPart: bootstrapBehindLock }),
  status: query(null, gives<TillStatus>(), { lockedPart: statusBehindLock }),
}

/**
 * Names stand once: the compiler refuses a second one here, and `joined` refuses it at the start.
 */
export const CONTRACT = joined(
  START,
  STAFF,
  CATALOGUE,
  PROMOTIONS,
  SALE,
  PRINTERS,
  MAIL,
  VALES,
  SHIFTS,
  RETURNS,
  RECEIPTS,
  CUSTOMERS,
  PEOPLE,
  IMPORTING,
  REPORTS,
  SCALE,
  CARD,
  DESK,
  SUPPORT,
  UPDATES,
  FLEET,
  GUIDE,
  SETTINGS,
)
export type Contract = typeof CONTRACT
export type CommandName = keyof Contract

/**
 * The part of AbortSignal the core uses, so that shared/ needs neither the DOM's nor Node's types.
 */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * The one row that is no question: changes after an event's number, then live ones. Anyone may
 * listen, and behind the lock hears what `eventBehindLock` leaves of them.
 */
export const feedInput = z.object({ lastEventId: typedText().max(20).nullish() })

/** The core, as its hosts and tests have it. */
export type TillApi = { [Name in CommandName]: CoreMethod<Contract[Name]> } & {
  /**
   * Changes after `afterSeq`, then live ones until `signal` aborts. While it listens, its screen is
   * there.
   */
  feed(afterSeq: number | null, signal: StopSignal, by?: ScreenId): AsyncIterable<FeedEvent>
}

/**
 * The core, as a screen has it: it rejects with an Error when the core cannot be reached or breaks;
 * refusals are values.
 */
export type TillCommands = { readonly [Name in CommandName]: ClientMethod<Contract[Name]> }
