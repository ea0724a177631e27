/** Sales without paper, with all that can happen between the charge and the day after. */
import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { givePages } from '../../../../test/support/give-pages.ts'
import { must } from '../../../../test/support/must.ts'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import { writeDiagnostics } from '../../backup/support/diagnostics.ts'

const { fixture } = fixturePerTest()

async function open() {
  givePages(fixture.service, 'https://boletas.example.cl')
  const { api } = await fixture.open()
  must(await api.saveSettings({ paperRule: 'onRequest' }))
  await fixture.until(() => api.status().hasPages === true)
  return api
}
const refused = (code: string) => ({ ok: false, refusal: { code } })

it('is printed by nobody once it has been deleted, and once is all its original comes', async () => {
  const api = await open()
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => api.status().connection === 'offline', 3_600_000)
  const [deleted, wanted] = [sellOf(api), sellOf(api)]
  must(await api.deleteReceipt({ saleId: deleted, reason: 'se equivocó' }))
  expect(api.reprint(deleted)).toMatchObject(refused('RECEIPT_DELETED'))
  expect(receiptOf(api, deleted).papers).toEqual([])
  must(api.reprint(wanted))
  expect(api.reprint(wanted)).toMatchObject(refused('RECEIPT_NOT_ISSUED'))
  expect(receiptOf(api, wanted).papers.map(({ kind }) => kind)).toEqual(['slip', 'receipt'])
})

it('waits for no printer where the service refuses it, and no diagnosis tells its page', async () => {
  const api = await open()
  const { answer } = fixture.service
  fixture.service.answer = (request) =>
    isCreation(request) ? answered(422, { code: 'INVALID_TOTAL' }) : answer(request)
  const saleId = sellOf(api)
  await fixture.until(() => receiptOf(api, saleId).attempts > 0, 3_600_000)
  await fixture.clock.advance(60_000)
  expect(receiptOf(api, saleId)).toMatchObject({ receiptPrintState: 'unwanted', papers: [] })
  expect(api.status()).toMatchObject({ unprintedCount: 0, printQueueCount: 0 })
  const { address } = must(await api.phonePage(saleId))
  const { dataDir } = fixture
  const { file } = writeDiagnostics({
    dataDir,
    folder: dataDir,
    version: '1',
    at: fixture.clock.now(),
  })
  const told = gunzipSync(readFileSync(file)).toString('latin1')
  expect(told).toContain('databaseBytes')
  expect(told).not.toContain(address.split('/').at(-1))
})

it('keeps the page it was charged with where the service takes its pages away', async () => {
  const api = await open()
  const saleId = sellOf(api)
  const { address } = must(await api.phonePage(saleId))
  const { answer } = fixture.service
  fixture.service.answer = (request) =>
    request.path.endsWith('receipt-pages') ? answered(404, '') : answer(request)
  await fixture.until(() => api.status().hasPages !== true, 3_600_000)
  expect(receiptOf(api, saleId).papers).toEqual([])
  expect(must(await api.phonePage(saleId)).address).toBe(address)
  expect(receiptOf(api, sellOf(api)).papers.map(({ kind }) => kind)).toEqual(['receipt'])
})
