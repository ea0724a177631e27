/** A printer that broke gives way to another in one step. */
import { expect, it } from 'vitest'
import { must } from '../../test/support/must.ts'
import { stillPending } from '../../test/support/still-pending.ts'
import { LOST, receiptOf, sellOf } from '../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../test/support/till-per-test.ts'
import { PRINTER } from '../../test/support/fake-ports.ts'
import type { HttpOutcome } from './kernel/ports.ts'

const NEW = { ...PRINTER, id: 'nueva', name: 'Impresora nueva' }
const { fixture, api, honest } = fixturePerTest()

it('what waits goes to the new one, what may be out is asked, and the log says who', async () => {
  await fixture.open({ printers: [PRINTER, NEW] })
  fixture.printer.print = async ({ printer }) =>
    printer.id === PRINTER.id && asked++ === 0
      ? { kind: 'unknown', detail: 'the cable', bytesAccepted: 900 }
      : printer.id === PRINTER.id
        ? { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: 'gone' }
        : sent
  const sold = [sellOf(api), sellOf(api), sellOf(api)]
  await fixture.until(() => api.status().printerTrouble === 'PRINTER_NOT_FOUND')
  const answer = await api.replacePrinter({ fromPrinterId: PRINTER.id, toPrinterId: NEW.id })
  expect(answer).toEqual({ ok: true, value: { moved: 2, unsure: 1 } })
  const states = () => sold.map((id) => receiptOf(api, id).receiptPrintState).toSorted()
  await fixture.until(() => states().filter((state) => state === 'sent').length === 2)
  expect(states()).toEqual(['sent', 'sent', 'unknown'])
  expect(api.status().printerId).toBe(NEW.id)
  const log = api.audit({ cursor: null, limit: 1 })
  expect(log.ok && log.value.rows[0]).toMatchObject({
    action: 'printer-replaced',
    detail: { from: PRINTER.name, to: NEW.name, what: 2 },
  })
})

it.each(['asked before it moves', 'asked while it moves', 'asked after it moved', 'begun'])(
  'a copy comes out once, where its printer went: %s',
  async (when) => {
    await fixture.open({ printers: [PRINTER, NEW] })
    const out: string[] = []
    const begun = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    fixture.printer.print = async ({ printer }) => {
      if (when === 'begun' && out.length === 1) {
        begun.resolve()
        await isOver.promise
      }
      if (printer.id === PRINTER.id && out.length > 0 && when !== 'begun')
        return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: 'gone' }
      out.push(printer.id)
      return sent
    }
    const saleId = sellOf(api)
    await fixture.until(() => receiptOf(api, saleId).receiptPrintState === 'sent')
    const copy = () => expect(api.reprint(saleId)).toMatchObject({ ok: true })
    if (when === 'begun' || when.includes('before')) copy()
    if (when === 'begun') await begun.promise
    const moving = api.replacePrinter({ fromPrinterId: PRINTER.id, toPrinterId: NEW.id })
    if (when.includes('while')) copy()
    const moved = await moving
    if (when.includes('after')) copy()
    isOver.resolve()
    await fixture.until(() => out.length === 2)
    await fixture.clock.advance(120_000)
    expect(out).toEqual([PRINTER.id, when === 'begun' ? PRINTER.id : NEW.id])
    expect(moved).toMatchObject({ value: { unsure: 0 } })
    expect(receiptOf(api, saleId).papers.map(({ state }) => state)).toEqual(['sent', 'sent'])
  },
)

it('a paper that was being tried comes out at the last of two that replaced its printer', async () => {
  const third = { ...NEW, id: 'tercera', name: 'Tercera' }
  await fixture.open({ printers: [PRINTER, NEW, third] })
  const [begun, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const out: string[] = []
  fixture.printer.print = async ({ printer }) => {
    if (printer.id === PRINTER.id) {
      begun.resolve()
      await isOver.promise
    }
    if (printer.id !== third.id) return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: '' }
    out.push(printer.id)
    return sent
  }
  const saleId = sellOf(api)
  await fixture.until(() => receiptOf(api, saleId).receiptPrintState === 'printing')
  await begun.promise
  await api.replacePrinter({ fromPrinterId: PRINTER.id, toPrinterId: NEW.id })
  await api.replacePrinter({ fromPrinterId: NEW.id, toPrinterId: third.id })
  isOver.resolve()
  await fixture.clock.advance(120_000)
  expect(out).toEqual([third.id])
})

it.each([PRINTER.widthMm, 58] as const)(
  'the paper of a receipt that is not deleted in the end comes out at the new one, of %i mm',
  async (widthMm) => {
    await fixture.open({ printers: [PRINTER, { ...NEW, widthMm }] })
    const out: string[] = []
    fixture.printer.print = async ({ printer }) => {
      if (printer.id === PRINTER.id)
        return { kind: 'held', reason: 'PRINTER_NOT_FOUND', detail: 'gone' }
      out.push(printer.id)
      return sent
    }
    let answer: HttpOutcome = LOST
    fixture.service.answer = stillPending(honest, () => answer)
    const saleId = sellOf(api)
    await fixture.until(() => receiptOf(api, saleId).receiptPrintState === 'held')
    expect(must(await api.deleteReceipt({ saleId, reason: 'error' }))).toBe('asked')
    must(await api.replacePrinter({ fromPrinterId: PRINTER.id, toPrinterId: NEW.id }))
    answer = { kind: 'answered', status: 403, bodyText: '{}', headers: {} }
    await fixture.until(() => receiptOf(api, saleId).deletion === 'refused', 900_000)
    await fixture.clock.advance(60_000)
    expect(receiptOf(api, saleId).receiptPrintState).toBe('sent')
    expect(out).toEqual([NEW.id])
  },
)

it('neither by itself nor by one nobody knows', async () => {
  await fixture.open({ printers: [PRINTER, NEW] })
  for (const toPrinterId of [PRINTER.id, 'ninguna'])
    expect(await api.replacePrinter({ fromPrinterId: PRINTER.id, toPrinterId })).toMatchObject({
      refusal: { code: 'PRINTER_UNKNOWN', field: 'toPrinterId' },
    })
  expect(api.status().printerId).toBe(PRINTER.id)
})

let asked = 0
const sent = {
  kind: 'sent',
  escpos: new Uint8Array(),
  paperPng: new Uint8Array(),
  stampReadable: true,
} as const
