/**
 * A service that names document types in letters and lists no companies: what its owner says in the
 * settings is used everywhere.
 */
import { beforeEach, expect, it } from 'vitest'
import type { HttpOutcome } from '../kernel/ports.ts'
import { LOST, receiptOf, sellOf } from '../../../test/support/till-fixture.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const notThere: HttpOutcome = { kind: 'answered', status: 404, bodyText: '{}', headers: {} }
const { fixture, till, honest } = fixturePerTest()
beforeEach(async () => {
  fixture.service.answer = (request) => {
    if (request.path === '/api/companies' || /^\/api\/invoices\/\d+\/\d+/.test(request.path))
      return notThere
    return honest({
      ...request,
      path: request.path
        .replace('/api/invoices/FCE/', '/api/invoices/39/')
        .replace('/api/companies/77-K/', '/api/companies/c1/'),
    })
  }
  await fixture.open()
  await fixture.clock.advance(1_000)
})

const paths = () => fixture.service.requests.map(({ path }) => path)

it('the code of the settings stands in the path of every document: for its paper, its search and its deletion', async () => {
  const first = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, first).folio !== null, 20_000)
  await fixture.clock.advance(20_000)
  expect(receiptOf(till.api, first).receiptPrintState).toBe('waiting')
  expect(await till.api.saveSettings({ pathCodes: '39=FCE' })).toMatchObject({
    ok: true,
    value: { pathCodes: '39=FCE' },
  })
  till.api.retryNow(first)
  await fixture.until(() => receiptOf(till.api, first).receiptPrintState === 'sent', 20_000)
  const answer = fixture.service.answer
  let isLost = false
  fixture.service.answer = async (request) => {
    const outcome = await answer(request)
    if (request.method !== 'POST' || request.path !== '/api/invoices') return outcome
    if (isLost) return { ...notThere, status: 400, bodyText: 'DUPLICATE_EXTERNAL_REFERENCE' }
    isLost = true
    return LOST
  }
  const lost = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, lost).folio === 2, 60_000)
  expect(paths()).toContain('/api/invoices/FCE/2')
})

it('the company of the settings is the one whose folios are read', async () => {
  await fixture.clock.advance(120_000)
  expect(till.api.status().folioStock).toEqual([])
  expect(await till.api.saveSettings({ companyId: ' 77-K ' })).toMatchObject({
    ok: true,
    value: { companyId: '77-K' },
  })
  await fixture.until(() => till.api.status().folioStock.length > 0, 120_000)
  expect(paths().some((path) => path.startsWith('/api/companies/77-K/enumeration/list'))).toBe(true)
  expect(await till.api.saveSettings({ companyId: '' })).toMatchObject({
    ok: true,
    value: { companyId: null },
  })
})

it('what cannot be one is refused at its field, and nothing is kept', async () => {
  expect(await till.api.saveSettings({ pathCodes: '39 FCE' })).toMatchObject({
    ok: false,
    refusal: { code: 'PATH_CODES_NOT_VALID', field: 'pathCodes' },
  })
  expect(await till.api.saveSettings({ companyId: '7 7', pathCodes: '39=FCE' })).toMatchObject({
    ok: false,
    refusal: { field: 'companyId' },
  })
  expect(till.api.settings()).toMatchObject({ companyId: null, pathCodes: '' })
})
