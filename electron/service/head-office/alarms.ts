/** What the page of alarms shows to one person, and what is chosen there. */
import type { Kysely } from 'kysely'
import {
  alarmFacts,
  type AlarmChoice,
  type AlarmLimits,
  type OfficeAlarms,
} from '#shared/head-office/alarms.ts'
import type { Tables } from '../storage/tables.ts'
import { choiceOf } from './alarm-mails.ts'
import { limitsOf } from './alarm-watch.ts'
import type { OfficePorts } from './people.ts'
import type { OfficeUser } from './sessions.ts'

const ALARMS_SHOWN = 200
const MAILS_SHOWN = 20

/** Of the e-mails an owner sees everybody's, the others their own. */
export async function alarmsFor(
  db: Kysely<Tables>,
  { companyId, personId, role }: OfficeUser,
): Promise<Omit<OfficeAlarms, 'is_mail_set'>> {
  const raised = await db
    .selectFrom('office_alarms')
    .select(['facts_json', 'raised_at_ms'])
    .where('company_id', '=', companyId)
    .where('over_at_ms', 'is', null)
    .orderBy('raised_at_ms', 'desc')
    .limit(ALARMS_SHOWN)
    .execute()
  const watch = await db
    .selectFrom('office_alarm_watch')
    .select('limits_json')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const chosen = await db
    .selectFrom('office_alarm_choices')
    .select('choice_json')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const mails = db
    .selectFrom('office_alarm_mails as m')
    .innerJoin('office_people as p', 'p.id', 'm.person_id')
    .selectAll('m')
    .select('p.email')
    .where('m.company_id', '=', companyId)
    .orderBy('m.made_at_ms', 'desc')
    .limit(MAILS_SHOWN)
  const seen = await (role === 'owner'
    ? mails
    : mails.where('m.person_id', '=', personId)
  ).execute()
  return {
    data: raised.map(({ facts_json: json, raised_at_ms: at }) => ({
      ...alarmFacts.parse(JSON.parse(json)),
      raised_at_ms: Number(at),
    })),
    mine: choiceOf(role, chosen?.choice_json),
    limits: limitsOf(watch?.limits_json ?? ''),
    mails: seen.map(({ id, email, made_at_ms: made, news_json: news, status: state, ...row }) => ({
      ...{ mail_id: id, email, made_at_ms: Number(made), state, attempts: row.attempts },
      ...{ count: (JSON.parse(news) as unknown[]).length, last_result: row.last_result },
    })),
  }
}

/** Inside a write job. */
export async function chooseAlarms(
  { db }: OfficePorts,
  { personId, companyId }: OfficeUser,
  choice: AlarmChoice,
): Promise<void> {
  const choice_json = JSON.stringify(choice)
  await db
    .insertInto('office_alarm_choices')
    .values({ person_id: personId, company_id: companyId, choice_json })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ choice_json }))
    .execute()
}

/** They hold from the next look on. Inside a write job. */
export async function limitAlarms(
  { db }: OfficePorts,
  { companyId }: OfficeUser,
  limits: AlarmLimits,
): Promise<void> {
  await db
    .updateTable('office_alarm_watch')
    .set({ limits_json: JSON.stringify(limits) })
    .where('company_id', '=', companyId)
    .execute()
}
