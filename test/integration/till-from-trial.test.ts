/** A till that tried itself out goes on in earnest at the same service, with the same folios. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCafFile } from '../../electron/service/folios/caf-file.ts'
import { loadCaf } from '../../electron/service/folios/load-caf.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { createKnownFolios } from '#till/issuing/outbox/known-folios.ts'
import { foliosAhead } from '#till/backup/durability/folios-ahead.ts'
import { readMarks } from '#till/backup/durability/identity/mark.ts'
import { holesOf } from '#till/reports/folio-gaps.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import type { HttpOutcome, HttpPort } from '#till/kernel/ports.ts'
import type { Till } from '#till/till.ts'
import { formatClp, ZERO_CLP } from '#shared/money/clp.ts'
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import { rangePaper } from '#shared/reports/range-paper.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { PAGES_PATH } from '#shared/issuing/receipt-page.ts'
import { authorityOfTests, cafFileText } from '../support/caf-files.ts'
import { must } from '../support/must.ts'
import { createEarlierReader } from '#till/returns/outside-earlier.ts'
import type { OutsideReceipt } from '#shared/returns/decide-outside-return.ts'
import { valeCodeIn } from '../support/vale-till.ts'
import { orderOf } from '../support/return-till.ts'
import { answered } from '../support/service-answers.ts'
import {
  FIXTURE_SERVICE,
  FIXTURE_SHOP,
  LOST,
  UNREACHABLE,
  cartOf,
  commitOf,
  receiptOf,
  sellOf,
  tillFixture,
  type TillFixture,
} from '../support/till-fixture.ts'
import { ask, companyOf, startInProcess, type InProcessService } from './service-in-process.ts'
import { FIRST_COMPANY_RUT, receiptRequest } from './service-receipts.ts'

const ALL = { from: '2000-01-01' as IsoDate, to: '2199-12-31' as IsoDate }
const HERE = `${FIXTURE_SERVICE.url} ${FIXTURE_SHOP.rut}`
const { authority, keys } = authorityOfTests()

let fixture: TillFixture
let world: InProcessService
let till: Till
let losesAnswers: boolean
let hasPapers: boolean
let isAway: boolean
/** What the service makes of whether a document is a trial, on its way to the till. */
let saying: (answer: string) => string
beforeEach(async () => {
  losesAnswers = false
  hasPapers = true
  isAway = false
  saying = (answer) => answer
  world = await startInProcess()
  Object.assign(world.authority, { isSimulated: false })
  fixture = tillFixture()
  till = await fixture.open({ http })
})
afterEach(async () => {
  await fixture.close()
  await world.close()
})

/** The service draws none in process; what its path would lead to is what the till has to ask. */
const PAPER: HttpOutcome = {
  kind: 'answered',
  status: 200,
  bodyText: JSON.stringify({
    filename: 'x.pdf',
    content: Buffer.from('%PDF-1.7 receipt').toString('base64'),
    content_type: 'application/pdf',
  }),
  headers: {},
}
const http: HttpPort = {
  async exchange({ method, path, body }): Promise<HttpOutcome> {
    if (path.includes('/download-base64/')) return hasPapers ? PAPER : LOST
    if (path === '/api/invoices' && isAway) return UNREACHABLE
    if (path === PAGES_PATH) return answered(200, { public_address: 'https://b.cl', days: 9 })
    const headers = { 'content-type': 'application/json', 'x-api-key': world.keys.owner }
    const request = new Request(`http://127.0.0.1${path}`, { method, body, headers })
    const answer = await fixture.clock.waitFor(world.service.handle(request))
    const bodyText = saying(await answer.text())
    if (losesAnswers && path === '/api/invoices') return LOST
    const { status } = answer
    return { kind: 'answered', status, bodyText, headers: Object.fromEntries(answer.headers) }
  },
}

async function startInEarnest(): Promise<void> {
  for (const ms of [10_000, 10_000, 1_000]) {
    world.clock.advance(ms)
    await world.service.settle()
  }
  const { id } = await companyOf(world.storage)
  const start = { is_test: false, resolution_number: 80 }
  expect((await ask(world, 'PATCH', `/api/company-settings/${id}`, start)).status).toBe(200)
  for (const documentCode of [39, 61]) {
    const order = { issuerRut: FIRST_COMPANY_RUT, documentCode, firstFolio: 1, lastFolio: 50 }
    const caf = readCafFile(cafFileText({ ...order, keyId: 300, authority }))
    if (!caf.ok) throw new Error(caf.refusal)
    const ports = { random: systemRandom, clock: world.clock, keys }
    must(await world.storage.write((db) => loadCaf(db, id, caf.value, ports)))
  }
}
/** Another till's, in earnest: it has the folio of the first trial. */
async function createElsewhere(): Promise<void> {
  const bread = [{ name: 'Pan', unitGrossClp: 1890 }]
  const request = receiptRequest('ELSEWHERE', bread, santiagoDate(world.clock.now()))
  const made = await ask(world, 'POST', '/api/invoices', request)
  expect(made).toMatchObject({ status: 201, body: { number: 1 } })
}
const issued = async (saleId: SaleId) => {
  await fixture.until(() => receiptOf(till.api, saleId).issueState === 'numbered')
  return receiptOf(till.api, saleId).folio
}
async function reading<Found>(
  read: (db: ReturnType<typeof openDatabase>) => Found,
): Promise<Found> {
  const db = openDatabase(tillFolder(fixture.dataDir).database)
  try {
    return read(db)
  } finally {
    db.close()
  }
}

it('numbers what counts, whatever trials had the same folios', async () => {
  expect([await issued(sellOf(till.api)), await issued(sellOf(till.api))]).toEqual([1, 2])
  await startInEarnest()
  expect([await issued(sellOf(till.api)), await issued(sellOf(till.api))]).toEqual([1, 2])
})

it('finds what counts after its answer was lost, under the folio of a trial', async () => {
  await issued(sellOf(till.api))
  await startInEarnest()
  losesAnswers = true
  const lost = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, lost).lastErrorCode !== null)
  losesAnswers = false
  expect(await issued(lost)).toBe(1)
})

it('prints for a trial no document that counts, though it has the folio by now', async () => {
  hasPapers = false
  const trial = sellOf(till.api)
  expect(await issued(trial)).toBe(1)
  await startInEarnest()
  hasPapers = true
  const real = sellOf(till.api)
  expect(await issued(real)).toBe(1)
  await fixture.until(() => receiptOf(till.api, real).papers.length > 0)
  await fixture.clock.advance(600_000)
  const papers = await reading((db) =>
    db.prepare<[], string>('SELECT DISTINCT sale_id FROM receipt_pdf').pluck().all(),
  )
  expect(papers).toEqual([real])
  // Nor does it wait for one for ever.
  expect(receiptOf(till.api, trial)).toMatchObject({
    receiptPrintState: 'dropped',
    isUnprinted: false,
  })
})

it('saves for a trial no document that counts, though it has the folio by now', async () => {
  must(await till.api.saveSettings({ paperRule: 'onRequest' }))
  await fixture.until(() => till.api.status().hasPages === true)
  const sellBare = () =>
    must(till.api.commitSale({ ...commitOf(till.api, cartOf(till.api, '101')), onPaper: false }))
  const save = async (saleId: SaleId) =>
    (await till.handle(new Request(`http://till/paper/receipt/${saleId}`))).status
  const [tried, saved] = [sellBare().saleId, sellBare().saleId]
  expect([await issued(tried), await issued(saved)]).toEqual([1, 2])
  expect(await save(saved)).toBe(200)
  await startInEarnest()
  const real = sellBare().saleId
  expect(await issued(real)).toBe(1)
  expect([await save(tried), await save(real)]).toEqual([404, 200])
})

const giveBack = async (saleId: SaleId, changes = {}) => {
  must(await till.api.openReturn(saleId))
  const order = orderOf(must(till.api.startReturn(saleId)), null, changes)
  return must(till.api.commitReturn(order)).saleId
}

it('sends no note over a trial once its folio leads to another document, or to none', async () => {
  const trials = [sellOf(till.api), sellOf(till.api), sellOf(till.api)] as const
  for (const trial of trials) await issued(trial)
  const undone = await giveBack(trials[2])
  expect(await issued(undone)).toBe(1)
  isAway = true
  const notes = [await giveBack(trials[0]), await giveBack(trials[1])]
  notes.push(must(till.api.undoReturn({ returnId: undone, reason: 'x', approvalId: null })).saleId)
  await startInEarnest()
  await createElsewhere()
  isAway = false
  await fixture.until(() =>
    notes.every((note) => receiptOf(till.api, note).issueState === 'attention'),
  )
  for (const note of notes)
    expect(receiptOf(till.api, note)).toMatchObject({ lastErrorCode: 'RETURN_OF_TRIAL' })
})

it('takes nothing back of a trial once another till has its folio in earnest', async () => {
  const trial = sellOf(till.api)
  expect(await issued(trial)).toBe(1)
  const other = sellOf(till.api)
  expect(await issued(other)).toBe(2)
  expect(await till.api.openReturn(other)).toMatchObject({ ok: true })
  await startInEarnest()
  await createElsewhere()
  const ofTrial = { ok: false, refusal: { code: 'RETURN_OF_TRIAL' } }
  expect(await till.api.openReturn(trial)).toMatchObject(ofTrial)
})

it('takes nothing back of a trial once a sale counts: the note would take it off another', async () => {
  const [kept, returned] = [sellOf(till.api), sellOf(till.api)]
  await issued(kept)
  await issued(returned)
  const note = await giveBack(returned)
  expect(await issued(note)).toBe(1)
  expect(till.api.startReturn(kept).ok).toBe(true)
  await startInEarnest()
  const real = sellOf(till.api)
  expect(await issued(real)).toBe(1)
  const ofTrial = { ok: false, refusal: { code: 'RETURN_OF_TRIAL' } }
  expect(till.api.startReturn(kept)).toMatchObject(ofTrial)
  const undo = { returnId: note, reason: 'Por error', approvalId: null }
  expect(till.api.undoReturn(undo)).toMatchObject(ofTrial)
  expect(await issued(await giveBack(real))).toBe(1)
})

it('counts trials as money and as no tax, and says beside it what was left out', async () => {
  must(await till.api.saveSettings({ usesShifts: true }))
  must(till.api.openShift({ shiftId: till.api.shift().nextId, floatClp: ZERO_CLP }))
  const [trial, back] = [sellOf(till.api), sellOf(till.api)]
  await issued(trial)
  await issued(back)
  await issued(await giveBack(back))
  await startInEarnest()
  expect(await issued(sellOf(till.api))).toBe(1)
  const totals = must(await till.api.report({ part: 'totals', ...ALL }))
  if (totals.part !== 'totals') throw new Error(totals.part)
  const { f29, sums } = totals
  const oneClp = receiptOf(till.api, trial).totalClp
  const trials = { count: 3, totalClp: oneClp }
  expect(f29).toMatchObject({ total: { totalClp: oneClp }, trials })
  expect(f29.lines.map(({ documentType, count }) => [documentType, count])).toEqual([['39', 1]])
  expect(sums).toMatchObject({ sales: { count: 3 }, netClp: 2 * oneClp })
  const report = till.api.shift().open?.report
  expect(report).toMatchObject({ sales: { count: 3 }, netClp: 2 * oneClp, trials })
  expect(report?.folios).toEqual([{ documentType: '39', from: 1, to: 1 }])
  expect(report?.taxes.map(({ flow, count }) => [flow, count])).toEqual([['sale', 1]])
  const said = `De prueba, sin valor (3) ${formatClp(oneClp)}`
  const rowsOf = ({ sections }: ReportPaper) =>
    sections.flatMap(({ rows }) => rows.map(({ label, value }) => `${label} ${value}`))
  const facts = { shop: FIXTURE_SHOP, registerName: '1', madeBy: 'A', madeAt: fixture.clock.now() }
  expect(rowsOf(rangePaper(totals, facts, 80))).toContain(said)
})

it('believes no service that calls a sale a trial after one that counts', async () => {
  const trial = sellOf(till.api)
  await issued(trial)
  expect(receiptOf(till.api, trial).isTrial).toBe(true)
  await startInEarnest()
  const real = sellOf(till.api)
  await issued(real)
  saying = (answer) => answer.replaceAll('"is_test":false,', '')
  const silent = sellOf(till.api)
  await issued(silent)
  saying = (answer) => answer.replaceAll('"is_test":false', '"is_test":true')
  const hidden = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, hidden).issueState === 'attention')
  expect(receiptOf(till.api, hidden)).toMatchObject({ lastErrorCode: 'SERVICE_SAYS_TRIAL' })
  await fixture.clock.advance(600_000)
  const kinds = [trial, real, silent, hidden].map((sale) => receiptOf(till.api, sale).isTrial)
  expect(kinds).toEqual([true, false, false, false])
})

it('takes silence for no word: what is said later holds, and its folio is known no more', async () => {
  saying = (answer) => answer.replaceAll(/"is_test":(true|false),/g, '')
  const trial = sellOf(till.api)
  expect(await issued(trial)).toBe(1)
  await reading((db) => expect(createKnownFolios(db).highest(HERE, '39')).toBe(1))
  saying = (answer) => answer
  await fixture.until(() => receiptOf(till.api, trial).isTrial === true, 600_000)
  await reading((db) => expect(createKnownFolios(db).highest(HERE, '39')).toBe(null))
  await startInEarnest()
  expect(await issued(sellOf(till.api))).toBe(1)
})

it('gives nothing back by hand for a trial, which only its folio tells from what counts', async () => {
  const trial = sellOf(till.api)
  expect(await issued(trial)).toBe(1)
  const back = sellOf(till.api)
  expect(await issued(back)).toBe(2)
  await issued(await giveBack(back))
  await startInEarnest()
  const { date, totalClp } = receiptOf(till.api, trial)
  const typed = { documentType: '39', folio: 1, date, totalClp, buyerRut: '' } as const
  const refusedAs = (code: string) => ({ ok: false, refusal: { code } })
  expect(await till.api.lookUpOutside(typed)).toMatchObject(refusedAs('RETURN_OF_TRIAL'))
  const another = { ...typed, totalClp: totalClp + 1 }
  expect(await till.api.lookUpOutside(another)).toMatchObject({ ok: true })
  expect(await issued(sellOf(till.api))).toBe(1)
  expect(await till.api.lookUpOutside(typed)).toMatchObject(refusedAs('OUTSIDE_IS_OURS'))
  // At another address of the same service: what came back of the trial stays back.
  const earlier = await reading((db) => {
    const given = { issuerRut: FIXTURE_SHOP.rut, documentType: '39', folio: 2, date, totalClp }
    return createEarlierReader(db).givenBackClp(given as OutsideReceipt)
  })
  expect(earlier).toBe(totalClp)
})

it.each([
  ['NC', 'note'],
  ['vc', 'vale'],
])(
  'pays nothing with a value of the trials (%s) from the first sale that counts',
  async (method, kind) => {
    const [first, second] = [sellOf(till.api), sellOf(till.api)]
    await issued(first)
    await issued(second)
    const refund = { method, reference: '' }
    const note = await giveBack(first, { refund })
    await issued(note)
    const worth = async () => {
      if (kind === 'note') return till.api.findCredits({ text: '1' })
      return till.api.findVale({ code: valeCodeIn(fixture.dataDir, 1) })
    }
    const worthClp = receiptOf(till.api, note).totalClp
    const valued = kind === 'note' ? [{ balanceClp: worthClp }] : { balanceClp: worthClp }
    expect(await worth()).toMatchObject({ ok: true, value: valued })
    await startInEarnest()
    // Before it has issued anything there: the list of its folios says so.
    await fixture.clock.advance(1_000_000)
    expect(await worth()).toMatchObject(
      kind === 'note'
        ? { ok: false, refusal: { code: 'CREDIT_UNKNOWN' } }
        : { ok: true, value: { balanceClp: 0, state: 'voided' } },
    )
  },
)

it('leaves to a person what was deleted before it had a number, and asks for it no more', async () => {
  await world.storage.write((db) => db.updateTable('folio_ranges').set({ status: 'ANU' }).execute())
  const trial = sellOf(till.api)
  await fixture.until(() => receiptOf(till.api, trial).issueState === 'accepted')
  await startInEarnest()
  await fixture.until(() => receiptOf(till.api, trial).issueState === 'attention', 600_000)
  const { attempts, lastErrorCode } = receiptOf(till.api, trial)
  expect([attempts, lastErrorCode]).toEqual([1, 'DOCUMENT_DELETED_UNNUMBERED'])
  const readsOf = (db: ReturnType<typeof openDatabase>) =>
    db
      .prepare<[string], number>('SELECT count(*) FROM attempt WHERE sale_id = ?')
      .pluck()
      .get(trial)
  const reads = await reading(readsOf)
  await fixture.clock.advance(3_600_000)
  expect(await reading(readsOf)).toBe(reads)
})

it('keeps account of the folios that count alone', async () => {
  for (let trial = 1; trial <= 4; trial += 1) expect(await issued(sellOf(till.api))).toBe(trial)
  await reading((db) => {
    expect(createKnownFolios(db).highest(HERE, '39')).toBe(null)
    expect(readMarks(db).read().folios).toEqual({})
  })
  await startInEarnest()
  expect(await issued(sellOf(till.api))).toBe(1)
  await fixture.clock.advance(1_000_000)
  await reading((db) => {
    expect(createKnownFolios(db).highest(HERE, '39')).toBe(1)
    expect(readMarks(db).read().folios).toEqual({ [`39 ${HERE}`]: 1 })
    expect(holesOf(db)).toEqual([])
    expect(foliosAhead(db)).toEqual([])
  })
})
