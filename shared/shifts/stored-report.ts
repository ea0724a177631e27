/**
 * An X or a Z as it is kept, for years: read by its shape, never believed. What an older till did
 * not write yet may be missing; what is there has to be what it says.
 */
import { z } from 'zod'
import { REFUND_WAYS } from './refund-ways.ts'
import type { ShiftReportView } from './views.ts'
import type { EpochMs } from '../core/brand.ts'
import type { Clp } from '../money/clp.ts'

const amount = z.int() as unknown as z.ZodType<Clp>
const moment = z.int() as unknown as z.ZodType<EpochMs>
const count = z.int().min(0)
const documentType = z.enum(['33', '34', '39', '41', '56', '61'])
const documentedBy = z.enum(['receipt', 'voucher'])
const methodKind = z.enum(['cash', 'card-voucher', 'credit', 'other'])
const tally = z.object({ count, totalClp: amount })
const taxSums = { netoClp: amount, exentoClp: amount, ivaClp: amount }

const methodLine = z.object({
  key: z.string(),
  name: z.string(),
  kind: methodKind,
  count,
  floatClp: amount,
  salesClp: amount,
  tipsClp: amount.exactOptional(),
  roundingClp: amount,
  refundsClp: amount,
  deletionsClp: amount,
  changeOfCreditClp: amount,
  cashInClp: amount,
  cashOutClp: amount,
  expectedClp: amount,
})

const report = z.object({
  methods: z.array(methodLine),
  sales: tally,
  returns: tally,
  deletions: tally,
  netClp: amount,
  roundingClp: amount,
  tips: z.array(tally.extend({ cashierName: z.string(), methodName: z.string() })).exactOptional(),
  taxes: z.array(
    tally.extend({
      flow: z.enum(['sale', 'return', 'undo', 'deletion', 'changed', 'change']),
      documentType,
      documentedBy,
      ...taxSums,
    }),
  ),
  tax: z.object(taxSums),
  trials: z.object({ count: z.int(), totalClp: amount }).exactOptional(),
  cashiers: z.array(tally.extend({ name: z.string() })),
  movements: z.array(
    z.object({
      kind: z.enum(['in', 'out']),
      amountClp: amount,
      reason: z.string(),
      at: moment,
      by: z.string(),
      approvedBy: z.string().nullable(),
    }),
  ),
  folios: z.array(z.object({ documentType, from: z.int(), to: z.int() })),
  months: z.array(z.object({ month: z.string(), ...taxSums, totalClp: amount })).exactOptional(),
  pending: tally.extend({ stuckCount: count.exactOptional() }),
})

const closing = z.object({
  closedBy: z.string(),
  approvedBy: z.string().nullable(),
  pieces: z.array(z.object({ valueClp: z.int(), count })).nullable(),
  result: z.object({
    lines: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        kind: methodKind,
        expectedClp: amount,
        countedClp: amount.nullable(),
        differenceClp: amount,
      }),
    ),
    differenceClp: amount,
    largestClp: amount,
  }),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  earlierCounts: count,
  counts: z
    .array(
      z.object({
        at: moment,
        by: z.string(),
        approvedBy: z.string().nullable(),
        countedClp: amount,
        differenceClp: amount,
      }),
    )
    .exactOptional(),
})

const storedReport = z.object({
  reportId: z.string(),
  kind: z.enum(['X', 'Z']),
  madeAt: moment,
  madeBy: z.string(),
  shift: z.object({
    shiftId: z.string(),
    number: z.int(),
    openedAt: moment,
    openedBy: z.string(),
    register: z.string(),
  }),
  report,
  close: closing.nullable(),
  terminal: z
    .discriminatedUnion('answer', [
      z.object({ answer: z.literal('not-asked') }),
      z.object({ answer: z.literal('silent'), askedAt: moment }),
      z.object({
        answer: z.literal('said'),
        askedAt: moment,
        terminal: tally,
        till: tally,
        byHand: tally,
        givenBack: tally,
        tipsClp: amount.exactOptional(),
        closedByHandAfter: z.int().exactOptional(),
        sinceByHand: z.int().exactOptional(),
      }),
    ])
    .exactOptional(),
  cardWords: z
    .object({
      byHand: tally,
      contradicted: z.array(z.object({ ticket: z.string(), amountClp: amount, by: z.string() })),
      refunds: z
        .array(
          z.object({
            ticket: z.string(),
            amountClp: amount,
            isRefused: z.boolean(),
            way: z.enum(REFUND_WAYS).exactOptional(),
            by: z.string().exactOptional(),
            isTwice: z.boolean().exactOptional(),
          }),
        )
        .exactOptional(),
    })
    .exactOptional(),
  seal: z.object({ epoch: z.int(), seq: z.int(), code: z.string() }).exactOptional(),
}) satisfies z.ZodType<ShiftReportView>

/** What may be missing is there: a part that a schema leaves out is otherwise no error. */
type Whole<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [Key in keyof T]-?: Whole<T[Key]> }

/** Every part at every depth: one that is not here would be on no paper, though the Z has it. */
true satisfies Whole<z.output<typeof storedReport>> extends Whole<ShiftReportView> ? true : never

/**
 * Throws what zod says where it is no report: a row was changed from outside, and its sums must not
 * be shown.
 */
export function readStoredReport(json: string): ShiftReportView {
  return storedReport.parse(JSON.parse(json))
}

const netOnly = z.object({ report: z.object({ netClp: amount }) })

/** For a list of many: its net alone. */
export function netOfStoredReport(json: string): Clp {
  return netOnly.parse(JSON.parse(json)).report.netClp
}
