/** Sales without paper: where the shop, the law and the moment allow it, and what follows. */
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { PaperRule } from '#shared/selling/sale/paper-choice.ts'
import { expect, it } from 'vitest'
import type { PrintOutcome } from '../kernel/ports.ts'
import { MAIL_ACCOUNT } from '../../../test/support/fake-mail.ts'
import { givePages } from '../../../test/support/give-pages.ts'
import { must } from '../../../test/support/must.ts'
import { cartOf, commitOf, receiptOf, UNREACHABLE } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const { fixture } = fixturePerTest()
const DOT = new Uint8Array()
const ROSA = {
  rut: '12345678-5',
  legalName: 'Rosa',
  activity: '',
  address: '',
  commune: '',
  phone: '',
  email: 'rosa@correo.cl',
  notes: '',
}

async function open(paperRule: PaperRule, hasPages = true) {
  if (hasPages) givePages(fixture.service, 'https://boletas.example.cl')
  const till = await fixture.open()
  const { api } = till
  const kicks: string[] = []
  const { kickDrawer } = fixture.printer
  fixture.printer.kickDrawer = (printer) => {
    kicks.push(printer.id)
    return kickDrawer(printer)
  }
  must(await api.saveSettings({ paperRule }))
  await fixture.until(() => (api.status().hasPages === true) === hasPages)
  const sell = (change: Partial<CommitInput> = {}) =>
    must(api.commitSale({ ...commitOf(api, cartOf(api, '101')), ...change })).saleId
  return { api, sell, kicks, handle: till.handle, stop: () => till.stop() }
}
const kindsOf = (api: Parameters<typeof receiptOf>[0], saleId: Parameters<typeof receiptOf>[1]) =>
  receiptOf(api, saleId).papers.map(({ kind }) => kind)

it('prints unless somebody says no, or only if somebody says yes, as the shop wants it', async () => {
  const { api, sell, kicks } = await open('ask')
  expect(kindsOf(api, sell())).toEqual(['receipt'])
  expect(kicks).toEqual([])
  const without = sell({ onPaper: false })
  expect(kindsOf(api, without)).toEqual([])
  // No paper opens the drawer for the cash.
  expect(kicks).toHaveLength(1)
  expect(api.status().paperRule).toBe('ask')
  must(await api.saveSettings({ paperRule: 'onRequest' }))
  expect(kindsOf(api, sell())).toEqual([])
  expect(kindsOf(api, sell({ onPaper: true }))).toEqual(['receipt'])
  must(await api.saveSettings({ paperRule: 'always' }))
  expect(kindsOf(api, sell({ onPaper: false }))).toEqual(['receipt'])
})

it('opens the drawer as surely as a paper would: while the cover is shut again, after a fall, and not in front of the next customer', async () => {
  const { sell, stop } = await open('onRequest')
  let kicks = 0
  const answer = (outcome: PrintOutcome) => {
    fixture.printer.kickDrawer = async () => {
      kicks += 1
      return outcome
    }
  }
  const shut = { kind: 'held', reason: 'COVER_OPEN', detail: '' } as const
  const opened = { kind: 'sent', escpos: DOT, paperPng: DOT, stampReadable: null } as const
  answer(shut)
  sell()
  await fixture.until(() => kicks === 2, 3_000)
  answer(opened)
  await fixture.until(() => kicks === 3, 3_000)
  await fixture.clock.advance(60_000)
  expect(kicks).toBe(3)
  // Never shut in time.
  answer(shut)
  sell()
  await fixture.clock.advance(60_000)
  const tried = kicks
  expect(tried).toBeLessThan(20)
  answer(opened)
  await fixture.clock.advance(60_000)
  expect(kicks).toBe(tried)
  await stop()
  // The till falls before the printer has answered, twice: once it is back soon, once it is not.
  for (const [awayMs, more] of [
    [1_000, 1],
    [20_000, 0],
  ] as const) {
    const before = kicks
    fixture.printer.kickDrawer = () => new Promise(() => {})
    const next = await fixture.open()
    must(next.api.commitSale(commitOf(next.api, cartOf(next.api, '101'))))
    await next.stop()
    answer(opened)
    await fixture.clock.advance(awayMs)
    const again = await fixture.open()
    await fixture.clock.advance(5_000)
    expect(kicks - before).toBe(more)
    await again.stop()
  }
})

it('is called unprinted by nobody, and issued like every other', async () => {
  const { api, sell } = await open('onRequest')
  const saleId = sell()
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  await fixture.clock.advance(3_600_000)
  expect(receiptOf(api, saleId)).toMatchObject({
    receiptPrintState: 'unwanted',
    isUnprinted: false,
    papers: [],
  })
  expect(api.status()).toMatchObject({ unprintedCount: 0, printQueueCount: 0, latePapers: null })
  expect(fixture.printer.printed).toEqual([])
})

it('prints the original to who asks later, then copies', async () => {
  const { api, sell } = await open('onRequest')
  const saleId = sell()
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  must(api.reprint(saleId))
  await fixture.until(() => fixture.printer.printed.length === 1)
  must(api.reprint(saleId))
  await fixture.until(() => fixture.printer.printed.length === 2)
  expect(fixture.printer.printed.map(({ banner }) => banner)).toEqual([null, 'COPIA'])
  expect(fixture.printer.printed.every(({ opensDrawer }) => !opensDrawer)).toBe(true)
  expect(kindsOf(api, saleId)).toEqual(['receipt', 'copy'])
})

it('lets who changes their mind before there is a folio leave with the slip, and the original follow', async () => {
  const { api, sell } = await open('onRequest')
  const { answer } = fixture.service
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => api.status().connection === 'offline', 3_600_000)
  const saleId = sell()
  expect(kindsOf(api, saleId)).toEqual([])
  must(api.reprint(saleId))
  await fixture.until(() => fixture.printer.printed.length === 1)
  expect(kindsOf(api, saleId)).toEqual(['receipt', 'slip'].toSorted().toReversed())
  fixture.service.answer = answer
  await fixture.until(() => fixture.printer.printed.length === 2, 3_600_000)
  expect(receiptOf(api, saleId).receiptPrintState).toBe('sent')
})

it('never leaves somebody with nothing: no page, no sale without paper, with the service or without', async () => {
  const { api, sell } = await open('onRequest', false)
  expect(kindsOf(api, sell({ onPaper: false }))).toEqual(['receipt'])
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => api.status().connection === 'offline', 3_600_000)
  expect(kindsOf(api, sell({ onPaper: false }))).toEqual(['slip', 'receipt'])
})

it('prints invoices and vouchers whatever is said', async () => {
  const { api, sell } = await open('onRequest')
  const buyer = {
    rut: '12.345.678-5',
    legalName: 'Ana Pérez',
    phone: '',
    email: '',
    activity: 'Comercio',
    address: 'Calle 1',
    commune: 'Ñuñoa',
  }
  const invoice = sell({ onPaper: false, isInvoice: true, recipient: buyer })
  expect(kindsOf(api, invoice)).toEqual(['receipt'])
})

it('is answered again as it was, whatever the second press says of paper', async () => {
  const { api } = await open('ask')
  const charge = { ...commitOf(api, cartOf(api, '101')), onPaper: false }
  const first = must(api.commitSale(charge))
  expect(must(api.commitSale({ ...charge, onPaper: true }))).toEqual(first)
  expect(kindsOf(api, first.saleId)).toEqual([])
})

it('goes without paper to who gets it by e-mail, while the e-mail can go', async () => {
  const { api, sell } = await open('onRequest', false)
  const rosa = { rut: '12.345.678-5', legalName: 'Rosa', phone: '', email: '' }
  const toRosa = () => kindsOf(api, sell({ recipient: rosa }))
  must(api.saveCustomer({ ...ROSA, isNew: true, mailsReceipts: true }))
  expect(toRosa()).toEqual(['receipt'])
  expect(api.status().paperRule).toBeUndefined()
  must(await api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'secreta' }))
  expect(api.status()).toMatchObject({ paperRule: 'onRequest' })
  expect(toRosa()).toEqual([])
  expect(kindsOf(api, sell())).toEqual(['receipt'])
  expect(kindsOf(api, sell({ recipient: rosa, onPaper: true }))).toEqual(['receipt'])
  expect(api.findCustomers({ text: 'rosa', limit: 1 })).toMatchObject([{ isMailed: true }])
  // The e-mail would come later, and the customer leaves now.
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => api.status().connection === 'offline', 3_600_000)
  expect(toRosa()).toEqual(['slip', 'receipt'])
})

it('can be saved as a file, which is fetched then', async () => {
  const { api, sell, handle } = await open('onRequest')
  const saleId = sell()
  await fixture.until(() => receiptOf(api, saleId).folio !== null)
  const save = () => handle(new Request(`http://till/paper/receipt/${saleId}`))
  const { answer } = fixture.service
  fixture.service.answer = () => UNREACHABLE
  expect((await save()).status).toBe(404)
  fixture.service.answer = answer
  const saved = await save()
  expect(saved.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await saved.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/)
  expect(receiptOf(api, saleId).papers).toEqual([])
})
