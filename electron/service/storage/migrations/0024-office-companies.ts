import { sql, type Kysely } from 'kysely'

/** One e-mail may be of people of several companies, and of one in each. */
export async function officeCompanies(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'DROP INDEX office_people_email',
    `CREATE UNIQUE INDEX office_people_email ON office_people (email, company_id)
      WHERE ended_at_ms IS NULL`,
  ])
    await sql.raw(statement).execute(db)
}
