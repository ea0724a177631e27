/** A disk that takes nothing for a moment is no fault of the paper. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { PrintJobId } from '#shared/core/brand.ts'
import { manualClock, PRINTER } from '../../../test/support/till-fixture.ts'
import type { PrinterPort, PrintOutcome } from '../kernel/ports.ts'
import type { PrintStore } from './print-store.ts'
import { createPrintWorker } from './print-worker.ts'
import type { PrintState } from '#shared/paper/print-moves.ts'
import type { PrintJobRow } from './print-job-row.ts'

const SENT: PrintOutcome = {
  kind: 'sent',
  escpos: new Uint8Array([27]),
  paperPng: new Uint8Array(),
  stampReadable: true,
}
const HELD: PrintOutcome = { kind: 'held', reason: 'PAPER_OUT', detail: '' }
const job = {
  id: 'J',
  seq: 7,
  saleId: 'S',
  kind: 'receipt',
  state: 'queued',
  printerId: PRINTER.id,
  opensDrawer: 0,
  tries: 0,
  pdfFile: 'S-80.pdf',
  pdfSha256: 'x',
} as unknown as PrintJobRow

/** One order whose writings fail where `breaks` says so, by their number and state. */
async function play(
  breaks: (writing: number, state: PrintState) => boolean,
  outcomes: PrintOutcome[],
  { clock = manualClock(), ahead = () => [] as PrintJobId[] } = {},
) {
  const states: PrintState[] = ['queued']
  let writings = 0
  const store: Partial<PrintStore> = {
    heads: () => (['queued', 'held'].includes(states.at(-1) ?? '') ? [job] : []),
    recover: () => {},
    ahead,
    mark(_, state) {
      if (breaks(writings++, state))
        throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
      states.push(state)
    },
  }
  const worker = createPrintWorker({
    store: store as PrintStore,
    clock,
    printers: () => [PRINTER],
    logoOf: () => null,
    fallbackOf: () => null,
    onChange: () => {},
    onMoved: () => {},
    log: () => {},
    readPdf: async () => new Uint8Array([1]),
    drawOwn: () => null,
    fetchAgain: () => {},
    port: { print: async () => outcomes.shift() ?? SENT } as Partial<PrinterPort> as PrinterPort,
  })
  worker.start()
  await clock.advance(60_000)
  await Promise.all([worker.stop(), clock.advance(5_000)])
  return states
}

it('a paper of which nothing has gone out comes out once the disk takes it', async () => {
  expect(await play((writing) => writing === 0, [])).toEqual([
    'queued',
    'queued',
    'printing',
    'sent',
  ])
  expect(await play((writing) => writing <= 8, [])).toEqual([
    'queued',
    'queued',
    'printing',
    'sent',
  ])
})

it('a printer without paper is still one without paper when that could not be written', async () => {
  expect(await play((_, state) => state === 'held', [HELD])).toEqual([
    'queued',
    'printing',
    'queued',
    'printing',
    'sent',
  ])
})

it('a paper that is out is never printed again because that could not be written: a person looks', async () => {
  expect(await play((_, state) => state === 'sent', [])).toEqual(['queued', 'printing', 'unknown'])
})

it('a receipt lets those of earlier sales go first, for three seconds each and no longer', async () => {
  const printedAfter = async (earlierUntilMs: number): Promise<number> => {
    const clock = manualClock()
    const beganMs = clock.monotonicMs()
    let printedMs = -1
    const ahead = () =>
      clock.monotonicMs() - beganMs < earlierUntilMs ? ['earlier' as PrintJobId] : []
    const noting = (_: number, state: PrintState) => {
      if (state === 'printing') printedMs = clock.monotonicMs() - beganMs
      return false
    }
    await play(noting, [], { clock, ahead })
    return printedMs
  }
  expect(await printedAfter(0)).toBe(0)
  expect(await printedAfter(Infinity)).toBe(3_000)
})
