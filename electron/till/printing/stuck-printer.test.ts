/**
 * A printer that hangs is in trouble from its first silence: what is behind goes to the second one,
 * unmarked, or waits.
 */
import { expect, it } from 'vitest'
import type { PrintOrder, PrintOutcome } from '../kernel/ports.ts'
import { PRINTER, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

const SECOND: PrinterConfig = { ...PRINTER, id: 'second', name: 'Segunda' }
const SENT: PrintOutcome = {
  kind: 'sent',
  escpos: new Uint8Array([27]),
  paperPng: new Uint8Array(),
  stampReadable: true,
}

const { fixture } = fixturePerTest()

/** The first printer takes a paper and never ends; the second one prints. */
async function openWithHungPrinter() {
  const begun: PrintOrder[] = []
  const done: PrintOrder[] = []
  const hung = Promise.withResolvers<PrintOutcome>()
  const printing = {
    ...fixture.printer,
    async print(order: PrintOrder) {
      if (order.printer.id === PRINTER.id) {
        begun.push(order)
        return hung.promise
      }
      done.push(order)
      return SENT
    },
  }
  const till = await fixture.open({ printing, printers: [PRINTER, SECOND] })
  await fixture.until(() => till.api.status().connection === 'online')
  return {
    till,
    begun,
    done,
    end: () => hung.resolve({ kind: 'unknown', detail: 'silent', bytesAccepted: 9 }),
  }
}

it('the papers behind a stuck one go to the second printer by themselves, unmarked, and so do later ones', async () => {
  const { till, begun, done, end } = await openWithHungPrinter()
  const saved = await till.api.saveSettings({
    fallbackPrinterId: SECOND.id,
    fallsBackByItself: true,
  })
  expect(saved.ok).toBe(true)
  const first = sellOf(till.api)
  await fixture.until(() => begun.length === 1)
  till.printerTrouble(PRINTER.id, 'PRINTER_NOT_TAKING_DATA')
  sellOf(till.api)
  await fixture.until(() => till.api.status().printQueueCount >= 2)
  expect([done.length, till.api.status().printerTrouble]).toEqual([0, 'PRINTER_NOT_TAKING_DATA'])
  await fixture.until(() => done.length === 1)
  sellOf(till.api)
  await fixture.until(() => done.length === 2)
  expect(done.map(({ banner }) => banner)).toEqual([null, null])
  // What is half on paper stays where it is.
  expect([begun.length, receiptOf(till.api, first).papers[0]?.state]).toEqual([1, 'printing'])
  end()
  await fixture.until(() => till.api.status().unprintedCount >= 1)
})

it('without a second printer they wait, and none of them is thrown after the first', async () => {
  const { till, begun, done, end } = await openWithHungPrinter()
  sellOf(till.api)
  await fixture.until(() => begun.length === 1)
  till.printerTrouble(PRINTER.id, 'PRINTER_NOT_TAKING_DATA')
  sellOf(till.api)
  // Its PDF is written in real time; only then is it the printer that it waits for.
  await fixture.until(() => till.api.status().printQueueCount === 2)
  // Its PDF is written in real time, and a slip may have gone before it: both wait.
  await fixture.until(() => till.api.status().printQueueCount >= 2)
  await fixture.clock.advance(120_000)
  expect([begun.length, done.length]).toEqual([1, 0])
  expect(till.api.status().printQueueCount).toBeGreaterThanOrEqual(2)
  end()
  await fixture.until(() => till.api.status().unprintedCount >= 1)
})

it('a roll near its end is a quiet warning, until a new one is in', async () => {
  const till = await fixture.open()
  await fixture.until(() => till.api.status().connection === 'online')
  fixture.printer.answer = () => ({ ...SENT, isPaperLow: true })
  sellOf(till.api)
  await fixture.until(() => till.api.status().paperIsLow === true)
  expect(till.api.status().printerTrouble).toBeNull()
  fixture.printer.answer = () => SENT
  sellOf(till.api)
  await fixture.until(() => till.api.status().paperIsLow === false)
})

it('a person who has seen the paper of a printer that never answers is believed', async () => {
  const believed: string[] = []
  const printing = {
    ...fixture.printer,
    print: async () => ({ kind: 'unknown', detail: 'silent', bytesAccepted: 9 }) as const,
    believe: ({ id }: PrinterConfig) => {
      believed.push(id)
    },
  }
  const till = await fixture.open({ printing })
  const saleId = sellOf(till.api)
  await fixture.until(() => till.api.status().unprintedCount === 1)
  till.api.settlePaper({
    jobId: receiptOf(till.api, saleId).papers.find(({ state }) => state === 'unknown')?.jobId ?? '',
    word: 'came-out',
  })
  expect(believed).toEqual([PRINTER.id])
})
