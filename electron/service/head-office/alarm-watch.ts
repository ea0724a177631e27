/**
 * Looks at each company that has a head office: what is wrong is raised once, told when it is over,
 * and kept between the two, whoever restarts.
 */
import { sql, type Kysely } from 'kysely'
import { DAY_MS } from '#shared/time/calendar.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { placeOf } from '#shared/fleet/contract.ts'
import {
  alarmFacts,
  alarmLimits,
  alarmsOf,
  USUAL_LIMITS,
  type Alarm,
  type AlarmLimits,
  type AlarmNews,
  type Watched,
} from '#shared/head-office/alarms.ts'
import type { Country } from '../core/country.ts'
import { localDate, localDateTime } from '../core/local-time.ts'
import type { CompanyId } from '../core/ports.ts'
import { healthOf } from '../fleet/health.ts'
import { countsOfDay } from '../fleet/till-days.ts'
import type { ServiceParts } from '../parts/parts.ts'
import { isOfMode } from '../storage/hot-queries.ts'
import type { Tables } from '../storage/tables.ts'
import { tellPeople } from './alarm-mails.ts'
import type { OfficePorts } from './people.ts'

/** Between two looks at a company. */
const LOOK_EVERY_MS = 60_000
const COMPANIES_AT_ONCE = 100
/** What is over, and the e-mails about it, are kept so long. */
const KEPT_DAYS = 90

type Parts = Pick<ServiceParts, 'storage' | 'clock' | 'random'>

/** One look. Answers the milliseconds until the next. */
export async function watchAlarms({ storage, clock, random }: Parts): Promise<number> {
  if (storage.shared?.isTimeSure() === false) return LOOK_EVERY_MS
  const due = await storage.read
    .selectFrom('office_alarm_watch')
    .select('company_id')
    .where('look_due_at_ms', '<=', clock.now())
    .orderBy('look_due_at_ms')
    .limit(COMPANIES_AT_ONCE)
    .execute()
  for (const { company_id: companyId } of due)
    await storage.write((db) => look({ db, clock, random }, companyId))
  return due.length < COMPANIES_AT_ONCE ? LOOK_EVERY_MS : 0
}

/** Put off in the statement that finds it: of two processes one looks. */
async function look(ports: OfficePorts, companyId: CompanyId): Promise<void> {
  const { db, clock } = ports
  const now = clock.now()
  const taken = await db
    .updateTable('office_alarm_watch')
    .set({ look_due_at_ms: (now + LOOK_EVERY_MS) as EpochMs })
    .where('company_id', '=', companyId)
    .where('look_due_at_ms', '<=', now)
    .returning('limits_json')
    .executeTakeFirst()
  if (taken === undefined) return
  const { country } = await db
    .selectFrom('companies')
    .select('country')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const wallMs = (at: number) => Date.parse(`${localDateTime(country, at as EpochMs)}Z`)
  const seen = await watchedOf(db, { companyId, country, now })
  const alarms = alarmsOf(seen, limitsOf(taken.limits_json), now, wallMs)
  const news = await keep(ports, companyId, alarms)
  if (news.length > 0) await tellPeople(ports, companyId, news)
}

export function limitsOf(stored: string): AlarmLimits {
  return stored === '' ? USUAL_LIMITS : alarmLimits.parse(JSON.parse(stored))
}

interface Asked {
  readonly companyId: CompanyId
  readonly country: Country
  readonly now: EpochMs
}

async function watchedOf(db: Kysely<Tables>, { companyId, country, now }: Asked): Promise<Watched> {
  const tills = await db
    .selectFrom('fleet_tills')
    .select(['id', 'number', 'name', 'branch', 'seen_at_ms', 'paired_at_ms'])
    .where('company_id', '=', companyId)
    .where('retired_at_ms', 'is', null)
    .execute()
  const health = await healthOf(db, companyId)
  const counted = await countsOfDay(db, companyId, now)
  const places = Map.groupBy(tills, ({ branch }) => placeOf(branch))
  const { end } = await db
    .selectFrom('certificates')
    .select((eb) => eb.fn.max('expires_at_ms').as('end'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return {
    tills: tills.map(({ id, number, name, branch, ...at }) => ({
      ...{ id, name: `${number} ${name}`.trim(), seenMs: Number(at.seen_at_ms ?? at.paired_at_ms) },
      health: health.get(id) ?? null,
      today: {
        prices: counted(number, 'prices'),
        ...{ spent: counted(number, 'spent'), returned: counted(number, 'returned') },
        hub_spent: counted(number, 'hub_spent'),
        hub_returned: counted(number, 'hub_returned'),
      },
      beside: places.get(placeOf(branch))?.length ?? 1,
    })),
    folios: await foliosLeft(db, companyId, localDate(country, now)),
    certificateEndMs: end === null ? null : Number(end),
  }
}

/**
 * Of kinds that the company has issued or may; one that is used up has none. A branch's own folios
 * are nobody else's, and where they end it goes on with everybody's.
 */
async function foliosLeft(db: Kysely<Tables>, companyId: CompanyId, today: string) {
  const rows = await db
    .selectFrom('folio_ranges')
    .select([
      'document_code as code',
      'branch_office as branch',
      sql<number>`SUM(CASE WHEN status = 'ACT' THEN last_folio - next_folio + 1 ELSE 0 END)`.as(
        'left',
      ),
    ])
    .where('company_id', '=', companyId)
    .where('status', 'in', ['ACT', 'AGO'])
    .where(isOfMode('folio_ranges'))
    .where((or) => or.or([or('date_end', 'is', null), or('date_end', '>=', today)]))
    .groupBy(['document_code', 'branch_office'])
    .execute()
  return [...Map.groupBy(rows, ({ code }) => code)].flatMap(([code, all]) => {
    const common = all.find(({ branch }) => branch === null)
    const ofAll = Number(common?.left ?? 0)
    const own = all.filter(({ branch, left }) => branch !== null && (!common || Number(left) > 0))
    return [
      ...(common === undefined ? [] : [{ documentType: String(code), left: ofAll }]),
      ...own.map(({ branch, left }) => ({
        ...{ documentType: `${code} (${branch})`, left: Number(left) + ofAll },
      })),
    ]
  })
}

/** What is new of them, and what is over; what goes on is nobody's news. */
async function keep(
  { db, clock, random }: OfficePorts,
  companyId: CompanyId,
  alarms: readonly Alarm[],
): Promise<AlarmNews[]> {
  const now = clock.now()
  const open = await db
    .selectFrom('office_alarms')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('over_at_ms', 'is', null)
    .execute()
  const isSame = (one: Pick<Alarm, 'kind' | 'subject'>, other: Pick<Alarm, 'kind' | 'subject'>) =>
    one.kind === other.kind && one.subject === other.subject
  const fresh = alarms.filter((alarm) => !open.some((row) => isSame(row, alarm)))
  const over = open.filter((row) => !alarms.some((alarm) => isSame(row, alarm)))
  for (const { subject, ...facts } of fresh)
    await db
      .insertInto('office_alarms')
      .values({
        ...{ id: random.uuid(), company_id: companyId, kind: facts.kind, subject },
        ...{ facts_json: JSON.stringify(facts), raised_at_ms: now, over_at_ms: null },
      })
      .execute()
  for (const { id } of over)
    await db.updateTable('office_alarms').set({ over_at_ms: now }).where('id', '=', id).execute()
  return [
    ...fresh.map(({ subject: _, ...facts }) => ({ ...facts, is_over: false, at_ms: now })),
    ...over.map(({ facts_json: json }) => {
      const facts = alarmFacts.parse(JSON.parse(json))
      return { ...facts, is_over: true, at_ms: now }
    }),
  ]
}

export async function pruneAlarms({ storage, clock }: Parts): Promise<void> {
  const before = (clock.now() - KEPT_DAYS * DAY_MS) as EpochMs
  await storage.write(async (db) => {
    await db.deleteFrom('office_alarms').where('over_at_ms', '<', before).execute()
    await db.deleteFrom('office_alarm_mails').where('made_at_ms', '<', before).execute()
  })
}
