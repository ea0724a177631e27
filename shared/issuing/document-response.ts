/**
 * What the service answers (spec part 2). The till reads these leniently; see electron/till/sync.
 */
import { z } from 'zod'

const nullableText = z.string().nullable()
const nullableDate = z.string().nullable()

const documentPartySchema = z.object({
  legal_name: nullableText,
  document_type: nullableText,
  document_number: nullableText,
  address: nullableText,
  city: nullableText,
  state: nullableText,
  region: nullableText,
  country: nullableText,
  phone: nullableText,
  tax_condition: nullableText,
  start_activities_date: nullableDate,
})

export const documentSchema = z.object({
  id: z.uuid(),
  branch_office: z.int(),
  serie: nullableText,
  /** Folio; null until one is assigned. */
  number: z.int().nullable(),
  invoice_type: z.union([z.int(), z.string()]),
  invoice_date: z.string(),
  payment_due_date: nullableDate,
  service_start_date: nullableDate,
  service_end_date: nullableDate,
  concept: z.int().nullable(),
  observations: nullableText,
  external_reference: nullableText,
  issuer: documentPartySchema,
  recipient: documentPartySchema,
  currency_code: z.string(),
  currency_exchange_rate: z.number().nullable(),
  payment_method_code: nullableText,
  payment_method_description: nullableText,
  items: z.array(
    z.object({
      line_number: z.int(),
      quantity: z.number(),
      unit_of_measure_code: nullableText,
      unit_price: z.number(),
      discount: z.number(),
      description: z.string(),
      code_type: nullableText,
      code_value: nullableText,
      sub_total: z.number(),
      total_taxes: z.number(),
      total: z.number(),
      taxes: z.array(
        z.object({
          tax_type: z.string(),
          base_amount: z.number(),
          rate: z.number().nullable(),
          amount: z.number(),
        }),
      ),
    }),
  ),
  global_taxes: z.array(
    z.object({
      tax_type: z.string(),
      description: nullableText,
      base_amount: z.number(),
      rate: z.number().nullable(),
      amount: z.number(),
    }),
  ),
  billing_reference: z.array(
    z.object({
      invoice_type: z.string(),
      branch_office: z.int().nullable(),
      number: z.int().nullable(),
      date: nullableDate,
      cae: nullableText,
    }),
  ),
  sub_total: z.number(),
  total_discount: z.number(),
  total_taxes: z.number(),
  total: z.number(),
  /** Beside the contract: it has no value. The same folio may be another document in earnest. */
  is_test: z.boolean().optional(),
  status: z.string(),
  cae: z.int().nullable(),
  cae_expiration_date: nullableDate,
  track_id: z.int().nullable(),
  qr_code: nullableText,
  reason_code: z.int().nullable(),
  cancellation_date: nullableDate,
})
export type DocumentResponse = z.output<typeof documentSchema>

const validationErrorSchema = z.object({ field: z.string(), code: z.string(), message: z.string() })
export type ValidationError = z.output<typeof validationErrorSchema>

export const validationResponseSchema = z.object({
  valid: z.boolean(),
  validation_errors: z.array(validationErrorSchema).optional(),
})

/** Error body outside validation (house decision): `code` repeats the first error's code. */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  errors: z.array(validationErrorSchema),
  /** Only with DUPLICATE_EXTERNAL_REFERENCE: the id of the document that has the reference. */
  document_id: z.string().optional(),
})
export type ErrorBody = z.output<typeof errorBodySchema>

export const enumerationSchema = z.object({
  id: z.string(),
  id_company: z.string(),
  id_document_type: z.string(),
  enumeration_from: z.int(),
  enumeration_end: z.int(),
  enumeration_starts_from: z.int(),
  date_from: nullableDate,
  date_end: nullableDate,
  serie: nullableText,
  next_number_to_use: z.int(),
  /** Beside the contract: its folios are for trials, and may be those of another range. */
  is_test: z.boolean().optional(),
  /** Beside the contract: the one branch that has its folios; null for all of them. */
  branch_office: z.int().nullable().optional(),
  status: z.string(),
})

export const enumerationPageSchema = z.object({
  data: z.array(enumerationSchema),
  current_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  last_page: z.int(),
})

export const pdfDownloadSchema = z.object({
  filename: z.string(),
  content: z.string(),
  content_type: z.string(),
})

export const deleteResultSchema = z.object({
  id: z.string(),
  status: z.string(),
  message: z.string(),
})

export const logoSchema = z.object({ file_url: z.string() })

export const taxpayerSchema = z.object({
  document_number: z.string(),
  legal_name: z.string(),
  primary_activity: z.string(),
  activities: z.array(z.string()),
  region: z.string(),
  district: z.string(),
  city: z.string(),
  email: z.string(),
  address: z.object({
    street: z.string(),
    street_number: z.string(),
    block: z.string(),
    apartment: z.string(),
    neighborhood: z.string(),
  }),
})

export const exportInfoSchema = z.object({
  id: z.string(),
  id_country: z.string(),
  key: z.string(),
  data_type: z.string(),
  description: z.string(),
  agency_code: z.string(),
  validation_rules: z.string(),
})

export const taxTypeSchema = z.object({
  id: z.string(),
  id_country: z.string(),
  code: z.string(),
  description: z.string(),
  rate_source: z.enum(['CATALOG', 'CLIENT']),
  /** Percent; null when the client gives it. */
  rate: z.number().nullable(),
})
