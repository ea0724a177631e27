/**
 * The window's end: hands requests to a core in a process of its own, and starts another when it
 * falls. Every sale and the open cart are on disk, so the next one goes on where it was.
 */
import type { UsbHostSpawner } from '#printing/usb/usb-process.ts'
import type { DeskPort, MessagePort, SecretStore } from '#till/kernel/ports.ts'
import type { Log } from '../machine.ts'
import type { OwnService } from '../own-service.ts'
import { answersOf, type Answers } from './answers.ts'
import { packRequest } from './carry.ts'
import { followPulse, isHung } from './heartbeat.ts'
import type { CoreOrder, CorePort, CoreQuestion, CoreStart, FromCore, ToCore } from './words.ts'
import type { SealedSecret } from '#till/kernel/till-secrets.ts'

/** Waits before a core that fell is started again; the last one repeats. */
const RESTART_MS = [0, 500, 2_000] as const
/** A core that falls oftener than this in one minute is not going to stand. */
const FALLS_MAX = 5
const FALLS_MS = 60_000
/** A core that is told to stop makes its backup, for ten seconds at the most. */
const STOP_PATIENCE_MS = 20_000

/** A process that is a core, whichever way the host makes processes. */
export interface CoreChild extends CorePort<FromCore, ToCore> {
  readonly onExit: (listener: (code: number | null) => void) => void
  readonly kill: () => void
}

interface KeepCoreOptions {
  readonly launch: () => CoreChild
  readonly start: Omit<CoreStart, 'hasWindow'>
  readonly secrets: Readonly<Record<SealedSecret, SecretStore>>
  readonly service: OwnService
  readonly spawnUsbHost: UsbHostSpawner
  readonly desk: DeskPort
  readonly messages: MessagePort
  readonly log: Log
  /** It fell or did not answer, and another one is open in its place. */
  readonly onBack: (why: CoreGone) => void
  /** It falls again and again, or refuses to open again; the text is for a person. */
  readonly onHopeless: (text: string) => void
}

export type CoreGone = 'fell' | 'hung'

/** The core could not be opened. The text is for a person. */
export class CoreRefused extends Error {}

export interface KeptCore {
  /** Waits for a core that is opening; rejects when the core falls before it has answered. */
  readonly handle: (request: Request) => Promise<Response>
  /** The first one is open and has its service. Rejects with CoreRefused. */
  readonly ready: Promise<void>
  /** A core that is not there may have anything to do. */
  readonly isBusy: () => boolean
  readonly moved: () => void
  readonly backUp: () => Promise<void>
  /** Rejects unless the program may be replaced by another version now. */
  readonly mayReplace: () => Promise<void>
  /** In order, the service after the core. */
  readonly stop: () => Promise<void>
}

export function keepCore(options: KeepCoreOptions): KeptCore {
  const { log } = options
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  let stopping: Promise<void> | null = null
  let hasBeenOpen = false
  let falls = 0
  let hangs = 0
  let current = run(true)

  function run(isFirst: boolean): RunningCore {
    const core = runCore(options, isFirst, hangs)
    core.ready.then(ready.resolve, () => {})
    core.open.then(
      () => (hasBeenOpen = true),
      () => {},
    )
    void core.ended.then((end) => onEnd(core, end))
    return core
  }
  function onEnd(core: RunningCore, { code, refusal, why }: CoreEnd): void {
    if (stopping !== null || core !== current) return
    if (refusal !== null) {
      ready.reject(new CoreRefused(refusal))
      // Before any was open, the refusal is for whoever waits for it.
      return hasBeenOpen ? options.onHopeless(refusal) : undefined
    }
    if (why === 'hung') {
      log('the core did not answer', { falls })
      hangs += 1
    } else log('the core fell', { code, falls })
    falls += 1
    setTimeout(() => (falls -= 1), FALLS_MS).unref()
    if (falls > FALLS_MAX) return options.onHopeless(FALLS_AGAIN)
    const delayMs = RESTART_MS[falls - 1] ?? RESTART_MS[RESTART_MS.length - 1]
    setTimeout(() => {
      if (stopping !== null) return
      current = run(false)
      current.open.then(
        () => options.onBack(why),
        () => {},
      )
      next.resolve()
      next = Promise.withResolvers<void>()
    }, delayMs)
  }
  /** Resolves when another core has been started. */
  let next = Promise.withResolvers<void>()
  const stop = async () => {
    await current.stop()
    await options.service.stop()
  }
  return {
    ready: ready.promise,
    async handle(request) {
      const carried = await packRequest(request)
      if (carried === null) return Response.json({ code: 'BODY_TOO_LARGE' }, { status: 413 })
      if (current.isGone() && stopping === null) await next.promise
      return current.answers.ask(carried)
    },
    isBusy: () => stopping === null && (current.isGone() || current.isBusy()),
    moved: () => current.post({ kind: 'moved' }),
    backUp: () => current.order('back-up'),
    mayReplace: () => current.order('may-replace'),
    stop: () => (stopping ??= stop()),
  }
}

const FALLS_AGAIN =
  'La caja falla una y otra vez. Lo cobrado está guardado. Reinicie el computador; si vuelve a pasar, avise a soporte. ' +
  'The till fails again and again. What was charged is saved. Restart the computer; if it happens again, tell support.'

interface CoreEnd {
  readonly code: number | null
  /** Why it did not open, where it said so. */
  readonly refusal: string | null
  readonly why: CoreGone
}

interface RunningCore {
  readonly answers: Answers
  readonly open: Promise<void>
  readonly ready: Promise<void>
  readonly ended: Promise<CoreEnd>
  readonly isGone: () => boolean
  readonly isBusy: () => boolean
  readonly post: (message: ToCore) => void
  /** Rejects when the core falls or cannot. */
  readonly order: (order: CoreOrder) => Promise<void>
  readonly stop: () => Promise<void>
}

/** One process from its start to its end. One after a fall is busy until it says it is not. */
function runCore(options: KeepCoreOptions, isFirst: boolean, hangs: number): RunningCore {
  const child = options.launch()
  const [open, ready, ended] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<CoreEnd>(),
  ]
  for (const { promise } of [open, ready]) promise.catch(() => {})
  let isGone = false
  let isBusy = !isFirst
  let refusal: string | null = null
  const post = (message: ToCore) => {
    if (!isGone) child.post(message)
  }
  const pulse = pulseOf(child, post, hangs)
  const answers = answersOf(post)
  const errands = errandsOf(options, post)
  child.onMessage((message) => {
    pulse.heard()
    if (message.kind === 'open') {
      pulse.begin()
      open.resolve()
    } else if (message.kind === 'ready') ready.resolve()
    else if (message.kind === 'busy') ({ isBusy } = message)
    else if (message.kind === 'log') options.log(message.message, message.detail)
    else if (message.kind === 'refused') {
      refusal = message.text
      child.kill()
    } else if (!answers.hear(message) && !isGone) errands.hear(message)
  })
  child.onExit((code) => {
    isGone = true
    pulse.end()
    const gone = new Error(`the core ended with ${code}`)
    for (const waiting of [open, ready]) waiting.reject(gone)
    answers.fail(gone)
    errands.end()
    ended.resolve({ code, refusal, why: pulse.why() })
  })
  post({ kind: 'start', start: { ...options.start, hasWindow: isFirst } })
  return {
    answers,
    open: open.promise,
    ready: ready.promise,
    ended: ended.promise,
    isGone: () => isGone,
    isBusy: () => isBusy,
    post,
    order: answers.order,
    async stop() {
      if (isGone) return
      // It has a patience of its own.
      pulse.end()
      const timer = setTimeout(child.kill, STOP_PATIENCE_MS)
      // Gone or not: what it could not do is done by the next start.
      await answers.order('stop').catch(() => {})
      await ended.promise
      clearTimeout(timer)
    },
  }
}

/** Followed once it is open: before, it migrates and looks through everything, at its own pace. */
function pulseOf(child: CoreChild, post: (message: ToCore) => void, hangs: number) {
  let why: CoreGone = 'fell'
  let pulse: ReturnType<typeof followPulse> | null = null
  const onHung = () => {
    why = 'hung'
    child.kill()
  }
  return {
    begin() {
      const ask = () => post({ kind: 'ping' })
      pulse ??= followPulse({ ask, isHung: (now) => isHung(now, hangs), onHung })
    },
    heard: () => pulse?.heard(),
    end: () => pulse?.stop(),
    why: () => why,
  }
}

type SecretQuestion = Extract<CoreQuestion, { readonly secret: SealedSecret }>

async function answerOf(store: SecretStore, question: SecretQuestion): Promise<unknown> {
  if (question.what === 'load') return store.load()
  if (question.what === 'is-closed') return (await store.isClosed?.()) ?? false
  if (question.what === 'is-lost') return (await store.isLost?.()) ?? false
  if (question.what === 'place') return (await store.place?.()) ?? 'file'
  return store.save(question.value)
}

/** What the core has done by this process. */
function errandsOf(options: KeepCoreOptions, post: (message: ToCore) => void) {
  const usb = new Map<number, ReturnType<UsbHostSpawner>>()
  const { secrets, service } = options
  const tellService = () => {
    const [baseUrl, apiKey] = [service.baseUrl(), service.apiKey()]
    const isThere = baseUrl !== null && apiKey !== null
    const deletingKey = service.deletingKey?.() ?? null
    post({ kind: 'service', service: isThere ? { baseUrl, apiKey, deletingKey } : null })
  }
  const answerTo = (question: CoreQuestion): Promise<unknown> => {
    if (question.what === 'screens') return options.desk.screens()
    if (question.what === 'update') return options.desk.update(question.order)
    if (question.what === 'can-open') return options.messages.canOpen()
    if (question.what === 'open') return options.messages.open(question.address)
    return answerOf(secrets[question.secret], question)
  }
  const startUsb = (id: number) =>
    usb.set(
      id,
      options.spawnUsbHost({
        onMessage: (said) => post({ kind: 'usb', id, said }),
        onGone(why) {
          usb.delete(id)
          post({ kind: 'usb-gone', id, why })
        },
      }),
    )
  return {
    hear(message: FromCore) {
      if (message.kind === 'usb-start') startUsb(message.id)
      else if (message.kind === 'usb-post') usb.get(message.id)?.post(message.message)
      else if (message.kind === 'usb-kill') usb.get(message.id)?.kill()
      else if (message.kind === 'desk') options.desk.want(message.desk)
      else if (message.kind === 'service-wanted')
        void service.start(tellService, message.tillDir).then(tellService)
      else if (message.kind === 'ask') {
        const { id, question } = message
        answerTo(question).then(
          (value) => post({ kind: 'told', id, value: value ?? null }),
          (error: unknown) => post({ kind: 'not-told', id, why: String(error) }),
        )
      }
    },
    /** Nobody would end them. */
    end: () => usb.forEach((one) => one.kill()),
  }
}
