/**
 * What happened at a till, told to the service once, under `/api/fleet/facts`. A fact never
 * changes: the same id again is answered the same and counted once, and what becomes of a sale
 * later (returned, deleted, its document numbered or refused) is a further fact with its own id.
 *
 * Facts of before a till was paired are not told. What it has told, a till keeps for
 * `FACTS_SAID_AGAIN_DAYS`, and tells again where the service no longer has the last one it was
 * told: its database was put back. A return or a deletion is told also of an older sale.
 *
 * They count as in the till's own reports: by the day of the document, what goes back by the day it
 * goes back. What was issued to try out is money, so it counts here too; `document` says which it
 * was. A document changed for another one moves nothing.
 */
import { z } from 'zod'

/** Facts of one request. */
export const FACTS_MAX = 200
/** Days a till can tell what it has told once more. */
export const FACTS_SAID_AGAIN_DAYS = 60
/**
 * Days the service keeps the words of a fact; its name stays, by which it is counted once. So long
 * a till keeps what it has to tell a shop it has left.
 */
export const FACTS_KEPT_DAYS = 400
/** Characters of a name or a reason. */
export const FACT_TEXT_MAX = 100
/** Characters of the words of a row of the log (JSON). */
export const FACT_DETAIL_MAX = 4_000
const LINES_MAX = 1_000
const PAYMENTS_MAX = 100
const ID_MAX = 100
const CLP_MAX = 999_999_999_999
const MILLI_MAX = 999_999_999_999

const id = z.string().min(1).max(ID_MAX)
const text = z.string().max(FACT_TEXT_MAX)
const pesos = z.int().min(0).max(CLP_MAX)
const signedPesos = z.int().min(-CLP_MAX).max(CLP_MAX)
/** `YYYY-MM-DD` in Chile. */
export const factDay = z.iso.date()

/**
 * What the money of a fact did. `undo`: a return was undone; `deletion`: a document was deleted
 * and its money went back, `deletion_refused`: of tills of before, whose money went back first;
 * `change`: a document that stands for, or takes back, one that was changed.
 */
const MONEY_KINDS = ['sale', 'return', 'undo', 'deletion', 'deletion_refused', 'change'] as const
const FACT_KINDS = [...MONEY_KINDS, 'document', 'shift', 'cash', 'log'] as const
export type FactKind = (typeof FACT_KINDS)[number]
export type MoneyKind = (typeof MONEY_KINDS)[number]

/** Beside what each kind says. */
const told = {
  fact_id: id,
  /** Milliseconds since it happened; when that was, the service's clock says. */
  age_ms: z.int().min(0),
  /** As the till printed them: the day, and the hour of it. */
  day: factDay,
  hour: z.int().min(0).max(23),
}

const line = z.strictObject({
  /** Null where it was of no product. */
  product_id: id.max(40).nullable(),
  code: text,
  name: text,
  milli: z.int().min(1).max(MILLI_MAX),
  /** After all discounts. */
  gross_clp: pesos,
  is_exempt: z.boolean(),
  /** Of the whole line, on its day; null where it is not known. */
  cost_net_clp: pesos.nullable(),
})

const payment = z.strictObject({
  /** As the till calls the way to pay; with `*` a card voucher that is the receipt. */
  tender: id.max(40),
  name: text,
  /** Of the document; what was collected is the three together. */
  clp: signedPesos,
  tip_clp: pesos,
  rounding_clp: signedPesos,
})

/** Together no more than a document holds. */
const within = (amounts: readonly number[]) =>
  amounts.reduce((all, amount) => all + Math.abs(amount), 0) <= CLP_MAX

/** Amounts have no sign: the kind says which way they went. */
const moneyFact = z.strictObject({
  ...told,
  kind: z.enum(MONEY_KINDS),
  sale_id: id,
  /** The sale that comes back, or the return that is undone; null: not of this till. */
  original_id: id.nullable(),
  document_type: z.string().max(4),
  documented_by: z.enum(['receipt', 'voucher']),
  /** As far as it is known by now. */
  folio: z.int().nullable(),
  is_trial: z.boolean().nullable(),
  shift_id: id.nullable(),
  /** A till knows whoever served by name. */
  cashier: text,
  gross_clp: pesos,
  net_clp: pesos,
  exempt_clp: pesos,
  tax_clp: pesos,
  rounding_clp: signedPesos,
  discount_clp: pesos,
  lines: z
    .array(line)
    .max(LINES_MAX)
    .refine((lines) => within(lines.map(({ gross_clp: gross }) => gross))),
  payments: z
    .array(payment)
    .max(PAYMENTS_MAX)
    .refine((payments) => within(payments.map(({ clp }) => clp))),
})
export type MoneyFact = z.output<typeof moneyFact>

/** What became of the document of a sale. */
const documentFact = z.strictObject({
  ...told,
  kind: z.literal('document'),
  sale_id: id,
  /** `numbered`, or as the authority says: `APR`, `RCH`, `DELETED`; `MISSING`: it is not there. */
  state: z.string().max(20),
  document_type: z.string().max(4),
  folio: z.int().nullable(),
  is_trial: z.boolean().nullable(),
})

const shiftFact = z.strictObject({
  ...told,
  kind: z.literal('shift'),
  shift_id: id,
  number: z.int().min(1),
  state: z.enum(['opened', 'closed']),
  who: text,
  approved_by: text.nullable(),
  /** What was there when it was opened. */
  float_clp: pesos,
  /** Null while it is open. Over everything that is counted: cash and the other ways to pay. */
  counted_clp: signedPesos.nullable(),
  expected_clp: signedPesos.nullable(),
  difference_clp: signedPesos.nullable(),
})

const cashFact = z.strictObject({
  ...told,
  kind: z.literal('cash'),
  shift_id: id,
  direction: z.enum(['in', 'out']),
  clp: pesos,
  reason: text,
  who: text,
  approved_by: text.nullable(),
})

const logFact = z.strictObject({
  ...told,
  kind: z.literal('log'),
  /** What was done, as the till's log has it. */
  action: text,
  who: text,
  approved_by: text.nullable(),
  sale_id: id.nullable(),
  /** JSON object of words and numbers. */
  detail: z.string().max(FACT_DETAIL_MAX),
})

const factShape = z.discriminatedUnion('kind', [
  moneyFact,
  documentFact,
  shiftFact,
  cashFact,
  logFact,
])
export type Fact = z.output<typeof factShape>

const named = z.strictObject({ kind: z.enum(FACT_KINDS), fact_id: id })
export type FactName = z.output<typeof named>

/** `POST /api/fleet/facts`, with a till's key. */
export const factsBody = z.strictObject({
  /** The last one this till has an answer for; null for none. */
  told_before: named.nullable(),
  facts: z.array(factShape).min(1).max(FACTS_MAX),
})
export const factsAnswer = z.object({
  /** As many as were told: each is kept, now or since it was told first. */
  kept: z.int().min(0),
  /** False: it has lost what it was told, and is to be told it again. */
  knows_before: z.boolean(),
})
export type AnsweredFacts = z.output<typeof factsAnswer>
