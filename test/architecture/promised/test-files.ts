/** A promise is a row with the tests that hold it; the files that hold many have a name. */

/** A test file and words of the title of a test in it. */
type Held = readonly [file: string, title: string]
export type Row = readonly [row: string, ...held: Held[]]
/** A row of the 69 features that tills are compared by, under its number there. */
export type Feature = readonly [number: number, row: string, ...held: Held[]]

export const STORIES = 'test/renderer/stories.test.ts'
export const SELLING = 'test/renderer/selling.test.ts'
export const PAYING = 'test/renderer/paying-stories.test.ts'
export const FIRST_TIMER = 'test/e2e/first-timer.test.ts'
export const COUNTER_STORY = 'test/e2e/counter-story.test.ts'
export const PAYMENT = 'shared/selling/payment/payment.test.ts'
export const STUCK = 'electron/till/issuing/steps/stuck-receipts.slow.test.ts'
export const SYNC = 'electron/till/issuing/scheduler/sync-worker.test.ts'
export const SYNC_PAPERS = 'electron/till/issuing/scheduler/papers.test.ts'
export const RETURNS = 'electron/till/returns/returns.test.ts'
export const STAFF = 'electron/till/staff/staff.test.ts'
export const SHOULDER = 'electron/till/staff/over-the-shoulder.test.ts'
export const AUDIT = 'electron/till/audit/audit.test.ts'
export const SALES = 'electron/till/selling/sales.test.ts'
export const PAYMENTS = 'electron/till/sold/payments.test.ts'
export const CATALOGUE = 'electron/till/catalogue/catalogue.test.ts'
export const SCANS = 'renderer/scanner/scan-detector.test.ts'
export const SHIFTS = 'electron/till/shifts/shifts.test.ts'
export const CLOSING = 'electron/till/shifts/closing-shift.test.ts'
export const SHIFT_RIGHTS = 'electron/till/shifts/shift-rights.test.ts'
export const SHIFT = 'shared/shifts/shift.test.ts'
export const SHIFT_REPORT = 'shared/shifts/shift-report.test.ts'
export const CRASH = 'test/crash/crash-sweep.test.ts'
export const PROCESS = 'test/integration/till-process.test.ts'
export const PRINTING_STORY = 'test/integration/printing-story.test.ts'
export const PRINTING_PAPER = 'test/integration/printing-paper.test.ts'
export const CORE_STORIES = 'electron/till/selling/selling-stories.test.ts'
/**
 * Told by the core, by the screen over a core in memory, and those the service has a say in by the
 * real programs in Chromium.
 */
export const STORIES_OF_ALL = 'test/support/selling-stories.ts'
