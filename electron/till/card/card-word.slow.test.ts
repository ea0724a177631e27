/** What rests on a person's word, and what the service says against it, told by the core. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import { readStoredReport } from '#shared/shifts/stored-report.ts'
import type { Till } from '#till/till.ts'
import { createFileSecretStore } from '../adapters/system.ts'
import { tillFolder } from '../kernel/till-folder.ts'
import { COFFEE, LIMIT_MS, named, refused } from '../../../test/support/card-counter.ts'
import { must } from '../../../test/support/must.ts'
import {
  httpToPoint,
  playPointService,
  POINT_TERMINAL,
  POINT_TOKEN,
  type PlayedPoint,
} from '../../../test/support/point-service.ts'
import { FLOAT_CLP, handsOf, textOn } from '../../../test/support/shift-till.ts'
import {
  cartOf,
  commitOf,
  keptOf,
  tillFixture,
  type TillFixture,
} from '../../../test/support/till-fixture.ts'

let fixture: TillFixture
let service: PlayedPoint
let till: Till
const { useShifts, openShift, count, close } = handsOf(() => till.api)

beforeEach(async () => {
  fixture = tillFixture()
  service = await playPointService({ nowMs: fixture.clock.monotonicMs })
  till = await fixture.open({
    accountHttp: httpToPoint(fixture.clock, service),
    cardSecret: createFileSecretStore(tillFolder(fixture.dataDir).cardToken),
  })
  must(await fixture.clock.waitFor(till.api.linkCardAccount({ token: POINT_TOKEN })))
  const terminalId = POINT_TERMINAL
  must(await till.api.saveSettings({ cardTerminal: { kind: 'point', method: 'TC', terminalId } }))
  must(await useShifts())
  openShift()
})
afterEach(async () => {
  await fixture.close()
  await service.stop()
})

const cards = () => till.api.status().cards ?? []
const CASH = [{ method: 'EF', amountClp: null, reference: '' }]
const until = (isSo: () => boolean) => fixture.until(isSo, LIMIT_MS)
const paper = (z: Parameters<typeof reportPaper>[0]) =>
  textOn(reportPaper(z, { tradeName: 'X', rut: '76192083-9' }, 80))

/** Charged while the service is silent, and answered by whoever looked at the voucher. */
async function answered(isCharged: boolean) {
  const cart = cartOf(till.api, COFFEE)
  must(till.api.openSale(keptOf(cart)))
  const sale = commitOf(till.api, cart, 'TC')
  void till.api.chargeCard(sale)
  await until(() => service.newest()?.status === 'created')
  service.show()
  service.faults.push(...Array.from({ length: 2_000 }, () => 'cut' as const))
  await until(() => cards()[0]?.asksPerson === true)
  const attemptId = cards()[0]?.attemptId ?? ''
  const authorization = isCharged ? '123456' : ''
  const card = must(till.api.settleCard({ attemptId, isCharged, authorization, approvalId: null }))
  return { sale, card, hear: () => void (service.faults.length = 0) }
}

it('a charge that a person vouches for is named before the close, and in its Z alone', async () => {
  const { sale, card } = await answered(true)
  must(till.api.commitSale(named(sale, card)))
  const words = { byHand: { count: 1, totalClp: 1_996 }, contradicted: [] }
  expect(must(count(FLOAT_CLP)).cardWords).toEqual(words)
  const z = must(close(FLOAT_CLP))
  expect(z.cardWords).toEqual(words)
  expect(readStoredReport(JSON.stringify(z))).toEqual(z)
  expect(paper(z)).toContain('Por palabra de una persona (1)')
  openShift()
  expect(must(close(FLOAT_CLP)).cardWords).toBeUndefined()
})

it('what the service confirms later rests on nobody’s word', async () => {
  const { sale, card, hear } = await answered(true)
  must(till.api.commitSale(named(sale, card)))
  service.end('processed')
  hear()
  await fixture.clock.advance(180_000)
  expect(cards()).toEqual([])
  expect(must(close(FLOAT_CLP)).cardWords).toBeUndefined()
})

it('a Yes that the service denies is told until somebody with the right has seen to it', async () => {
  const { sale, card, hear } = await answered(true)
  const { attemptId } = card
  must(till.api.commitSale(named(sale, card)))
  const checked = () => till.api.checkCard({ attemptId, approvalId: null })
  expect(refused(checked())).toBe('CARD_MOVED_ON')
  service.end('canceled')
  // The screens hear of it with the word itself.
  const ended = new AbortController()
  let told = 0
  void (async () => {
    for await (const { kind } of till.api.feed(null, ended.signal))
      if (kind === 'status') told = Math.max(told, cards().length)
  })()
  hear()
  await until(() => cards().length === 1)
  expect(told).toBe(1)
  ended.abort()
  expect(cards()).toMatchObject([{ state: 'settled', saidBy: expect.any(String) }])
  const [{ saidBy = '' } = {}] = cards()
  const denied = { ticket: card.ticket, amountClp: 1_996, by: saidBy }
  const z = must(close(FLOAT_CLP))
  expect(z.cardWords?.contradicted).toEqual([denied])
  expect(paper(z)).toContain(`Boleta ${card.ticket}: ${saidBy} dijo que sí`)
  // Also in the next shift, as long as nobody has.
  openShift()
  expect(must(count(FLOAT_CLP)).cardWords?.contradicted).toEqual([denied])
  must(checked())
  expect(cards()).toEqual([])
  expect(refused(checked())).toBe('CARD_MOVED_ON')
  const { rows } = must(till.api.audit({ cursor: null, limit: 1 }))
  expect(rows).toMatchObject([{ action: 'card-checked' }])
  expect(must(close(FLOAT_CLP)).cardWords).toBeUndefined()
})

it('a Yes that the service denies in time pays no sale', async () => {
  const { sale, card, hear } = await answered(true)
  service.end('canceled')
  hear()
  await fixture.clock.advance(180_000)
  expect(refused(till.api.commitSale(named(sale, card)))).toBe('CARD_DENIED')
  must(till.api.giveBackCard({ attemptId: card.attemptId, approvalId: null }))
  must(till.api.commitSale({ ...sale, payments: CASH }))
  expect(cards()).toEqual([])
})

it('a No that the service denies holds the close up until its money went back', async () => {
  const { sale, card, hear } = await answered(false)
  must(till.api.commitSale({ ...sale, payments: CASH }))
  service.end('processed')
  hear()
  await until(() => cards()[0]?.state === 'approved')
  expect(cards()[0]?.saidBy).toEqual(expect.any(String))
  expect(refused(count(FLOAT_CLP + 1_990))).toBe('SHIFT_SALE_PAID_IN_PART')
  must(till.api.giveBackCard({ attemptId: card.attemptId, approvalId: null }))
  expect(must(count(FLOAT_CLP + 1_990)).cardWords).toBeUndefined()
})
