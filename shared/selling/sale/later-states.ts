/**
 * What an issued document's status code means to the shop. The codes are those of the contract; it
 * may know more.
 */

/**
 * `declined` by the tax authority after the paper was handed over; `gone` = deleted at the service,
 * and not by this till;
 * `missing` = the service no longer finds it, which is the till's own word and none of the
 * contract's.
 */
type LaterState = 'pending' | 'sent' | 'approved' | 'declined' | 'gone' | 'missing' | 'other'

const STATES: Readonly<Record<string, LaterState>> = {
  PEN: 'pending',
  EMS: 'sent',
  APR: 'approved',
  RCH: 'declined',
  DELETED: 'gone',
  MISSING: 'missing',
}

/** Null before the service has told any. */
export function laterState(authorityStatus: string | null): LaterState | null {
  return authorityStatus === null ? null : (STATES[authorityStatus] ?? 'other')
}

/** The paper the customer has is worth nothing, and only a person can do something about it. */
export function isLostAfterwards(authorityStatus: string | null): boolean {
  const state = laterState(authorityStatus)
  return state === 'declined' || state === 'gone' || state === 'missing'
}
