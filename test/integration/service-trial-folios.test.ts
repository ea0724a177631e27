/** A company that tried out with folios 1 to 50 goes on in earnest with the same numbers. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askForMore } from '../../electron/service/folios/more-folios.ts'
import { readCafFile } from '../../electron/service/folios/caf-file.ts'
import { SILENT } from '../../electron/service/core/log.ts'
import { FolioProof } from '../../electron/service/folios/prove-folios.ts'
import { loadCaf } from '../../electron/service/folios/load-caf.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import type { RangeAsked } from '../../electron/service/parts/authority.ts'
import { argentineInvoice } from '../contract/contract-world.ts'
import { authorityOfTests, cafFileText } from '../support/caf-files.ts'
import { ask, companyOf, startInProcess, type InProcessService } from './service-in-process.ts'
import { FIRST_COMPANY_RUT, receiptRequest } from './service-receipts.ts'

const { authority, keys } = authorityOfTests()
const GOODS = [{ name: 'Pan', unitGrossClp: 1990 }]

let world: InProcessService
let own: string
beforeEach(async () => {
  world = await startInProcess()
  Object.assign(world.authority, { isSimulated: false })
  own = (await companyOf(world.storage)).id
})
afterEach(() => world.close())

const send = (method: string, path: string, body?: object) => ask(world, method, path, body)
let sold = 0
const issue = async (more: object = {}) => {
  sold += 1
  const request = { ...receiptRequest(`T-${sold}`, GOODS, world.today()), ...more }
  return (await send('POST', '/api/invoices', request)).body
}
const note = (number: unknown, day: string = world.today()) =>
  issue({
    ...{ invoice_type: '61', reason_code: '1' },
    billing_reference: [{ invoice_type: '39', number, invoice_date: day }],
  })
async function load(documentCode: number, keyId = 300, firstFolio = 1): Promise<string> {
  const lastFolio = firstFolio + 49
  const order = { issuerRut: FIRST_COMPANY_RUT, documentCode, firstFolio, lastFolio }
  const caf = readCafFile(cafFileText({ ...order, keyId, authority }))
  if (!caf.ok) return caf.refusal
  const ports = { random: systemRandom, clock: world.clock, keys }
  const loaded = await world.storage.write((db) => loadCaf(db, own as never, caf.value, ports))
  return loaded.ok ? 'loaded' : loaded.refusal.code
}
async function settled(): Promise<void> {
  for (const ms of [10_000, 10_000, 1_000]) {
    world.clock.advance(ms)
    await world.service.settle()
  }
}
async function startInEarnest(company = own): Promise<void> {
  await settled()
  const start = { is_test: false, resolution_number: 80 }
  expect((await send('PATCH', `/api/company-settings/${company}`, start)).status).toBe(200)
}
const listed = async (query: string) => {
  const { body } = await send('GET', `/api/invoices?company_id=${own}&document_type=39&${query}`)
  const rows = body['data'] as readonly { readonly number: number; readonly is_test: boolean }[]
  return rows.map(({ number, is_test: isTest }) => `${number}${isTest ? ' of the trials' : ''}`)
}

it('has both under one number: what counts by its path, the trial by its id', async () => {
  const trials = [await issue(), await issue()]
  expect(trials.map(({ number }) => number)).toEqual([1, 2])
  await startInEarnest()
  expect(await load(39)).toBe('loaded')
  expect(await load(39)).toBe('RANGE_EXISTS')
  const real = [await issue(), await issue()]
  expect(real.map(({ number }) => number)).toEqual([1, 2])
  expect((await send('GET', '/api/invoices/39/2')).body['id']).toBe(real[1]?.['id'])
  const { body: trial } = await send('GET', `/api/invoices/by-id/${String(trials[1]?.['id'])}`)
  expect(trial).toMatchObject({ number: 2, external_reference: trials[1]?.['external_reference'] })
  expect((await send('DELETE', '/api/invoices/39/2')).body['id']).toBe(real[1]?.['id'])
  expect((await send('DELETE', '/api/invoices/39/2')).body['code']).toBe('DOCUMENT_NOT_PENDING')
})

it('lists both, each for what it is, and either by itself', async () => {
  await issue()
  expect(await listed('is_test=false')).toEqual([])
  expect(await listed('is_test=true')).toEqual(['1 of the trials'])
  await startInEarnest()
  await load(39)
  await issue()
  expect(await listed('')).toEqual(['1', '1 of the trials'])
  expect(await listed('is_test=true')).toEqual(['1 of the trials'])
  expect(await listed('is_test=false')).toEqual(['1'])
  expect((await send('GET', '/api/invoices?is_test=maybe')).status).toBe(400)
  const headers = { 'x-api-key': world.keys.owner }
  const url = `http://127.0.0.1/api/invoices.csv?company_id=${own}&is_test=true`
  const csv = await (await world.service.handle(new Request(url, { headers }))).text()
  const [names, line, ...others] = csv.trim().split('\r\n')
  const at = names?.split(';').indexOf('is_test') ?? -1
  expect([line?.split(';')[at], others]).toEqual(['true', []])
})

it('credits what counts, whatever notes the trial of that number had', async () => {
  await issue()
  expect(await note(1)).toMatchObject({ number: 1, status: 'PEN' })
  expect((await note(1))['code']).toBeDefined()
  const trialDay = world.today()
  await startInEarnest()
  await load(39)
  await load(61)
  world.clock.advance(24 * 3_600_000)
  // Not issued yet, and no trial's day: nobody knows it, and it is not another system's either.
  expect((await note(1))['code']).toBe('CREDITED_DOCUMENT_NOT_FOUND')
  await issue()
  expect((await note(1, trialDay))['code']).toBe('CREDITED_DATE_DIFFERS')
  expect(await note(1)).toMatchObject({ number: 1, status: 'PEN' })
  expect((await send('DELETE', '/api/invoices/39/1')).body['code']).toBe('DOCUMENT_CREDITED')
})

it('takes a note over what another system issued under the number of a trial', async () => {
  await issue()
  const trialDay = world.today()
  await startInEarnest()
  await load(61)
  expect((await note(1, trialDay))['code']).toBe('CREDITED_DOCUMENT_NOT_FOUND')
  expect(await note(1, '2026-11-19')).toMatchObject({ number: 1, status: 'PEN' })
})

it('takes its folios beforehand, and goes on trying out with those of the trials', async () => {
  await issue()
  expect(await load(39)).toBe('loaded')
  expect((await issue())['number']).toBe(2)
  await startInEarnest()
  expect((await issue())['number']).toBe(1)
})

const setReceiptRanges = (kind: { readonly is_trial: number }, status: 'ACT' | 'ANU') =>
  world.storage.write((db) =>
    db
      .updateTable('folio_ranges')
      .set({ status })
      .where('company_id', '=', own as never)
      .where('document_code', '=', 39)
      .where('is_trial', '=', kind.is_trial)
      .execute(),
  )

it('numbers no trial from a range that counts, and nothing that counts from one of trials', async () => {
  await setReceiptRanges({ is_trial: 1 }, 'ANU')
  expect(await load(39)).toBe('loaded')
  expect(await issue()).toMatchObject({ number: null, status: 'PEN' })
  await setReceiptRanges({ is_trial: 1 }, 'ACT')
  await settled()
  expect(await listed('')).toEqual(['1 of the trials'])
  await startInEarnest()
  await setReceiptRanges({ is_trial: 1 }, 'ACT')
  expect(await issue()).toMatchObject({ number: 1, status: 'PEN' })
  await setReceiptRanges({ is_trial: 0 }, 'ANU')
  world.clock.advance(1)
  expect(await issue()).toMatchObject({ number: null, status: 'PEN' })
  await settled()
  expect(await listed('')).toEqual(['null', '1', '1 of the trials'])
})

it('starts though a trial has no number and never gets one: that one is deleted', async () => {
  await setReceiptRanges({ is_trial: 1 }, 'ANU')
  const { id } = await issue()
  expect(await load(39)).toBe('loaded')
  await startInEarnest()
  const { body } = await send('GET', `/api/invoices/by-id/${String(id)}`)
  expect(body).toMatchObject({ number: null, status: 'DELETED', is_test: true })
  const due = await world.storage.read
    .selectFrom('documents')
    .select('authority_due_at_ms')
    .where('id', '=', id as never)
    .executeTakeFirstOrThrow()
  expect(due.authority_due_at_ms).toBe(null)
  expect((await issue())['number']).toBe(1)
  await settled()
  expect(await listed('')).toEqual(['1', 'null of the trials'])
})

it('takes with a trial note nothing from what counts, whatever it was about', async () => {
  expect(await note(900_007)).toMatchObject({ status: 'PEN' })
  await load(56, 100)
  const undone = { invoice_type: '61', number: 900_010, invoice_date: world.today() }
  const debit = { invoice_type: '56', reason_code: '1', billing_reference: [undone] }
  expect(await issue(debit)).toMatchObject({ status: 'PEN' })
  await startInEarnest()
  await load(39, 300, 900_007)
  await load(61, 300, 900_010)
  const { number } = await issue()
  expect(number).toBe(900_007)
  expect(await note(number)).toMatchObject({ number: 900_010, status: 'PEN' })
  expect((await note(number))['code']).toBe('CREDIT_ABOVE_DOCUMENT')
})

it('finds no trial by its folio or reference where it counts, and takes its reference again', async () => {
  const { id } = await issue({ external_reference: 'V-0001' })
  await startInEarnest()
  await load(39)
  const byReference = `/api/invoices/by-reference/V-0001?company_id=${own}`
  for (const path of ['/api/invoices/39/1', byReference])
    expect((await send('GET', path)).body['code']).toBe('DOCUMENT_NOT_FOUND')
  const real = await issue({ external_reference: 'V-0001' })
  expect(real).toMatchObject({ number: 1, status: 'PEN' })
  expect((await issue({ external_reference: 'V-0001' }))['code']).toBe(
    'DUPLICATE_EXTERNAL_REFERENCE',
  )
  expect((await send('GET', byReference)).body['id']).toBe(real['id'])
  expect((await send('GET', `/api/invoices/by-id/${String(id)}`)).body['id']).toBe(id)
})

it('enters nothing of a process of before, which has no word for a trial', async () => {
  const { id } = await issue()
  for (const statement of [
    sql`INSERT INTO folio_ranges (id, company_id, document_code, first_folio, last_folio, next_folio,
      date_from, status, caf_xml, private_key_pem) SELECT 'x', company_id, document_code, 901, 902,
      901, date_from, 'ACT', caf_xml, private_key_pem FROM folio_ranges LIMIT 1`,
    sql`INSERT INTO documents (id, company_id, document_code, invoice_type, status, body,
      created_at_ms, issued_on, total_cents) SELECT 'x', company_id, document_code, invoice_type,
      'PEN', body, created_at_ms, issued_on, total_cents FROM documents LIMIT 1`,
    sql`INSERT INTO credits (note_id, company_id, document_code, number, amount_clp)
      SELECT id, company_id, 39, 1, 1 FROM documents WHERE id = ${String(id)}`,
  ])
    await expect(world.storage.write((db) => statement.execute(db))).rejects.toThrow('is_trial')
})

it('proves its folios by what counts, whatever became of the trials of those numbers', async () => {
  await issue()
  expect((await send('DELETE', '/api/invoices/39/1')).status).toBe(200)
  await startInEarnest()
  await load(39)
  const { id } = await issue()
  await world.storage.write((db) =>
    db
      .updateTable('documents')
      .set({ status: 'EMS', track_id: 1 })
      .where('id', '=', id as never)
      .execute(),
  )
  const errors: unknown[] = []
  const log = { ...SILENT, error: (said: unknown) => void errors.push(said) }
  const highest = (ranges: readonly RangeAsked[]) => ranges.map(({ isTest }) => (isTest ? null : 1))
  const authority = {
    highestFolios: (ranges: readonly RangeAsked[]) =>
      Promise.resolve({ kind: 'ANSWERED', folios: highest(ranges) }),
    received: (asked: readonly unknown[]) =>
      Promise.resolve({ kind: 'ANSWERED', documents: asked.map(() => null) }),
  }
  await new FolioProof({
    storage: world.storage,
    clock: world.clock,
    log,
    authority,
  } as never).step()
  expect(errors).toEqual([])
  expect((await issue())['number']).toBe(2)
})

it('asks in earnest about folios that came while it tried out', async () => {
  await settled()
  const asked: (readonly [number, boolean])[] = []
  world.authority.highestFolios = (ranges: readonly RangeAsked[]) => {
    asked.push(...ranges.map(({ lastFolio, isTest }) => [lastFolio, isTest] as const))
    return Promise.resolve({ kind: 'ANSWERED', folios: ranges.map(() => 20) } as never)
  }
  await load(39)
  await world.storage.write((db) => db.updateTable('folio_ranges').set({ is_heard: 1 }).execute())
  await startInEarnest()
  await settled()
  expect(asked).toEqual([[50, false]])
  expect(await issue()).toMatchObject({ number: null })
})

it('asks for more folios of the kind that it issues now, and of trials never again', async () => {
  expect(await load(39)).toBe('loaded')
  const asked: unknown[] = []
  const moreFolios = ({ after }: { readonly after: string }) => {
    asked.push(after)
    return Promise.resolve({ kind: 'ANSWERED', caf: null })
  }
  const due = () =>
    world.storage.read
      .selectFrom('folio_ranges')
      .select(['id', 'is_trial'])
      .where('company_id', '=', own as never)
      .where('more_due_at_ms', 'is not', null)
      .execute()
  const askedNow = async () => {
    asked.length = 0
    world.clock.advance(3_600_000)
    await askForMore({ ...world, log: SILENT, wake: () => {}, authority: { moreFolios } } as never)
    return asked.toSorted()
  }
  await world.storage.write((db) =>
    db
      .updateTable('folio_ranges')
      .set({ more_due_at_ms: 0 as never })
      .where('company_id', '=', own as never)
      .where('document_code', '=', 39)
      .execute(),
  )
  const ofKind = (rows: Awaited<ReturnType<typeof due>>, isTrial: number) =>
    rows.flatMap((row) => (row.is_trial === isTrial ? [row.id] : [])).toSorted()
  const rows = await due()
  expect(await askedNow()).toEqual(ofKind(rows, 1))
  // A new one for trials answers what they asked for, and leaves the others asking.
  expect(await load(39, 100, 700_001)).toBe('loaded')
  expect(ofKind(await due(), 1)).toEqual([])
  expect(ofKind(await due(), 0)).toEqual(ofKind(rows, 0))
  await world.storage.write((db) =>
    db
      .updateTable('folio_ranges')
      .set({ more_due_at_ms: 0 as never })
      .where('id', 'in', ofKind(rows, 1))
      .execute(),
  )
  await startInEarnest()
  expect(ofKind(await due(), 1)).toEqual([])
  expect(await askedNow()).toEqual(ofKind(rows, 0))
})

it('numbers in Argentina from the start as well', async () => {
  const { id, document_number: number } = await companyOf(world.storage, '30712345671')
  const numbered = async () => {
    const invoice = { ...argentineInvoice(number), invoice_date: world.today() }
    const { body } = await send('POST', '/api/invoices', invoice)
    await settled()
    return (await send('GET', `/api/invoices/by-id/${String(body['id'])}`)).body['number']
  }
  expect([await numbered(), await numbered()]).toEqual([1, 2])
  await startInEarnest(id)
  expect((await send('PATCH', `/api/company-settings/${id}`, { is_test: true })).status).toBe(200)
  expect(await numbered()).toBe(3)
  await startInEarnest(id)
  expect([await numbered(), await numbered()]).toEqual([1, 2])
})

it('sends what another company has, whatever is wrong about one', async () => {
  const { document_number: number } = await companyOf(world.storage, '30712345671')
  const argentine = { ...argentineInvoice(number), invoice_date: world.today() }
  const { body: stuck } = await send('POST', '/api/invoices', argentine)
  world.clock.advance(1)
  const { id } = await issue()
  await world.storage.write((db) =>
    sql`CREATE TRIGGER stuck BEFORE INSERT ON authority_counters
      BEGIN SELECT RAISE(ABORT, 'stuck'); END`.execute(db),
  )
  await settled()
  const statusOf = async (of: unknown) =>
    (await send('GET', `/api/invoices/by-id/${String(of)}`)).body['status']
  expect([await statusOf(stuck['id']), await statusOf(id)]).toEqual(['PEN', 'APR'])
})
