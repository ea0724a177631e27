/**
 * A misbehaving printer, a hurried cashier and a lying PDF: whatever they do, no second unmarked
 * original and no lost paper.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { PrintOutcome } from '../kernel/ports.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import {
  FIXTURE_CATALOGUE,
  FIXTURE_SERVICE,
  FIXTURE_SHOP,
  PRINTER,
  receiptOf,
  sellOf,
  setUpShop,
  UNREACHABLE,
  type TillFixture,
} from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'

const HELD: PrintOutcome = { kind: 'held', reason: 'PAPER_OUT', detail: '' }
const LOST: PrintOutcome = {
  kind: 'unknown',
  detail: 'the printer closed the connection',
  bytesAccepted: 4_096,
}
const FAILED: PrintOutcome = { kind: 'failed', code: 'RASTER_CRASHED', detail: 'x' }
const HOUR_MS = 3_600_000
const SECOND: PrinterConfig = { ...PRINTER, id: 'second', name: 'Segunda' }
/** The same box under two names. */
const BY_ADDRESS: PrinterConfig = {
  ...PRINTER,
  id: 'by-address',
  transport: { kind: 'tcp', host: 'Caja.local', port: 9100 },
}
const BY_NAME: PrinterConfig = {
  ...BY_ADDRESS,
  id: 'by-name',
  transport: { kind: 'tcp', host: 'caja.local', port: 9100 },
}

const { fixture } = fixturePerTest()

async function openOnline(printers: readonly [PrinterConfig, ...PrinterConfig[]] = [PRINTER]) {
  choose(printers[0])
  const till = await fixture.open({ printers })
  await fixture.until(() => till.api.status().connection === 'online')
  return till
}
/**
 * The first of them is the shop's; what it had before is gone, and nobody remembers its address.
 */
function choose({ id }: PrinterConfig): void {
  setUpShop(fixture.dataDir, {
    shop: FIXTURE_SHOP,
    ...FIXTURE_SERVICE,
    catalogue: FIXTURE_CATALOGUE,
  })
  const db = new Database(tillFolder(fixture.dataDir).database)
  db.prepare(
    `UPDATE setting SET value_json = json_remove(json_set(value_json, '$.printerId', ?), '$.printer') WHERE key = 'till'`,
  ).run(id)
  db.close()
}
type Api = Awaited<ReturnType<typeof openOnline>>['api']

const jobOf = (api: Api, saleId: ReturnType<typeof sellOf>) =>
  receiptOf(api, saleId).papers[0]?.jobId ?? ''

describe('a printer that is gone', () => {
  it("leaves its papers to a person, whose word prints them on the till's own", async () => {
    const good = fixture.printer.answer
    fixture.printer.answer = () => HELD
    const first = await openOnline([SECOND])
    const saleId = sellOf(first.api)
    await fixture.until(() => first.api.status().printQueueCount === 1)
    await first.stop()
    fixture.printer.answer = good
    const { api } = await openOnline([{ ...PRINTER, widthMm: 58, dots: 384 }])
    await fixture.until(() => api.status().unprintedCount === 1)
    expect(receiptOf(api, saleId).papers[0]).toMatchObject({
      state: 'failed',
      trouble: 'PRINTER_UNKNOWN',
    })
    expect(api.settlePaper({ jobId: jobOf(api, saleId), word: 'print' }).ok).toBe(true)
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(fixture.printer.printed[0]).toMatchObject({ banner: null, printer: { id: PRINTER.id } })
    expect(api.status().unprintedCount).toBe(0)
  })

  it('takes no late papers with it', async () => {
    const good = fixture.printer.answer
    fixture.printer.answer = () => HELD
    const first = await openOnline([SECOND])
    sellOf(first.api)
    await fixture.until(() => first.api.status().printQueueCount === 1)
    await fixture.clock.advance(3 * HOUR_MS)
    await fixture.until(() => first.api.status().latePapers !== null)
    await first.stop()
    fixture.printer.answer = good
    const { api } = await openOnline([PRINTER])
    api.settleLatePapers({ word: 'print' })
    await fixture.until(() => fixture.printer.printed.length === 1)
    expect(fixture.printer.printed[0]?.printer.id).toBe(PRINTER.id)
  })

  it('cannot be removed while late papers of it ask', async () => {
    const till = await fixture.open({
      printers: [PRINTER],
      printing: { ...fixture.printer, models: () => [MODEL] },
    })
    await fixture.until(() => till.api.status().connection === 'online')
    const added = till.api.addPrinter({
      name: 'Red',
      address: { kind: 'tcp', host: '10.0.0.9', port: 9100 },
      modelId: MODEL.id,
    })
    if (!added.ok) throw new Error(added.refusal.code)
    await till.api.saveSettings({ printerId: added.value.id })
    fixture.printer.answer = () => HELD
    sellOf(till.api)
    await fixture.until(() => till.api.status().printQueueCount === 1)
    await fixture.clock.advance(3 * HOUR_MS)
    await fixture.until(() => till.api.status().latePapers !== null)
    expect(till.api.removePrinter(added.value.id)).toMatchObject({
      ok: false,
      refusal: { code: 'PRINTER_HAS_PAPERS' },
    })
  })
})

describe('a printer that takes some bytes and goes away, again and again', () => {
  it('does not swallow the queue: after two in a row the rest waits, unmarked, and it is said', async () => {
    const good = fixture.printer.answer
    const { api } = await openOnline()
    let begun = 0
    fixture.printer.answer = () => HELD
    for (let sale = 0; sale < 6; sale += 1) sellOf(api)
    await fixture.until(() => api.status().printQueueCount === 6)
    fixture.printer.answer = () => {
      begun += 1
      return LOST
    }
    await fixture.until(() => begun === 2)
    await fixture.clock.advance(9_000)
    expect(begun).toBe(2)
    expect(api.status()).toMatchObject({
      unprintedCount: 2,
      printQueueCount: 4,
      printerTrouble: 'PRINTER_NOT_TAKING_DATA',
    })
    fixture.printer.answer = good
    await fixture.until(() => fixture.printer.printed.length === 4)
    expect(fixture.printer.printed.map(({ banner }) => banner)).toEqual([null, null, null, null])
    expect(api.status()).toMatchObject({ unprintedCount: 2, printerTrouble: null })
  })

  it('loses the rest to the second printer where papers go there by themselves', async () => {
    const { api } = await openOnline([PRINTER, SECOND])
    const good = fixture.printer.answer
    fixture.printer.answer = () => HELD
    for (let sale = 0; sale < 5; sale += 1) sellOf(api)
    await fixture.until(() => api.status().printQueueCount === 5)
    fixture.printer.answer = (order) => (order.printer.id === SECOND.id ? good(order) : LOST)
    expect(
      (await api.saveSettings({ fallbackPrinterId: SECOND.id, fallsBackByItself: true })).ok,
    ).toBe(true)
    await fixture.until(() => fixture.printer.printed.length === 3)
    expect(fixture.printer.printed.map(({ banner, printer }) => [banner, printer.id])).toEqual(
      Array(3).fill([null, SECOND.id]),
    )
    expect(api.status().unprintedCount).toBe(2)
  })

  it('is tried again at once when a person has answered for one of its papers', async () => {
    const good = fixture.printer.answer
    const { api } = await openOnline()
    fixture.printer.answer = () => LOST
    const [first] = [sellOf(api), sellOf(api), sellOf(api)]
    await fixture.until(
      () => api.status().unprintedCount === 2 && api.status().printQueueCount === 1,
    )
    fixture.printer.answer = good
    api.settlePaper({ jobId: jobOf(api, first), word: 'came-out' })
    await fixture.until(() => fixture.printer.printed.length === 1, 500)
    expect(fixture.printer.printed[0]?.banner).toBeNull()
  })
})

describe('a second printer that is the first one under another name', () => {
  it('gets none of its papers: they wait', async () => {
    const { api } = await openOnline([BY_ADDRESS, BY_NAME])
    expect(
      (await api.saveSettings({ fallbackPrinterId: BY_NAME.id, fallsBackByItself: true })).ok,
    ).toBe(true)
    fixture.printer.answer = () => HELD
    const saleId = sellOf(api)
    await fixture.until(() => api.status().printQueueCount === 1)
    await fixture.clock.advance(60_000)
    // Between two tries; on the other printer it would be held as well.
    await fixture.until(() => receiptOf(api, saleId).papers[0]?.state === 'held')
    expect(receiptOf(api, saleId).papers[0]?.printerId).toBe(BY_ADDRESS.id)
    expect(api.status().fallbackPrinterId).toBeNull()
  })
})

describe('a receipt that was deleted', () => {
  it('is not printed by whoever still has the question on the screen', async () => {
    const { api } = await openOnline()
    fixture.service.answer = () => UNREACHABLE
    await fixture.until(() => api.status().connection === 'offline')
    fixture.printer.answer = () => FAILED
    const saleId = sellOf(api)
    await fixture.until(() => api.status().unprintedCount === 1)
    const { jobId = '' } = receiptOf(api, saleId).papers.find(({ kind }) => kind === 'slip') ?? {}
    expect(await api.deleteReceipt({ saleId, reason: 'se equivocó' })).toMatchObject({ ok: true })
    expect(api.status().unprintedCount).toBe(0)
    expect(api.settlePaper({ jobId, word: 'print' })).toMatchObject({
      ok: false,
      refusal: { code: 'RECEIPT_DELETED' },
    })
    expect(api.settlePaper({ jobId, word: 'drop' }).ok).toBe(true)
  })

  it('is not among the late papers that are printed', async () => {
    const good = fixture.printer.answer
    const { api } = await openOnline()
    fixture.service.answer = () => UNREACHABLE
    await fixture.until(() => api.status().connection === 'offline')
    fixture.printer.answer = () => HELD
    const [deleted, kept] = [sellOf(api), sellOf(api)]
    await fixture.clock.advance(3 * HOUR_MS)
    await fixture.until(() => api.status().latePapers?.count === 2)
    expect(await api.deleteReceipt({ saleId: deleted, reason: 'se equivocó' })).toMatchObject({
      ok: true,
    })
    expect(api.status()).toMatchObject({ latePapers: { count: 1 }, unprintedCount: 1 })
    fixture.printer.answer = good
    expect(api.settleLatePapers({ word: 'print' })).toEqual({ ok: true, value: { count: 1 } })
    await fixture.until(() => fixture.printer.printed.length === 1)
    await fixture.clock.advance(60_000)
    expect([
      fixture.printer.printed.length,
      receiptOf(api, kept).papers.some(({ state }) => state === 'sent'),
    ]).toEqual([1, true])
  })
})

describe('a PDF', () => {
  it('that the disk has damaged while the service is away is counted from the first moment', async () => {
    const good = fixture.printer.answer
    const { api } = await openOnline()
    fixture.printer.answer = () => HELD
    const saleId = sellOf(api)
    await fixture.until(() => receiptOf(api, saleId).papers[0]?.state === 'held')
    const honest = fixture.service.answer
    fixture.service.answer = () => UNREACHABLE
    const folder = join(fixture.dataDir, 'till', 'pdf')
    writeFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'torn')
    fixture.printer.answer = good
    await fixture.until(() => receiptOf(api, saleId).papers[0]?.trouble === 'PDF_DAMAGED')
    expect([api.status().unprintedCount, receiptOf(api, saleId).isUnprinted]).toEqual([1, true])
    await fixture.clock.advance(HOUR_MS)
    expect([api.status().unprintedCount, fixture.printer.printed.length]).toEqual([1, 0])
    fixture.service.answer = honest
    await fixture.until(() => fixture.printer.printed.length === 1, 600_000)
    expect([api.status().unprintedCount, fixture.printer.printed[0]?.banner]).toEqual([0, null])
  })
})

const MODEL = {
  id: 'generic',
  name: 'Genérica',
  widthMm: 80,
  dots: 576,
  hasCutter: true,
  hasDrawer: true,
} as unknown as ReturnType<TillFixture['printer']['models']>[number]
