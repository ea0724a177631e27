/**
 * Printers on a serial wire, through the kernel's own pseudo terminals: nothing of the line itself
 * is played.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { autoDetect } from '@serialport/bindings-cpp'
import { SerialPortStream } from '@serialport/stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSerialTransport, type SerialTimes } from '#printing/serial/serial-transport.ts'
import type { SendOutcome, Transport } from '#printing/transport.ts'
import { DEFAULT_OPTIONS, type PrinterConfig } from '#shared/printing/printers.ts'
import { encodeCommands } from '#shared/escpos/command.ts'
import { PLAIN_HANDLING, planPaper } from '#shared/escpos/plan.ts'
import type { SerialLine } from '#shared/escpos/serial-line.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import type { PrinterTrouble } from '#till/kernel/ports.ts'
import { NO_SERIAL, openCable, type SerialCable } from '../support/serial-cable.ts'
import { SerialPrinter } from './serial-printer.ts'

const TIMES: SerialTimes = {
  answerMs: 100,
  lateAnswerMs: 300,
  stallMs: 150,
  halfSentWaitMsMax: 5_000,
  silentEndMs: 5_000,
  confirmMs: 300,
}
const SILENT: HeardAnswers = { realTime: false, sensor: false, automatic: false, printed: false }
const ANSWERS: HeardAnswers = { ...SILENT, realTime: true, sensor: true }

/** The kernel's pseudo terminals stand in for a wire. */
const ANY_TERMINAL = { isPort: (path: string) => path.startsWith('/dev/pts/'), wantsDevice: true }

let cable: SerialCable
let far: SerialPrinter
let transport: Transport
beforeEach(async () => {
  if (NO_SERIAL !== null) return
  cable = await openCable()
  far = new SerialPrinter(cable)
  transport = createSerialTransport(TIMES, () => Promise.resolve([]), ANY_TERMINAL)
})
afterEach(() => cable?.close())

function printer(
  flow: SerialLine['flow'] = 'none',
  heard: HeardAnswers | null = null,
): PrinterConfig {
  return {
    id: 'serial',
    name: 'serial',
    widthMm: 80,
    dots: 576,
    hasCutter: true,
    hasDrawer: true,
    options: { ...DEFAULT_OPTIONS, heard },
    transport: { kind: 'serial', path: cable.path, baudRate: 115_200, framing: '8N1', flow },
  }
}

/** A paper without the bytes XON and XOFF in its dots, for they would be none here anyway. */
function paper(rows: number): Uint8Array {
  const bits = new Uint8Array(72 * rows).map((_, index) => (index * 31) & 0xee)
  return encodeCommands(
    planPaper({ widthDots: 576, heightDots: rows, bytesPerRow: 72, bits }, PLAIN_HANDLING, false),
  )
}

type Troubles = (PrinterTrouble | null)[]
function send(
  to: PrinterConfig,
  bytes: Uint8Array,
  onTrouble: (trouble: PrinterTrouble | null) => void = () => undefined,
  signal = new AbortController().signal,
): Promise<SendOutcome> {
  return transport.send(to, bytes, { signal, onTrouble })
}

describe.skipIf(NO_SERIAL !== null)(
  `a serial printer${NO_SERIAL === null ? '' : ` (${NO_SERIAL})`}`,
  () => {
    it('that answers prints papers whole, one after the other, and says that it has them', async () => {
      far.isTalkative = true
      for (const rows of [300, 40])
        expect(await send(printer(), paper(rows))).toEqual({ kind: 'accepted' })
      expect([far.rows, far.garbage]).toEqual([[300, 40], []])
    })

    it('that is silent gets the paper whole, and nothing is claimed beyond this machine having passed it on', async () => {
      expect(await send(printer('none', SILENT), paper(300))).toEqual({ kind: 'accepted' })
      await far.until(() => far.rows.length === 1)
      expect([far.rows, far.garbage]).toEqual([[300], []])
    })

    it('hears what it answers, and puts nothing on paper for it', async () => {
      far.isTalkative = true
      expect(await transport.probe?.(printer())).toEqual(ANSWERS)
      expect([far.rows, far.garbage]).toEqual([[], []])
    })

    it('takes a paper at the very moment it is asked what it answers, or whether it is well', async () => {
      far.isTalkative = true
      for (const ask of [
        transport.probe?.(printer()),
        transport.troubleOf(printer('none', ANSWERS)),
      ]) {
        const sent = send(printer(), paper(40))
        await ask
        expect(await Promise.all([sent, send(printer(), paper(40))])).toEqual([
          { kind: 'accepted' },
          { kind: 'accepted' },
        ])
      }
      expect([far.rows, far.garbage]).toEqual([[40, 40, 40, 40], []])
    })

    it('stopped by XOFF in the middle is in trouble, waited for, and goes on by itself after XON', async () => {
      const troubles: Troubles = []
      far.stopAfterBytes = 16_000
      const outcome = await send(printer('xonxoff', SILENT), paper(900), (trouble) => {
        troubles.push(trouble)
        if (trouble !== null) far.goOn()
      })
      expect(outcome).toEqual({ kind: 'accepted' })
      await far.until(() => far.rows.length === 1)
      expect([far.rows, far.garbage]).toEqual([[900], []])
      expect(troubles).toEqual(['PRINTER_NOT_TAKING_DATA', null])
    })

    it('stopped for good is unknown, and the port is free at once for the next paper, which comes out whole', async () => {
      far.stopAfterBytes = 16_000
      const withdraw = new AbortController()
      const giveUp = (trouble: PrinterTrouble | null): void => {
        if (trouble !== null) withdraw.abort()
      }
      const outcome = await send(printer('xonxoff', SILENT), paper(900), giveUp, withdraw.signal)
      expect(outcome).toMatchObject({ kind: 'unknown', reason: 'PRINTER_NOT_TAKING_DATA' })
      // An XON that comes while the port is being opened is lost: it is said again and again, as
      // many printers do, and a paper that is held is tried again, as in the shop.
      const repeated = setInterval(() => far.goOn(), 20)
      const next = async (): Promise<SendOutcome> => {
        const one = await send(printer('xonxoff', SILENT), paper(90))
        return one.kind === 'held' ? next() : one
      }
      expect(await next()).toEqual({ kind: 'accepted' })
      clearInterval(repeated)
      await far.until(() => far.rows.at(-1) === 90)
      expect(far.garbage).toEqual([])
    })

    it('that takes its bytes slowly is slow and not in trouble', async () => {
      far.bytesPerTick = 4_000
      const troubles: Troubles = []
      const sending = send(printer('xonxoff', SILENT), paper(1_500), (trouble) =>
        troubles.push(trouble),
      )
      expect(await sending).toEqual({ kind: 'accepted' })
      await far.until(() => far.rows.length === 1)
      expect([far.rows, troubles, far.garbage]).toEqual([[1_500], [], []])
    })

    it('whose wire is pulled out in the middle is unknown within seconds, missing afterwards, and there again when plugged in', async () => {
      far.stopAfterBytes = 16_000
      const pulled: Promise<void>[] = []
      const outcome = await send(printer('xonxoff', SILENT), paper(900), () => {
        pulled.push(cable.pullOut())
      })
      expect(outcome).toMatchObject({ kind: 'unknown' })
      await Promise.all(pulled)
      expect(await send(printer(), paper(10))).toMatchObject({
        kind: 'held',
        reason: 'PRINTER_NOT_FOUND',
      })
      expect(await transport.troubleOf(printer())).toBe('PRINTER_NOT_FOUND')
      await cable.plugIn()
      far.reset()
      expect(await send(printer('none', SILENT), paper(70))).toEqual({ kind: 'accepted' })
      await far.until(() => far.rows.at(-1) === 70)
    })

    it('that answered at its test page and is silent now holds the paper and is shown in trouble', async () => {
      expect(await send(printer('none', ANSWERS), paper(30))).toMatchObject({
        kind: 'held',
        reason: 'PRINTER_NOT_TAKING_DATA',
      })
      expect(await transport.troubleOf(printer('none', ANSWERS))).toBe('PRINTER_NOT_TAKING_DATA')
      far.isTalkative = true
      expect(await transport.troubleOf(printer('none', ANSWERS))).toBeNull()
      far.isOutOfPaper = true
      expect(await transport.troubleOf(printer('none', ANSWERS))).toBe('PAPER_OUT')
      expect(await send(printer('none', ANSWERS), paper(30))).toMatchObject({
        kind: 'held',
        reason: 'PAPER_OUT',
      })
      expect(far.rows).toEqual([])
    })

    it('whose port another program has open is busy', async () => {
      far.isTalkative = true
      const other = await new Promise<SerialPortStream>((resolve) => {
        const options = { binding: autoDetect(), path: cable.path, baudRate: 9_600 }
        const port = new SerialPortStream(options, () => resolve(port))
      })
      expect(await send(printer(), paper(10))).toMatchObject({
        kind: 'held',
        reason: 'PRINTER_BUSY',
      })
      await new Promise<void>((resolve) => other.close(() => resolve()))
      await wait(0)
      expect(await send(printer(), paper(10))).toEqual({ kind: 'accepted' })
    })
  },
)

it('finds by itself what a maker of printers built, and leaves every other port alone', async () => {
  const found = await createSerialTransport(TIMES, () =>
    Promise.resolve([
      { path: '/dev/ttyACM0', manufacturer: 'EPSON', vendorId: '04B8' },
      { path: '/dev/ttyUSB0', manufacturer: 'FTDI', vendorId: '0403' },
      { path: '/dev/ttyS0' },
    ]),
  ).discover({ network: false })
  expect(found.map(({ id, name, transport: { kind } }) => [id, name, kind])).toEqual([
    ['serial--dev-ttyACM0', 'EPSON /dev/ttyACM0', 'serial'],
  ])
})
