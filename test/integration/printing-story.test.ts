/**
 * One story on every way to a printer, with the whole till and real printing: sell, run out of
 * paper in the middle of a receipt, put in a new roll: exactly one unmarked receipt of each sale is
 * on paper. USB has it in test/usb.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import { createStampReader } from '#printing/stamp-reader.ts'
import type { StampReader } from '#printing/stamp-reader.ts'
import {
  DEFAULT_OPTIONS,
  type PrinterConfig,
  type PrinterTransport,
} from '#shared/printing/printers.ts'
import { encodeCommands } from '#shared/escpos/command.ts'
import type { EscposCommand } from '#shared/escpos/command.ts'
import { drawPaper } from '#shared/escpos/paper.ts'
import { parseEscpos } from '#shared/escpos/parse.ts'
import { pageRows } from '#shared/raster/one-bit-page.ts'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { systemClock } from '#till/adapters/system.ts'
import type { PrinterPort } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { coreHands } from '../support/core-hands.ts'
import { openCups } from '../support/cups.ts'
import type { Cups } from '../support/cups.ts'
import { cash, driveTill, type TillDriver } from '../support/till-driver.ts'
import { receiptOf, tillFixture, type TillFixture } from '../support/till-fixture.ts'
import { FakePrinter } from './fake-printer.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { samplePdf, sampleTed } from './printing-samples.ts'
import type { PrintState } from '#shared/paper/print-moves.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/** Conditions are waited for, and a busy machine may take its time. */
const PATIENT = { timeout: 90_000, interval: 25 }
const DOTS = 576

const cups = await openCups()
const noCups = 'missing' in cups ? cups.missing : null
if (noCups !== null) process.stderr.write(`SKIPPED: the story on a spooler. ${noCups}\n`)

let reader: StampReader
let fixture: TillFixture
let fake: FakePrinter
let till: Till
/** The till at its counter. */
let counter: TillDriver
let printing: PrinterPort
let paperDir: string

beforeAll(async () => {
  reader = await createStampReader()
})

afterAll(async () => {
  if (!('missing' in cups)) await cups.stop()
})

beforeEach(async () => {
  fixture = tillFixture()
  fake = await FakePrinter.start({ saysPrinted: true })
  paperDir = path.join(fixture.dataDir, 'till', 'paper')
  const honest = fixture.service.answer
  fixture.service.answer = async (request) => {
    const [, folio, widthMm] = /\/(\d+)\/download-base64\/(58|80)mm$/.exec(request.path) ?? []
    if (folio === undefined) return honest(request)
    const stamp = sampleTed(Number(folio), totalOf(Number(folio)))
    const pdf = await samplePdf({ widthMm: widthMm === '58' ? 58 : 80, lines: 2, stamp })
    const body = {
      filename: 'x.pdf',
      content: Buffer.from(pdf).toString('base64'),
      content_type: 'application/pdf',
    }
    return { kind: 'answered', status: 200, bodyText: JSON.stringify(body), headers: {} }
  }
})

afterEach(async () => {
  await fixture.close()
  await fake.stop()
})

/** A paper whose stamp names another total is not printed. */
function totalOf(folio: number): number {
  const { body = '' } = fixture.service.created().find((document) => document.folio === folio) ?? {}
  return (JSON.parse(body) as { totals: { total: number } }).totals.total
}

function printerBy(transport: PrinterTransport, more: Partial<PrinterConfig> = {}): PrinterConfig {
  return {
    id: `the-${transport.kind}`,
    name: transport.kind,
    widthMm: 80,
    dots: DOTS,
    transport,
    hasCutter: true,
    hasDrawer: true,
    profileId: 'generic-80',
    ...more,
  }
}

async function openTill(...printers: PrinterConfig[]): Promise<void> {
  printing = createPrinting({
    paper: createPaperRenderer({ fontsDir: FONTS_DIR }),
    paperDir,
    printers,
    log: () => undefined,
    onTrouble: (printerId, trouble) => till.printerTrouble(printerId, trouble),
    tcpTimes: {
      connectMs: 5_000,
      answerMs: 2_000,
      lateAnswerMs: 2_000,
      stallMs: 200,
      halfSentWaitMsMax: 120_000,
      silentEndMs: 5_000,
      silentBytesPerMs: 20,
      confirmMs: 10_000,
    },
  })
  till = await fixture.open({ printing, printers, clock: systemClock })
  // A shop begins without a printer until its owner chooses one.
  await till.api.saveSettings({ printerId: printers[0]?.id ?? '' })
  counter = driveTill(coreHands(fixture, till, { eventually: waitsFor }))
}

const waitsFor = (look: () => unknown, expected: unknown) =>
  expect.poll(look, PATIENT).toEqual(expected)

/** Of the sale paid last. */
function receipt(): ReceiptDetail {
  const [row] = till.api.listReceipts({ cursor: null, limit: 1, text: '', onlyPending: false }).rows
  if (!row) throw new Error('nothing was sold')
  return receiptOf(till.api, row.saleId)
}

interface OnPaper {
  readonly folio: number
  readonly isMarked: boolean
}

/**
 * What came out, read as a customer would: the folio in the stamp, and whether COPIA stands above.
 */
async function readPapers(papers: readonly (readonly EscposCommand[])[]): Promise<OnPaper[]> {
  const read: OnPaper[] = []
  for (const commands of papers) {
    const { page } = drawPaper(commands, DOTS)
    const { payload } = await reader.read(page)
    const folio = Number(/<F>(\d+)<\/F>/.exec(Buffer.from(payload ?? []).toString('latin1'))?.[1])
    read.push({ folio, isMarked: hasBand(page) })
  }
  return read
}

/**
 * COPIA stands white in a black band as wide as the paper; nothing else at the top of a receipt is
 * that black.
 */
function hasBand(page: OneBitPage): boolean {
  const head = pageRows(page, 0, Math.min(page.heightDots, 90))
  const black = head.bits.reduce(
    (sum, byte) => sum + byte.toString(2).replaceAll('0', '').length,
    0,
  )
  return black / (head.widthDots * head.heightDots) > 0.35
}

/** Two sales, the roll ends inside the first, somebody changes it. */
async function sellThroughAnEmptyRoll(state: PrintState = 'sent'): Promise<void> {
  fake.rowsLeft = 300
  await counter
    .scan('101')
    .pay(cash())
    .scan('101')
    .pay(cash(2_000))
    .expectChange(110)
    .meanwhile(() => waitsFor(() => fake.isStuck, true))
    // The counter goes on, and the receipts are issued, whatever the printer does.
    .expectPending(0)
    .meanwhile(() => fake.attend())
    .meanwhile(() => waitsFor(() => fake.papers.length, 2))
    .expectEveryPaper([`receipt ${state}`], [`receipt ${state}`])
  const papers = await readPapers(fake.papers)
  expect(papers.toSorted((a, b) => a.folio - b.folio)).toEqual([
    { folio: 1, isMarked: false },
    { folio: 2, isMarked: false },
  ])
  expect([fake.garbage, fake.unfinished]).toEqual([[], []])
}

describe('a till', () => {
  it('with no printer keeps selling; the receipts print once, unmarked, when there is one', async () => {
    const { port } = fake
    await fake.stop()
    await openTill(printerBy({ kind: 'tcp', host: '127.0.0.1', port }))
    await counter.scan('101').pay(cash()).expectPapers('receipt held')
    expect(till.api.status()).toMatchObject({
      printerTrouble: 'PRINTER_NOT_FOUND',
      pendingCount: 0,
    })
    const pdf = await till.handle(new Request(`http://till/paper/receipt/${receipt().saleId}`))
    expect([
      pdf.status,
      pdf.headers.get('content-disposition'),
      Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5),
    ]).toEqual([200, 'attachment; filename="boleta-39-000001.pdf"', '%PDF-'])
    fake = await FakePrinter.start({}, port)
    await counter.expectPapers('receipt sent')
    expect(await readPapers(fake.papers)).toEqual([{ folio: 1, isMarked: false }])
  })

  it('with a virtual printer keeps what would be on paper, once', async () => {
    await openTill(printerBy({ kind: 'virtual' }))
    await counter.scan('101').pay(cash()).expectPapers('receipt sent')
    const parsed = parseEscpos(
      readFileSync(path.join(paperDir, `${receipt().papers[0]?.jobId}.escpos`)),
    )
    expect(parsed.ok && (await readPapers([parsed.value.map(({ command }) => command)]))).toEqual([
      { folio: 1, isMarked: false },
    ])
  })

  it('with a network printer prints each receipt once through an empty roll, and says why it waits', async () => {
    await openTill(printerBy({ kind: 'tcp', host: '127.0.0.1', port: fake.port }))
    const seen = new Set<string | null>()
    const watch = setInterval(() => seen.add(till.api.status().printerTrouble), 10)
    const attend = fake.attend.bind(fake)
    fake.attend = () => {
      // Not before the cashier could read it.
      void expect
        .poll(() => seen.has('PAPER_OUT'), PATIENT)
        .toBe(true)
        .then(attend)
    }
    await sellThroughAnEmptyRoll().finally(() => clearInterval(watch))
    expect(seen).toContain('PAPER_OUT')
    expect(till.api.status().printerTrouble).toBeNull()
  })

  it('calls a receipt printed only when the printer has said so itself', async () => {
    await openTill(
      printerBy({ kind: 'tcp', host: '127.0.0.1', port: fake.port }, { profileId: 'epson-tm-t20' }),
    )
    await sellThroughAnEmptyRoll('printed')
    await counter.scan('101').pay(cash()).expectPapers('receipt printed')
    expect(receipt().papers[0]?.printedAt).not.toBeNull()
  })

  it.skipIf(noCups !== null)(
    'with a queue of the system prints each receipt once through an empty roll',
    async () => {
      const { server, addRawQueue } = cups as Cups
      process.env['CUPS_SERVER'] = server
      await addRawQueue('Caja-1', `socket://127.0.0.1:${fake.port}`)
      await openTill(printerBy({ kind: 'spooler', queue: 'Caja-1' }))
      await sellThroughAnEmptyRoll()
      delete process.env['CUPS_SERVER']
    },
  )

  it.skipIf(noCups !== null).each(['retry-job', 'stop-printer'] as const)(
    'takes out of the queue what broke off and would be printed again by itself (%s)',
    async (errorPolicy) => {
      const { server, addRawQueue, enable, waitingJobs, log } = cups as Cups
      process.env['CUPS_SERVER'] = server
      await addRawQueue(`Caja-${errorPolicy}`, `breaks://127.0.0.1:${fake.port}`, errorPolicy)
      await addRawQueue('Caja-segura', 'socket://127.0.0.1:9')
      const queue = printerBy({ kind: 'spooler', queue: `Caja-${errorPolicy}` })
      await openTill(queue, printerBy({ kind: 'spooler', queue: 'Caja-segura' }, { id: 'safe' }))
      const habits = new Map(
        (await till.api.discoverPrinters()).map(({ config, repeatsByItself }) => [
          config.id,
          repeatsByItself,
        ]),
      )
      expect([habits.get(queue.id), habits.get('safe')]).toEqual([true, false])
      // Queues are found without being told of.
      expect([...habits.keys()]).toEqual(
        expect.arrayContaining([`spooler-Caja-${errorPolicy}`, 'spooler-Caja-segura']),
      )
      await counter.scan('101').pay(cash()).expectPapers('receipt unknown')
      // Nothing is left in the queue that could come out later, and the queue had meant to.
      expect(await waitingJobs()).toEqual([])
      expect(log()).toMatch(
        errorPolicy === 'retry-job' ? /held for 30 seconds since it could not be sent/ : /stopped/i,
      )
      await counter.scan('101').pay(cash())
      if (errorPolicy === 'stop-printer') {
        await counter.expectPapers('receipt held')
        expect(till.api.status().printerTrouble).toBe('PRINTER_NOT_TAKING_DATA')
        await enable('Caja-stop-printer')
      }
      await counter.expectPapers('receipt sent')
      expect(await readPapers(fake.papers)).toEqual([{ folio: 2, isMarked: false }])
      // What was left of the broken band did not swallow the next paper, nor came any of it out as
      // letters.
      expect([fake.garbage, fake.unfinished]).toEqual([[], []])
      delete process.env['CUPS_SERVER']
    },
  )

  it.skipIf(noCups !== null)(
    'takes out of the queue what an earlier run of the till left half printed',
    async () => {
      const { server, addRawQueue, enable, isStopped, submit, waitingJobs } = cups as Cups
      process.env['CUPS_SERVER'] = server
      await addRawQueue('Caja-vieja', `breaks://127.0.0.1:${fake.port}`, 'stop-printer')
      const page = {
        widthDots: 576,
        heightDots: 128,
        bytesPerRow: 72,
        bits: new Uint8Array(72 * 128).fill(0x01),
      }
      await submit('Caja-vieja', encodeCommands([{ kind: 'initialize' }, { kind: 'raster', page }]))
      await expect.poll(() => isStopped('Caja-vieja'), PATIENT).toBe(true)
      expect(await waitingJobs()).toHaveLength(1)
      await openTill(printerBy({ kind: 'spooler', queue: 'Caja-vieja' }))
      await counter.scan('101').pay(cash()).expectPapers('receipt held')
      expect(await waitingJobs()).toEqual([])
      await enable('Caja-vieja')
      await counter.expectPapers('receipt sent')
      expect(await readPapers(fake.papers)).toEqual([{ folio: 1, isMarked: false }])
      delete process.env['CUPS_SERVER']
    },
  )

  it('sends papers to the second printer when the first is gone, once each and unmarked; copies say so', async () => {
    const { port } = fake
    const second = await FakePrinter.start()
    await fake.stop()
    const [gone, other] = [
      printerBy({ kind: 'tcp', host: '127.0.0.1', port }, { id: 'gone' }),
      printerBy({ kind: 'tcp', host: '127.0.0.1', port: second.port }, { id: 'other' }),
    ]
    await openTill(gone, other)
    const options = { ...DEFAULT_OPTIONS, copies: 2, footerLines: ['Gracias por su compra'] }
    expect(till.api.savePrinter({ printerId: 'other', options }).ok).toBe(true)
    await till.api.saveSettings({ fallbackPrinterId: 'other' })
    await counter.scan('101').pay(cash()).expectPapers('receipt held')
    expect(till.api.status().fallbackPrinterId).toBe('other')
    expect(till.api.movePapers({ fromPrinterId: 'gone', toPrinterId: 'other' })).toEqual({
      ok: true,
      value: { moved: 1 },
    })
    await expect.poll(() => second.papers.length, PATIENT).toBe(2)
    await till.api.saveSettings({ fallsBackByItself: true })
    await counter.scan('101').pay(cash()).expectPapers('receipt sent', 'copy sent')
    await expect.poll(() => second.papers.length, PATIENT).toBe(4)
    expect(await readPapers(second.papers)).toEqual(
      [1, 1, 2, 2].map((folio, index) => ({ folio, isMarked: index % 2 === 1 })),
    )
    fake = await FakePrinter.start({}, port)
    await second.stop()
    expect(fake.papers).toEqual([])
  })

  it('prints a test page on the printer that is asked for, and says what stops it', async () => {
    await openTill(
      printerBy({ kind: 'tcp', host: '127.0.0.1', port: fake.port }, { profileId: 'epson-tm-t20' }),
    )
    fake.isCoverOpen = true
    expect(await till.api.printTestPage({ printerId: 'the-tcp', page: 'test' })).toMatchObject({
      ok: false,
      refusal: { code: 'COVER_OPEN' },
    })
    fake.attend()
    const printed = await till.api.printTestPage({ printerId: 'the-tcp', page: 'test' })
    expect(printed).toMatchObject({ ok: true, value: { state: 'printed', stampReadable: true } })
    const picture = await till.handle(
      new Request(`http://till${printed.ok ? printed.value.imagePath : ''}`),
    )
    expect([picture.status, fake.papers.length]).toEqual([200, 1])
    const { payload } = await reader.read(drawPaper(fake.papers[0] ?? [], DOTS).page)
    expect(Buffer.from(payload ?? []).toString('latin1')).toContain('PAGINA DE PRUEBA')
  })
})
