/** By which address a client reaches this service, for the addresses that answers hold. */
import { readPublicAddress } from '#shared/issuing/receipt-page.ts'
import type { ServiceSettings } from '../parts/parts.ts'
import { requestHeader } from './http.ts'

/** As much of a context as an address takes. */
type Asked = Parameters<typeof requestHeader>[0] & { readonly req: { readonly url: string } }

/**
 * The public address, where there is one; behind a proxy, the one the proxy was asked by; else
 * where the request came in. A Host header that no proxy vouches for is never believed.
 */
export function ownAddress(
  c: Asked,
  { pages, isBehindProxy }: Pick<ServiceSettings, 'pages' | 'isBehindProxy'>,
): string {
  const forwarded = isBehindProxy ? forwardedAddress(c) : null
  return pages?.publicAddress ?? forwarded ?? listeningAddress(c)
}

/** The last entry is the one the proxy added itself. */
function forwardedAddress(c: Asked): string | null {
  const last = (name: string) => requestHeader(c, name)?.split(',').at(-1)?.trim() ?? ''
  const host = last('x-forwarded-host') || last('host')
  return readPublicAddress(`${last('x-forwarded-proto') || 'https'}://${host}`)
}

function listeningAddress(c: Asked): string {
  const { incoming } = (c.env ?? {}) as {
    readonly incoming?: { readonly socket?: { readonly localPort?: number } }
  }
  const port = incoming?.socket?.localPort
  return port === undefined ? new URL(c.req.url).origin : `http://127.0.0.1:${port}`
}
