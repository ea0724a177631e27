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
import { firstDue, markJudged, markSent } from '../storage/hot-queries.ts'
import { complete, isTestDocument } from '../documents/stored-document.ts'
import type { FolioProof } from '../folios/prove-folios.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { CompanyId, DocumentId } from '../core/ports.ts'
import { idsOf } from '../storage/many-rows.ts'
import { awayAs } from '../storage/postgres-errors.ts'
import type { CompanyRow, DocumentRow, DocumentStatus, Tables } from '../storage/tables.ts'
import { enqueueEvents, type ServiceEvent } from '../webhooks/events.ts'
import type { Authorization, Submission } from '../parts/authority.ts'
import { DocumentClaims, DOCUMENTS_PER_ENVELOPE, type DocumentAtAuthority } from './claims.ts'

/**
 * Documents that become due within this time go in one envelope and one transaction, not each in
 * its own.
 */
const ENVELOPE_GATHER_MS = 200
/**
 * Chile's: credit notes, and the debit notes that undo one. They travel in an envelope of their own
 * (EnvioDTE), after the receipts' (EnvioBOLETA).
 */
const NOTES: readonly number[] = [61, 56]

/** A document that the authority took in. */
interface Received {
  readonly row: DocumentRow
  readonly trackId: number
  readonly authorization: Authorization | undefined
}

export class AuthoritySender {
  readonly #parts: ServiceParts
  readonly #creator: DocumentCreator
  readonly #claims: DocumentClaims
  readonly #proof: FolioProof

  constructor(parts: ServiceParts, creator: DocumentCreator, proof: FolioProof) {
    this.#parts = parts
    this.#proof = proof
    this.#creator = creator
    this.#claims = new DocumentClaims(parts)
  }

  /** One round over everything due. Answers the milliseconds until the next due time. */
  async step(): Promise<number | null> {
    let isBehind = false
    for (const companyId of await this.#claims.companiesToSend()) {
      await this.#turnOf(companyId, async () => {
        const rows = await this.#claims.toSend(companyId)
        if (rows.length > 0) await this.#send(await this.#company(companyId), rows)
        isBehind ||= rows.length === DOCUMENTS_PER_ENVELOPE
      })
    }
    const sent = await this.#claims.toAsk()
    for (const [companyId, rows] of Map.groupBy(sent, (row) => row.company_id))
      await this.#turnOf(companyId, () => this.#askVerdicts(rows))
    isBehind ||= sent.length === DOCUMENTS_PER_ENVELOPE
    const nextDueMs = await this.#nextDueMs()
    return isBehind || nextDueMs === null ? nextDueMs : Math.max(nextDueMs, ENVELOPE_GATHER_MS)
  }

  /** What goes wrong about one company is its own; what it had in hand is taken again later. */
  async #turnOf(company: CompanyId, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (err) {
      // Without the database there is nobody's turn.
      if (awayAs(err) !== null) throw err
      this.#parts.log.error({ err, company }, 'what a company has for the authority failed')
    }
  }

  /** Everything of a company that was taken in hand. */
  async #send(company: CompanyRow, rows: readonly DocumentRow[]): Promise<void> {
    const numbered: DocumentRow[] = []
    for (const row of await this.#withoutTrials(company, rows)) {
      const isReady = row.number !== null || company.country === 'ARG'
      const ready = isReady ? row : await this.#numberLater(row)
      if (ready !== null) numbered.push(ready)
    }
    const ready = await this.#withoutReceived(company, await this.#withoutUnheard(numbered))
    const isNote = (row: DocumentRow) =>
      NOTES.includes(row.document_code) && company.country === 'CHL'
    await this.#submit(
      company,
      ready.filter((row) => !isNote(row)),
    )
    await this.#submit(company, await this.#withoutEarlyNotes(ready.filter(isNote)))
    this.#parts.wake('webhooks')
  }

  /**
   * In earnest: one that slipped in while its company left the test mode is a trial on its paper,
   * and to a simulated authority all of them would be.
   */
  async #withoutTrials(
    company: CompanyRow,
    rows: readonly DocumentRow[],
  ): Promise<readonly DocumentRow[]> {
    if (company.is_test === 1) return rows
    const isOfNobody = await this.#isOfNobody(company.id)
    const isTrial = (row: DocumentRow) => isOfNobody || isTestDocument(row)
    await this.#claims.postpone(rows.filter(isTrial), false)
    return rows.filter((row) => !isTrial(row))
  }

  /** Of what counts a simulated authority is neither told nor asked: it would approve all of it. */
  async #isOfNobody(companyId: CompanyId): Promise<boolean> {
    const { authority, log } = this.#parts
    if (!authority.isSimulated || (await this.#company(companyId)).is_test === 1) return false
    log.error({ company: companyId }, 'no authority is set, and a company issues in earnest')
    return true
  }

  /** What the authority has of a range is asked for before it gets something of it from here. */
  async #withoutUnheard(rows: readonly DocumentRow[]): Promise<readonly DocumentRow[]> {
    const unheard = await this.#proof.unheard(rows)
    for (const isUnsure of [0, 1])
      await this.#claims.postpone(
        rows.filter((row) => unheard.has(row.id) && row.authority_is_unsure === isUnsure),
        isUnsure === 1,
      )
    return rows.filter((row) => !unheard.has(row.id))
  }

  /**
   * Where an earlier sending was cut off the authority is asked first. What it has is entered; the
   * rest, which it never got, is answered, to be sent.
   */
  async #withoutReceived(
    company: CompanyRow,
    rows: readonly DocumentRow[],
  ): Promise<readonly DocumentRow[]> {
    const unsure = rows.filter((row) => row.authority_is_unsure === 1)
    if (unsure.length === 0) return rows
    const answer = await this.#parts.authority.received(
      unsure.map((row) => submissionOf(company, row)),
    )
    if (answer.kind === 'UNREACHABLE') {
      await this.#claims.postpone(unsure, true)
      return rows.filter((row) => row.authority_is_unsure === 0)
    }
    const received = unsure.flatMap((row, index) => {
      const known = answer.documents[index] ?? null
      return known === null ? [] : [{ row, ...known }]
    })
    await this.#enter(company, received)
    const ids = new Set(received.map(({ row }) => row.id))
    return rows.filter((row) => !ids.has(row.id))
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
    await this.#claims.postpone(
      notes.filter((note) => early.has(note.id)),
      false,
    )
    return notes.filter((note) => !early.has(note.id))
  }

  async #submit(company: CompanyRow, rows: readonly DocumentRow[]): Promise<void> {
    if (rows.length === 0 || this.#claims.isLate(rows)) return
    const answer = await this.#parts.authority.submit(rows.map((row) => submissionOf(company, row)))
    if (answer.kind !== 'RECEIVED') return this.#claims.postpone(rows, answer.kind === 'UNKNOWN')
    const { trackId, authorizations } = answer
    await this.#enter(
      company,
      rows.map((row, index) => ({ row, trackId, authorization: authorizations[index] })),
    )
  }

  /** Enters what the authority has, and tells of it, in one transaction. */
  async #enter(company: CompanyRow, received: readonly Received[]): Promise<void> {
    if (received.length === 0) return
    await this.#parts.storage.write(async (db) => {
      const sent = await this.#markSent(db, received)
      const rows =
        company.country === 'ARG' ? await enterAuthorizations(db, sent) : sent.map(({ row }) => row)
      await this.#tell(db, company.id, rows, 'EMS')
    })
  }

  /** Those of them that were still pending. */
  async #markSent(db: Kysely<Tables>, received: readonly Received[]): Promise<readonly Received[]> {
    const dueAtMs = (this.#parts.clock.now() + this.#parts.settings.verdictDelayMs) as EpochMs
    const pending = new Set<DocumentId>()
    for (const [trackId, same] of Map.groupBy(received, (one) => one.trackId)) {
      const ids = idsOf(same.map(({ row }) => row))
      for (const { id } of await markSent.run(db, { ids, trackId, dueAtMs })) pending.add(id)
    }
    return received.filter(({ row }) => pending.has(row.id))
  }

  async #askVerdicts(rows: readonly DocumentAtAuthority[]): Promise<void> {
    const [first] = rows
    if (first === undefined || (await this.#isOfNobody(first.company_id)))
      return this.#claims.postpone(rows, false)
    const answer = await this.#parts.authority.verdicts(
      rows.map((row) => {
        assert(row.track_id !== null, 'a document at the authority has a tracking id')
        return { documentId: row.id, trackId: row.track_id }
      }),
    )
    if (answer.kind === 'UNREACHABLE') return this.#claims.postpone(rows, false)
    const waiting = rows.filter((_, index) => answer.verdicts[index] === 'WAITING')
    await this.#claims.postpone(waiting, false)
    await this.#parts.storage.write(async (db) => {
      for (const status of ['APR', 'RCH'] as const) {
        const decided = rows.filter((_, index) => answer.verdicts[index] === status)
        if (decided.length > 0) await this.#close(db, decided, status)
      }
    })
    this.#parts.wake('webhooks')
  }

  async #close(
    db: Kysely<Tables>,
    rows: readonly DocumentAtAuthority[],
    status: 'APR' | 'RCH',
  ): Promise<void> {
    const marked = await markJudged.run(db, { ids: idsOf(rows), status })
    const closed = new Set(marked.map(({ id }) => id))
    const companyId = rows[0]?.company_id as CompanyId
    await this.#tell(
      db,
      companyId,
      rows.filter(({ id }) => closed.has(id)),
      status,
    )
  }

  #tell(
    db: Kysely<Tables>,
    companyId: CompanyId,
    rows: readonly DocumentAtAuthority[],
    status: DocumentStatus,
  ): Promise<void> {
    const { random, clock } = this.#parts
    const events = rows.map((row) => statusEvent(row, status))
    return enqueueEvents(db, random, clock.now(), companyId, events)
  }

  /** Null, and laid down again, when there is still no folio. */
  async #numberLater(row: DocumentRow): Promise<DocumentRow | null> {
    const { request, company, type } = await complete(this.#parts.storage, row)
    const numbered = await this.#parts.storage.write((db) =>
      this.#creator.numberLater(db, { request, company, type }, row),
    )
    if (numbered === null) await this.#claims.postpone([row], false)
    return numbered
  }

  #company(id: CompanyId): Promise<CompanyRow> {
    return this.#parts.storage.read
      .selectFrom('companies')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
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
}

function submissionOf(company: CompanyRow, row: DocumentRow): Submission {
  return {
    documentId: row.id,
    country: company.country,
    documentCode: row.document_code,
    number: row.number ?? 0,
    body: row.body,
    tedXml: row.ted_xml,
    isTest: isTestDocument(row),
  }
}

/** Argentina's documents get their number and code with it. */
async function enterAuthorizations(
  db: Kysely<Tables>,
  sent: readonly Received[],
): Promise<readonly DocumentRow[]> {
  const rows: DocumentRow[] = []
  for (const { row, authorization } of sent) {
    const number =
      authorization === undefined || row.number !== null
        ? row.number
        : await takeAuthorityNumber(db, row)
    if (authorization !== undefined)
      await db
        .updateTable('documents')
        .set({ number, cae: authorization.cae, cae_expires_on: authorization.caeExpiresOn })
        .where('id', '=', row.id)
        .execute()
    rows.push({ ...row, number })
  }
  return rows
}

/**
 * Argentina numbers at issuance: the next number of the series, asked for and used in one
 * transaction. Trials have a series of their own, which goes on whenever its company tries out.
 */
async function takeAuthorityNumber(
  db: Kysely<Tables>,
  { company_id, document_code, is_trial }: DocumentRow,
): Promise<number> {
  const row = await db
    .insertInto('authority_counters')
    .values({ company_id, document_code, is_trial, next_number: 2 })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'document_code', 'is_trial'])
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
