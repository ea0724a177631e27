/**
 * The whole till in the lab: SQLite, raster worker, USB process and the kernel's USB stack; only
 * the service is a fake.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createPaperRenderer } from '#paper/paper-renderer.ts'
import { createPrinting } from '#printing/printing.ts'
import { recoveryBytes } from '#printing/recovery.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { systemClock } from '#till/adapters/system.ts'
import type { Till } from '#till/till.ts'
import { receiptOf, sellOf, tillFixture } from '../../support/till-fixture.ts'
import { printer } from './lab-bench.ts'
import type { Bench } from './lab-bench.ts'
import { until } from './gadget-printer.ts'

const beside = (name: string): URL => new URL(`./${name}`, import.meta.url)
/** Drawing takes fifty times as long here. */
const PATIENCE_MS = 600_000

export async function sellThroughAnEmptyRoll({ a }: Bench): Promise<void> {
  const fixture = tillFixture()
  const honest = fixture.service.answer
  fixture.service.answer = async (request) => {
    const folio = /\/(\d+)\/download-base64\/80mm$/.exec(request.path)?.[1]
    if (folio === undefined) return honest(request)
    const content = readFileSync(beside(`receipt-${folio}.pdf`)).toString('base64')
    return {
      kind: 'answered',
      status: 200,
      bodyText: JSON.stringify({ filename: 'x.pdf', content, content_type: 'application/pdf' }),
      headers: {},
    }
  }
  const target = { ...printer(0), profileId: 'epson-tm-t20' }
  const paperDir = path.join(fixture.dataDir, 'till', 'paper')
  let till: Till | null = null
  const printing = createPrinting({
    rasterWorkerFile: beside('raster-worker.js'),
    usbHostFile: beside('usb-host.js'),
    paperDir,
    printers: [target],
    log: () => undefined,
    paper: createPaperRenderer({ fontsDir: path.resolve('resources/fonts') }),
    usb: {
      pingTimeoutMs: 60_000,
      startTimeoutMs: 120_000,
      times: { stallMs: 3_000, halfSentWaitMsMax: PATIENCE_MS, confirmMs: PATIENCE_MS },
    },
    raster: {
      timeoutMs: PATIENCE_MS,
      cpuMsMax: PATIENCE_MS,
      warmUpTimeoutMs: PATIENCE_MS,
      warmUpRounds: 0,
    },
    onTrouble: (printerId, trouble) => till?.printerTrouble(printerId, trouble),
  })
  const startedAtMs = performance.now()
  await printing.ready()
  console.log(
    `emulated: raster worker ready after ${Math.round(performance.now() - startedAtMs)} ms`,
  )
  till = await fixture.open({ printing, printers: [target], clock: systemClock })
  await till.api.saveSettings({ printerId: target.id })
  const open = till
  try {
    a.saysPrinted = true
    a.read(recoveryBytes().length + 12 * 1024)
    const paidAtMs = performance.now()
    const first = sellOf(open.api)
    await until(() => a.receivedLength > recoveryBytes().length, 'the receipt begins')
    const firstBytesMs = performance.now() - paidAtMs
    console.log(
      `emulated: pay key to first bytes, with the USB process to start: ${Math.round(firstBytesMs)} ms`,
    )
    await until(
      () => a.receivedLength >= recoveryBytes().length + 12 * 1024,
      'a part of it is on paper',
    )
    a.setPortStatus(0x30)
    await until(() => open.api.status().printerTrouble === 'PAPER_OUT', 'the cashier reads it')
    const second = sellOf(open.api)
    a.setPortStatus(0x18)
    a.read()
    const papers = [first, second].map((sale) => () => paperOf(open, sale))
    await until(
      () => papers.every((paper) => paper().state === 'printed'),
      "both are printed by the printer's own word",
    )
    assert.equal(open.api.status().printerTrouble, null)
    const kept = papers.map((paper) => readFileSync(path.join(paperDir, `${paper().jobId}.escpos`)))
    assert.ok(
      a.received.equals(Buffer.concat([recoveryBytes(), ...kept])),
      'each receipt is on paper once, as it was kept, and nothing else',
    )
    assert.deepEqual(
      [first, second].map((sale) => receiptOf(open.api, sale).papers.length),
      [1, 1],
    )
    console.log(
      `emulated: pay key to the printer's word: ${Math.round(await timeOfOneMore(open))} ms`,
    )
  } finally {
    a.saysPrinted = false
    await fixture.close()
  }
}

async function timeOfOneMore(till: Till): Promise<number> {
  const startedAtMs = performance.now()
  const sale = sellOf(till.api)
  await until(() => paperOf(till, sale).state === 'printed', 'one more is printed')
  return performance.now() - startedAtMs
}

function paperOf(till: Till, sale: SaleId) {
  const paper = receiptOf(till.api, sale).papers.find(({ kind }) => kind === 'receipt')
  assert.ok(paper)
  return paper
}
