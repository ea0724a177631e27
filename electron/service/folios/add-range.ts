import type { IsoDate } from '#shared/core/brand.ts'
import { addMonths } from '#shared/time/calendar.ts'
import type { KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { localDate } from '../core/local-time.ts'
import type { Clock, FolioRangeId, Random } from '../core/ports.ts'
import type { CompanyRow, Tables } from '../storage/tables.ts'
import { issueTestCaf } from './caf.ts'

/**
 * Receipts never expire; authorizations of these types are good for six months (Res. Ex. 58/2017).
 */
const EXPIRING_TYPES: readonly number[] = [33, 43, 46, 56, 61]
const VALID_MONTHS = 6

interface NewRange {
  readonly company: Pick<CompanyRow, 'id' | 'country' | 'name' | 'document_number'>
  readonly documentCode: number
  readonly firstFolio: number
  readonly lastFolio: number
  /** `YYYY-MM-DD`; by default what the type's rule says. */
  readonly dateEnd?: string | null
}

/** Adds a range the demo authorizes itself. Inside a write job. */
export async function addTestRange(
  db: Kysely<Tables>,
  range: NewRange,
  tools: { readonly clock: Clock; readonly random: Random; readonly authorityKey: KeyObject },
): Promise<FolioRangeId> {
  const { company, documentCode, firstFolio, lastFolio } = range
  const id = tools.random.uuid() as FolioRangeId
  const authorizedOn = localDate(company.country, tools.clock.now())
  const caf = issueTestCaf(
    {
      issuerRut: company.document_number,
      issuerName: company.name,
      documentCode,
      firstFolio,
      lastFolio,
      authorizedOn,
    },
    tools.authorityKey,
  )
  await db
    .insertInto('folio_ranges')
    .values({
      id,
      company_id: company.id,
      document_code: documentCode,
      serie: null,
      first_folio: firstFolio,
      last_folio: lastFolio,
      next_folio: firstFolio,
      date_from: authorizedOn,
      date_end:
        range.dateEnd === undefined
          ? defaultEnd(company.country, documentCode, authorizedOn)
          : range.dateEnd,
      status: 'ACT',
      is_trial: 1,
      caf_xml: caf.cafXml,
      private_key_pem: caf.privateKeyPem,
      low_notified_at_ms: null,
      expiry_notified_at_ms: null,
    })
    .execute()
  return id
}

/** Last day of use by the type's rule; null where there is none. */
export function defaultEnd(
  country: string,
  documentCode: number,
  authorizedOn: string,
): string | null {
  if (country !== 'CHL' || !EXPIRING_TYPES.includes(documentCode)) return null
  // Of the last day of August the half year ends with February, not in March.
  return addMonths(authorizedOn as IsoDate, VALID_MONTHS)
}
