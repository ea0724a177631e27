import { describe, expect, it } from 'vitest'
import type { UsbProcessEvents } from './usb-process.ts'
import type { ToUsbHost, UsbFound } from './usb-protocol.ts'
import { createUsbTransport } from './usb-transport.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

const PRINTER: PrinterConfig = {
  id: 'usb',
  name: 'usb',
  widthMm: 80,
  dots: 576,
  hasCutter: true,
  hasDrawer: true,
  transport: { kind: 'usb', vendorId: 0x04b8, productId: 0x0e15, serial: 'S1', portPath: '1-2' },
}
const FOUND: UsbFound = {
  vendorId: 0x04b8,
  productId: 0x0e15,
  serial: 'S1',
  portPath: '1-2',
  manufacturer: 'EPSON',
  product: 'TM-T20II',
  trouble: null,
}

type Script = (message: ToUsbHost, events: UsbProcessEvents, started: number) => void

/** A transport whose process is played by `script`. */
function open(script: Script) {
  let started = 0
  const killed: number[] = []
  const transport = createUsbTransport({
    pingTimeoutMs: 50,
    startTimeoutMs: 50,
    log: () => undefined,
    spawn: (events) => {
      started += 1
      const mine = started
      return {
        pid: mine,
        post: (message) => queueMicrotask(() => script(message, events, mine)),
        kill: () => killed.push(mine),
      }
    },
  })
  const send = () =>
    transport.send(PRINTER, Uint8Array.of(1, 2), {
      signal: new AbortController().signal,
      onTrouble: () => undefined,
    })
  return { transport, send, killed, starts: () => started }
}

describe('the till and its USB process', () => {
  it('starts none until USB is asked for', () => {
    expect(open(() => undefined).starts()).toBe(0)
  })

  it('passes the outcome on', async () => {
    const { send } = open((message, { onMessage }) => {
      if (message.kind === 'send')
        onMessage({ kind: 'sent', id: message.id, outcome: { kind: 'accepted' } })
    })
    expect(await send()).toEqual({ kind: 'accepted' })
  })

  it('a process that dies before offering anything leaves a paper that may be sent again', async () => {
    const { send } = open((_, { onGone }) => onGone('crash'))
    expect(await send()).toMatchObject({ kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA' })
  })

  it('a process that dies in the middle leaves an unknown paper, and the next starts a new one', async () => {
    const { send, starts } = open((message, { onMessage, onGone }, started) => {
      if (message.kind !== 'send') return
      if (started === 2)
        return onMessage({ kind: 'sent', id: message.id, outcome: { kind: 'accepted' } })
      onMessage({ kind: 'progress', id: message.id, bytesAccepted: 4096 })
      onGone('crash')
    })
    expect(await send()).toEqual({ kind: 'unknown', detail: 'crash', bytesAccepted: 4096 })
    expect(await send()).toEqual({ kind: 'accepted' })
    expect(starts()).toBe(2)
  })

  it('a process that has missed a plugging is replaced and asked again', async () => {
    const { transport, killed } = open((message, { onMessage }, started) => {
      if (message.kind !== 'list') return
      onMessage(
        started === 1
          ? { kind: 'stale', id: message.id }
          : { kind: 'listed', id: message.id, printers: [FOUND] },
      )
    })
    expect((await transport.discover({ network: false })).map(({ id }) => id)).toEqual([
      'usb-04b8-0e15-S1',
    ])
    expect(killed).toEqual([1])
  })

  it('names twins by their sockets', async () => {
    const { transport } = open((message, { onMessage }) => {
      if (message.kind === 'list')
        onMessage({
          kind: 'listed',
          id: message.id,
          printers: [FOUND, { ...FOUND, portPath: '1-3' }],
        })
    })
    expect((await transport.discover({ network: false })).map(({ id }) => id)).toEqual([
      'usb-04b8-0e15-port-1-2',
      'usb-04b8-0e15-port-1-3',
    ])
    expect(await transport.troubleOf(PRINTER)).toBeNull()
  })

  it('a missing printer is missing', async () => {
    const { transport } = open((message, { onMessage }) => {
      if (message.kind === 'list') onMessage({ kind: 'listed', id: message.id, printers: [] })
    })
    expect(await transport.troubleOf(PRINTER)).toBe('PRINTER_NOT_FOUND')
  })
})
