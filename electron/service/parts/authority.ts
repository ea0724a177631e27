/**
 * The tax authority as the service sees it. The simulated one is the default; a real one implements
 * the same port.
 */
import type { DocumentId, FolioRangeId } from '../core/ports.ts'
import type { Country } from '../core/country.ts'

/** By what an authority knows a document. */
export interface NamedDocument {
  readonly documentId: DocumentId
  readonly country: Country
  readonly documentCode: number
  readonly number: number
}

export interface Submission extends NamedDocument {
  /** A trial: for the authority's trial environment, or for nobody. */
  readonly isTest: boolean
  /** The request body as received. */
  readonly body: string
  readonly tedXml: string | null
}

export interface Authorization {
  /** Argentina: the 14-digit authorization code and its last day. Null elsewhere. */
  readonly cae: number | null
  readonly caeExpiresOn: string | null
}

export type SubmitAnswer =
  | {
      readonly kind: 'RECEIVED'
      readonly trackId: number
      readonly authorizations: readonly Authorization[]
    }
  /** Surely not received. */
  | { readonly kind: 'UNREACHABLE' }
  /** Sent, and no answer: it may have been received. */
  | { readonly kind: 'UNKNOWN' }

export type ReceivedAnswer =
  | {
      readonly kind: 'ANSWERED'
      /** Null for one that the authority does not have. */
      readonly documents: readonly ({
        readonly trackId: number
        readonly authorization: Authorization
      } | null)[]
    }
  | { readonly kind: 'UNREACHABLE' }

/** A range of folios, by what an authority knows it. */
export interface RangeAsked {
  readonly country: Country
  readonly issuer: string
  readonly documentCode: number
  readonly firstFolio: number
  readonly lastFolio: number
  readonly isTest: boolean
}

export type FoliosAnswer =
  /** In the order of the ranges; null for one of which it has nothing. */
  | { readonly kind: 'ANSWERED'; readonly folios: readonly (number | null)[] }
  | { readonly kind: 'UNREACHABLE' }
  /** It is there, and what it said is no answer. */
  | { readonly kind: 'UNKNOWN' }
  /** It knows no such question, now or later. */
  | { readonly kind: 'NOT_OFFERED' }

/** A range to be authorized, as many folios as the one that ends. */
export interface FoliosWanted {
  readonly country: Country
  readonly issuer: string
  readonly documentCode: number
  readonly count: number
  /** The range that ends: asked again about it, the authority has granted once. */
  readonly after: FolioRangeId
  readonly isTest: boolean
}

export type MoreFoliosAnswer =
  /** The authority's file; null when it gives none now. */
  | { readonly kind: 'ANSWERED'; readonly caf: string | null }
  | { readonly kind: 'UNREACHABLE' }
  | { readonly kind: 'NOT_OFFERED' }

export type Verdict = 'APR' | 'RCH' | 'WAITING'

type VerdictAnswer =
  | { readonly kind: 'ANSWERED'; readonly verdicts: readonly Verdict[] }
  | { readonly kind: 'UNREACHABLE' }

export interface Taxpayer {
  readonly document_number: string
  readonly legal_name: string
  readonly primary_activity: string
  readonly activities: readonly string[]
  readonly region: string
  readonly district: string
  readonly city: string
  readonly email: string
  readonly address: {
    readonly street: string
    readonly street_number: string
    readonly block: string
    readonly apartment: string
    readonly neighborhood: string
  }
}

export type TaxpayerAnswer =
  /** Null when the authority does not know the number. */
  | { readonly kind: 'ANSWERED'; readonly taxpayer: Taxpayer | null }
  | { readonly kind: 'UNREACHABLE' }

export interface Authority {
  /** It approves whatever it is told, and nobody hears of it: never of what counts. */
  readonly isSimulated: boolean
  /**
   * Hands over documents of one company, in order; the answer's authorizations are in the same
   * order.
   */
  submit(documents: readonly Submission[]): Promise<SubmitAnswer>
  /**
   * Asks which of these documents it has, in the same order: of those whose handing over was cut
   * off, before they are handed over again.
   */
  received(documents: readonly NamedDocument[]): Promise<ReceivedAnswer>
  /** Asks for the outcome of documents handed over before; the verdicts are in the same order. */
  verdicts(
    documents: readonly { readonly documentId: DocumentId; readonly trackId: number }[],
  ): Promise<VerdictAnswer>
  /** Asks for the highest folio it has of each range. */
  highestFolios(ranges: readonly RangeAsked[]): Promise<FoliosAnswer>
  /** Asks for folios beyond those it authorized, where it can be asked by a program. */
  moreFolios(wanted: FoliosWanted): Promise<MoreFoliosAnswer>
  taxpayer(country: Country, documentNumber: string): Promise<TaxpayerAnswer>
}
