/** The bench of the lab: two printers, papers, and what is sent to them. */
import assert from 'node:assert/strict'
import type { SendOutcome, Transport } from '#printing/transport.ts'
import type { UsbTimes } from '#printing/usb/usb-protocol.ts'
import type { PrinterTrouble } from '#till/kernel/ports.ts'
import { encodeCommands } from '#shared/escpos/command.ts'
import { PLAIN_HANDLING, planPaper } from '#shared/escpos/plan.ts'
import { until } from './gadget-printer.ts'
import type { GadgetPrinter } from './gadget-printer.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

export interface TransportOptions {
  readonly uid?: number
  readonly pids?: number[]
  readonly times?: UsbTimes
  readonly pingTimeoutMs?: number
  /** The packed program whose own USB process is to print. */
  readonly packaged?: string
}

export interface Bench {
  readonly transport: Transport
  /** A transport of its own, for cases that end or restrict the USB process. */
  readonly openTransport: (options?: TransportOptions) => Transport
  readonly a: GadgetPrinter
  readonly b: GadgetPrinter
  /** The packed program's executable. */
  readonly packaged: string
}

/**
 * Patience for a guest that gets a tenth of a busy processor; a healthy one needs a fraction of it.
 */
export const TIMES = { stallMs: 1_500, halfSentWaitMsMax: 20_000, confirmMs: 100_000 }
export const KB = 1024

/**
 * The two printers of the lab share vendor, product and, where a case says so, the serial number.
 */
export function printer(
  socket: 0 | 1,
  serial: string | null = socket === 0 ? 'S123' : 'S456',
): PrinterConfig {
  return {
    id: `usb-${socket}`,
    name: 'lab',
    widthMm: 80,
    dots: 576,
    hasCutter: true,
    hasDrawer: true,
    transport: {
      kind: 'usb',
      vendorId: 0x04b8,
      productId: 0x0e15,
      serial,
      portPath: `${socket + 1}-1`,
    },
  }
}

/** A paper of about `kilobytes`, different for every seed. */
export function paper(kilobytes: number, seed: number): Uint8Array {
  const heightDots = Math.ceil((kilobytes * KB) / 72)
  const bits = new Uint8Array(72 * heightDots).map(
    (_, index) => (index * 31 + seed * 17 + (index >> 7)) & 0xff,
  )
  return encodeCommands(
    planPaper({ widthDots: 576, heightDots, bytesPerRow: 72, bits }, PLAIN_HANDLING, false),
  )
}

export interface Sending {
  readonly done: Promise<SendOutcome>
  readonly troubles: (PrinterTrouble | null)[]
  readonly abort: AbortController
}

export function send(transport: Transport, target: PrinterConfig, bytes: Uint8Array): Sending {
  const troubles: (PrinterTrouble | null)[] = []
  const abort = new AbortController()
  const done = transport.send(target, bytes, {
    signal: abort.signal,
    onTrouble: (trouble) => troubles.push(trouble),
  })
  return { done, troubles, abort }
}

export async function arrives(gadget: GadgetPrinter, bytes: Uint8Array): Promise<void> {
  await until(() => gadget.receivedLength >= bytes.length, 'all bytes arrive')
  assert.equal(
    Buffer.compare(gadget.received, Buffer.from(bytes)),
    0,
    'the printer got exactly the bytes',
  )
}

/** Sends one paper, so that later ones need no recovery bytes. */
export async function settle({ transport, a, b }: Bench): Promise<void> {
  for (const [gadget, socket] of [
    [a, 0],
    [b, 1],
  ] as const) {
    gadget.read()
    const { done } = send(transport, printer(socket), paper(1, 0))
    assert.equal((await done).kind, 'accepted')
    await until(() => gadget.receivedLength >= paper(1, 0).length, 'the first paper arrives')
    await drained(gadget)
    gadget.forget()
  }
}

export async function drained(gadget: GadgetPrinter): Promise<void> {
  let before = -1
  while (before !== gadget.receivedLength) {
    before = gadget.receivedLength
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}
