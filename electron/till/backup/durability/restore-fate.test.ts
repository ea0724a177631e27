/**
 * What went out after the backup was made: the restored till does not know of it, and must neither
 * lose nor repeat it.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, it } from 'vitest'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { refundTotal } from '#shared/returns/return-shares.ts'
import {
  NOON,
  receiptOf,
  sellOf,
  UNREACHABLE,
  type FakeService,
} from '../../../../test/support/till-fixture.ts'
import { givePages } from '../../../../test/support/give-pages.ts'
import { printedPapers } from '../../../../test/support/printed-papers.ts'
import { must } from '../../../../test/support/must.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'
import type { HttpOutcome, HttpRequest } from '../../kernel/ports.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'

const MINUTE_MS = 60_000
const RESTORED_AT = (NOON + 60 * MINUTE_MS) as EpochMs
const BUYER = { rut: '12345678-5', legalName: 'Rosa Soto', phone: '', email: '' }
const answer = (status: number, body: unknown): HttpOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  bodyText: JSON.stringify(body),
})

let folder: TillFolder
const { fixture, till, honest: open } = fixturePerTest()
/** Says that the reference is taken, and not by which document. */
const honest = async (request: HttpRequest): Promise<HttpOutcome> => {
  const outcome = await open(request)
  return outcome.kind === 'answered' && outcome.status === 409
    ? answer(400, { code: 'DUPLICATE_EXTERNAL_REFERENCE' })
    : outcome
}
beforeEach(async () => {
  folder = tillFolder(fixture.dataDir)
  fixture.service.answer = honest
  await fixture.open()
  const first = sellOf(till.api)
  await fixture.until(() => folioOf(first) === 1)
})

const folioOf = (saleId: SaleId) => receiptOf(till.api, saleId).folio
const created = () =>
  fixture.service.created().map(({ reference, folio }) => `${reference} ${folio}`)
async function setWeather(weather: FakeService['answer']): Promise<void> {
  fixture.service.answer = weather
  await fixture.clock.advance(1_000)
}
function backUp(): string {
  return makeBackup({
    databaseFile: folder.database,
    backupDir: folder.backups,
    at: NOON,
    reason: 'asked',
  }).file
}
/** The disk is gone and with it everything since the backup. */
async function loseDiskAndRestore(backup: string): Promise<void> {
  await till.stop()
  for (const suffix of ['', '-wal', '-shm']) rmSync(folder.database + suffix, { force: true })
  restoreBackup(folder, backup, RESTORED_AT)
}
function takeBackWhole(originalId: SaleId): SaleId {
  const opened = till.api.startReturn(originalId)
  if (!opened.ok) throw new Error(opened.refusal.code)
  const { returnId, lines } = opened.value
  const quantities = new Map(lines.map(({ lineNumber, quantity }) => [lineNumber, quantity]))
  const made = till.api.commitReturn({
    returnId,
    originalId,
    reason: 'Producto fallado',
    refund: { method: 'EF', reference: '' },
    approvalId: null,
    lines: [...quantities].map(([lineNumber, quantity]) => ({ lineNumber, quantity })),
    expectedTotalClp: refundTotal(lines, quantities),
  })
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value.saleId
}

it('is found under its own folio, also where the service names no ids and others have taken folios since', async () => {
  await setWeather(() => UNREACHABLE)
  const waiting = Array.from({ length: 6 }, () => sellOf(till.api))
  const notes = [takeBackWhole(waiting[0]!)]
  const backup = backUp()
  await setWeather(honest)
  await fixture.until(() => till.api.status().pendingCount === 0)
  const folios = [...waiting, ...notes].map(folioOf)
  const others = Array.from({ length: 3 }, () => sellOf(till.api))
  await fixture.until(() => others.every((saleId) => folioOf(saleId) !== null))
  const issued = created()
  await loseDiskAndRestore(backup)
  await fixture.open()
  await fixture.until(() => till.api.status().pendingCount === 0, 30 * MINUTE_MS)
  expect([...waiting, ...notes].map(folioOf)).toEqual(folios)
  expect(created()).toEqual(issued)
})

it('is not taken back here as if it had never left', async () => {
  await setWeather(() => UNREACHABLE)
  const waiting = sellOf(till.api)
  const backup = backUp()
  await setWeather(honest)
  await fixture.until(() => folioOf(waiting) === 2)
  await loseDiskAndRestore(backup)
  fixture.service.answer = () => UNREACHABLE
  await fixture.open()
  await fixture.clock.advance(MINUTE_MS)
  expect(await till.api.deleteReceipt({ saleId: waiting, reason: 'se arrepintió' })).toMatchObject({
    ok: false,
    refusal: { code: 'DELETE_FATE_UNKNOWN' },
  })
})

it('is found also when the backup had it as refused; what is still refused is refused again, what was set aside stays so', async () => {
  // Each in words of its own: three in the same would wait together behind one brake.
  const bad = () => ({
    field: 'recipient.document_number',
    code: `INVALID_RUT_${(refusals += 1)}`,
    message: 'El RUT no es válido.',
  })
  let refusals = 0
  await setWeather((request) => {
    if (request.method !== 'POST' || Buffer.from(request.body ?? []).includes(BUYER.legalName))
      return honest(request)
    return request.path === '/api/invoices'
      ? answer(422, { code: bad().code, message: 'no' })
      : answer(200, { valid: false, validation_errors: [bad()] })
  })
  const [mended, refused, aside] = [sellOf(till.api), sellOf(till.api), sellOf(till.api)]
  const state = (saleId: SaleId) => receiptOf(till.api, saleId).issueState
  await fixture.until(() =>
    [mended, refused, aside].every((saleId) => state(saleId) === 'rejected'),
  )
  expect(till.api.setAside({ saleId: aside, reason: 'anulada con el cliente' })).toMatchObject({
    ok: true,
  })
  const backup = backUp()
  expect(till.api.resendFixed({ saleId: mended, recipient: BUYER })).toMatchObject({ ok: true })
  await fixture.until(() => folioOf(mended) === 2)
  await loseDiskAndRestore(backup)
  const strict = fixture.service.answer
  // As the real service: a taken reference is what it says first.
  fixture.service.answer = (request) =>
    Buffer.from(request.body ?? []).includes(reference) ? honest(request) : strict(request)
  const db = new Database(folder.database, { readonly: true })
  const reference =
    db
      .prepare<[string], string>('SELECT external_reference FROM sale WHERE id = ?')
      .pluck()
      .get(mended) ?? ''
  db.close()
  await fixture.open()
  await fixture.until(() => folioOf(mended) === 2, 10 * MINUTE_MS)
  await fixture.until(() => state(refused) === 'rejected', 10 * MINUTE_MS)
  expect(receiptOf(till.api, aside)).toMatchObject({
    issueState: 'rejected',
    setAsideReason: 'anulada con el cliente',
  })
  expect(fixture.service.created()).toHaveLength(2)
})

it('stays with the service that had it, when the damaged database still tells which that was', async () => {
  await setWeather(() => UNREACHABLE)
  const waiting = sellOf(till.api)
  const backup = backUp()
  await fixture.clock.advance(MINUTE_MS)
  await till.stop()
  const db = new Database(join(folder.folder, 'till.db'))
  db.prepare(
    "UPDATE receipt SET service_id = 'https://otro.example.cl 77777777-7', issue_state = 'queued' WHERE sale_id = ?",
  ).run(waiting)
  db.close()
  restoreBackup(folder, backup, RESTORED_AT)
  fixture.service.answer = honest
  await fixture.open()
  await fixture.clock.advance(MINUTE_MS)
  expect(receiptOf(till.api, waiting)).toMatchObject({
    issueState: 'queued',
    lastErrorCode: 'SERVICE_CHANGED',
    lastErrorText: 'https://otro.example.cl · RUT 77777777-7',
  })
  expect(created()).toHaveLength(1)
})

it('prints a second original of no sale that went without paper until after the backup', async () => {
  givePages(fixture.service, 'https://boletas.example.cl')
  must(await till.api.saveSettings({ paperRule: 'onRequest' }))
  await fixture.until(() => till.api.status().hasPages === true, 30 * MINUTE_MS)
  const [asked, silent] = [sellOf(till.api), sellOf(till.api)]
  await fixture.until(() => folioOf(silent) !== null)
  const backup = backUp()
  const before = fixture.printer.printed.length
  must(till.api.reprint(asked))
  await fixture.until(() => fixture.printer.printed.length > before)
  await till.stop()
  restoreBackup(folder, backup, RESTORED_AT)
  await fixture.open()
  for (const [count, saleId] of [asked, silent].entries()) {
    must(till.api.reprint(saleId))
    await fixture.until(() => fixture.printer.printed.length === before + 2 + count)
  }
  expect(printedPapers(fixture).slice(before)).toEqual(['receipt', 'receipt COPIA', 'receipt'])
})
