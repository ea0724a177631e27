/**
 * Documents taken in hand for the authority. What is taken is committed before anything is sent, so
 * that no other process sends it too, and so that a process that dies leaves behind what it may
 * have sent. One process at a time sends the documents of a company; what it had in hand is another
 * one's when the lease ends.
 */
import type { Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { CompanyId } from '../core/ports.ts'
import { hasIdIn, idsOf } from '../storage/many-rows.ts'
import type { DocumentRow, DocumentStatus, Tables } from '../storage/tables.ts'

/** The authority's envelope holds at most 500 receipts (EnvioBOLETA). */
export const DOCUMENTS_PER_ENVELOPE = 500
const RETRY_WAITS_MS: readonly number[] = [2_000, 5_000, 15_000, 60_000, 300_000]

/** What is asked of a document that the authority has: not its body. */
export type DocumentAtAuthority = Pick<
  DocumentRow,
  'id' | 'company_id' | 'number' | 'status' | 'track_id' | 'authority_attempts' | 'authority_claim'
>

export class DocumentClaims {
  readonly #parts: ServiceParts

  constructor(parts: ServiceParts) {
    this.#parts = parts
  }

  /** Whose documents are to be sent, those that wait longest first. */
  async companiesToSend(): Promise<readonly CompanyId[]> {
    const rows = await this.#due(this.#parts.storage.read, 'PEN').select('company_id').execute()
    return [...new Set(rows.map((row) => row.company_id))]
  }

  /**
   * Takes what is to be sent of a company; nothing while another process has some of it in hand.
   * `authority_is_unsure` is as it was before: 1 where an earlier sending was cut off.
   */
  toSend(companyId: CompanyId): Promise<DocumentRow[]> {
    const { storage, random } = this.#parts
    const claim = random.uuid()
    const leaseEnd = this.#in(this.#parts.settings.leaseMs)
    return storage.write(async (db) => {
      if (!this.#isTimeSure()) return []
      if (storage.shared !== null && !(await this.#isFree(db, companyId))) return []
      let due = this.#due(db, 'PEN').where('company_id', '=', companyId).selectAll()
      if (storage.shared !== null) due = due.forUpdate().skipLocked()
      const rows = await due.execute()
      if (rows.length === 0) return []
      await db
        .updateTable('documents')
        .set({ authority_claim: claim, authority_is_unsure: 1, authority_due_at_ms: leaseEnd })
        .where(hasIdIn(db, idsOf(rows)))
        .execute()
      return rows.map((row) => ({ ...row, authority_claim: claim, authority_due_at_ms: leaseEnd }))
    })
  }

  /**
   * Whether there is no time left to send these: a process that slept holds on to nothing, for
   * another one may be about to take it.
   */
  isLate(rows: readonly DocumentRow[]): boolean {
    if (!this.#isTimeSure()) return true
    const sendBeforeMs = this.#parts.clock.now() + this.#parts.settings.leaseMs / 2
    return rows.some((row) => (row.authority_due_at_ms ?? 0) < sendBeforeMs)
  }

  /** Takes what is to be asked about. To ask twice does no harm; it is left to one all the same. */
  async toAsk(): Promise<DocumentAtAuthority[]> {
    const { storage, settings } = this.#parts
    const asked = (db: Kysely<Tables>) =>
      this.#due(db, 'EMS').select([
        ...(['id', 'company_id', 'number', 'status', 'track_id'] as const),
        ...(['authority_attempts', 'authority_claim'] as const),
      ])
    if (storage.shared === null) return asked(storage.read).execute()
    return storage.write(async (db) => {
      const rows = await asked(db).forUpdate().skipLocked().execute()
      if (rows.length > 0)
        await db
          .updateTable('documents')
          .set({ authority_due_at_ms: this.#in(settings.leaseMs) })
          .where(hasIdIn(db, idsOf(rows)))
          .execute()
      return rows
    })
  }

  /**
   * Lays them down again, to wait longer after every attempt, up to five minutes. `isUnsure`: the
   * authority may have them all the same.
   */
  async postpone(rows: readonly DocumentAtAuthority[], isUnsure: boolean): Promise<void> {
    if (rows.length === 0) return
    await this.#parts.storage.write(async (db) => {
      for (const same of alike(rows)) {
        const [{ authority_attempts: attempts, status, authority_claim: claim }] = same
        const waitMs = RETRY_WAITS_MS[Math.min(attempts, RETRY_WAITS_MS.length - 1)] ?? 0
        await db
          .updateTable('documents')
          .set({
            authority_due_at_ms: this.#in(waitMs),
            authority_attempts: attempts + 1,
            authority_claim: null,
            authority_is_unsure: isUnsure ? 1 : 0,
          })
          .where(hasIdIn(db, idsOf(same)))
          .where('status', '=', status)
          // Whoever was slower than his lease has nothing to say any more.
          .where('authority_claim', claim === null ? 'is' : '=', claim)
          .execute()
      }
    })
  }

  #isTimeSure(): boolean {
    return this.#parts.storage.shared?.isTimeSure() ?? true
  }

  /** Whether no other process has, or is about to take, documents of this company. */
  async #isFree(db: Kysely<Tables>, companyId: CompanyId): Promise<boolean> {
    const { storage, clock } = this.#parts
    if ((await storage.shared?.tryTurn(db, `authority ${companyId}`)) === false) return false
    const held = await db
      .selectFrom('documents')
      .select('id')
      .where('company_id', '=', companyId)
      .where('authority_claim', 'is not', null)
      .where('authority_due_at_ms', '>', clock.now())
      .limit(1)
      .executeTakeFirst()
    return held === undefined
  }

  #due(db: Kysely<Tables>, status: DocumentStatus) {
    return db
      .selectFrom('documents')
      .where('status', '=', status)
      .where('authority_due_at_ms', '<=', this.#parts.clock.now())
      .orderBy('authority_due_at_ms')
      .limit(DOCUMENTS_PER_ENVELOPE)
  }

  #in(delayMs: number): EpochMs {
    return (this.#parts.clock.now() + delayMs) as EpochMs
  }
}

/** Those with as many attempts, in the same state and hands: laid down by one statement. */
function alike(
  rows: readonly DocumentAtAuthority[],
): readonly [DocumentAtAuthority, ...DocumentAtAuthority[]][] {
  const kind = (row: DocumentAtAuthority) =>
    JSON.stringify([row.authority_attempts, row.status, row.authority_claim])
  return [...Map.groupBy(rows, kind).values()] as [DocumentAtAuthority, ...DocumentAtAuthority[]][]
}
