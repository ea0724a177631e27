/** The key of a till in a shop: its own, for everything it asks, and over when it is retired. */
import type { HttpPort } from '../kernel/ports.ts'

export interface TillCredentials {
  readonly key: string
  readonly installation: string
}

export interface OwnCredentials extends TillCredentials {
  /** What the service has pending: as the key by which this till was let in. */
  readonly deletes: boolean
}

export interface OwnKey {
  /** At the service of that address; null while this till works with a key somebody typed. */
  at(origin: string | null): OwnCredentials | null
  /** The service answers it no more: one that is typed meanwhile is used instead. */
  isBarred(): boolean
  /** It has joined there, also where its key is gone: it is joined anew, and sells meanwhile. */
  isJoined(origin: string | null): boolean
}

/** As the service asks for it; no other key is said beside it. */
export const asTill = ({ key, installation }: TillCredentials) => ({
  headers: { 'x-till-key': key, 'x-installation': installation },
})

/** What a till asks as itself, while it has a key of its own. */
export function withOwnKey(http: HttpPort, own: () => TillCredentials | null): HttpPort {
  return {
    exchange(request, signal) {
      const as = own()
      const headers = as && { ...asTill(as).headers, ...request.headers }
      return http.exchange(headers === null ? request : { ...request, headers }, signal)
    },
    mistrust: () => http.mistrust?.(),
  }
}
