/**
 * The core's end: opens the till and answers what the window's process hands it. Whatever ends this
 * process ends the core and nothing else.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { UsbHostSpawner, UsbProcessEvents } from '#printing/usb/usb-process.ts'
import type { ScreenView } from '#shared/devices/contract.ts'
import { createFileSecretStore } from '#till/adapters/system.ts'
import type { UpdatesAnswer, SecretStore } from '#till/kernel/ports.ts'
import { DataFolderInUse } from '#till/kernel/data-lock.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import type { KeyPlace } from '#shared/settings/key-place.ts'
import type { Till } from '#till/till.ts'
import { beginTill, type BegunTill, type OpenedTill } from '../begin-till.ts'
import { adoptOldFolder } from '../data-folder.ts'
import { failureText } from '../failure-text.ts'
import type { OwnService } from '../own-service.ts'
import { isStream, packHead, unpackRequest } from './carry.ts'
import type {
  CarriedRequest,
  CoreOrder,
  CorePort,
  CoreQuestion,
  CoreStart,
  FromCore,
  ServiceNow,
  ToCore,
} from './words.ts'
import {
  sealedSecrets,
  secretsBy,
  secretsIn,
  type SealedSecret,
} from '#till/kernel/till-secrets.ts'

/** A core that has just been cut off may not have let go of the folder yet. */
const FOLDER_PATIENCE_MS = 3_000
const LOOK_AGAIN_MS = 50
const BUSY_LOOK_MS = 1_000

interface ServedCore {
  /** Resolves once the core has stopped in order. */
  readonly stopped: Promise<void>
}

export function serveCore(port: CorePort<ToCore, FromCore>): ServedCore {
  const stopped = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<OpenedTill>()
  const closing = new AbortController()
  opened.promise.catch(() => {})
  let begun: Promise<BegunTill> | null = null
  const asked = new Map<number, AbortController>()
  const usb = usbThroughPort(port)
  const errands = askedThroughPort(port)
  const service = serviceThroughPort(port)
  const busy = sayBusy(port)
  const obey = obeyThrough(port, { opened: opened.promise, closing, stopped, busy })
  const serve = async (id: number, request: CarriedRequest) => {
    const abort = new AbortController()
    asked.set(id, abort)
    try {
      const response = await (await begun)?.handle(unpackRequest(request, abort.signal))
      if (response === undefined) throw new Error('the core was not started')
      await answer(port, { id, response, signal: abort.signal, lookBusy: busy.look })
    } catch (error) {
      port.post({ kind: 'failed', id, why: String(error) })
    } finally {
      asked.delete(id)
    }
  }
  const open = async (start: CoreStart) => {
    try {
      const ports = { port, errands, service, usb, closed: closing.signal }
      const till = await (begun = begin(start, ports))
      // The window stands also before a core that is begun again.
      const core = await till.open(
        () => start.hasWindow,
        () => true,
      )
      busy.follow(core.till)
      opened.resolve(core)
      port.post({ kind: 'open' })
      await core.startService()
      port.post({ kind: 'ready' })
    } catch (error) {
      opened.reject(error)
      port.post({ kind: 'refused', text: failureText(error) })
    }
  }
  port.onMessage((message) => {
    if (message.kind === 'ping') port.post({ kind: 'pong' })
    else if (message.kind === 'start') void open(message.start)
    else if (message.kind === 'request') void serve(message.id, message.request)
    else if (message.kind === 'cancel') asked.get(message.id)?.abort()
    else if (message.kind === 'order') void obey(message.id, message.order)
    else if (message.kind === 'moved')
      void opened.promise.then(({ till }) => till.serviceMoved()).catch(() => {})
    else if (message.kind === 'service') service.hear(message.service)
    else if (message.kind === 'usb') usb.hear(message.id, (heard) => heard.onMessage(message.said))
    else if (message.kind === 'usb-gone') usb.gone(message.id, message.why)
    else errands.hear(message)
  })
  return { stopped: stopped.promise }
}

interface Obeyed {
  readonly opened: Promise<OpenedTill>
  /** Somebody may still be asked for a backup. */
  readonly closing: AbortController
  readonly stopped: PromiseWithResolvers<void>
  readonly busy: ReturnType<typeof sayBusy>
}

function obeyThrough(
  port: CorePort<ToCore, FromCore>,
  { opened, closing, stopped, busy }: Obeyed,
): (id: number, order: CoreOrder) => Promise<void> {
  let isOpen = false
  opened.then(
    () => {
      isOpen = true
    },
    () => {},
  )
  return async (id, order) => {
    if (order === 'stop') closing.abort()
    try {
      if (order === 'may-replace' && !isOpen) throw new Error('the till is not open')
      // A core that did not open has stopped itself.
      const core = await opened.catch(() => null)
      if (order === 'back-up') await core?.till.backUp()
      else if (order === 'may-replace') await core?.till.mayReplace()
      else {
        busy.stop()
        await core?.stop()
      }
      port.post({ kind: 'done', id })
    } catch (error) {
      port.post({ kind: 'failed', id, why: String(error) })
    }
    if (order === 'stop') stopped.resolve()
  }
}

interface Ports {
  readonly port: CorePort<ToCore, FromCore>
  readonly errands: ReturnType<typeof askedThroughPort>
  readonly service: OwnService
  readonly usb: ReturnType<typeof usbThroughPort>
  readonly closed: AbortSignal
}

async function begin(start: CoreStart, ports: Ports): Promise<BegunTill> {
  const { port, errands, service, usb, closed } = ports
  const { adoptFrom, hasWindow: _, ...options } = start
  if (adoptFrom !== null) adoptOldFolder(adoptFrom, start.dataDir)
  const endMs = performance.now() + FOLDER_PATIENCE_MS
  for (;;) {
    try {
      return beginTill({
        ...options,
        service,
        closed,
        ...secretsIn(tillFolder(start.dataDir).folder, createFileSecretStore),
        ...secretsBy(sealedSecrets, (name) => askedFor(name, errands)),
        spawnUsbHost: usb.spawn,
        desk: {
          want: (desk) => port.post({ kind: 'desk', desk }),
          screens: async () => (await errands.ask({ what: 'screens' })) as readonly ScreenView[],
          update: async (order) => (await errands.ask({ what: 'update', order })) as UpdatesAnswer,
        },
        messages: {
          canOpen: async () => (await errands.ask({ what: 'can-open' })) === true,
          open: async (address) => (await errands.ask({ what: 'open', address })) === true,
        },
        // What cannot be said to another process is no news.
        log: (message, detail) => port.post({ kind: 'log', message, detail: plain(detail) }),
      })
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || performance.now() > endMs) throw error
      await pause(LOOK_AGAIN_MS)
    }
  }
}

/** Kept by the process that has the system's keyring. */
function askedFor(secret: SealedSecret, { ask }: Ports['errands']): SecretStore {
  return {
    load: async () => (await ask({ what: 'load', secret })) as string | null,
    isClosed: async () => (await ask({ what: 'is-closed', secret })) === true,
    isLost: async () => (await ask({ what: 'is-lost', secret })) === true,
    place: async () => (await ask({ what: 'place', secret })) as KeyPlace,
    save: async (value) => void (await ask({ what: 'save', secret, value })),
  }
}

const plain = (detail: object) => JSON.parse(JSON.stringify(detail)) as Record<string, unknown>

interface Answering {
  readonly id: number
  readonly response: Response
  /** Aborted when nobody reads it any more. */
  readonly signal: AbortSignal
  readonly lookBusy: () => void
}

async function answer(
  port: CorePort<ToCore, FromCore>,
  { id, response, signal, lookBusy }: Answering,
): Promise<void> {
  const head = packHead(response)
  if (!isStream(response) || response.body === null) {
    const body = response.body === null ? null : new Uint8Array(await response.arrayBuffer())
    // Before the answer: whoever has read it and closes the window is asked.
    lookBusy()
    return port.post({ kind: 'answer', id, head, body })
  }
  port.post({ kind: 'head', id, head })
  const reader = response.body.getReader()
  signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
  for (let read = await reader.read(); !read.done; read = await reader.read())
    port.post({ kind: 'piece', id, bytes: read.value as Uint8Array })
  port.post({ kind: 'end', id })
}

/** Says it when it changes. */
function sayBusy(port: CorePort<ToCore, FromCore>) {
  let till: Till | null = null
  let said: boolean | null = null
  const look = () => {
    const isBusy = till?.isBusy()
    if (isBusy === undefined || isBusy === said) return
    said = isBusy
    port.post({ kind: 'busy', isBusy })
  }
  const looking = setInterval(look, BUSY_LOOK_MS)
  looking.unref()
  return {
    look,
    follow(opened: Till) {
      till = opened
      look()
    },
    stop: () => clearInterval(looking),
  }
}

/** Questions to the window's process, each with one answer. */
function askedThroughPort(port: CorePort<ToCore, FromCore>) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  return {
    ask(question: CoreQuestion): Promise<unknown> {
      const id = ++lastId
      const answered = Promise.withResolvers<unknown>()
      waiting.set(id, answered)
      port.post({ kind: 'ask', id, question })
      return answered.promise
    },
    hear(message: Extract<ToCore, { readonly kind: 'told' | 'not-told' }>) {
      const answered = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'told') answered?.resolve(message.value)
      else answered?.reject(new Error(message.why))
    },
  }
}

/** The service is kept by the window's process: it outlives a core that falls. */
function serviceThroughPort(
  port: CorePort<ToCore, FromCore>,
): OwnService & { readonly hear: (service: ServiceNow | null) => void } {
  let now: ServiceNow | null = null
  let tell: () => void = () => {}
  const first = Promise.withResolvers<void>()
  return {
    baseUrl: () => now?.baseUrl ?? null,
    apiKey: () => now?.apiKey ?? null,
    deletingKey: () => now?.deletingKey ?? null,
    start(onMoved, tillDir) {
      tell = onMoved
      port.post({ kind: 'service-wanted', ...(tillDir === undefined ? {} : { tillDir }) })
      return first.promise
    },
    stop: async () => {},
    hear(service) {
      now = service
      first.resolve()
      tell()
    },
  }
}

/** USB processes are started by the window's process, which alone can. */
function usbThroughPort(port: CorePort<ToCore, FromCore>) {
  const running = new Map<number, UsbProcessEvents>()
  let lastId = 0
  const spawn: UsbHostSpawner = (events) => {
    const id = ++lastId
    running.set(id, events)
    port.post({ kind: 'usb-start', id })
    return {
      pid: undefined,
      post: (message) => port.post({ kind: 'usb-post', id, message }),
      kill: () => port.post({ kind: 'usb-kill', id }),
    }
  }
  return {
    spawn,
    hear(id: number, tell: (events: UsbProcessEvents) => void) {
      const events = running.get(id)
      if (events !== undefined) tell(events)
    },
    gone(id: number, why: string) {
      const events = running.get(id)
      running.delete(id)
      events?.onGone(why)
    },
  }
}
