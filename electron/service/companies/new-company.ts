/** Companies that issue here, entered by the service's owner: by its tool or over HTTP. */
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { ClientId, CompanyId, Random } from '../core/ports.ts'
import { readTaxNumber } from '../rules/tax-numbers.ts'
import { enterCertificate } from './certificate.ts'
import type { CompanyRow, Tables } from '../storage/tables.ts'

const text = (max: number) => z.string().trim().min(1).max(max)

/** What stands on its papers. */
export const COMPANY_FACTS = {
  name: text(100),
  activity: text(80),
  address: text(70),
  city: text(20),
  state: text(10),
}

/** What it is to the tax authority. */
export const COMPANY_TAX_FACTS = {
  tax_office: z.string().trim().max(40),
  tax_condition: z.string().trim().max(10),
  resolution_number: z.int().min(0).max(999_999),
  resolution_year: z.int().min(2000).max(2200),
}

/** As the API takes it; `certificate` is what signs its envelopes, by name and last day. */
export const newCompanySchema = z.object({
  ...COMPANY_FACTS,
  country: z.enum(['CHL', 'ARG', 'URY']),
  document_number: text(20),
  tax_office: COMPANY_TAX_FACTS.tax_office.default(''),
  tax_condition: COMPANY_TAX_FACTS.tax_condition.default(''),
  resolution_number: COMPANY_TAX_FACTS.resolution_number.default(0),
  resolution_year: COMPANY_TAX_FACTS.resolution_year,
  certificate: z.object({
    subject: text(200),
    serial_number: text(60).toLowerCase(),
    expires_on: z.iso.date(),
  }),
})
type NewCompany = z.output<typeof newCompanySchema>

const NUMBER_NAMES = { CHL: 'RUT', ARG: 'CUIT', URY: 'RUT' } as const

/**
 * Enters a company and its certificate. It starts in test mode: its papers say SIN VALIDEZ
 * TRIBUTARIA until its owner says that it issues in earnest. Inside a write job.
 */
export async function enterCompany(
  db: Kysely<Tables>,
  clientId: ClientId,
  given: NewCompany,
  random: Random,
): Promise<Result<CompanyRow, ApiError>> {
  const { certificate, ...data } = given
  const number = readTaxNumber(given.country, given.document_number)
  const type = NUMBER_NAMES[given.country]
  if (number === null)
    return refuse(apiError('DOCUMENT_NUMBER_INVALID', 'document_number', { type }))
  const row: CompanyRow = {
    ...data,
    id: random.uuid() as CompanyId,
    client_id: clientId,
    document_type: type,
    document_number: number,
    status: 'ACTIVE',
    logo: null,
    is_test: 1,
    production_at_ms: null,
    suspended_by: null,
  }
  const entered = await db
    .insertInto('companies')
    .values(row)
    .onConflict((conflict) => conflict.columns(['country', 'document_number']).doNothing())
    .executeTakeFirst()
  if (entered.numInsertedOrUpdatedRows !== 1n)
    return refuse(apiError('COMPANY_EXISTS', 'document_number', { number }))
  const { subject, serial_number, expires_on: lastDay } = certificate
  const expires_at_ms = Date.parse(`${lastDay}T23:59:59Z`) as EpochMs
  await enterCertificate(db, row.id, { subject, serial_number, expires_at_ms }, random)
  return ok(row)
}
