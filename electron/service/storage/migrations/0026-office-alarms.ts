import { sql, type Kysely } from 'kysely'
import type { Engine } from '../engine.ts'

/** What the head office watches for its people, what is raised, and the e-mails about it. */
export async function officeAlarms(
  db: Kysely<unknown>,
  { integer, tableEnd }: Engine,
): Promise<void> {
  for (const statement of [
    `CREATE TABLE office_alarm_watch (company_id TEXT PRIMARY KEY, limits_json TEXT NOT NULL,
      look_due_at_ms ${integer} NOT NULL)${tableEnd}`,
    'CREATE INDEX office_alarm_watch_due ON office_alarm_watch (look_due_at_ms)',
    `INSERT INTO office_alarm_watch SELECT DISTINCT company_id, '', 0 FROM office_people`,
    `CREATE TABLE office_alarm_choices (person_id TEXT PRIMARY KEY, company_id TEXT NOT NULL,
      choice_json TEXT NOT NULL)${tableEnd}`,
    'CREATE INDEX office_alarm_choices_of ON office_alarm_choices (company_id)',
    `CREATE TABLE office_alarms (id TEXT PRIMARY KEY, company_id TEXT NOT NULL,
      kind TEXT NOT NULL, subject TEXT NOT NULL, facts_json TEXT NOT NULL,
      raised_at_ms ${integer} NOT NULL, over_at_ms ${integer})${tableEnd}`,
    `CREATE UNIQUE INDEX office_alarms_raised ON office_alarms (company_id, kind, subject)
      WHERE over_at_ms IS NULL`,
    'CREATE INDEX office_alarms_over ON office_alarms (over_at_ms)',
    `CREATE TABLE office_alarm_mails (id TEXT PRIMARY KEY, company_id TEXT NOT NULL,
      person_id TEXT NOT NULL, news_json TEXT NOT NULL, made_at_ms ${integer} NOT NULL,
      taken_at_ms ${integer}, due_at_ms ${integer}, status TEXT NOT NULL,
      attempts ${integer} NOT NULL, last_result TEXT NOT NULL)${tableEnd}`,
    `CREATE UNIQUE INDEX office_alarm_mails_open ON office_alarm_mails (person_id)
      WHERE taken_at_ms IS NULL AND due_at_ms IS NOT NULL`,
    'CREATE INDEX office_alarm_mails_due ON office_alarm_mails (due_at_ms)',
    'CREATE INDEX office_alarm_mails_taken ON office_alarm_mails (person_id, taken_at_ms)',
    'CREATE INDEX office_alarm_mails_of ON office_alarm_mails (company_id, made_at_ms)',
    'CREATE INDEX office_alarm_mails_made ON office_alarm_mails (made_at_ms)',
  ])
    await sql.raw(statement).execute(db)
}
