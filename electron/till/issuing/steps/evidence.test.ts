/**
 * What the service said about a receipt is kept word for word, and nothing it says about another
 * document is believed.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { DOCUMENT_OF_ANOTHER } from '../../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const MINUTE_MS = 60_000
const { fixture, till, honest } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

const creations = () => fixture.service.requests.filter(isCreation)
const reads = () =>
  fixture.service.requests
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/api/invoices/'))
const receipt = (saleId: SaleId) => receiptOf(till.api, saleId)
const until = (saleId: SaleId, state: string, limitMs?: number) =>
  fixture.until(() => receipt(saleId).issueState === state, limitMs)
function openFile(): Database.Database {
  return new Database(join(fixture.dataDir, 'till', 'till.db'))
}
function attempts(saleId: SaleId) {
  const db = openFile()
  const rows = db
    .prepare<
      [string],
      { request: string; outcome: string; status: number | null; answer: string | null }
    >(
      'SELECT request, outcome, http_status AS status, answer FROM attempt WHERE sale_id = ? ORDER BY id',
    )
    .all(saleId)
  db.close()
  return rows
}

describe('the evidence', () => {
  it('cannot be changed, nor removed before its receipt is issued, by no statement', async () => {
    const { answer } = fixture.service
    fixture.service.answer = () => UNREACHABLE
    const saleId = sellOf(till.api)
    await fixture.until(() => attempts(saleId).length > 0)
    const db = openFile()
    expect(() => db.exec("UPDATE attempt SET answer = 'otra'")).toThrow('attempts do not change')
    expect(() => db.exec('DELETE FROM attempt')).toThrow('attempts are kept')
    fixture.service.answer = answer
    await until(saleId, 'numbered')
    expect(() => db.exec("UPDATE attempt SET answer = 'otra'")).toThrow('attempts do not change')
    db.close()
    const accepted = attempts(saleId).find(({ outcome }) => outcome === 'accepted')
    expect(accepted).toMatchObject({ request: 'POST /api/invoices', status: 201 })
    expect(JSON.parse(accepted?.answer ?? '')).toMatchObject({
      external_reference: receipt(saleId).externalReference,
      number: 1,
    })
  })

  it('holds both answers of a refusal: the one to the creation and the one of the validation', async () => {
    const [refusal, errors] = [
      { code: 'INVALID_RUT', message: 'RUT' },
      [{ field: 'recipient', code: 'INVALID_RUT', message: 'El RUT no es válido.' }],
    ]
    fixture.service.answer = (request) => {
      if (request.method !== 'POST') return honest(request)
      return isCreation(request)
        ? answered(422, refusal)
        : answered(200, { valid: false, validation_errors: errors })
    }
    const saleId = sellOf(till.api)
    await until(saleId, 'rejected')
    expect(attempts(saleId)).toEqual([
      {
        request: 'POST /api/invoices',
        outcome: 'refused',
        status: 422,
        answer: JSON.stringify(refusal),
      },
      {
        request: 'POST /api/invoices/validate',
        outcome: 'invalid',
        status: 200,
        answer: JSON.stringify({ valid: false, validation_errors: errors }),
      },
    ])
  })

  it('holds what came late, also when it moved nothing any more', async () => {
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      const isFirst = isCreation(request) && creations().length === 1
      return isFirst
        ? new Promise((resolve) => {
            fixture.clock.after(60_000, () => resolve(answered(503, { message: 'overloaded' })))
          })
        : outcome
    }
    const saleId = sellOf(till.api)
    await until(saleId, 'numbered')
    await fixture.clock.advance(MINUTE_MS)
    expect(attempts(saleId)).toContainEqual({
      request: 'POST /api/invoices',
      outcome: 'late: wait',
      status: 503,
      answer: JSON.stringify({ message: 'overloaded' }),
    })
    expect(receipt(saleId)).toMatchObject({ issueState: 'numbered', folio: 1 })
  })
})

describe('a duplicate', () => {
  it('is one whatever status it comes with, a good one too', async () => {
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      if (!isCreation(request)) return outcome
      return creations().length === 1
        ? LOST
        : answered(200, { code: 'DUPLICATE_EXTERNAL_REFERENCE', message: 'ya existe' })
    }
    const saleId = sellOf(till.api)
    await until(saleId, 'numbered')
    expect(receipt(saleId)).toMatchObject({ folio: 1 })
    expect(creations()).toHaveLength(2)
  })

  it('that names its document in another way than by a UUID spares the walk', async () => {
    const views = new Map<string, HttpOutcome>()
    const named = (outcome: HttpOutcome): HttpOutcome =>
      outcome.kind === 'answered'
        ? {
            ...outcome,
            bodyText: outcome.bodyText.replace(/00000000-0000-4000-8000-0{8}(\d{4})/g, 'doc-$1'),
          }
        : outcome
    fixture.service.answer = async (request) => {
      const id = /by-id\/doc-(\d{4})$/.exec(request.path)?.[1]
      if (id !== undefined) return views.get(`doc-${id}`) ?? answered(404, {})
      const outcome = named(await honest(request))
      if (!isCreation(request) || outcome.kind !== 'answered' || outcome.status !== 201)
        return outcome
      views.set((JSON.parse(outcome.bodyText) as { id: string }).id, { ...outcome, status: 200 })
      return LOST
    }
    const saleId = sellOf(till.api)
    await until(saleId, 'numbered')
    expect(reads().slice(0, 1)).toEqual(['/api/invoices/by-id/doc-0001'])
  })
})

describe('an answer about another document', () => {
  it('is no answer: the receipt is sent again and gets its own folio', async () => {
    const theirs = await honest({
      method: 'POST',
      path: '/api/invoices',
      body: DOCUMENT_OF_ANOTHER,
      timeoutMs: 1,
    })
    let isConfused = true
    fixture.service.answer = (request) => {
      if (!isCreation(request) || !isConfused) return honest(request)
      isConfused = false
      return theirs
    }
    const saleId = sellOf(till.api)
    await until(saleId, 'numbered')
    expect(receipt(saleId)).toMatchObject({ folio: 2, attempts: 2 })
    expect(fixture.service.created().map(({ reference }) => reference)).toEqual([
      'P9-OTHER',
      receipt(saleId).externalReference,
    ])
  })

  it('is no answer to the search either: the folio that was asked for is asked for again', async () => {
    const before = [sellOf(till.api), sellOf(till.api)]
    await fixture.until(() => before.every((saleId) => receipt(saleId).folio !== null))
    const others = Array.from({ length: 30 }, (_, index) =>
      Buffer.from(
        JSON.stringify({
          external_reference: `P9-${index}`,
          invoice_type: '39',
          invoice_date: '2026-11-20',
          items: [{}],
          totals: { total: 1 },
        }),
      ),
    )
    let confusions = 0
    fixture.service.answer = async (request) => {
      const outcome = await honest(request)
      // Other tills take the next folios, so that a second walk would begin above ours.
      for (const body of isCreation(request) ? others.splice(0) : [])
        await honest({ ...request, body })
      if (isCreation(request))
        return outcome.kind === 'answered' && outcome.status === 409
          ? answered(400, { code: 'DUPLICATE_EXTERNAL_REFERENCE' })
          : LOST
      if (!request.path.endsWith('/39/3') || confusions > 0) return outcome
      confusions += 1
      return honest({ ...request, path: '/api/invoices/39/1' })
    }
    const saleId = sellOf(till.api)
    await until(saleId, 'reconciling')
    await until(saleId, 'numbered', 5 * MINUTE_MS)
    expect(receipt(saleId)).toMatchObject({ folio: 3 })
    expect(
      attempts(saleId).filter(
        ({ outcome }) => outcome === 'unreadable' || outcome === 'not all seen',
      ).length,
    ).toBeGreaterThan(0)
    expect(confusions).toBe(1)
  })
})

it('an answer that names no document, again and again while others pass, goes to a person', async () => {
  fixture.service.answer = (request) =>
    isCreation(request) && Buffer.from(request.body ?? []).includes('"41"')
      ? answered(200, { message: 'ok' })
      : honest(request)
  const [odd, good] = [sellOf(till.api, '201'), sellOf(till.api, '101')]
  await until(good, 'numbered')
  await fixture.clock.advance(60 * MINUTE_MS)
  expect(receipt(odd)).toMatchObject({ issueState: 'attention', lastErrorCode: 'POISON' })
})
