import { sql, type Kysely } from 'kysely'
import { POSTGRES_ENGINE, type Engine } from '../engine.ts'
import { PLACE_OF_FILE } from '../place.ts'

/**
 * The cluster, its timeline, which a promoted replica changes, and the table as it was made, which
 * a restore makes anew.
 */
const DATABASE_PLACE = `CREATE FUNCTION database_place() RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT (SELECT system_identifier FROM pg_control_system()) || '/'
    || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) || '/'
    || 'folio_ranges'::regclass::oid $$`

/**
 * In which database each range may issue, and the highest of its folios that the authority has. The
 * ranges that are there go on here.
 */
export async function rangePlaces(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const isPostgres = engine === POSTGRES_ENGINE
  const here = isPostgres ? 'database_place()' : `'${PLACE_OF_FILE}'`
  for (const statement of [
    ...(isPostgres ? [DATABASE_PLACE] : []),
    `ALTER TABLE folio_ranges ADD COLUMN issues_in TEXT DEFAULT ${here}`,
    `ALTER TABLE folio_ranges ADD COLUMN authority_folio ${engine.integer}`,
    'CREATE INDEX folio_ranges_place ON folio_ranges (status, issues_in)',
  ])
    await sql.raw(statement).execute(db)
}
