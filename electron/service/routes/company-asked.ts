import { ok, refuse, type Result } from '#shared/core/result.ts'
import { failure, type ApiFailure } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { spellingsOf } from '../companies/named-company.ts'
import type { CompanyRow } from '../storage/tables.ts'
import type { ServiceContext } from './http.ts'

/** The company that is asked about, or the only one of the key. */
export async function companyAsked(
  { companies }: Pick<ServiceParts, 'companies'>,
  c: ServiceContext,
  { company_id: given, issuer }: { company_id?: string | undefined; issuer?: string | undefined },
): Promise<Result<CompanyRow, ApiFailure>> {
  const { reach } = c.get('principal')
  if (given === undefined && issuer !== undefined) {
    for (const { row } of await companies.byNumber(spellingsOf(issuer)))
      if (await reach.has(row.id)) return ok(row)
    return refuse(failure('COMPANY_NOT_ACCESSIBLE', 'issuer'))
  }
  const id = given ?? (await reach.only())
  if (id === null) return refuse(failure('COMPANY_REQUIRED', 'company_id'))
  if (!(await reach.has(id as CompanyId))) return refuse(failure('COMPANY_NOT_ACCESSIBLE'))
  const company = await companies.byId(id as CompanyId)
  return company === null ? refuse(failure('COMPANY_NOT_FOUND')) : ok(company.row)
}
