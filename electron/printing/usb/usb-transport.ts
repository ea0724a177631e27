import type { Log } from '#shared/core/ports.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import { assert } from '#shared/core/result.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import { modelOfProduct } from '../profiles.ts'
import type { SendOptions, SendOutcome, Transport } from '../transport.ts'
import type { UsbHostSpawner, UsbProcess } from './usb-process.ts'
import {
  CONFIRM_MS,
  HALF_SENT_WAIT_MS_MAX,
  PROBE_ANSWER_MS,
  SEND_BYTES_MAX,
  STALL_MS,
} from './usb-protocol.ts'
import type { FromUsbHost, ToUsbHost, UsbFound, UsbTarget, UsbTimes } from './usb-protocol.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

export interface UsbTransportOptions {
  readonly spawn: UsbHostSpawner
  readonly times?: UsbTimes
  readonly pingTimeoutMs?: number
  readonly startTimeoutMs?: number
  readonly log: Log
}

/** USB printers, by way of a process of their own. Nothing native is loaded into the till. */
export function createUsbTransport(options: UsbTransportOptions): Transport {
  const client = new UsbClient(options)
  return {
    send: (printer, bytes, sendOptions) => client.send(targetOf(printer), bytes, sendOptions),
    probe: (printer) => client.probe(targetOf(printer)),
    troubleOf: (printer) => client.troubleOf(targetOf(printer)),
    discover: async () => printersOf(await client.list()),
    close: () => client.close(),
  }
}

type Asked = 'send' | 'list' | 'probe' | 'ping'
/** Requests before they get their number. */
type Request = { readonly [Kind in Asked]: Omit<Extract<ToUsbHost, { kind: Kind }>, 'id'> }[Asked]

interface Waiting {
  readonly request: Request
  readonly onAnswer: (message: FromUsbHost) => void
  readonly onGone: (why: string) => void
}

/** A process that does not answer within this time is frozen, and ended. */
const PING_TIMEOUT_MS = 10_000
/** Until its first word it may be busy starting, on a machine as old as the till. */
const START_TIMEOUT_MS = 40_000
const PING_EVERY_MS = 3_000
/** With nothing to do for this long the process ends; the next order starts it again. */
const IDLE_MS = 60_000

class UsbClient {
  readonly #options: UsbTransportOptions
  readonly #waiting = new Map<number, Waiting>()
  #process: UsbProcess | null = null
  #hasSpoken = false
  #lastId = 0
  #pingTimer: NodeJS.Timeout | null = null
  #idleTimer: NodeJS.Timeout | null = null
  #listing: Promise<readonly UsbFound[]> | null = null

  constructor(options: UsbTransportOptions) {
    this.#options = options
  }

  send(
    target: UsbTarget,
    bytes: Uint8Array,
    { signal, onTrouble, confirmation = null }: SendOptions,
  ): Promise<SendOutcome> {
    assert(bytes.length <= SEND_BYTES_MAX, 'an order has an end')
    const times = this.#options.times ?? {
      stallMs: STALL_MS,
      halfSentWaitMsMax: HALF_SENT_WAIT_MS_MAX,
      confirmMs: CONFIRM_MS,
    }
    // -1 = nothing has been offered to the printer yet.
    let bytesAccepted = -1
    return new Promise((resolve) => {
      const settle = (outcome: SendOutcome): void => {
        signal.removeEventListener('abort', onAbort)
        resolve(outcome)
      }
      const id = this.#request(
        { kind: 'send', order: { target, bytes, times, confirmation } },
        {
          onAnswer: (message) => {
            if (message.kind === 'progress') bytesAccepted = message.bytesAccepted
            else if (message.kind === 'trouble') onTrouble(message.trouble)
            else if (message.kind === 'sent') settle(message.outcome)
            else if (message.kind === 'failed') settle(lost(message.detail, bytesAccepted))
          },
          onGone: (why) => settle(lost(why, bytesAccepted)),
        },
      )
      const onAbort = (): void => this.#process?.post({ kind: 'cancel', id })
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
    })
  }

  /** Listings that overlap share one look at the bus. */
  list(): Promise<readonly UsbFound[]> {
    this.#listing ??= this.#list().finally(() => {
      this.#listing = null
    })
    return this.#listing
  }

  probe(target: UsbTarget): Promise<HeardAnswers | null> {
    return new Promise((resolve) => {
      this.#request(
        { kind: 'probe', target, answerMs: PROBE_ANSWER_MS },
        {
          onAnswer: (message) => resolve(message.kind === 'probed' ? message.heard : null),
          onGone: () => resolve(null),
        },
      )
    })
  }

  async troubleOf(target: UsbTarget): Promise<PrinterTrouble | null> {
    const found = (await this.list()).filter(
      (printer) =>
        printer.vendorId === target.vendorId &&
        printer.productId === target.productId &&
        (target.serial === null || printer.serial === target.serial || printer.trouble !== null),
    )
    const there = found.find((printer) => printer.portPath === target.portPath) ?? found[0]
    return there === undefined ? 'PRINTER_NOT_FOUND' : there.trouble
  }

  close(): Promise<void> {
    this.#process?.kill()
    this.#gone('printing is closed')
    return Promise.resolve()
  }

  #list(): Promise<readonly UsbFound[]> {
    return new Promise((resolve) => {
      this.#request(
        { kind: 'list' },
        {
          onAnswer: (message) => resolve(message.kind === 'listed' ? message.printers : []),
          onGone: () => resolve([]),
        },
      )
    })
  }

  #request(request: Request, waiting: Omit<Waiting, 'request'>): number {
    this.#lastId += 1
    const id = this.#lastId
    this.#waiting.set(id, { ...waiting, request })
    this.#running().post({ ...request, id })
    this.#watch()
    return id
  }

  #running(): UsbProcess {
    if (this.#process !== null) return this.#process
    this.#hasSpoken = false
    const started: UsbProcess = this.#options.spawn({
      onMessage: (message) => {
        if (this.#process === started) this.#hear(message)
      },
      onGone: (why) => {
        if (this.#process === started || this.#process === null) this.#gone(why)
      },
    })
    this.#process = started
    return started
  }

  #hear(message: FromUsbHost): void {
    this.#hasSpoken = true
    const waiting = this.#waiting.get(message.id)
    if (waiting === undefined) return
    if (message.kind === 'stale') return this.#replace()
    const isAnswer = message.kind !== 'progress' && message.kind !== 'trouble'
    if (isAnswer) this.#waiting.delete(message.id)
    waiting.onAnswer(message)
    this.#watch()
  }

  /** The process has done nothing of what it was asked, so a new one is asked all of it. */
  #replace(): void {
    this.#process?.kill()
    this.#process = null
    const started = this.#running()
    for (const [id, { request }] of this.#waiting) started.post({ ...request, id })
  }

  /**
   * While anything is asked of the process it must answer pings; when nothing is, it may rest and
   * end.
   */
  #watch(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer)
    this.#idleTimer = null
    if (this.#waiting.size === 0) {
      this.#idleTimer = setTimeout(() => this.#process?.kill(), IDLE_MS)
      this.#idleTimer.unref()
    } else if (this.#pingTimer === null) {
      this.#pingTimer = setTimeout(() => this.#ping(), PING_EVERY_MS)
      this.#pingTimer.unref()
    }
  }

  #ping(): void {
    this.#pingTimer = null
    if (this.#waiting.size === 0 || this.#process === null) return
    const limit = setTimeout(() => {
      this.#options.log('USB process frozen, ended', {})
      this.#process?.kill()
      this.#gone('the USB process did not answer')
    }, this.#patienceMs())
    const answered = (): void => clearTimeout(limit)
    this.#request({ kind: 'ping' }, { onAnswer: answered, onGone: answered })
  }

  #patienceMs(): number {
    return this.#hasSpoken
      ? (this.#options.pingTimeoutMs ?? PING_TIMEOUT_MS)
      : (this.#options.startTimeoutMs ?? START_TIMEOUT_MS)
  }

  #gone(why: string): void {
    this.#process = null
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    if (this.#pingTimer !== null) clearTimeout(this.#pingTimer)
    this.#pingTimer = null
    if (waiting.length > 0) this.#options.log('USB process gone', { why })
    for (const { onGone } of waiting) onGone(why)
  }
}

/**
 * Bytes may have reached the printer without this side hearing of it, so only `not offered at all`
 * is safe to repeat.
 */
function lost(detail: string, bytesAccepted: number): SendOutcome {
  if (bytesAccepted < 0) return { kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA', detail }
  return { kind: 'unknown', detail, bytesAccepted }
}

function targetOf({ transport }: PrinterConfig): UsbTarget {
  assert(transport.kind === 'usb', 'this printer is on USB')
  return transport
}

function printersOf(found: readonly UsbFound[]): PrinterConfig[] {
  return found.map((printer) => ({
    id: idOf(printer, found),
    name:
      [printer.manufacturer, printer.product].filter((text) => text !== null).join(' ') ||
      'Impresora USB',
    ...modelOfProduct(printer.product),
    transport: {
      kind: 'usb',
      vendorId: printer.vendorId,
      productId: printer.productId,
      serial: printer.serial,
      portPath: printer.portPath,
    },
  }))
}

/**
 * `usb-04b8-0e15-S123`; by its socket where there is no serial number or several printers share
 * one.
 */
function idOf(printer: UsbFound, all: readonly UsbFound[]): string {
  const hex = (value: number): string => value.toString(16).padStart(4, '0')
  const twins = all.filter(
    (other) =>
      other.vendorId === printer.vendorId &&
      other.productId === printer.productId &&
      other.serial === printer.serial,
  )
  const serial = printer.serial?.replace(/[^0-9A-Za-z]+/g, '-') ?? ''
  const last =
    serial !== '' && twins.length === 1 ? serial : `port-${printer.portPath ?? 'unknown'}`
  return `usb-${hex(printer.vendorId)}-${hex(printer.productId)}-${last}`
}
