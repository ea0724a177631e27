/** A company as its owner calls it: by its tax number, however it is spelt, or by its id. */
import type { Kysely } from 'kysely'
import { refuse, ok, type Result } from '#shared/core/result.ts'
import type { Country } from '../core/country.ts'
import { readTaxNumber } from '../rules/tax-numbers.ts'
import type { CompanyRow, Tables } from '../storage/tables.ts'

const COUNTRIES: readonly Country[] = ['CHL', 'ARG', 'URY']

/** What a tax number may be, in the canonical form of each country it is valid in. */
export function spellingsOf(number: string): readonly string[] {
  return COUNTRIES.flatMap((country) => readTaxNumber(country, number) ?? [])
}

/** Never one of several: the same number may be another company's in another country. */
export async function companyNamed(
  db: Kysely<Tables>,
  name: string,
): Promise<Result<CompanyRow, 'NONE' | 'SEVERAL'>> {
  const [first, ...others] = await db
    .selectFrom('companies')
    .selectAll()
    .where((or) =>
      or.or([
        or('document_number', 'in', [name, ...spellingsOf(name)]),
        or('id', '=', name as CompanyRow['id']),
      ]),
    )
    .execute()
  if (first === undefined) return refuse('NONE')
  return others.length > 0 ? refuse('SEVERAL') : ok(first)
}
