/**
 * The drawer opens now or not at all, also where a paper hangs before it, and under whatever name
 * the printer goes.
 */
import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPrinting } from '#printing/printing.ts'
import type { PrinterPort } from '#till/kernel/ports.ts'
import type { PrintJobId } from '#shared/core/brand.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

const TIMES = {
  connectMs: 2_000,
  answerMs: 20,
  lateAnswerMs: 60,
  stallMs: 500,
  halfSentWaitMsMax: 2_000,
  silentEndMs: 2_000,
  silentBytesPerMs: 1_000,
  confirmMs: 200,
}

let server: Server
let connections: number
let printing: PrinterPort
const page = Promise.withResolvers<Uint8Array>()

beforeEach(async () => {
  connections = 0
  server = createServer({ allowHalfOpen: false }, (socket) => {
    connections += 1
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  printing = createPrinting({
    paper: { renderTestPagePdf: () => page.promise } as unknown as Parameters<
      typeof createPrinting
    >[0]['paper'],
    paperDir: tmpdir(),
    printers: [],
    tcpTimes: TIMES,
    drawerTimeoutMs: 300,
    raster: { startAfter: new Promise(() => {}) },
    log: () => {},
  })
})
afterEach(async () => {
  await printing.close()
  server.close()
})

it('an order for it that waits behind a paper is taken back, and is not sent when the paper ends', async () => {
  const { port } = server.address() as AddressInfo
  const printer: PrinterConfig = {
    id: 'one',
    name: 'one',
    widthMm: 80,
    dots: 576,
    hasCutter: true,
    hasDrawer: true,
    transport: { kind: 'tcp', host: 'localhost', port },
  }
  const sameBox: PrinterConfig = {
    ...printer,
    id: 'other',
    transport: { kind: 'tcp', host: 'LOCALHOST', port },
  }
  const hung = printing.printTestPage(
    { jobId: 'J' as PrintJobId, printer, about: [] },
    new AbortController().signal,
  )
  const early = await Promise.all([printing.kickDrawer(printer), printing.kickDrawer(sameBox)])
  expect(early).toMatchObject([
    { kind: 'held', reason: 'PRINTER_BUSY' },
    { kind: 'held', reason: 'PRINTER_BUSY' },
  ])
  page.reject(new Error('no page'))
  await expect(hung).rejects.toThrow('no page')
  expect([(await printing.kickDrawer(printer)).kind, connections]).toEqual(['sent', 1])
})
