import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** People of the head office, their sessions, and what they did. */
export async function headOffice(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  for (const statement of [
    `CREATE TABLE office_people (id TEXT PRIMARY KEY, company_id TEXT NOT NULL,
      email TEXT NOT NULL, name TEXT NOT NULL, role TEXT NOT NULL,
      passphrase_hash TEXT, phone_secret TEXT NOT NULL, phone_step ${integer} NOT NULL,
      invitation_hash TEXT, invited_until_ms ${integer}, entered_at_ms ${integer},
      ended_at_ms ${integer})${tableEnd}`,
    'CREATE UNIQUE INDEX office_people_email ON office_people (email) WHERE ended_at_ms IS NULL',
    'CREATE INDEX office_people_of ON office_people (company_id, email)',
    'CREATE UNIQUE INDEX office_people_invited ON office_people (invitation_hash)',
    `CREATE TABLE office_sessions (id TEXT PRIMARY KEY, person_id TEXT NOT NULL,
      secret_hash TEXT NOT NULL, made_at_ms ${integer} NOT NULL,
      seen_at_ms ${integer} NOT NULL)${tableEnd}`,
    'CREATE INDEX office_sessions_of ON office_sessions (person_id)',
    'CREATE INDEX office_sessions_seen ON office_sessions (seen_at_ms)',
    `CREATE TABLE office_log (company_id TEXT NOT NULL, at_ms ${integer} NOT NULL,
      id TEXT NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL, what TEXT NOT NULL,
      PRIMARY KEY (company_id, at_ms, id))${tableEnd}`,
  ])
    await sql.raw(statement).execute(db)
}
