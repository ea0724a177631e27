/**
 * Series of sales of the whole till on the kernel's USB stack, timed. The guest is an emulated
 * processor, fifty times slower than a till's, so the same sales go to the virtual printer and over
 * TCP in turns: only the ratios say something.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import { systemClock } from '#till/adapters/system.ts'
import { FakePrinter } from '../../integration/fake-printer.ts'
import { receiptOf, sellOf, tillFixture, UNREACHABLE } from '../../support/till-fixture.ts'
import { paper, printer } from './lab-bench.ts'
import { GadgetPrinter, until } from './gadget-printer.ts'
import { openTransport } from './open-transport.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

export type Way = 'virtual' | 'tcp' | 'usb'
export type PaperKind = 'receipt' | 'slip'

export interface UsbSale {
  readonly way: Way
  readonly kind: PaperKind
  readonly committedMs: number
  /** Null for the virtual printer, which takes a paper at once. */
  readonly firstBandMs: number | null
  readonly lastByteMs: number
  readonly bytes: number
}

export interface UsbSales {
  readonly sales: readonly UsbSale[]
  /** Papers of 110 KB handed to the transport, without a till around it: milliseconds each. */
  readonly raw: { readonly bytes: number; readonly ms: readonly number[] }
}

const SALES = Number(process.argv[2] ?? 30)
/** A busy host makes fewer sales in the time there is. */
const BUDGET_MS = Number(process.argv[3] ?? 30) * 60_000
/** A receipt takes twice a slip. */
const BUDGET_SHARE = { receipt: 0.65, slip: 0.35 } as const
/** Made whatever it takes: fewer say nothing. */
const SALES_MIN = Math.min(3, SALES)
const WARM_UP = 2
const RAW_PAPERS = 10
/** Initialisation and the header of the first band come before its first dot. */
const FIRST_BAND_BYTES = 9_216
const PATIENCE_MS = 600_000
const beside = (name: string): URL => new URL(`./${name}`, import.meta.url)

const gadget = new GadgetPrinter({ socket: 0, serial: 'S123' })
await gadget.plug()
gadget.read()
const raw = await sendRaw()
const sales: UsbSale[] = []
writeFileSync('/run/lab/sales.json', JSON.stringify({ sales, raw } satisfies UsbSales))

const fake = await FakePrinter.start()
const fixture = tillFixture()
const renderer = createPaperRenderer({ fontsDir: path.resolve('resources/fonts') })
const receiptPdf = readFileSync(beside('sale-receipt.pdf')).toString('base64')
const honest = fixture.service.answer
const download = JSON.stringify({
  filename: 'x.pdf',
  content: receiptPdf,
  content_type: 'application/pdf',
})
fixture.service.answer = (request) =>
  request.path.includes('/download-base64/')
    ? { kind: 'answered', status: 200, bodyText: download, headers: {} }
    : honest(request)
const printers: Readonly<Record<Way, PrinterConfig>> = {
  virtual: { ...printer(0), id: 'virtual', transport: { kind: 'virtual' } },
  tcp: { ...printer(0), id: 'tcp', transport: { kind: 'tcp', host: '127.0.0.1', port: fake.port } },
  usb: printer(0),
}
const printing = createPrinting({
  rasterWorkerFile: beside('raster-worker.js'),
  usbHostFile: beside('usb-host.js'),
  paperDir: path.join(fixture.dataDir, 'till', 'paper'),
  printers: Object.values(printers),
  paper: renderer,
  log: () => undefined,
  usb: {
    pingTimeoutMs: 60_000,
    startTimeoutMs: 120_000,
    times: { stallMs: 30_000, halfSentWaitMsMax: PATIENCE_MS, confirmMs: PATIENCE_MS },
  },
  tcpTimes: {
    connectMs: 60_000,
    answerMs: 60_000,
    lateAnswerMs: 60_000,
    stallMs: 60_000,
    halfSentWaitMsMax: PATIENCE_MS,
    silentEndMs: 60_000,
    silentBytesPerMs: 20,
    confirmMs: 60_000,
  },
  raster: {
    timeoutMs: PATIENCE_MS,
    cpuMsMax: PATIENCE_MS,
    warmUpTimeoutMs: PATIENCE_MS,
    warmUpRounds: 0,
  },
})
await printing.ready()
// One PDF stands for every sale here, so its stamp names none of them.
const anyStamp: typeof printing = {
  ...printing,
  print: (order, signal) => printing.print({ ...order, stampOf: null }, signal),
}
const till = await fixture.open({
  printing: anyStamp,
  printers: Object.values(printers),
  clock: systemClock,
  drawSlip: (slip) => renderer.renderSlipPdf(slip),
  drawLabels: (labels) => renderer.renderLabelsPdf(labels),
})
for (const kind of ['receipt', 'slip'] as const) {
  if (kind === 'slip') fixture.service.answer = () => UNREACHABLE
  const endsAtMs = performance.now() + BUDGET_MS * BUDGET_SHARE[kind]
  for (
    let sale = -WARM_UP;
    sale < SALES_MIN || (sale < SALES && performance.now() < endsAtMs);
    sale += 1
  ) {
    // In turns, so that a busy moment of the host hits all ways alike.
    for (const way of ['virtual', 'tcp', 'usb'] as const) {
      const times = await sellTo(way, kind)
      if (sale >= 0) sales.push(times)
      console.log(JSON.stringify(times))
    }
    writeFileSync('/run/lab/sales.json', JSON.stringify({ sales, raw } satisfies UsbSales))
  }
}
await till.stop()
process.exit(0)

async function sellTo(way: Way, kind: PaperKind): Promise<UsbSale> {
  await till.api.saveSettings({ printerId: printers[way].id })
  gadget.forget()
  const seen: { firstBandMs: number | null } = { firstBandMs: null }
  const startedAtMs = performance.now()
  const noteFirstBand = () => {
    seen.firstBandMs ??= performance.now() - startedAtMs
  }
  gadget.onRead = (bytes) => {
    if (bytes >= FIRST_BAND_BYTES) noteFirstBand()
  }
  fake.onPrint = (command) => {
    if (command.kind === 'raster') noteFirstBand()
  }
  const saleId = sellOf(till.api)
  const committedMs = performance.now() - startedAtMs
  const job = () => receiptOf(till.api, saleId).papers.find((candidate) => candidate.kind === kind)
  await until(() => job()?.state === 'sent', `the ${kind} is with the ${way} printer`)
  const lastByteMs = performance.now() - startedAtMs
  gadget.onRead = null
  const bytes = readFileSync(
    path.join(fixture.dataDir, 'till', 'paper', `${job()?.jobId}.escpos`),
  ).length
  if (way === 'usb')
    await until(() => gadget.receivedLength >= bytes, 'the printer has read all of it')
  return { way, kind, committedMs, ...seen, lastByteMs, bytes }
}

async function sendRaw(): Promise<UsbSales['raw']> {
  const transport = openTransport()
  const bytes = paper(110, 1)
  const ms: number[] = []
  for (let round = -1; round < RAW_PAPERS; round += 1) {
    const startedAtMs = performance.now()
    const outcome = await transport.send(printer(0), bytes, {
      signal: new AbortController().signal,
      onTrouble: () => undefined,
    })
    if (outcome.kind !== 'accepted') throw new Error(`raw paper: ${JSON.stringify(outcome)}`)
    // The first one also starts the USB process.
    if (round >= 0) ms.push(performance.now() - startedAtMs)
  }
  await transport.close()
  return { bytes: bytes.length, ms }
}
