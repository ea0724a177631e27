/**
 * The body of `POST /api/invoices` and `/api/invoices/validate` (spec part 2). Shapes, formats and
 * lengths only; rules between fields, catalogues and stored data live in the service. Unknown keys
 * are dropped.
 */
import { z } from 'zod'
import { DOCUMENT_LIMITS } from './document-limits.ts'

const int32 = z.number().int().min(-2_147_483_648).max(2_147_483_647)
const isoDate = z.iso.date()
const text = (max: number) => z.string().max(max)
const requiredText = (max: number) => z.string().trim().min(1).max(max)

const addressSchema = z.object({
  address: text(200).optional(),
  city: text(60).optional(),
  state: text(10).optional(),
  /** Deprecated alias of `state`. */
  region: text(10).optional(),
  country: text(10).optional(),
  phone: text(200).optional(),
  email: z.email().max(DOCUMENT_LIMITS.emailCharsMax).optional(),
})

const taxInformationSchema = z.object({
  tax_condition: text(60).optional(),
  start_activities_date: isoDate.optional(),
  activity: text(200).optional(),
  activity_codes: z.array(int32).max(20).optional(),
  resolution_date: text(30).optional(),
  resolution_number: text(30).optional(),
  cbu: text(30).optional(),
  subject_to_retention: z.boolean().optional(),
})

const partySchema = z.object({
  legal_name: requiredText(200),
  document_type: requiredText(20),
  document_number: requiredText(30),
  internal_code: text(40).optional(),
  address: addressSchema.optional(),
  tax_information: taxInformationSchema.optional(),
})

/** The issuer's e-mail is ignored, whatever it is. */
const issuerSchema = partySchema.extend({
  address: addressSchema.extend({ email: text(1_000).optional() }).optional(),
})

const itemTaxSchema = z.object({
  type: requiredText(20),
  amount: z.number(),
  rate: z.number().optional(),
})

export const itemSchema = z.object({
  quantity: z.number(),
  unit_price: z.number(),
  description: text(DOCUMENT_LIMITS.descriptionCharsMax),
  code_unit_of_measure: text(10).optional(),
  discount_amount: z.number().optional(),
  code: z.object({ type: text(20).optional(), value: text(60).optional() }).optional(),
  taxes: z.array(itemTaxSchema).max(20).optional(),
  additional_info: z.object({ customs_number: text(60).optional() }).optional(),
})

const globalTaxSchema = z.object({
  type: requiredText(20),
  description: text(200).optional(),
  base_amount: z.number(),
  rate: z.number().optional(),
  amount: z.number(),
})

const billingReferenceSchema = z.object({
  invoice_type: requiredText(10),
  branch_office: int32.optional(),
  number: z.number().int().optional(),
  invoice_date: isoDate.optional(),
  cae: text(30).optional(),
})

const totalTaxSchema = z.object({
  type: requiredText(20),
  base_amount: z.number(),
  rate: z.number().optional(),
  amount: z.number(),
})

const totalsSchema = z.object({
  sub_total: z.number(),
  discount: z.number().optional(),
  taxes: z.array(totalTaxSchema).max(50).optional(),
  total: z.number(),
})

const additionalInfoSchema = z.object({ key: text(80).optional(), value: text(300).optional() })

export const documentRequestSchema = z.object({
  branch_office: int32,
  serie: text(20).optional(),
  invoice_type: requiredText(10),
  invoice_date: isoDate,
  payment_due_date: isoDate.optional(),
  service_start_date: isoDate.optional(),
  service_end_date: isoDate.optional(),
  service_indicator: int32.optional(),
  concept: int32.optional(),
  reason_code: text(10).optional(),
  cancellation_date: isoDate.optional(),
  observations: text(1_000).optional(),
  external_reference: z
    .string()
    .trim()
    .min(1)
    .max(DOCUMENT_LIMITS.externalReferenceCharsMax)
    // Category Cc, by its numbers: a flag has no place in a schema's pattern.
    .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/)
    .optional(),
  issuer: issuerSchema.optional(),
  recipient: partySchema,
  currency: z.object({ code: requiredText(10), exchange_rate: z.number().positive().optional() }),
  export_payment_method_code: text(10).optional(),
  payment_method: z
    .object({ code: text(10).optional(), description: text(200).optional() })
    .optional(),
  items: z.array(itemSchema).min(1).max(DOCUMENT_LIMITS.itemsMax),
  global_taxes: z.array(globalTaxSchema).max(50).optional(),
  billing_reference: z.array(billingReferenceSchema).max(40).optional(),
  totals: totalsSchema,
  additional_header_info: z
    .array(additionalInfoSchema)
    .max(DOCUMENT_LIMITS.infoEntriesMax)
    .optional(),
  additional_footer_info: z
    .array(additionalInfoSchema)
    .max(DOCUMENT_LIMITS.infoEntriesMax)
    .optional(),
  additional_export_info: z
    .array(additionalInfoSchema)
    .max(DOCUMENT_LIMITS.infoEntriesMax)
    .optional(),
})

export type DocumentRequest = z.output<typeof documentRequestSchema>
export type DocumentRequestItem = DocumentRequest['items'][number]
