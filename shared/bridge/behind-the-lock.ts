/**
 * What a screen that waits for a PIN gets of the rows it cannot do without: the shop's and the
 * register's name, whom to ask for a PIN, language and theme, and how connection and printer do.
 */
import { eachSetting } from '../settings/rows.ts'
import { NO_RIGHTS } from '../staff/rights.ts'
import type { EpochMs } from '../core/brand.ts'
import type { DoubtView } from '../backup/doubt.ts'
import type { ShiftStatus, ShiftView } from '../shifts/views.ts'
import type { StaffView } from '../staff/views.ts'
import type { Bootstrap, FeedEvent, SettingsView, TillStatus } from './views.ts'

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
  attentionCount: 0,
  printQueueCount: 0,
  unprintedCount: 0,
  unprintedReports: 0,
  latePapers: null,
  folioStock: [],
  certificateEndsAt: null,
  fallbackPrinterId: null,
  heldTogether: [],
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

/** That one is open, or a sale would ask for one after the PIN; not which, whose and since when. */
const SOME_SHIFT: ShiftStatus = { number: 0, openedAt: 0 as EpochMs, openedBy: '' }

/** What each role may is nobody's who has not said who they are. */
export const staffBehindLock = (whole: StaffView): StaffView => ({
  ...whole,
  rightsOf: { cashier: NO_RIGHTS, supervisor: NO_RIGHTS, owner: NO_RIGHTS },
  ownRoles: whole.ownRoles.map((role) => ({ ...role, rights: NO_RIGHTS })),
})

/** How the screen looks, locks itself and reads a scanner. Nothing of the service or of money. */
export const settingsBehindLock = (whole: SettingsView): SettingsView => ({
  ...eachSetting((row, name) => (row.isShownLocked ? whole[name] : row.first)),
  serviceUrlFromHost: null,
  serviceUrl: null,
  companyId: null,
  pathCodes: '',
  apiKeyTail: null,
  keyPlace: 'file',
  emission: null,
})

export const SHIFT_BEHIND_LOCK: ShiftView = {
  isUsed: false,
  isBlind: true,
  differenceLimitClp: 0,
  open: null,
  nextId: '',
  lastFloatClp: null,
  pendingCount: 0,
  backup: null,
}
