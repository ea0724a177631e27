/**
 * What a screen that waits for a PIN gets of the rows it cannot do without: the shop's and the
 * register's name, whom to ask for a PIN, language and theme, and how connection and printer do.
 */
import type { DoubtView } from '../backup/doubt.ts'
import { SOME_SHIFT } from '../shifts/behind-the-lock.ts'
import type { Bootstrap, FeedEvent, TillStatus } from './views.ts'

/** How the screen looks, who may sign in, what may be sold, and whose the open sale is. */
const TOLD: ReadonlySet<FeedEvent['kind']> = new Set([
  'status',
  'settings',
  'catalogue',
  'staff',
  'reread',
  'held',
])

/**
 * Of sales, papers and shifts only that something may be otherwise; `seq` is the listener's own.
 */
export const eventBehindLock = (event: FeedEvent, seq: number): FeedEvent =>
  TOLD.has(event.kind) ? { ...event, seq, saleId: null } : { seq, kind: 'status', saleId: null }

/** Without the addresses of its printers. */
export const bootstrapBehindLock = (whole: Bootstrap): Bootstrap => ({ ...whole, printers: [] })

/**
 * How connection, clock, disk and printer do. No count and no age, which would tell how much was
 * sold; only whether receipts wait, for whoever closes the window. Nor the service's own words.
 */
export const statusBehindLock = (whole: TillStatus): TillStatus => ({
  ...whole,
  hasPending: whole.pendingCount > 0,
  pendingCount: 0,
  oldestPendingAt: null,
  issueDeadlineAt: null,
  deletingCount: 0,
  attentionCount: 0,
  printQueueCount: 0,
  unprintedCount: 0,
  unprintedReports: 0,
  latePapers: null,
  folioStock: [],
  certificateEndsAt: null,
  fallbackPrinterId: null,
  heldTogether: [],
  ...(whole.cards === undefined ? {} : { cards: [] }),
  ...(whole.cardRefunds === undefined ? {} : { cardRefunds: [] }),
  ...(whole.fleet === undefined ? {} : { fleet: { ...whole.fleet, overruled: 0 } }),
  ...(whole.doubt ? { doubt: doubtBehindLock(whole.doubt) } : {}),
  ...(whole.shift ? { shift: SOME_SHIFT } : {}),
})

/** That it is in doubt, and why; not how much was sold. */
const doubtBehindLock = (doubt: DoubtView): DoubtView => ({
  ...doubt,
  salesHere: 0,
  salesSeen: null,
  lastSaleSeenAt: null,
})
