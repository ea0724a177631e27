import Database from 'better-sqlite3'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { HttpOutcome, HttpRequest } from '../../kernel/ports.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { answered, isCreation, textOf } from '../../../../test/support/service-answers.ts'
import { DOCUMENT_OF_ANOTHER } from '../../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const MINUTE_MS = 60_000
const { fixture, till, honest } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

const sell = (...codes: string[]) => sellOf(till.api, ...codes)
const receipt = (saleId: SaleId) => receiptOf(till.api, saleId)
const creations = () => fixture.service.requests.filter(isCreation)
const walked = () =>
  fixture.service.requests.filter(({ path }) => /^\/api\/invoices\/\d+\/\d+$/.test(path))
const withoutId = (outcome: HttpOutcome): HttpOutcome =>
  outcome.kind === 'answered' && outcome.status === 409
    ? answered(400, { message: 'DUPLICATE_EXTERNAL_REFERENCE' })
    : outcome
/** Creates, loses the answer, and never tells a duplicate's id. */
const loseFirst = () => {
  let isLost = false
  fixture.service.answer = async (request) => {
    const outcome = withoutId(await honest(request))
    if (!isCreation(request) || isLost) return outcome
    isLost = true
    return LOST
  }
}

describe('a document whose id was lost', () => {
  it('is found by reading the folios that can be it, and adopted', async () => {
    const before = [sell(), sell(), sell()]
    await fixture.until(() => before.every((saleId) => receipt(saleId).issueState === 'numbered'))
    loseFirst()
    const saleId = sell()
    await fixture.until(() => receipt(saleId).issueState === 'numbered')
    expect(receipt(saleId)).toMatchObject({ folio: 4 })
    expect(walked().map(({ path }) => path)).toEqual(['/api/invoices/39/4'])
    expect(fixture.service.created()).toHaveLength(4)
    expect(new Set(fixture.service.requests.map(({ method }) => method))).toEqual(
      new Set(['GET', 'POST']),
    )
  })

  it('is not adopted when its total differs, and a person is told not to issue it again', async () => {
    loseFirst()
    const lying = fixture.service.answer
    fixture.service.answer = async (request) => {
      const outcome = await lying(request)
      return /\/39\/\d+$/.test(request.path) && outcome.kind === 'answered'
        ? { ...outcome, bodyText: outcome.bodyText.replace(/"total":\d+/, '"total":1') }
        : outcome
    }
    const saleId = sell()
    await fixture.until(() => receipt(saleId).issueState === 'attention')
    expect(receipt(saleId)).toMatchObject({ lastErrorCode: 'REFERENCE_COLLISION', folio: null })
  })

  it('is looked for a day, then a person is asked, who can name its id', async () => {
    loseFirst()
    const hiding = fixture.service.answer
    fixture.service.answer = (request) =>
      /\/39\/\d+$/.test(request.path) ? answered(404, {}) : hiding(request)
    const saleId = sell()
    await fixture.clock.advance(10 * MINUTE_MS)
    expect(receipt(saleId)).toMatchObject({ issueState: 'reconciling' })
    await fixture.clock.advance(25 * 60 * MINUTE_MS)
    expect(receipt(saleId)).toMatchObject({
      issueState: 'attention',
      lastErrorCode: 'DOCUMENT_UNKNOWN_ID',
    })
    expect(till.api.adoptId({ saleId, remoteId: 'ñ' })).toMatchObject({
      ok: false,
      refusal: { code: 'DOCUMENT_ID_NOT_VALID' },
    })
    expect(
      till.api.adoptId({ saleId, remoteId: '00000000-0000-4000-8000-000000000001' }),
    ).toMatchObject({ ok: true })
    await fixture.until(() => receipt(saleId).issueState === 'numbered', 20_000)
    expect(fixture.service.created()).toHaveLength(1)
  }, 60_000)

  it.each([
    ['a folio of another that cannot be read', (path: string) => path.endsWith('/39/2')],
    ['an id in some answer that leads nowhere', (path: string) => path.includes('/by-id/')],
  ])('is not hidden by %s', async (_, isBroken) => {
    const [first] = [sell()]
    await fixture.until(() => receipt(first).issueState === 'numbered')
    loseFirst()
    const losing = fixture.service.answer
    fixture.service.answer = async (request) => {
      // Another till's takes the folio before ours.
      if (isCreation(request) && creations().length === 2)
        await honest({ ...request, body: DOCUMENT_OF_ANOTHER })
      const outcome = await losing(request)
      if (isBroken(request.path)) return answered(500, {})
      return outcome.kind === 'answered' && outcome.status === 400
        ? answered(400, {
            message: 'DUPLICATE_EXTERNAL_REFERENCE',
            request_id: '00000000-0000-4000-8000-00000000abcd',
          })
        : outcome
    }
    const saleId = sell()
    await fixture.until(() => receipt(saleId).issueState === 'reconciling')
    await fixture.until(() => walked().some(({ path }) => path.endsWith('/39/3')), 10 * MINUTE_MS)
    await fixture.until(() => receipt(saleId).folio !== null, 10 * MINUTE_MS)
    expect(receipt(saleId)).toMatchObject({ folio: 3 })
  })

  it('is known from an answer that comes late on the open socket', async () => {
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      if (!isCreation(request)) return outcome
      if (creations().length > 1) return LOST
      return new Promise((resolve) => {
        fixture.clock.after(60_000, () => resolve(outcome))
      })
    }
    const saleId = sell()
    await fixture.clock.advance(30_000)
    expect(receipt(saleId).folio).toBeNull()
    await fixture.clock.advance(40_000)
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered', folio: 1 })
    expect(walked()).toEqual([])
  })
})

describe('a service that gives one document to two sales', () => {
  it.each([
    ['id', (view: Record<string, unknown>) => ({ ...view, number: 99 })],
    ['folio', (view: Record<string, unknown>) => ({ ...view, id: 'another-id' })],
  ])('the same %s: the second goes to a person, and the queue goes on', async (_, disguise) => {
    const first = sell()
    await fixture.until(() => receipt(first).issueState === 'numbered')
    const [document] = fixture.service.created()
    const theirs = JSON.parse(
      (
        (await honest({
          method: 'GET',
          path: `/api/invoices/39/${document?.folio}`,
          body: null,
          timeoutMs: 1,
        })) as { bodyText: string }
      ).bodyText,
    ) as Record<string, unknown>
    let isLying = true
    const lieTo = (request: HttpRequest) => {
      const { external_reference } = JSON.parse(textOf(request)) as { external_reference: string }
      return answered(201, disguise({ ...theirs, external_reference }))
    }
    fixture.service.answer = (request) =>
      isCreation(request) && isLying ? lieTo(request) : honest(request)
    const second = sell()
    await fixture.until(() => receipt(second).issueState === 'attention')
    isLying = false
    expect(receipt(second)).toMatchObject({
      lastErrorCode: 'REFERENCE_COLLISION',
      lastErrorText: expect.stringContaining(receipt(first).externalReference),
    })
    const third = sell()
    await fixture.until(() => receipt(third).issueState === 'numbered')
    expect(receipt(first).folio).toBe(1)
    // The one button: the same bytes again, which is safe whatever has become of them.
    till.api.retryNow(second)
    await fixture.until(() => receipt(second).issueState === 'numbered')
    expect(receipt(second).folio).toBe(3)
  })
})

describe('a refused receipt', () => {
  const badRut = {
    field: 'recipient.document_number',
    code: 'INVALID_RUT',
    message: 'El RUT no es válido.',
  }
  const refuseUnless = (word: string) => {
    fixture.service.answer = (request) => {
      if (request.method !== 'POST' || textOf(request).includes(word)) return honest(request)
      return isCreation(request)
        ? answered(422, { code: 'INVALID_RUT', message: 'no' })
        : answered(200, { valid: false, validation_errors: [badRut] })
    }
  }

  it('shows the field, takes another buyer, and is sent again under the same reference', async () => {
    refuseUnless('Rosa Soto')
    const saleId = sell()
    await fixture.until(() => receipt(saleId).issueState === 'rejected')
    expect(receipt(saleId)).toMatchObject({
      fieldErrors: [badRut],
      lastErrorText: 'El RUT no es válido.',
    })
    const { totalClp, externalReference } = receipt(saleId)
    const buyer = { rut: '12345678-5', legalName: 'Rosa Soto', phone: '', email: '' }
    expect(
      till.api.resendFixed({ saleId, recipient: { ...buyer, rut: '12345678-9' } }),
    ).toMatchObject({ ok: false, refusal: { code: 'RUT_CHECK_DIGIT' } })
    expect(till.api.resendFixed({ saleId, recipient: buyer })).toMatchObject({ ok: true })
    await fixture.until(() => receipt(saleId).issueState === 'numbered')
    expect(receipt(saleId)).toMatchObject({ totalClp, externalReference, fieldErrors: [] })
    expect(fixture.service.created()).toMatchObject([{ reference: externalReference }])
    expect(till.api.resendFixed({ saleId, recipient: null })).toMatchObject({
      ok: false,
      refusal: { code: 'RECEIPT_NOT_REFUSED' },
    })
  })

  it('can be set aside with a reason, and no longer counts as pending', async () => {
    refuseUnless('nobody')
    const saleId = sell()
    await fixture.until(() => receipt(saleId).issueState === 'rejected')
    expect(till.api.status()).toMatchObject({ pendingCount: 1, attentionCount: 1 })
    expect(till.api.setAside({ saleId, reason: '  ' })).toMatchObject({
      ok: false,
      refusal: { code: 'REASON_REQUIRED' },
    })
    expect(till.api.setAside({ saleId, reason: 'anulada con el cliente' })).toMatchObject({
      ok: true,
    })
    expect(receipt(saleId)).toMatchObject({
      issueState: 'rejected',
      setAsideReason: 'anulada con el cliente',
    })
    expect(till.api.status()).toMatchObject({ pendingCount: 0, attentionCount: 0 })
  })

  it('that validation finds nothing wrong with is tried three times more, then shown', async () => {
    fixture.service.answer = (request) =>
      isCreation(request) ? answered(422, { code: 'STRANGE', message: 'raro' }) : honest(request)
    const saleId = sell()
    await fixture.clock.advance(25 * MINUTE_MS)
    expect(receipt(saleId)).toMatchObject({
      issueState: 'queued',
      lastErrorCode: 'REFUSED_WITHOUT_REASON',
    })
    await fixture.clock.advance(10 * MINUTE_MS)
    expect(receipt(saleId)).toMatchObject({
      issueState: 'attention',
      lastErrorCode: 'REFUSED_WITHOUT_REASON',
    })
    expect(creations()).toHaveLength(4)
  })
})

describe('what is no fault of the others', () => {
  it('a type the service does not know waits for itself', async () => {
    fixture.service.answer = (request) =>
      isCreation(request) && textOf(request).includes('"41"') ? answered(404, {}) : honest(request)
    const [closed, open] = [[sell('201'), sell('201'), sell('201')], sell('101')]
    await fixture.clock.advance(4 * MINUTE_MS)
    expect(receipt(open)).toMatchObject({ issueState: 'numbered' })
    expect(till.api.status()).toMatchObject({ closedTypes: ['41'], pendingCount: 3 })
    expect(
      creations().filter((request) => textOf(request).includes('"41"')).length,
    ).toBeLessThanOrEqual(6)
    fixture.service.answer = honest
    await fixture.clock.advance(6 * MINUTE_MS)
    expect(closed.map((saleId) => receipt(saleId).issueState)).toEqual([
      'numbered',
      'numbered',
      'numbered',
    ])
    expect(till.api.status()).toMatchObject({ closedTypes: [] })
  })

  it('a receipt that breaks the service each time goes to a person after half an hour', async () => {
    fixture.service.answer = (request) =>
      isCreation(request) && textOf(request).includes('"41"') ? answered(500, {}) : honest(request)
    const [bad, good] = [sell('201'), sell('101')]
    await fixture.clock.advance(25 * MINUTE_MS)
    expect(receipt(good)).toMatchObject({ issueState: 'numbered' })
    expect(receipt(bad)).toMatchObject({ issueState: 'queued' })
    await fixture.clock.advance(15 * MINUTE_MS)
    expect(receipt(bad)).toMatchObject({ issueState: 'attention', lastErrorCode: 'POISON' })
  })

  it('a document that must follow another waits for its folio', async () => {
    fixture.service.answer = () => UNREACHABLE
    const [first, second] = [sell('201'), sell('101')]
    await till.stop()
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
    db.prepare('UPDATE receipt SET depends_on = ? WHERE sale_id = ?').run(first, second)
    db.close()
    fixture.service.answer = (request) =>
      isCreation(request) && textOf(request).includes('"41"') ? LOST : honest(request)
    await fixture.open()
    await fixture.clock.advance(2 * MINUTE_MS)
    expect(receipt(second)).toMatchObject({ issueState: 'queued', attempts: 0 })
    fixture.service.answer = honest
    await fixture.until(() => receipt(second).issueState === 'numbered')
    expect(receipt(first)).toMatchObject({ issueState: 'numbered' })
  })
})
