/**
 * E-mails about alarms: one a person at a time, to which what comes meanwhile is added until it is
 * tried. What a server does not take is tried again, with the same Message-ID.
 */
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import { mailName } from '#shared/delivery/address.ts'
import { isOfServer } from '#shared/delivery/mail-trouble.ts'
import {
  ALARM_KINDS,
  alarmChoice,
  alarmNews,
  alarmSentence,
  type AlarmChoice,
  type AlarmNews,
} from '#shared/head-office/alarms.ts'
import type { OfficeRole } from '#shared/head-office/contract.ts'
import { wordsOf } from '#shared/languages/core-words.ts'
import { fill } from '#shared/languages/fill.ts'
import { DEFAULT_LANGUAGE } from '#shared/languages/languages.ts'
import type { MailOutcome } from '../../mail/mail-port.ts'
import type { CompanyId } from '../core/ports.ts'
import type { MailAccount, ServiceParts } from '../parts/parts.ts'
import type { OfficeAlarmMailRow } from '../storage/tables.ts'
import type { OfficePorts } from './people.ts'

/** To one person; what is more goes with the first of the next hour. */
export const MAILS_PER_HOUR = 6
const HOUR_MS = 3_600_000
/** Between the attempts; after the last one it has failed. */
export const MAIL_WAITS_MS: readonly number[] = [
  ...[60_000, 300_000, 1_800_000, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS],
]
/** One attempt, in whole; what a process took and did not end is another one's after the lease. */
const ATTEMPT_MS = 60_000
const LEASE_MS = 2 * ATTEMPT_MS
/** Kept of one e-mail, and written in it. */
const NEWS_MAX = 500
const LINES_MAX = 50

export function choiceOf(role: OfficeRole, stored: string | null | undefined): AlarmChoice {
  if (stored !== null && stored !== undefined) return alarmChoice.parse(JSON.parse(stored))
  return { kinds: role === 'owner' ? [...ALARM_KINDS] : [], language: DEFAULT_LANGUAGE }
}

/** In the transaction that raised them. */
export async function tellPeople(
  { db, clock, random }: OfficePorts,
  companyId: CompanyId,
  news: readonly AlarmNews[],
): Promise<void> {
  const people = await db
    .selectFrom('office_people as p')
    .leftJoin('office_alarm_choices as c', 'c.person_id', 'p.id')
    .select(['p.id', 'p.role', 'c.choice_json'])
    .where('p.company_id', '=', companyId)
    .where('p.ended_at_ms', 'is', null)
    .where('p.entered_at_ms', 'is not', null)
    .execute()
  for (const { id, role, choice_json: stored } of people) {
    const { kinds } = choiceOf(role, stored)
    const wanted = news.filter(({ kind }) => kinds.includes(kind))
    if (wanted.length === 0) continue
    const open = await db
      .selectFrom('office_alarm_mails')
      .select(['id', 'news_json'])
      .where('person_id', '=', id)
      .where('taken_at_ms', 'is', null)
      .where('due_at_ms', 'is not', null)
      .executeTakeFirst()
    const known = open === undefined ? [] : newsIn(open.news_json)
    const json = JSON.stringify([...known, ...wanted].slice(-NEWS_MAX))
    // Somebody may have taken it since.
    const { numUpdatedRows: added = 0n } =
      open === undefined
        ? {}
        : await db
            .updateTable('office_alarm_mails')
            .set({ news_json: json })
            .where('id', '=', open.id)
            .where('taken_at_ms', 'is', null)
            .executeTakeFirst()
    if (added > 0n) continue
    const now = clock.now()
    await db
      .insertInto('office_alarm_mails')
      .values({
        ...{ id: random.uuid(), company_id: companyId, person_id: id },
        ...{ news_json: JSON.stringify(wanted), made_at_ms: now, taken_at_ms: null },
        ...{ due_at_ms: now, status: 'WAITING', attempts: 0, last_result: '' },
      })
      .execute()
  }
}

const newsIn = (stored: string) => z.array(alarmNews).parse(JSON.parse(stored))

interface Taken extends OfficeAlarmMailRow {
  readonly email: string
  readonly choice: AlarmChoice
  readonly shop: string
}

/**
 * Sends what is due, one after the other, and rests where the server is in trouble. Answers the
 * milliseconds until the next is.
 */
export async function sendAlarms(parts: ServiceParts, signal: AbortSignal): Promise<number | null> {
  const { mail, storage, clock } = parts
  if (mail === null || storage.shared?.isTimeSure() === false) return null
  while (!signal.aborted) {
    const taken = await storage.write((db) => takeDue({ ...parts, db }))
    if (taken === null) break
    const outcome = await send(mail, taken, clock.now(), signal)
    await enter(parts, taken, outcome)
    if (outcome.kind === 'not-taken' && isOfServer(outcome.code)) break
  }
  const { next } = await storage.read
    .selectFrom('office_alarm_mails')
    .select((eb) => eb.fn.min('due_at_ms').as('next'))
    .where('due_at_ms', '>', clock.now())
    .executeTakeFirstOrThrow()
  return next === null ? null : Math.max(0, Number(next) - clock.now())
}

/** In hand until the lease ends. */
async function takeDue(ports: OfficePorts & Pick<ServiceParts, 'storage'>): Promise<Taken | null> {
  const { db, clock, storage } = ports
  const now = clock.now()
  for (;;) {
    let due = db
      .selectFrom('office_alarm_mails as m')
      .innerJoin('office_people as p', 'p.id', 'm.person_id')
      .innerJoin('companies as s', 's.id', 'm.company_id')
      .leftJoin('office_alarm_choices as c', 'c.person_id', 'm.person_id')
      .selectAll('m')
      .select(['p.email', 'p.role', 'p.ended_at_ms', 's.name as shop', 'c.choice_json'])
      .where('m.due_at_ms', '<=', now)
      .orderBy('m.due_at_ms')
      .limit(1)
    if (storage.shared !== null) due = due.forUpdate('m').skipLocked()
    const found = await due.executeTakeFirst()
    if (found === undefined) return null
    const { role, ended_at_ms: ended, choice_json: stored, ...row } = found
    const later = row.taken_at_ms === null ? await afterHour(ports, row.person_id) : null
    const changes =
      ended !== null
        ? { due_at_ms: null, status: 'FAILED' as const, last_result: 'PERSON_ENDED' }
        : later !== null
          ? { due_at_ms: later }
          : { due_at_ms: (now + LEASE_MS) as EpochMs, taken_at_ms: row.taken_at_ms ?? now }
    await db.updateTable('office_alarm_mails').set(changes).where('id', '=', row.id).execute()
    if (ended === null && later === null)
      return { ...row, ...changes, choice: choiceOf(role, stored) }
  }
}

/** When one more may go to them; null for now. */
async function afterHour({ db, clock }: OfficePorts, personId: string): Promise<EpochMs | null> {
  const last = await db
    .selectFrom('office_alarm_mails')
    .select('taken_at_ms')
    .where('person_id', '=', personId)
    .where('taken_at_ms', '>', (clock.now() - HOUR_MS) as EpochMs)
    .orderBy('taken_at_ms', 'desc')
    .limit(1)
    .offset(MAILS_PER_HOUR - 1)
    .executeTakeFirst()
  return last === undefined ? null : ((Number(last.taken_at_ms) + HOUR_MS) as EpochMs)
}

function send(
  { port, server }: MailAccount,
  { id, email, shop, choice, news_json: stored }: Taken,
  nowMs: EpochMs,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const domain = server.senderAddress.split('@').at(-1)
  return port.send(
    server,
    {
      ...{ messageId: `<${id}@${domain}>`, to: email, at: new Date(nowMs) },
      ...{ html: null, logo: null, attachments: [] },
      ...alarmText(shop, newsIn(stored), choice),
    },
    AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
  )
}

function alarmText(
  shop: string,
  news: readonly AlarmNews[],
  { language }: Pick<AlarmChoice, 'language'>,
): { readonly subject: string; readonly text: string } {
  const { alarms: words } = wordsOf(language)
  const lines = news.map((one) => {
    const alarm = alarmSentence(words, one)
    // A till's name is anybody's text.
    return (one.is_over ? fill(words.over, { alarm }) : alarm).replace(/\p{C}+/gu, ' ')
  })
  const count = String(lines.length)
  const [first = ''] = lines
  const subject = fill(lines.length === 1 ? words.one : words.many, { shop, count, alarm: first })
  const more = lines.length - LINES_MAX
  const shown = [
    ...lines.slice(0, LINES_MAX).map((line) => `- ${line}`),
    ...(more > 0 ? [fill(words.more, { count: String(more) })] : []),
  ]
  return { subject: mailName(subject), text: [...shown, '', words.foot, ''].join('\n') }
}

async function enter(
  { storage, clock, log }: ServiceParts,
  { id, attempts: before, due_at_ms: lease }: Taken,
  outcome: MailOutcome,
): Promise<void> {
  const attempts = before + 1
  const isSent = outcome.kind === 'taken'
  const waitMs = isSent || isForGood(outcome) ? undefined : MAIL_WAITS_MS[before]
  const status = isSent ? 'SENT' : waitMs === undefined ? 'FAILED' : 'WAITING'
  const code = outcome.kind === 'not-taken' ? outcome.code : outcome.kind
  await storage.write((db) =>
    db
      .updateTable('office_alarm_mails')
      .set({
        ...{ attempts, status, last_result: `${code} ${outcome.detail}`.trim().slice(0, 100) },
        due_at_ms: waitMs === undefined ? null : ((clock.now() + waitMs) as EpochMs),
      })
      .where('id', '=', id)
      // Whoever was slower than his lease has nothing to say any more.
      .where('due_at_ms', '=', lease)
      .execute(),
  )
  log.info({ mail: id, attempts, status, code }, 'an e-mail about alarms')
}

const FOR_GOOD: readonly string[] = ['MAIL_ADDRESS_REFUSED', 'MAIL_CONTENT_REFUSED']
const isForGood = (outcome: MailOutcome) =>
  outcome.kind === 'not-taken' && FOR_GOOD.includes(outcome.code)
