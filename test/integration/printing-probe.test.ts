/** What a printer answers is asked of it at its test page, not read off its name. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { FONTS_DIR } from '../support/fonts-dir.ts'
import { createPrinting } from '#printing/printing.ts'
import type { TcpTimes } from '#printing/tcp/tcp-transport.ts'
import { DEFAULT_OPTIONS, type PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import type { HeardAnswers } from '#shared/escpos/status.ts'
import type { PrinterPort, PrintOutcome } from '#till/kernel/ports.ts'
import { sampleReceipt } from '../support/paper-samples.ts'
import { FakePrinter, tcpPrinter, type FakeBehaviour } from './fake-printer.ts'

const TIMES: TcpTimes = {
  connectMs: 2_000,
  answerMs: 80,
  lateAnswerMs: 200,
  stallMs: 60,
  halfSentWaitMsMax: 600,
  silentEndMs: 200,
  silentBytesPerMs: 1_000,
  confirmMs: 300,
}
const NOTHING: HeardAnswers = { realTime: false, sensor: false, automatic: false, printed: false }
const paper = createPaperRenderer({ fontsDir: FONTS_DIR })
const receipt = await paper.renderReceiptPdf(sampleReceipt(80))

let folder: string
let fake: FakePrinter
let printing: PrinterPort
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'meson-probe-'))
  printing = createPrinting({
    paper,
    paperDir: folder,
    printers: [],
    log: () => undefined,
    tcpTimes: TIMES,
  })
})
afterEach(async () => {
  await printing.close()
  await fake.stop()
  rmSync(folder, { recursive: true, force: true })
})

function printerAt(
  port: number,
  heard: HeardAnswers | null = null,
  profileId = 'generic-80',
): PrinterConfig {
  return { ...tcpPrinter(port), profileId, options: { ...DEFAULT_OPTIONS, heard } }
}
const jobId = '01JD0000000000000000000TST' as PrintJobId
const testPage = (profileId?: string) =>
  printing.printTestPage(
    { jobId, printer: printerAt(fake.port, null, profileId), about: ['prueba'] },
    AbortSignal.timeout(20_000),
  )
const print = (heard: HeardAnswers | null): Promise<PrintOutcome> =>
  printing.print(
    { jobId, printer: printerAt(fake.port, heard), pdf: receipt, banner: null, opensDrawer: false },
    AbortSignal.timeout(20_000),
  )
const troubleNow = async (heard: HeardAnswers | null) =>
  (await printing.discover([printerAt(fake.port, heard)]))[0]?.trouble

describe('a test page', () => {
  it.each<[string, Partial<FakeBehaviour>, string, HeardAnswers]>([
    [
      'of a model nobody knows, that answers',
      { tellsChanges: true },
      'generic-80',
      { realTime: true, sensor: true, automatic: true, printed: false },
    ],
    [
      'of a printer that says when it is finished',
      { saysPrinted: true },
      'epson-tm-t20',
      { realTime: true, sensor: true, automatic: false, printed: true },
    ],
    [
      'of a copy that only bears the name',
      {},
      'epson-tm-t20',
      { realTime: true, sensor: true, automatic: false, printed: false },
    ],
    [
      'of a printer that answers nothing but closes its side',
      { isTalkative: false },
      'epson-tm-t20',
      NOTHING,
    ],
    [
      'of a printer that gives no sign of life',
      { isTalkative: false, closesAfterEnd: false },
      'generic-80',
      NOTHING,
    ],
  ])(
    '%s hears what it answers, and puts nothing else on the paper',
    async (_, behaviour, profileId, heard) => {
      fake = await FakePrinter.start(behaviour)
      expect(await testPage(profileId)).toMatchObject({ kind: 'sent', heard })
      expect([fake.papers.length, fake.unfinished, fake.garbage]).toEqual([1, [], []])
    },
  )
})

describe('a receipt', () => {
  it('on a printer known to be silent is sent, and the printer is not in trouble', async () => {
    fake = await FakePrinter.start({ isTalkative: false, closesAfterEnd: false })
    expect(await print(null)).toMatchObject({ kind: 'unknown', reason: 'PRINTER_NOT_TAKING_DATA' })
    expect(await print(NOTHING)).toMatchObject({ kind: 'sent' })
    expect([fake.papers.length, await troubleNow(NOTHING)]).toEqual([2, null])
  })

  it('on a printer that answered once and is silent now is held before its first byte, and the trouble is told', async () => {
    fake = await FakePrinter.start({ isTalkative: false })
    const heard = { ...NOTHING, realTime: true, sensor: true }
    expect(await print(heard)).toMatchObject({ kind: 'held', reason: 'PRINTER_NOT_TAKING_DATA' })
    expect([
      fake.papers.length,
      fake.unfinished.length,
      await troubleNow(heard),
      await troubleNow(null),
    ]).toEqual([0, 0, 'PRINTER_NOT_TAKING_DATA', null])
  })

  it('on a model nobody knows is called printed once it has been heard to answer', async () => {
    fake = await FakePrinter.start()
    expect(await print(null)).toMatchObject({ kind: 'sent', isPrinted: false })
    expect(await print({ ...NOTHING, realTime: true, sensor: true })).toMatchObject({
      kind: 'sent',
      isPrinted: true,
    })
  })
})
