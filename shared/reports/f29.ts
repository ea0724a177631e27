/**
 * What the monthly form of the tax authority (F29) asks of a shop's own documents: by type, with
 * credit notes subtracted. By the date of the document; what was deleted before it had a folio
 * never was one.
 */
import { clp, type Clp } from '../money/clp.ts'
import type { DocumentedBy, DocumentType } from '../document/document-type.ts'
import type { Tally } from '../shift/shift-report.ts'

/** Documents of one kind, one or many together. */
export interface StandingDocuments extends Tally {
  readonly documentType: DocumentType
  readonly documentedBy: DocumentedBy
  readonly netoClp: Clp
  readonly exentoClp: Clp
  readonly ivaClp: Clp
}

export interface F29Facts {
  /** All that was sold and given back, whatever became of its document. */
  readonly all: readonly StandingDocuments[]
  /** Of these: deleted before they had a folio. */
  readonly deleted: readonly StandingDocuments[]
  /** Of these: without a folio, and not deleted. */
  readonly pending: readonly StandingDocuments[]
  /** Of these: issued, and then refused by the authority or deleted by the provider. */
  readonly refused: readonly StandingDocuments[]
}

export interface F29Sums {
  /** Issued documents that stand, in the order of their types; amounts as on the documents. */
  readonly lines: readonly StandingDocuments[]
  /** With credit notes subtracted. */
  readonly total: {
    readonly netoClp: Clp
    readonly exentoClp: Clp
    readonly ivaClp: Clp
    readonly totalClp: Clp
  }
  /** Belongs into the form once it is issued; credit notes subtracted. */
  readonly pending: Tally
  /** Does not belong into it until somebody has settled it; credit notes subtracted. */
  readonly refused: Tally
}

const AMOUNTS = ['count', 'netoClp', 'exentoClp', 'ivaClp', 'totalClp'] as const
type Amount = (typeof AMOUNTS)[number]
type Sums = { [Field in Amount]: number }

/** What a credit note says is owed back. */
export const signOf = (documentType: DocumentType): 1 | -1 => (documentType === '61' ? -1 : 1)

export function f29Of({ all, deleted, pending, refused }: F29Facts): F29Sums {
  const lines = withoutAny(all, [...deleted, ...pending, ...refused])
  const total = (field: Exclude<Amount, 'count'>) =>
    clp(lines.reduce((sum, line) => sum + signOf(line.documentType) * line[field], 0))
  return {
    lines,
    total: {
      netoClp: total('netoClp'),
      exentoClp: total('exentoClp'),
      ivaClp: total('ivaClp'),
      totalClp: total('totalClp'),
    },
    pending: tally(pending),
    refused: tally(refused),
  }
}

function withoutAny(
  all: readonly StandingDocuments[],
  gone: readonly StandingDocuments[],
): StandingDocuments[] {
  const kindOf = ({ documentType, documentedBy }: StandingDocuments) =>
    `${documentType} ${documentedBy}`
  const kinds = Map.groupBy(all, kindOf)
  const goneOf = Map.groupBy(gone, kindOf)
  return [...kinds].sort().flatMap(([kind, rows]) => {
    const [first] = rows
    const sums = minus(sumsOf(rows), sumsOf(goneOf.get(kind) ?? []))
    if (first === undefined || sums.count === 0) return []
    const { documentType, documentedBy } = first
    return [{ documentType, documentedBy, ...(sums as Pick<StandingDocuments, Amount>) }]
  })
}

function sumsOf(rows: readonly StandingDocuments[]): Sums {
  const sums: Sums = { count: 0, netoClp: 0, exentoClp: 0, ivaClp: 0, totalClp: 0 }
  for (const row of rows) for (const field of AMOUNTS) sums[field] += row[field]
  return sums
}

function minus(one: Sums, other: Sums): Sums {
  for (const field of AMOUNTS) one[field] -= other[field]
  return one
}

function tally(rows: readonly StandingDocuments[]): Tally {
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    totalClp: clp(rows.reduce((sum, row) => sum + signOf(row.documentType) * row.totalClp, 0)),
  }
}

/** Of a line of the form: where the number of documents goes, and where their amount. */
export interface F29Codes {
  readonly count: number
  readonly amount: number
}

/**
 * Codes of the paper form (SII, Formulario 29, "Débitos y ventas"): 110/111 boletas, 503/502
 * facturas, 512/513 notas de débito, 586/142 exempt sales by their net amount. Null where the form
 * has more than one line for it: a credit note goes by what it corrects, a voucher of a terminal
 * by its operator. What is exempt on a taxed receipt belongs to 142 as well.
 */
export function f29Codes(
  of: Pick<StandingDocuments, 'documentType' | 'documentedBy'>,
): F29Codes | null {
  return of.documentedBy === 'voucher' ? null : CODES[of.documentType]
}

const CODES: Readonly<Record<DocumentType, F29Codes | null>> = {
  39: { count: 110, amount: 111 },
  33: { count: 503, amount: 502 },
  56: { count: 512, amount: 513 },
  41: { count: 586, amount: 142 },
  34: { count: 586, amount: 142 },
  61: null,
}
