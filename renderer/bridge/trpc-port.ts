/**
 * The port over the real wire: tRPC on fetch, with one event stream. The same in Electron (till://)
 * and in the kiosk.
 */
import { createTRPCUntypedClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client'
import { EventSource, type EventSourceInit } from 'eventsource'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { ScreenId } from '#shared/core/brand.ts'
import { screenHeaders } from '#shared/bridge/screen-header.ts'
import type { Place } from './place.ts'
import { commandsOf } from './commands-of.ts'
import type { FeedListener, TillPort } from './till-port.ts'

export interface WireOptions {
  /** `till://app` or `http://127.0.0.1:PORT`. */
  readonly origin: string
  /** Null in Electron, where no other program can reach the core. */
  readonly token: string | null
  /** Which screen asks: one at a time has the open sale. */
  readonly screenId: ScreenId
  /** Null = the shop. */
  readonly place?: Place
}

export function createTrpcPort({ origin, token, screenId, place = null }: WireOptions): TillPort {
  const headers = screenHeaders(screenId, token, place)
  const client = connect(`${origin}/trpc`, headers)
  const file = fileReader(origin, headers)
  return Object.assign(
    commandsOf((name, input) => client.query(name, input)),
    {
      watch: (listener: FeedListener, afterSeq?: number) => watch(client, listener, afterSeq),
      paper: (imagePath: string) => file(imagePath),
      receiptPdf: (saleId: string) => file(`/paper/receipt/${saleId}`),
    },
  )
}

type Client = ReturnType<typeof connect>

function connect(url: string, headers: Record<string, string>) {
  return createTRPCUntypedClient({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: { fetch: fetchWith(headers) },
        }),
        // Nothing of what is asked may stand in an address, which is kept and logged more easily
        // than a body.
        false: httpLink({ url, headers, methodOverride: 'POST' }),
      }),
    ],
  })
}

function fileReader(
  origin: string,
  headers: Record<string, string>,
): (path: string) => Promise<Blob> {
  return async (path) => {
    const response = await fetch(new URL(path, origin), { headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.blob()
  }
}

/** A core that is opened again, as after a restore, is there within this, or a few of it. */
const LISTEN_AGAIN_MS = 1_000

interface Message {
  readonly id: string
  readonly data: FeedEvent
}

/**
 * A connection that breaks is taken up by itself. A stream that ends, with the database it was read
 * from or before a core that is not there, ends for good: it is asked for anew, after what was
 * heard last.
 */
function watch(client: Client, listener: FeedListener, afterSeq?: number): () => void {
  let lastEventId = afterSeq === undefined ? null : String(afterSeq)
  let timer: ReturnType<typeof setTimeout> | undefined
  let [hasLeft, wasDown] = [false, false]
  const again = () => {
    // To leave ends the stream as well.
    if (hasLeft) return
    wasDown = true
    timer = setTimeout(() => {
      subscription = listen()
    }, LISTEN_AGAIN_MS)
    listener.onLink('down')
  }
  const listen = () =>
    client.subscription(
      'feed',
      { lastEventId },
      {
        onData(message) {
          const { id, data } = message as Message
          lastEventId = id
          listener.onEvent(data)
        },
        onStarted: () => listener.onLink('up'),
        onConnectionStateChange: ({ state, error }) => {
          // Asked for anew it says so first: what was down stays down until it is up.
          if (state === 'connecting' && (error || !wasDown))
            listener.onLink(error ? 'down' : 'connecting')
          if (state === 'pending') listener.onLink('up')
        },
        onComplete: again,
        onError: again,
      },
    )
  let subscription = listen()
  return () => {
    hasLeft = true
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}

type FetchLike = NonNullable<EventSourceInit['fetch']>

/** A browser's own EventSource sends no headers; this one does. */
function fetchWith(extra: Record<string, string>): FetchLike {
  return (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...extra } })
}
