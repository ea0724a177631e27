/**
 * What the window's process and the core's process say to each other. Both ends are this program,
 * so shapes are trusted. What carries it copies structures, and keeps their order.
 */
import type { UsbHostSpawner, UsbProcessEvents } from '#printing/usb/usb-process.ts'
import type { Desk } from '#shared/devices/desk.ts'
import type { UpdateOrder } from '#shared/updates/machine-updates.ts'
import type { BeginOptions } from '../begin-till.ts'
import type { SealedSecret } from '#till/kernel/till-secrets.ts'

type FromUsbHost = Parameters<UsbProcessEvents['onMessage']>[0]
type ToUsbHost = Parameters<ReturnType<UsbHostSpawner>['post']>[0]

/** What a core is opened with, as far as it can be said. */
export type CoreStart = Pick<
  BeginOptions,
  | 'paths'
  | 'checkWorkerFile'
  | 'dataDir'
  | 'apiUrl'
  | 'apiKey'
  | 'version'
  | 'asksFirst'
  | 'supportProgram'
> & {
  readonly wantsShop: boolean
  /** Where an older version kept this till, or null. */
  readonly adoptFrom: string | null
  /** A window is opening, whose first picture goes before what else starts. */
  readonly hasWindow: boolean
}

/** The practice till's own service as it runs now; null while it is down. */
export interface ServiceNow {
  readonly baseUrl: string
  readonly apiKey: string
  readonly deletingKey: string | null
}

export interface CarriedRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Uint8Array | null
}

export interface CarriedHead {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
}

/** `may-replace`: fails unless the program may be replaced now, and a backup of now is there. */
export type CoreOrder = 'back-up' | 'may-replace' | 'stop'

export type ToCore =
  /** Are you there? */
  | { readonly kind: 'ping' }
  | { readonly kind: 'start'; readonly start: CoreStart }
  | { readonly kind: 'request'; readonly id: number; readonly request: CarriedRequest }
  /** Nobody reads the answer any more. */
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'order'; readonly id: number; readonly order: CoreOrder }
  | { readonly kind: 'service'; readonly service: ServiceNow | null }
  /** The network may be another one: the machine has slept. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'told'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'not-told'; readonly id: number; readonly why: string }
  | { readonly kind: 'usb'; readonly id: number; readonly said: FromUsbHost }
  | { readonly kind: 'usb-gone'; readonly id: number; readonly why: string }

export type FromCore =
  | { readonly kind: 'pong' }
  | {
      readonly kind: 'answer'
      readonly id: number
      readonly head: CarriedHead
      readonly body: Uint8Array | null
    }
  /** The body follows in pieces until `end`. */
  | { readonly kind: 'head'; readonly id: number; readonly head: CarriedHead }
  | { readonly kind: 'piece'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly why: string }
  | { readonly kind: 'done'; readonly id: number }
  /** It is open; what is asked from here on is answered. */
  | { readonly kind: 'open' }
  /** It cannot be opened; the text is for a person. */
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'busy'; readonly isBusy: boolean }
  | { readonly kind: 'log'; readonly message: string; readonly detail: Record<string, unknown> }
  /** What the owner wants of this machine. */
  | { readonly kind: 'desk'; readonly desk: Desk }
  /** A practice till wants its own service. */
  | { readonly kind: 'service-wanted'; readonly tillDir?: string }
  | { readonly kind: 'ask'; readonly id: number; readonly question: CoreQuestion }
  | { readonly kind: 'usb-start'; readonly id: number }
  | { readonly kind: 'usb-post'; readonly id: number; readonly message: ToUsbHost }
  | { readonly kind: 'usb-kill'; readonly id: number }

/** What only the window's process can do. */
export type CoreQuestion =
  | { readonly what: 'screens' }
  | { readonly what: 'update'; readonly order: UpdateOrder }
  | { readonly what: 'can-open' }
  /** A message for WhatsApp; whoever is asked opens nothing else. */
  | { readonly what: 'open'; readonly address: string }
  | { readonly what: 'load'; readonly secret: SealedSecret }
  | { readonly what: 'is-closed'; readonly secret: SealedSecret }
  | { readonly what: 'is-lost'; readonly secret: SealedSecret }
  | { readonly what: 'place'; readonly secret: SealedSecret }
  | { readonly what: 'save'; readonly secret: SealedSecret; readonly value: string | null }

/** The service's key, what goes into the hashes of PINs, and what opens the shop's accounts. */

/** One end of what carries the words. */
export interface CorePort<In, Out> {
  readonly post: (message: Out) => void
  readonly onMessage: (listener: (message: In) => void) => void
}
