/** What may come back of a receipt by the documents that are here, whatever tills say of it. */
import type { Kysely } from 'kysely'
import type { SoldName } from '#shared/fleet/sold-worth.ts'
import type { CompanyId } from '../core/ports.ts'
import { VOID_STATUSES } from '../rules/credit-rules.ts'
import type { Tables } from '../storage/tables.ts'
import { loadCredited } from './credits.ts'

/** In pesos; 0 where it is none of them, as its paper names it. */
export async function leftOfSold(
  db: Kysely<Tables>,
  companyId: CompanyId,
  { documentType, folio, date, totalClp }: SoldName,
): Promise<number> {
  const billing_reference = [{ invoice_type: documentType, number: folio, invoice_date: date }]
  const found = await loadCredited(db, companyId, { invoice_type: '61', billing_reference })
  if (found?.kind !== 'HERE' || VOID_STATUSES.includes(found.status)) return 0
  const isIt = found.date === date && found.totalClp === totalClp
  return isIt ? totalClp - found.creditedClp : 0
}
