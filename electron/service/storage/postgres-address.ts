/**
 * The address of a database as a log may have it: host, port and name. Passwords stand before the
 * host or among the options; where a sign of theirs is not written as it should be, nobody can say
 * what is what, and nothing is shown.
 */
export function shownAddress(address: string): string {
  const url = URL.parse(address)
  if (url === null || /[@#]/.test(url.pathname + url.search + url.hash)) return 'postgres://...'
  return `postgres://${url.host}${url.pathname}`
}
