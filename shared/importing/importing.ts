/** A list of products or customers on its way into the till: what is asked, what is told. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import { IMPORT_FIELDS } from '../catalogue/import/columns.ts'
import { CUSTOMER_FIELDS } from '../customers/customer-table.ts'
import { IMPORT_LIMITS, IMPORT_PART_BYTES } from '../catalogue/import/limits.ts'
import type { Refusal } from '../languages/refusals.ts'
import type { Clp } from '../money/clp.ts'

/** Chosen by the screen that has the file: pieces of another file are never put together. */
const importId = typedText().min(1).max(40)

export const IMPORT_LISTS = ['goods', 'customers'] as const
/** What a list is of. */
export type ImportList = (typeof IMPORT_LISTS)[number]

/** Of which list; products where nothing is said. */
export const importingInput = z.object({ list: z.enum(IMPORT_LISTS) }).optional()

const ANY_FIELD = z.enum([...new Set([...IMPORT_FIELDS, ...CUSTOMER_FIELDS])])

/** Pieces come in their order; the last one makes the core read the list. */
export const importPartInput = z.object({
  importId,
  /** Said with the first piece; products where nothing is said. */
  list: z.enum(IMPORT_LISTS).optional(),
  /** As the file is called; only for people. */
  name: typedText().min(1).max(120),
  offset: z.int().min(0),
  totalBytes: z.int().min(1),
  base64: z.base64().max(Math.ceil((IMPORT_PART_BYTES * 4) / 3) + 4),
})

export const arrangeImportInput = z.object({
  importId,
  /** By place in the list; null is not read. */
  columns: z.array(ANY_FIELD.nullable()).max(IMPORT_LIMITS.columns),
  /** Places of columns a person has said are not read, though they look as if they mattered. */
  leftOut: z.array(z.int().min(0)).max(IMPORT_LIMITS.columns).optional(),
  hasHeader: z.boolean(),
  restoresZeros: z.boolean(),
  /** Of new products whose row names none. */
  categoryId: typedText().max(40),
})
export type ImportArrangement = Omit<z.output<typeof arrangeImportInput>, 'importId'>

export const IMPORT_SHOWS = ['bad', 'noted', 'new', 'changed', 'all'] as const
/** `noted`: taken in, in a way a person should see. */
export type ImportShow = (typeof IMPORT_SHOWS)[number]
export const importRowsInput = z.object({
  importId,
  show: z.enum(IMPORT_SHOWS),
  offset: z.int().min(0),
  limit: z.int().min(1).max(200),
})
export const importIdInput = z.object({ importId })

export type ImportCounts = Readonly<Record<ImportShow | 'same', number>>

export interface PlannedRow {
  /** In the file, from 1. */
  readonly number: number
  readonly kind: 'bad' | 'new' | 'changed' | 'same'
  /** Of a customer: the RUT. */
  readonly code: string
  readonly name: string
  /** Why it is not taken in, with the field of the list. */
  readonly problem: Refusal | null
  readonly notes: readonly Refusal[]
  readonly fromClp: Clp | null
  readonly toClp: Clp | null
  /** Of a product: as it will be. */
  readonly isExempt?: boolean
}

export interface ImportPlanView {
  readonly arrangement: ImportArrangement
  /** The first rows as they stand, to recognise the columns by. */
  readonly sample: readonly (readonly string[])[]
  /** Null while the columns say too little; `problem` says what is missing. */
  readonly counts: ImportCounts | null
  readonly problem: Refusal | null
  readonly newCategories: readonly string[]
  /**
   * What is said of the list as a whole, each with its field: a row that has one of them as its
   * problem need not say it again.
   */
  readonly remarks: readonly Refusal[]
}

export interface ImportDone {
  readonly created: number
  readonly changed: number
  /** What was fine when it was shown and was not any more when it was its turn. */
  readonly left: number
  readonly wasStopped: boolean
}

export interface ImportView {
  readonly importId: string
  readonly list: ImportList
  readonly name: string
  readonly phase: 'receiving' | 'reading' | 'ready' | 'writing' | 'done' | 'failed'
  /** From 0 to 1 of this phase. */
  readonly progress: number
  readonly plan: ImportPlanView | null
  readonly done: ImportDone | null
  readonly refusal: Refusal | null
}
