/**
 * What the monthly form of the tax authority (F29) asks of a shop's own documents: by type, with
 * credit notes subtracted. By the date of the document; what was deleted before it had a folio
 * never was one.
 */
import { clp, type Clp } from '../money/clp.ts'
import type { DocumentedBy, DocumentType } from '../core/document-type.ts'
import type { Tally } from '../shifts/shift-report.ts'

/** Documents of one kind, one or many together. */
export interface StandingDocuments extends Tally {
  readonly documentType: DocumentType
  readonly documentedBy: DocumentedBy
  readonly netoClp: Clp
  readonly exentoClp: Clp
  readonly ivaClp: Clp
}

interface F29Facts {
  /** All that was sold and given back, whatever became of its document. */
  readonly all: readonly StandingDocuments[]
  /** Of these: deleted before they had a folio. */
  readonly deleted: readonly StandingDocuments[]
  /** Of these: without a folio, and not deleted. */
  readonly pending: readonly StandingDocuments[]
  /** Of these: issued, and then refused by the authority or deleted by the provider. */
  readonly refused: readonly StandingDocuments[]
  /** Of these: issued to try out. */
  readonly trials: readonly StandingDocuments[]
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
  /** Never belongs into it, however much money it was; credit notes subtracted. */
  readonly trials: Tally
}

const AMOUNTS = ['count', 'netoClp', 'exentoClp', 'ivaClp', 'totalClp'] as const
type Amount = (typeof AMOUNTS)[number]
type Sums = { [Field in Amount]: number }

/** What a credit note says is owed back. */
export const signOf = (documentType: DocumentType): 1 | -1 => (documentType === '61' ? -1 : 1)

export function f29Of({ all, deleted, pending, refused, trials }: F29Facts): F29Sums {
  const lines = withoutAny(all, [...deleted, ...pending, ...refused, ...trials])
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
    trials: tally(trials),
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

/** What a field of the form takes of documents: how many, their IVA, or what is exempt on them. */
export type F29What = 'count' | 'iva' | 'exempt'

/** One field of the form, by its code, with what goes into it. */
interface F29Field {
  readonly code: number
  readonly what: F29What
  /** Whose it is; null where documents of several kinds share it. */
  readonly of: Kind | null
  readonly value: number
}

type Kind = Pick<StandingDocuments, 'documentType' | 'documentedBy'>

/** What is exempt, whatever document it stands on. */
const EXEMPT = { count: 586, exempt: 142 } as const

/**
 * Codes of the form (SII, Formulario 29, "Débitos y ventas"), in its order: how many, and their
 * IVA, which is never the amount with it. 586/142 is what is exempt; 758/759 the vouchers of card
 * terminals; 509/510 the credit notes, which the form subtracts by itself.
 */
const TAXED: readonly (Kind & { readonly count: number; readonly iva: number })[] = [
  { documentType: '33', documentedBy: 'receipt', count: 503, iva: 502 },
  { documentType: '39', documentedBy: 'receipt', count: 110, iva: 111 },
  { documentType: '39', documentedBy: 'voucher', count: 758, iva: 759 },
  { documentType: '56', documentedBy: 'receipt', count: 512, iva: 513 },
  { documentType: '61', documentedBy: 'receipt', count: 509, iva: 510 },
]

/**
 * Each peso of the documents stands in one field. Where the form has no line for what comes back,
 * exempt goods and what a terminal has annulled, it is subtracted from what it takes back.
 */
export function f29Fields(lines: readonly StandingDocuments[]): F29Field[] {
  const sum = (rows: readonly StandingDocuments[], valueOf: (row: StandingDocuments) => number) =>
    rows.reduce((all, row) => all + valueOf(row), 0)
  const exempt = lines.filter(({ documentType: type }) => type === '41' || type === '34')
  const exemptClp = sum(lines, (row) => signOf(row.documentType) * row.exentoClp)
  return [
    {
      code: EXEMPT.count,
      what: 'count',
      of: null,
      value: sum(exempt, (row) => row.count),
    } as const,
    { code: EXEMPT.exempt, what: 'exempt', of: null, value: exemptClp } as const,
    ...TAXED.flatMap(({ count, iva, ...of }): F29Field[] => {
      const alike = lines.filter(({ documentedBy }) => documentedBy === of.documentedBy)
      const own = alike.filter(({ documentType }) => documentType === of.documentType)
      const ivaClp =
        of.documentedBy === 'voucher'
          ? sum(alike, (row) => signOf(row.documentType) * row.ivaClp)
          : sum(own, (row) => row.ivaClp)
      return [
        { code: count, what: 'count', of, value: sum(own, (row) => row.count) },
        { code: iva, what: 'iva', of, value: ivaClp },
      ]
    }),
  ].filter(({ value }) => value !== 0)
}
