/**
 * Creation: judged, numbered, stamped and stored in one transaction, that of its batch or its own;
 * answered after it is on disk.
 */
import type { Kysely } from 'kysely'
import type { DocumentRequest } from '#shared/issuing/document-request.ts'
import { assert, ok, refuse, type Result } from '#shared/core/result.ts'
import type { Principal } from '../auth/keys.ts'
import type { ApiError, ApiFailure } from '../core/errors.ts'
import { FolioAllocator, type FolioRange } from '../folios/allocate.ts'
import { announceLow, isLow } from '../folios/announce-low.ts'
import { buildTed, buildTedAside, type TedData } from '../folios/ted.ts'
import { localDate, localDateTime } from '../core/local-time.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { DocumentId } from '../core/ports.ts'
import { creditErrors, movesCredit } from '../rules/credit-rules.ts'
import { creditedReferenceOf, totalInPesos } from '../catalogues/credited-reference.ts'
import { asOneLine } from '../rules/document-rules.ts'
import { readTaxNumber } from '../rules/tax-numbers.ts'
import { isUnreachable } from '../storage/postgres-errors.ts'
import type { SharedWork } from '../storage/storage.ts'
import type { DocumentRow, Tables } from '../storage/tables.ts'
import { enterCredit, holdForCredit, loadCredited } from './credits.ts'
import { pageOf } from './page-store.ts'
import { searchFactsOf } from './search-facts.ts'
import {
  findReference,
  insertDocument,
  insertPage,
  modeOfCompany,
  rangeInUse,
} from '../storage/hot-queries.ts'
import { holdLaneTurn } from './lane-turn.ts'
import { IssuingLanes, type LaneTurn, type LaneWork, type NewDocument } from './issuing-lanes.ts'
import {
  duplicateError,
  validate,
  validateExceptReference,
  type AcceptedDocument,
} from './validate.ts'
import type { StoredDocument } from './stored-document.ts'

/** Class A documents of an issuer subject to retention are numbered in their own series. */
const RETENTION_SERIES: Readonly<Record<number, number>> = { 1: 51, 2: 52, 3: 53 }
const NAMELESS_ITEM = 'Sin descripción'

interface Creation {
  /** The body as received, stored as it is. */
  readonly text: string
  /** The same, parsed. */
  readonly value: unknown
  /** Under which its public page is to be found, as the client made it; null for none. */
  readonly pageToken: string | null
}

export class DocumentCreator {
  readonly #parts: ServiceParts
  readonly #folios: FolioAllocator
  readonly #lanes: IssuingLanes

  constructor(parts: ServiceParts) {
    this.#parts = parts
    this.#folios = new FolioAllocator(parts.clock)
    this.#lanes = new IssuingLanes(this.#laneWork())
  }

  async create(
    principal: Principal,
    { text, value: body, pageToken }: Creation,
  ): Promise<Result<StoredDocument, ApiFailure>> {
    const { validation } = await validateExceptReference(this.#parts, principal, body)
    if (validation.accepted === null) {
      const { errors, duplicateOf } = await validate(this.#parts, principal, body)
      return refuse({ errors, ...(duplicateOf === null ? {} : { documentId: duplicateOf }) })
    }
    const { accepted } = validation
    const row = this.#newRow(accepted, text)
    const page = pageOf(this.#parts, row, pageToken)
    const document = { accepted, row, page, branch: await this.#ownBranch(accepted) }
    try {
      // Notes and Argentina's documents do more in their transaction than to be numbered.
      const isAlone = movesCredit(accepted.type) || accepted.company.country === 'ARG'
      const stored = await (isAlone ? this.#storeAlone(document) : this.#lanes.issue(document))
      if (stored === null) return refuse(await this.#duplicate(accepted))
      this.#parts.wake('authority', this.#parts.settings.sendDelayMs)
      return ok({ row: stored, ...accepted })
    } catch (error) {
      if (error instanceof CreditRefused) return refuse({ errors: error.errors })
      throw error
    }
  }

  /** One document in a transaction of its own; null when another one has its reference. */
  async #storeAlone(document: NewDocument): Promise<DocumentRow | null> {
    try {
      return await this.#parts.storage.write((db) => this.#store(db, document))
    } catch (error) {
      if (error instanceof ReferenceTaken) return null
      throw error
    }
  }

  /**
   * Throws `ReferenceTaken` when another document has the reference, `CreditRefused` when another
   * note was faster: the folio goes back with the savepoint.
   */
  async #store(db: Kysely<Tables>, { accepted, row: unnumbered, page }: NewDocument) {
    const isCredit = movesCredit(accepted.type)
    if (isCredit) await refuseCreditThatCameLate(db, accepted)
    const isTrial = await isTrialNow(db, unnumbered)
    const row = await this.#number(db, accepted, { ...unnumbered, is_trial: isTrial })
    if ((await insertDocument.run(db, row)) === 0) throw new ReferenceTaken()
    if (isCredit) await enterCredit(db, row, accepted.request)
    if (page !== null) await insertPage.run(db, page)
    return row
  }

  #laneWork(): LaneWork {
    const { storage, clock, settings } = this.#parts
    const { shared } = storage
    return {
      now: () => clock.now(),
      today: ({ accepted }) => localDate(accepted.company.country, clock.now()),
      look: (document, today) => this.#folios.look(storage.read, wantedBy(document, today)),
      sign: (document, range, folio, isOneOfMany) =>
        this.#signed(document, range, folio, isOneOfMany),
      store: (batch) => storage.issue(batch),
      stored: async (range, last, isLowAnnounced) => {
        if (isLowAnnounced || !isLow(range, last.number ?? 0, settings.lowFolioPercent)) return
        // The documents are stored; the next batch tells of it when this one could not.
        await storage
          .write((db) => announceLow(db, this.#parts, range, last))
          .catch((error: unknown) => this.#parts.log.error({ err: error }, 'low folios not told'))
      },
      storeAlone: (document) => this.#storeAlone(document),
      turn: shared && ((document, today) => this.#turn(shared, document, today)),
      isAway: isUnreachable,
    }
  }

  #turn(shared: SharedWork, document: NewDocument, today: string): Promise<LaneTurn | null> {
    const { row } = document
    return holdLaneTurn(
      shared,
      `issue ${row.company_id} ${row.document_code}`,
      rangeInUse.with(this.#parts.storage.read, wantedBy(document, today)),
      this.#folios,
    )
  }

  async #signed(
    { accepted, row }: NewDocument,
    range: FolioRange,
    folio: number,
    isOneOfMany: boolean,
  ): Promise<DocumentRow> {
    const numbered = { ...row, number: folio, is_trial: range.isTrial }
    if (accepted.company.country !== 'CHL') return numbered
    const data = this.#stampData(accepted, row, range, folio)
    const build = isOneOfMany ? buildTedAside : buildTed
    return { ...numbered, ted_xml: await build(data, range.key) }
  }

  /** Of a branch that has ranges of its own: its documents are numbered by themselves. */
  async #ownBranch({ company, request }: AcceptedDocument): Promise<number | null> {
    const known = await this.#parts.companies.byId(company.id)
    return known?.branches.has(request.branch_office) === true ? request.branch_office : null
  }

  async #duplicate({ company, request }: AcceptedDocument): Promise<ApiFailure> {
    const reference = request.external_reference ?? ''
    const [existing] = await findReference.run(this.#parts.storage.read, {
      companyId: company.id,
      reference,
    })
    return {
      errors: [duplicateError(reference)],
      ...(existing === undefined ? {} : { documentId: existing.id }),
    }
  }

  #newRow({ company, request, type }: AcceptedDocument, text: string): DocumentRow {
    const now = this.#parts.clock.now()
    const isRetained = request.issuer?.tax_information?.subject_to_retention === true
    return {
      id: this.#parts.random.uuid() as DocumentId,
      company_id: company.id,
      document_code: isRetained ? (RETENTION_SERIES[type.code] ?? type.code) : type.code,
      invoice_type: type.invoice_type,
      serie: request.serie ?? null,
      number: null,
      external_reference: request.external_reference ?? null,
      status: 'PEN',
      body: text,
      ted_xml: null,
      cae: null,
      cae_expires_on: null,
      track_id: null,
      created_at_ms: now,
      deleted_at_ms: null,
      authority_due_at_ms: (now + this.#parts.settings.sendDelayMs) as DocumentRow['created_at_ms'],
      authority_attempts: 0,
      authority_claim: null,
      authority_is_unsure: 0,
      is_trial: company.is_test,
      ...searchFactsOf(request, company.country),
    }
  }

  /**
   * Gives a document its folio and, in Chile, its stamp. Without a folio it stays unnumbered until
   * a range has one.
   */
  async #number(
    db: Kysely<Tables>,
    document: AcceptedDocument,
    row: DocumentRow,
  ): Promise<DocumentRow> {
    const { company } = document
    if (company.country === 'ARG') return row
    const taken = await this.#folios.take(db, {
      ...{ companyId: company.id, documentCode: row.document_code },
      ...{ branch: document.request.branch_office },
      today: localDate(company.country, this.#parts.clock.now()),
    })
    if (taken === null) return row
    const { range, folio } = taken
    const numbered = {
      ...row,
      number: folio,
      is_trial: range.isTrial,
      ted_xml:
        company.country === 'CHL'
          ? buildTed(this.#stampData(document, row, range, folio), range.key)
          : null,
    }
    if (!taken.isLowAnnounced && isLow(range, folio, this.#parts.settings.lowFolioPercent))
      await announceLow(db, this.#parts, range, numbered)
    return numbered
  }

  /**
   * Numbers a waiting document in a later transaction. Answers null when there is still no folio.
   */
  async numberLater(
    db: Kysely<Tables>,
    document: AcceptedDocument,
    row: DocumentRow,
  ): Promise<DocumentRow | null> {
    // A trial that was left over waits for ever: what counts now is nothing for it.
    if ((await isTrialNow(db, row)) !== row.is_trial) return null
    const numbered = await this.#number(db, document, row)
    if (numbered.number === null) return null
    assert(numbered.is_trial === row.is_trial, 'a document stays what it was made as')
    const { numUpdatedRows } = await db
      .updateTable('documents')
      .set({ number: numbered.number, ted_xml: numbered.ted_xml })
      .where('id', '=', row.id)
      .where('number', 'is', null)
      .executeTakeFirst()
    // The folio goes back with the transaction.
    assert(numUpdatedRows === 1n, 'a document is numbered once')
    return numbered
  }

  #stampData(
    { company, request }: AcceptedDocument,
    row: DocumentRow,
    range: FolioRange,
    folio: number,
  ): TedData {
    return {
      issuerRut: company.document_number,
      documentCode: row.document_code,
      folio,
      date: request.invoice_date,
      recipientRut: stampRut(request),
      recipientName: asOneLine(request.recipient.legal_name),
      totalClp: totalInPesos(request),
      firstItem: asOneLine(request.items[0]?.description ?? '') || NAMELESS_ITEM,
      cafXml: range.cafXml,
      stampedAt: localDateTime(company.country, this.#parts.clock.now()),
    }
  }
}

/** By the mode its company is in now, whatever it was when the request was judged. */
async function isTrialNow(db: Kysely<Tables>, row: DocumentRow): Promise<number> {
  const [mode] = await modeOfCompany.run(db, { companyId: row.company_id })
  assert(mode !== undefined, 'a company that issues is there')
  return mode.is_test
}

/** Buyers abroad have no RUT; the authority reserves one for them. */
function stampRut(request: DocumentRequest): string {
  return readTaxNumber('CHL', request.recipient.document_number) ?? '55555555-5'
}

/**
 * Between the judgement and this transaction another note may have taken what was left, or the
 * document gone.
 */
async function refuseCreditThatCameLate(
  db: Kysely<Tables>,
  { company, request }: AcceptedDocument,
): Promise<void> {
  const reference = creditedReferenceOf(request)
  if (reference !== null)
    await holdForCredit(db, {
      companyId: company.id,
      documentCode: reference.type.code,
      number: reference.number,
    })
  const credited = await loadCredited(db, company.id, request)
  const errors = credited === null ? [] : creditErrors(request, credited)
  if (errors.length > 0) throw new CreditRefused(errors)
}

/** Of which ranges it may have a folio. */
const wantedBy = ({ row, branch }: NewDocument, today: string) => ({
  ...{ companyId: row.company_id, documentCode: row.document_code, today, branch },
})

/** Undoes a creation inside its savepoint; never leaves this file. */
class ReferenceTaken extends Error {}

/** The same for a note that its document has no room for any more. */
class CreditRefused extends Error {
  readonly errors: readonly ApiError[]

  constructor(errors: readonly ApiError[]) {
    super('credit refused')
    this.errors = errors
  }
}
