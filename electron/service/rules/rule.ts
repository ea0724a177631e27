import type { DocumentRequest, DocumentRequestItem } from '#shared/issuing/document-request.ts'
import type { DocumentTypeEntry } from '../catalogues/catalogues.ts'
import type { ApiError } from '../core/errors.ts'
import type { CompanyRow, DocumentStatus } from '../storage/tables.ts'

/** What a rule may know. Loaded before, so that every rule is pure. */
export interface RuleContext {
  readonly company: CompanyRow
  readonly type: DocumentTypeEntry
  /** Today at the issuer, `YYYY-MM-DD`. */
  readonly today: string
  readonly hasValidCertificate: boolean
  /**
   * From this many pesos a receipt names its buyer (Res. Ex. 44/2025: 135 UF of last 31 December).
   */
  readonly identifyFromClp: number
  /**
   * What a Chilean credit note is about, or the note a debit note undoes; null elsewhere, and when
   * nothing is named to look for.
   */
  readonly credited: Credited | null
}

/** Fields of sound shape; a missing one was reported already when it is required. */
export interface RuleInput {
  readonly document: Partial<DocumentRequest>
  /** Null where the line's shape is wrong. */
  readonly items: readonly (DocumentRequestItem | null)[]
}

/** One rule of issuance: the errors it finds, none when all is well. */
export type Rule = (input: RuleInput, context: RuleContext) => ApiError[]

export type Credited =
  /**
   * Its folio lies in no range of this service: issued before, or by another system. Nothing is
   * known of it.
   */
  | { readonly kind: 'ELSEWHERE' }
  /** Its folio lies in a range of this service, and no document has it. */
  | { readonly kind: 'MISSING' }
  | {
      readonly kind: 'HERE'
      readonly date: string
      readonly status: DocumentStatus
      readonly isExempt: boolean
      readonly totalClp: number
      /** Sum of the notes over it that stand: neither deleted nor rejected. */
      readonly creditedClp: number
    }
