/** What a customer sees of a document: its state and its figures, and nothing more of the shop. */
import { assert } from '#shared/core/result.ts'
import { fill } from '#shared/languages/fill.ts'
import { isNote } from '../catalogues/document-kind.ts'
import { printDate } from '#shared/time/calendar.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import type { LabelledText } from '#shared/paper/paper-model.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'
import { isTestDocument, type StoredDocument } from '../documents/stored-document.ts'
import { documentPaperOf } from '../pdf/document-paper-of.ts'
import { isReadLikeReceipt } from '../pdf/pdf-maker.ts'
import { receiptPaperOf } from '../pdf/receipt-paper.ts'
import { totalInPesos } from '../catalogues/credited-reference.ts'
import { wordsOf } from '#shared/languages/core-words.ts'
import type { CoreWords, Language } from '#shared/languages/languages.ts'

type PageState = keyof CoreWords['receiptPage']['states']

export interface PageFacts {
  readonly state: PageState
  readonly documentType: string
  readonly documentName: string
  /** Null until there is one. */
  readonly folio: string | null
  readonly date: string
  readonly issuerName: string
  readonly issuerTaxNumber: string
  /** The shop's logo as a data: address; null for none. */
  readonly logo: string | null
  /** Somebody bought something, and it stands. */
  readonly isThanked: boolean
  readonly total: LabelledText
  /** What discounts took off, as it is said; null for nothing. */
  readonly saved: string | null
  readonly lines: readonly {
    readonly text: string
    readonly detail: string
    readonly sum: string
  }[]
  /** Beside the total. */
  readonly totals: readonly LabelledText[]
  /** What credit notes took from it; null for nothing. */
  readonly credited: string | null
  readonly hasPdf: boolean
  readonly isTest: boolean
}

/** `creditedClp`: what standing credit notes took from it. */
export function pageFactsOf(
  document: StoredDocument,
  creditedClp: number,
  language: Language,
): PageFacts {
  const { row, company, request, type } = document
  const state = stateOf(document, creditedClp)
  return {
    state,
    documentType: type.invoice_type,
    documentName: type.description,
    folio: row.number === null ? null : String(row.number),
    date: printDate(request.invoice_date),
    issuerName: company.name,
    issuerTaxNumber:
      company.country === 'CHL'
        ? formatRut(company.document_number as Rut)
        : company.document_number,
    logo: logoOf(company.logo),
    isThanked: STANDING.includes(state) && !isNote(type),
    ...figuresOf(document, language),
    credited: creditedClp > 0 ? formatClp(clp(creditedClp)) : null,
    hasPdf: hasPdf(document),
    isTest: isTestDocument(document.row),
  }
}

const STANDING: readonly PageState[] = ['issued', 'inProcess', 'beingIssued']
/** It travels in the page itself, which asks for nothing else; a larger one stays on the papers. */
const LOGO_BYTES_MAX = 100_000

const logoOf = (bytes: Uint8Array | null) =>
  bytes === null || bytes.length > LOGO_BYTES_MAX
    ? null
    : `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

/** A paper that is not the document any more, or not yet, is not handed out. */
export function hasPdf({ row }: StoredDocument): boolean {
  return row.number !== null && row.status !== 'RCH' && row.status !== 'DELETED'
}

function stateOf({ row, request }: StoredDocument, creditedClp: number): PageState {
  if (row.status === 'RCH') return 'rejected'
  if (row.status === 'DELETED') return 'cancelled'
  if (creditedClp > 0 && creditedClp >= totalInPesos(request)) return 'credited'
  if (row.number === null) return 'beingIssued'
  return row.status === 'APR' ? 'issued' : 'inProcess'
}

/** As its paper shows them: gross on a receipt and on a note over one, net on everything else. */
function figuresOf(
  document: StoredDocument,
  language: Language,
): Pick<PageFacts, 'lines' | 'totals' | 'total' | 'saved'> {
  if (!isReadLikeReceipt(document)) {
    const { lines, totals } = documentPaperOf(document, 80)
    const total = totals.at(-1)
    assert(total !== undefined, 'a paper ends its figures with the total')
    return {
      lines: lines.map(({ description, detail, amount }) => ({
        text: description,
        detail,
        sum: amount,
      })),
      totals: totals.slice(0, -1),
      total,
      saved: null,
    }
  }
  // The figures are the same before there is a folio, which the paper cannot be without.
  const numbered = { ...document, row: { ...document.row, number: document.row.number ?? 0 } }
  const { lines, totals } = receiptPaperOf(numbered, 80)
  const { figures: words, saved } = wordsOf(language).receiptPage
  return {
    lines: lines.map(({ description, quantity, unit, unitGrossClp, grossClp }) => ({
      text: description,
      detail: `${quantity}${unit === null ? '' : ` ${unit}`} × ${formatClp(unitGrossClp)}`,
      sum: formatClp(grossClp),
    })),
    saved:
      totals.discountClp > 0 && !isNote(document.type)
        ? fill(saved, { amount: formatClp(totals.discountClp) })
        : null,
    total: { label: words.total, value: formatClp(totals.totalClp) },
    totals: [
      ...(totals.exentoClp > 0
        ? [{ label: words.exempt, value: formatClp(totals.exentoClp) }]
        : []),
      ...(totals.ivaClp > 0
        ? [{ label: `${words.iva} (${totals.ivaRatePercent} %)`, value: formatClp(totals.ivaClp) }]
        : []),
    ],
  }
}
