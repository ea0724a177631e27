/**
 * Moves documents forward: gives waiting ones a folio when a range has one, hands pending ones to
 * the authority, asks for verdicts. Every move is one transaction that starts from the state it
 * expects, so a repeated step changes nothing.
 */
import type { Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import type { DocumentCreator } from '../documents/create.ts'
import { notesBeforeTheirDocument } from '../documents/credits.ts'
import { firstDue, markJudged, markSent } from '../documents/hot-queries.ts'
import { complete } from '../documents/stored-document.ts'
import type { ServiceParts } from '../parts.ts'
import type { CompanyId } from '../ports.ts'
import type { CompanyRow, DocumentRow, DocumentStatus, Tables } from '../storage/tables.ts'
import { enqueueEvents, type ServiceEvent } from '../webhooks/events.ts'
import type { Authorization } from './authority.ts'

/** The authority's envelope holds at most 500 receipts (EnvioBOLETA). */
export const DOCUMENTS_PER_ENVELOPE = 500
/**
 * Documents that become due within this time go in one envelope and one transaction, not each in
 * its own.
 */
const ENVELOPE_GATHER_MS = 200
/**
 * Chile's. Notes travel in an envelope of their own (EnvioDTE), after the receipts' (EnvioBOLETA).
 */
/** Credit notes, and the debit notes that undo one. */
const NOTES: readonly number[] = [61, 56]
const RETRY_WAITS_MS: readonly number[] = [2_000, 5_000, 15_000, 60_000, 300_000]

/** What is asked of a document that the authority has: not its body. */
type DocumentAtAuthority = Pick<
  DocumentRow,
  'id' | 'company_id' | 'number' | 'status' | 'track_id' | 'authority_attempts'
>

export class AuthoritySender {
  readonly #parts: ServiceParts
  readonly #creator: DocumentCreator

  constructor(parts: ServiceParts, creator: DocumentCreator) {
    this.#parts = parts
    this.#creator = creator
  }

  /** One round over everything due. Answers the milliseconds until the next due time. */
  async step(): Promise<number | null> {
    const pending = await this.#dueToSend()
    const companies = await this.#companies(pending.map((row) => row.company_id))
    const isReady = (row: DocumentRow) =>
      row.number !== null || companies.get(row.company_id)?.country === 'ARG'
    for (const row of pending.filter((document) => !isReady(document))) await this.#numberLater(row)
    const ready = pending.filter(isReady)
    const isNote = (row: DocumentRow) =>
      NOTES.includes(row.document_code) && companies.get(row.company_id)?.country === 'CHL'
    await this.#submitAll(
      companies,
      ready.filter((row) => !isNote(row)),
    )
    await this.#submitAll(companies, await this.#withoutEarlyNotes(ready.filter(isNote)))
    const sent = await this.#dueForVerdict()
    for (const rows of byCompany(sent)) await this.#askVerdicts(rows)
    this.#parts.wake('webhooks')
    const isBehind = [pending, sent].some((rows) => rows.length === DOCUMENTS_PER_ENVELOPE)
    const nextDueMs = await this.#nextDueMs()
    return isBehind || nextDueMs === null ? nextDueMs : Math.max(nextDueMs, ENVELOPE_GATHER_MS)
  }

  async #submitAll(
    companies: ReadonlyMap<CompanyId, CompanyRow>,
    documents: readonly DocumentRow[],
  ): Promise<void> {
    for (const rows of byCompany(documents)) {
      const company = companies.get(rows[0]?.company_id as CompanyId)
      assert(company !== undefined, 'a document belongs to a company')
      await this.#submit(company, rows)
    }
  }

  /**
   * A credit note never reaches the authority before the document it is about: such a one waits for
   * a later round.
   */
  async #withoutEarlyNotes(notes: readonly DocumentRow[]): Promise<DocumentRow[]> {
    if (notes.length === 0) return []
    const early = await notesBeforeTheirDocument(
      this.#parts.storage.read,
      notes.map((note) => note.id),
    )
    if (early.size > 0) await this.#postpone(notes.filter((note) => early.has(note.id)))
    return notes.filter((note) => !early.has(note.id))
  }

  async #submit(company: CompanyRow, rows: readonly DocumentRow[]): Promise<void> {
    const answer = await this.#parts.authority.submit(
      rows.map((row) => ({
        documentId: row.id,
        country: company.country,
        documentCode: row.document_code,
        number: row.number ?? 0,
        body: row.body,
        tedXml: row.ted_xml,
      })),
    )
    if (answer.kind === 'UNREACHABLE') return this.#postpone(rows)
    await this.#parts.storage.write(async (db) => {
      const sent =
        company.country === 'ARG'
          ? await this.#authorizeEach(db, rows, answer.trackId, answer.authorizations)
          : await this.#markSent(db, rows, answer.trackId)
      const events = sent.map((row) => statusEvent(row, 'EMS'))
      await enqueueEvents(db, this.#parts.random, this.#parts.clock.now(), company.id, events)
    })
  }

  /**
   * Answers the documents that were still pending: one may have been deleted while the authority
   * answered.
   */
  async #markSent(
    db: Kysely<Tables>,
    rows: readonly DocumentRow[],
    trackId: number,
  ): Promise<DocumentRow[]> {
    const sent: DocumentRow[] = []
    const dueAtMs = this.#in(this.#parts.settings.verdictDelayMs)
    for (const row of rows)
      if ((await markSent.run(db, { id: row.id, trackId, dueAtMs })) > 0) sent.push(row)
    return sent
  }

  /** The same where every document gets its number and code from the authority. */
  async #authorizeEach(
    db: Kysely<Tables>,
    rows: readonly DocumentRow[],
    trackId: number,
    authorizations: readonly Authorization[],
  ): Promise<DocumentRow[]> {
    const authorized: DocumentRow[] = []
    for (const [index, row] of rows.entries()) {
      const [sent] = await this.#markSent(db, [row], trackId)
      const authorization = authorizations[index]
      if (sent === undefined || authorization === undefined) continue
      const number =
        sent.number ?? (await takeAuthorityNumber(db, sent.company_id, sent.document_code))
      await db
        .updateTable('documents')
        .set({ number, cae: authorization.cae, cae_expires_on: authorization.caeExpiresOn })
        .where('id', '=', sent.id)
        .execute()
      authorized.push({ ...sent, number })
    }
    return authorized
  }

  async #askVerdicts(rows: readonly DocumentAtAuthority[]): Promise<void> {
    const answer = await this.#parts.authority.verdicts(
      rows.map((row) => {
        assert(row.track_id !== null, 'a document at the authority has a tracking id')
        return { documentId: row.id, trackId: row.track_id }
      }),
    )
    if (answer.kind === 'UNREACHABLE') return this.#postpone(rows)
    const waiting = rows.filter((_, index) => answer.verdicts[index] === 'WAITING')
    if (waiting.length > 0) await this.#postpone(waiting)
    await this.#parts.storage.write(async (db) => {
      for (const status of ['APR', 'RCH'] as const) {
        const decided = rows.filter((_, index) => answer.verdicts[index] === status)
        if (decided.length > 0) await this.#close(db, decided, status)
      }
    })
  }

  async #close(
    db: Kysely<Tables>,
    rows: readonly DocumentAtAuthority[],
    status: 'APR' | 'RCH',
  ): Promise<void> {
    const closed: DocumentAtAuthority[] = []
    for (const row of rows)
      if ((await markJudged.run(db, { id: row.id, status })) > 0) closed.push(row)
    const events = closed.map((row) => statusEvent(row, status))
    await enqueueEvents(
      db,
      this.#parts.random,
      this.#parts.clock.now(),
      rows[0]?.company_id as CompanyId,
      events,
    )
  }

  async #numberLater(row: DocumentRow): Promise<void> {
    const { request, company, type } = await complete(this.#parts.storage, row)
    const numbered = await this.#parts.storage.write((db) =>
      this.#creator.numberLater(db, { request, company, type }, row),
    )
    if (numbered === null) await this.#postpone([row])
  }

  /** Waits longer after every attempt, up to five minutes. */
  async #postpone(rows: readonly DocumentAtAuthority[]): Promise<void> {
    await this.#parts.storage.write(async (db) => {
      for (const row of rows) {
        const waitMs =
          RETRY_WAITS_MS[Math.min(row.authority_attempts, RETRY_WAITS_MS.length - 1)] ?? 0
        await db
          .updateTable('documents')
          .set({
            authority_due_at_ms: this.#in(waitMs),
            authority_attempts: row.authority_attempts + 1,
          })
          .where('id', '=', row.id)
          .where('status', '=', row.status)
          .execute()
      }
    })
  }

  #dueToSend(): Promise<DocumentRow[]> {
    return this.#due('PEN').selectAll().execute()
  }

  #dueForVerdict(): Promise<DocumentAtAuthority[]> {
    return this.#due('EMS')
      .select(['id', 'company_id', 'number', 'status', 'track_id', 'authority_attempts'])
      .execute()
  }

  #due(status: DocumentStatus) {
    return this.#parts.storage.read
      .selectFrom('documents')
      .where('status', '=', status)
      .where('authority_due_at_ms', '<=', this.#parts.clock.now())
      .orderBy('authority_due_at_ms')
      .limit(DOCUMENTS_PER_ENVELOPE)
  }

  async #companies(ids: readonly CompanyId[]): Promise<ReadonlyMap<CompanyId, CompanyRow>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#parts.storage.read
      .selectFrom('companies')
      .selectAll()
      .where('id', 'in', [...new Set(ids)])
      .execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  /**
   * One look at the index for each state; a minimum over both would walk through everything that
   * waits.
   */
  async #nextDueMs(): Promise<number | null> {
    const dues = await Promise.all(
      (['PEN', 'EMS'] as const).map(async (status) => {
        const [first] = await firstDue.run(this.#parts.storage.read, { status })
        return first?.authority_due_at_ms ?? Number.POSITIVE_INFINITY
      }),
    )
    const next = Math.min(...dues)
    return next === Number.POSITIVE_INFINITY ? null : Number(next) - this.#parts.clock.now()
  }

  #in(delayMs: number): EpochMs {
    return (this.#parts.clock.now() + delayMs) as EpochMs
  }
}

/**
 * Argentina numbers at issuance: the next number of the series, asked for and used in one
 * transaction.
 */
async function takeAuthorityNumber(
  db: Kysely<Tables>,
  companyId: CompanyId,
  documentCode: number,
): Promise<number> {
  const row = await db
    .insertInto('authority_counters')
    .values({ company_id: companyId, document_code: documentCode, next_number: 2 })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'document_code'])
        .doUpdateSet((eb) => ({ next_number: eb('authority_counters.next_number', '+', 1) })),
    )
    .returning('next_number')
    .executeTakeFirstOrThrow()
  return row.next_number - 1
}

function statusEvent(row: DocumentAtAuthority, status: DocumentStatus): ServiceEvent {
  return {
    code: 'ISE',
    payload: { invoiceId: row.id, status, number: row.number, companyId: row.company_id },
  }
}

function byCompany<Row extends { readonly company_id: CompanyId }>(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, (row) => row.company_id).values()]
}
