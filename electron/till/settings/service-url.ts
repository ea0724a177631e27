/** The address of a service, as it may be typed and as it is kept. */

/**
 * The one way an address is written: with a slash behind it, or in capitals, it is no other
 * service.
 */
export function asAddress<Text extends string | null>(text: Text): Text | string
export function asAddress(text: string | null): string | null {
  if (text === null) return null
  const { origin, pathname } = new URL(text)
  return origin + pathname.replace(/\/+$/, '')
}

/** https anywhere; plain http only to this machine, where the local development service listens. */
export function isServiceUrl(text: string): boolean {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return false
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.search !== '')
    return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
}
