/**
 * Seconds, or a date, which is told by the service's own clock where its answer carries one. Null
 * when it says neither.
 */
export function readRetryAfterS(
  headers: Readonly<Record<string, string>>,
  now: number,
): number | null {
  const text = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const until = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(until)) return null
  const theirNow = Date.parse(headers['date'] ?? '')
  return Math.max(0, Math.ceil((until - (Number.isNaN(theirNow) ? now : theirNow)) / 1000))
}
