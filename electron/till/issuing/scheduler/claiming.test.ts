/**
 * Receipts claimed before their turn: what happens to those whose turn never comes.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import {
  receiptOf,
  sellOf,
  tillFixture,
  UNREACHABLE,
  type TillFixture,
} from '../../../../test/support/till-fixture.ts'
import type { HttpOutcome, HttpRequest } from '../../kernel/ports.ts'
import type { Till } from '../../till.ts'

/** More than are marked at once, so that some are not. */
const SALES = 60
let fixture: TillFixture
let till: Till
let honest: TillFixture['service']['answer']
/** Creations in flight, each with the function that lets its answer through. */
let inFlight: { request: HttpRequest; answer: (outcome: HttpOutcome) => void }[]
let sales: SaleId[]

beforeEach(async () => {
  fixture = tillFixture()
  honest = fixture.service.answer
  inFlight = []
  fixture.service.answer = () => UNREACHABLE
  till = await fixture.open()
  await fixture.clock.advance(1_000)
  sales = Array.from({ length: SALES }, () => sellOf(till.api))
  fixture.service.answer = (request) =>
    request.method !== 'POST'
      ? honest(request)
      : new Promise((answer) => {
          inFlight.push({ request, answer })
        })
  // The half-open probes first; then everything flows.
  for (let probe = 0; probe < 2; probe += 1) {
    await fixture.until(() => inFlight.length > 0)
    await answerOne()
  }
  await fixture.until(() => inFlight.length === 4)
})
afterEach(() => {
  // Closing waits for what is in flight.
  for (const { answer } of inFlight) answer(UNREACHABLE)
  return fixture.close()
})

async function answerOne(): Promise<void> {
  const first = inFlight.shift()
  first?.answer(await honest(first.request))
  await fixture.clock.advance(50)
}

function rows() {
  const db = new Database(join(fixture.dataDir, 'till', 'till.db'), { readonly: true })
  const found = db
    .prepare<[], { state: string; service: string | null; tries: number }>(
      'SELECT issue_state AS state, service_id AS service, tries FROM receipt ORDER BY seq',
    )
    .all()
  db.close()
  return found
}
const marked = () => rows().filter(({ state }) => state === 'sending').length

it('are marked on disk before their turn, and only four are in flight', () => {
  expect(inFlight).toHaveLength(4)
  expect(marked()).toBeGreaterThan(4)
})

it('go in the order they were sold', async () => {
  await answerOne()
  for (let left = SALES; left > 0; left -= 1) await answerOne()
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(sales.map((saleId) => receiptOf(till.api, saleId).folio)).toEqual(
    sales.map((_, index) => index + 1),
  )
})

it('are as they were when the till closes: never sent, free for any service', async () => {
  const stopping = till.stop()
  for (const { answer } of inFlight) answer(UNREACHABLE)
  await stopping
  const states = rows()
  expect(states.slice(0, 2).map(({ state }) => state)).toEqual(['numbered', 'numbered'])
  // The fate of the four in flight is unknown.
  expect(states.slice(2, 6).map(({ state }) => state)).toEqual(Array(4).fill('sending'))
  expect(states.slice(6)).toEqual(
    Array(SALES - 6).fill({ state: 'queued', service: null, tries: 0 }),
  )
})

it('do not go out when the service fails those before them', async () => {
  const before = inFlight.splice(0)
  for (const { answer } of before)
    answer({ kind: 'answered', status: 503, headers: { 'retry-after': '60' }, bodyText: '' })
  await fixture.clock.advance(5_000)
  expect(inFlight).toEqual([])
  expect(marked()).toBe(0)
  expect(
    rows()
      .slice(6)
      .map(({ tries }) => tries),
  ).toEqual(Array(SALES - 6).fill(0))
})

it('and one taken back before it is marked never goes out, though it was looked at already', async () => {
  const last = sales.at(-1)!
  expect(await till.api.deleteReceipt({ saleId: last, reason: 'se arrepintió' })).toEqual({
    ok: true,
    value: 'done',
  })
  for (let left = SALES; left > 0; left -= 1) await answerOne()
  await fixture.until(() => till.api.status().pendingCount === 0)
  expect(fixture.service.created()).toHaveLength(SALES - 1)
  expect(receiptOf(till.api, last)).toMatchObject({ issueState: 'rejected', folio: null })
})
