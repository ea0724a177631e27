/** The limits of what is sent by e-mail, with their units in their names. */

/** Of one sale: whoever asks more often has a wrong address. */
export const MAILS_OF_SALE_MAX = 10
/** Tries of one e-mail that a server puts off. */
export const MAIL_TRIES_MAX = 8
/** Taken by a server within an hour; common ones shut an account that sends more. */
export const MAILS_PER_HOUR_MAX = 120
/** Asked for by hand within an hour: beyond it nobody serves customers. */
export const MAILS_ASKED_PER_HOUR_MAX = 120
/** Refused one after the other, each for itself: the server means all of them. */
export const MAILS_REFUSED_IN_A_ROW_MAX = 10
/** What waits for longer is asked about, not sent by itself. */
export const MAIL_LATE_MS = 7 * 24 * 3_600_000
/** The document inside one. */
export const MAIL_PDF_BYTES_MAX = 5_000_000
/** Said in the e-mail itself; the document has them all. */
export const MAIL_LINES_MAX = 40
/** Of the shop's logo in it; a larger one stays on the papers. */
export const MAIL_LOGO_BYTES_MAX = 100_000
/** In the line and not over. */
export const MAILS_OPEN_MAX = 20_000
const WAIT_MS_MAX = 3_600_000

/** After a try in vain: doubles from half a minute to an hour; half of it is sure. */
export function mailWaitMs(tries: number, unitRandom: number): number {
  const ceilingMs = Math.min(WAIT_MS_MAX, 30_000 * 2 ** Math.min(Math.max(tries - 1, 0), 20))
  return Math.floor(ceilingMs * (0.5 + unitRandom / 2))
}
