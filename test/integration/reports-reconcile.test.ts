/** One day, said by the report, by its Z reports and by the service's own documents over HTTP. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReportView } from '#shared/reports/views.ts'
import { signOf } from '#shared/reports/f29.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { createNodeHttp } from '#till/adapters/node-http.ts'
import type { Till } from '#till/till.ts'
import { listen, type ListeningServer } from '../../electron/service/server.ts'
import { CARD_METHOD } from '../support/card-method.ts'
import { must } from '../support/must.ts'
import { handsOf } from '../support/shift-till.ts'
import { tillFixture, type TillFixture } from '../support/till-fixture.ts'
import { countInEarnest, startInProcess, type InProcessService } from './service-in-process.ts'

let world: InProcessService
let server: ListeningServer
let fixture: TillFixture
let till: Till
const hands = handsOf(() => till.api)
beforeEach(async () => {
  world = await startInProcess()
  await countInEarnest(world)
  server = must(await listen((asked, env) => world.service.handle(asked, env), 0))
  fixture = tillFixture()
  const wire = createNodeHttp(() => ({ baseUrl: server.baseUrl, apiKey: world.keys.owner }))
  till = await fixture.open({
    http: { exchange: (...asked) => fixture.clock.waitFor(wire.exchange(...asked)) },
  })
})
afterEach(async () => {
  await fixture.close()
  await server.close()
  await world.close()
})

interface Issued {
  readonly total: number
  readonly total_taxes: number
}

/** As the service says it, document by document. */
async function issued() {
  const sums = { count: 0, totalClp: 0, ivaClp: 0 }
  for (const { documentType, folio } of all()) {
    const answer = await fetch(`${server.baseUrl}/api/invoices/${documentType}/${folio}`, {
      headers: { 'x-api-key': world.keys.owner },
    })
    const said = (await answer.json()) as Issued
    sums.count += 1
    sums.totalClp += signOf(documentType) * said.total
    sums.ivaClp += signOf(documentType) * said.total_taxes
  }
  return sums
}

const all = () =>
  till.api.listReceipts({ cursor: null, limit: 40, text: '', onlyPending: false }).rows

async function report() {
  const day = santiagoDate(fixture.clock.now())
  const view = must(await till.api.report({ part: 'totals', from: day, to: day }))
  return view as Extract<ReportView, { part: 'totals' }>
}

it('agrees to the peso with all Z of the day and with what the service issued', async () => {
  const { paymentMethods } = till.api.bootstrap()
  const others = paymentMethods.filter(({ id }) => id !== CARD_METHOD.id)
  must(await till.api.saveSettings({ paymentMethods: [...others, CARD_METHOD] }))
  must(await hands.useShifts())
  const closed = []
  for (const codes of [['101', '201'], ['7801040000037'], ['201', '201', '101']]) {
    hands.openShift()
    const one = hands.sellBy('EF', ...codes)
    hands.sellBy('TC', '101', '201')
    await fixture.until(() => till.api.status().pendingCount === 0)
    if (codes.length > 1) must(await hands.giveBack(one))
    await fixture.until(() => till.api.status().pendingCount === 0)
    closed.push(must(hands.close(hands.expectedCash())))
  }
  const { sums, f29 } = await report()
  const service = await issued()
  expect(service.count).toBe(8)
  const z = closed.map(({ report: said }) => said)
  const ofZ = (value: (said: (typeof z)[number]) => number) =>
    z.reduce((sum, said) => sum + value(said), 0)
  expect(sums.netClp).toBe(service.totalClp)
  expect(sums.netClp).toBe(ofZ(({ netClp }) => netClp))
  expect(f29.total.totalClp).toBe(service.totalClp)
  expect(f29.total.ivaClp).toBe(service.ivaClp)
  expect(f29.total.ivaClp).toBe(ofZ(({ tax }) => tax.ivaClp))
  expect(f29.lines.reduce((count, line) => count + line.count, 0)).toBe(service.count)
})
