/** Where a request came from, for what is counted of each address. */
import type { ServiceSettings } from '../parts/parts.ts'
import { remoteAddress, requestHeader, type ServiceContext } from './http.ts'

/** Who asks: as the proxy says, in the entry it added itself, else the connection's other end. */
export function visitorOf(
  c: ServiceContext,
  { isBehindProxy }: Pick<ServiceSettings, 'isBehindProxy'>,
): string {
  const forwarded = isBehindProxy ? (requestHeader(c, 'x-forwarded-for') ?? '') : ''
  const said = forwarded.split(',').at(-1)?.trim().slice(0, 64) ?? ''
  return networkOf(said === '' ? remoteAddress(c) : said)
}

/** Of IPv6 the half that names a network: a household has all the addresses in it. */
function networkOf(address: string): string {
  return address.includes(':') && !address.includes('.')
    ? address.split(':').slice(0, 4).join(':')
    : address
}
