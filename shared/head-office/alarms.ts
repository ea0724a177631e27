/** Which alarms a company has, decided from what its tills and its service told. */
import { z } from 'zod'
import { DAY_MAX, type Counted } from '../fleet/day-limits.ts'
import type { HealthView } from '../fleet/health-contract.ts'
import { fill } from '../languages/fill.ts'
import { LANGUAGE_IDS, type CoreWords } from '../languages/languages.ts'

export const ALARM_KINDS = [
  'silent',
  'unsent',
  'folios',
  'certificate',
  'printer',
  'version',
  'prices',
  'taken',
] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAY_MINUTES = 24 * 60
/** Of silence more is not counted: the alarm has been raised long before. */
const COUNTED_DAYS_MAX = 40

const minuteOfDay = z
  .int()
  .min(0)
  .max(DAY_MINUTES - 1)
const VERSION_DAYS = 3
/** Of one till, in a day of the service's clock. */
const [PRICE_CHANGES, TAKEN] = [20, 40]
/** Receipts that come back elsewhere are so many times as usual as what is spent elsewhere. */
const RETURNS_OF_ONE = 5
/** From when on each is raised, of one company. */
export const alarmLimits = z.strictObject({
  /** The shop is open between them; of the same minute it always is. */
  open_minute: minuteOfDay,
  close_minute: minuteOfDay,
  silent_hours: z.int().min(1).max(240),
  unsent_hours: z.int().min(1).max(240),
  folios_left: z.int().min(1).max(1_000_000),
  certificate_days: z.int().min(1).max(365),
  printer_minutes: z.int().min(1).max(1_440),
  /** A roll-out takes its days; limits of before say none. */
  version_days: z.int().min(1).max(90).default(VERSION_DAYS),
  /** Prices one till changes by more than half in a day. */
  price_changes: z.int().min(1).max(1_000_000).default(PRICE_CHANGES),
  /**
   * Vales and credit notes of others that one till takes in a day; of receipts five times. A hub
   * says that its tills took so many times as many as they are.
   */
  taken: z.int().min(1).max(DAY_MAX.spent).default(TAKEN),
})
export type AlarmLimits = z.output<typeof alarmLimits>
export const USUAL_LIMITS: AlarmLimits = {
  ...{ open_minute: 9 * 60, close_minute: 20 * 60, silent_hours: 2, unsent_hours: 4 },
  ...{ folios_left: 200, certificate_days: 20, printer_minutes: 15, version_days: VERSION_DAYS },
  ...{ price_changes: PRICE_CHANGES, taken: TAKEN },
}

/** What is told of one: which till or kind of document, and how it stands. */
export const alarmFacts = z.object({
  kind: z.enum(ALARM_KINDS),
  /** A till's name, a kind of document, or nothing. */
  of: z.string(),
  /** Hours, folios, days or minutes, as its kind has them. */
  count: z.int(),
  /** A printer's code, or the version that the others have. */
  detail: z.string(),
})
type AlarmFacts = z.output<typeof alarmFacts>
export interface Alarm extends AlarmFacts {
  /** What it is of, by id: one alarm of a kind for each. */
  readonly subject: string
}

type CountedToday = Extract<Counted, 'prices' | 'spent' | 'returned' | 'hub_spent' | 'hub_returned'>

interface WatchedTill {
  readonly id: string
  readonly name: string
  /** Of the time it paired, where nothing was heard since. */
  readonly seenMs: number
  readonly health: HealthView | null
  /** What it did today. */
  readonly today: Readonly<Record<CountedToday, number>>
  /** Tills of its place, with it. */
  readonly beside: number
}

export interface Watched {
  readonly tills: readonly WatchedTill[]
  /** By kind of document, what its ranges have left. */
  readonly folios: readonly { readonly documentType: string; readonly left: number }[]
  /** The end of the newest; null without any. */
  readonly certificateEndMs: number | null
}

/** What the clock on the wall of the shop shows at a time, as if it were UTC. */
type WallMs = (atMs: number) => number

export function alarmsOf(
  { tills, folios, certificateEndMs }: Watched,
  limits: AlarmLimits,
  nowMs: number,
  wallMs: WallMs,
): Alarm[] {
  const newest = newestOf(tills)
  const certificateDays =
    certificateEndMs === null ? Infinity : Math.floor((certificateEndMs - nowMs) / DAY_MS)
  return [
    ...tills.flatMap((till) => [
      ...silenceOf(till, limits, wallMs(till.seenMs), wallMs(nowMs)),
      ...toldBy(till, limits, nowMs, newest),
      ...doneBy(till, limits),
    ]),
    ...folios
      .filter(({ left }) => left < limits.folios_left)
      .map(({ documentType: of, left: count }) => ({
        ...{ kind: 'folios' as const, subject: of, of, count, detail: '' },
      })),
    ...(certificateDays < limits.certificate_days
      ? [{ kind: 'certificate' as const, subject: '', of: '', count: certificateDays, detail: '' }]
      : []),
  ]
}

function silenceOf(
  { id: subject, name: of }: WatchedTill,
  limits: AlarmLimits,
  seenMs: number,
  nowMs: number,
): Alarm[] {
  const count = Math.floor(openMsBetween(seenMs, nowMs, limits) / HOUR_MS)
  return count < limits.silent_hours ? [] : [{ kind: 'silent', subject, of, count, detail: '' }]
}

/** Of the time between two readings of the shop's clock, how long it was open. */
export function openMsBetween(
  fromMs: number,
  toMs: number,
  { open_minute: open, close_minute: close }: Pick<AlarmLimits, 'open_minute' | 'close_minute'>,
): number {
  const openMs = open * MINUTE_MS
  const closeMs = (close > open ? close : close + DAY_MINUTES) * MINUTE_MS
  const counted = Math.max(fromMs, toMs - COUNTED_DAYS_MAX * DAY_MS)
  let sum = 0
  // A day that began before may be open after midnight.
  for (let day = Math.floor(counted / DAY_MS) - 1; day * DAY_MS < toMs; day += 1) {
    const [begin, end] = [day * DAY_MS + openMs, day * DAY_MS + closeMs]
    sum += Math.max(0, Math.min(end, toMs) - Math.max(begin, counted))
  }
  return sum
}

/**
 * As somebody would who has stolen it; nobody who serves comes near either. A hub says what its
 * tills took that have not told it themselves: no more than they together may be seen to take.
 */
function doneBy(till: WatchedTill, limits: AlarmLimits): Alarm[] {
  const { id: subject, name: of, today, beside } = till
  const { prices } = today
  const ifMany = (spent: number, returned: number, tills: number) => {
    const most = limits.taken * tills
    return spent >= most || returned >= most * RETURNS_OF_ONE ? spent + returned : 0
  }
  const taken =
    ifMany(today.spent, today.returned, 1) + ifMany(today.hub_spent, today.hub_returned, beside)
  const told = { subject, of, detail: '' }
  return [
    ...(prices >= limits.price_changes
      ? [{ ...told, kind: 'prices' as const, count: prices }]
      : []),
    ...(taken > 0 ? [{ ...told, kind: 'taken' as const, count: taken }] : []),
  ]
}

/** What a till said of itself, also where it says nothing any more. */
function toldBy(
  { id: subject, name: of, health }: WatchedTill,
  limits: AlarmLimits,
  nowMs: number,
  newest: Newest,
): Alarm[] {
  if (health === null) return []
  const { oldest_at_ms: oldest, printer, version } = health
  const unsentHours = oldest === null ? 0 : Math.floor((nowMs - oldest) / HOUR_MS)
  const printerMinutes = printer === null ? 0 : Math.floor((nowMs - printer.since_ms) / MINUTE_MS)
  const found: (Omit<Alarm, 'subject' | 'of'> | false)[] = [
    unsentHours >= limits.unsent_hours && { kind: 'unsent', count: unsentHours, detail: '' },
    printerMinutes >= limits.printer_minutes && {
      ...{ kind: 'printer', count: printerMinutes, detail: printer?.code ?? '' },
    },
    byVersion(version, newest.version) < 0 &&
      behindDays(health, newest) >= limits.version_days && {
        ...{ kind: 'version', count: 0, detail: newest.version },
      },
  ]
  return found.flatMap((one) => (one === false ? [] : [{ ...one, subject, of }]))
}

interface Newest {
  readonly version: string
  /** When the first till told of it. */
  readonly sinceMs: number
}

function newestOf(tills: readonly WatchedTill[]): Newest {
  const told = tills.flatMap(({ health }) => health ?? [])
  const version =
    told
      .map((health) => health.version)
      .toSorted(byVersion)
      .at(-1) ?? ''
  const have = told.filter((health) => byVersion(health.version, version) === 0)
  return { version, sinceMs: Math.min(...have.map(steadySince)) }
}

const steadySince = ({ steady_since_ms: since, at_ms: at }: HealthView) => since ?? at

/** For how long others had it while this till was there to take it. */
const behindDays = (health: HealthView, { sinceMs }: Newest) =>
  Math.floor((health.at_ms - Math.max(sinceMs, steadySince(health))) / DAY_MS)

/** Part by part, each as a number: 1.10.0 comes after 1.9.2. */
function byVersion(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => text.split(/[.-]/).map((part) => +part || 0))
  for (let at = 0; at < Math.max(left?.length ?? 0, right?.length ?? 0); at += 1) {
    const apart = (left?.[at] ?? 0) - (right?.[at] ?? 0)
    if (apart !== 0) return apart
  }
  return 0
}

type SaidAlarms = CoreWords['alarms']

/** One alarm in words. */
export function alarmSentence(
  { raised, printers }: Pick<SaidAlarms, 'raised' | 'printers'>,
  { kind, of, count, detail }: AlarmFacts,
): string {
  const shown = kind === 'printer' ? (printers[detail] ?? detail) : detail
  return fill(raised[kind], { of, count: String(count), detail: shown })
}

/** What one person chose to be told, and how. */
export const alarmChoice = z.strictObject({
  kinds: z.array(z.enum(ALARM_KINDS)).max(ALARM_KINDS.length),
  language: z.enum(LANGUAGE_IDS),
})
export type AlarmChoice = z.output<typeof alarmChoice>

/** A line of an e-mail: an alarm that was raised, or is over. */
export const alarmNews = alarmFacts.extend({ is_over: z.boolean(), at_ms: z.int() })
export type AlarmNews = z.output<typeof alarmNews>

export const ALARM_MAIL_STATES = ['WAITING', 'SENT', 'FAILED'] as const
/** `GET /api/office/alarms` */
export const alarmsAnswer = z.object({
  data: z.array(alarmFacts.extend({ raised_at_ms: z.int() })),
  mine: alarmChoice,
  limits: alarmLimits,
  /** Whether this service has an account to send from. */
  is_mail_set: z.boolean(),
  mails: z.array(
    z.object({
      ...{ mail_id: z.string(), email: z.string(), made_at_ms: z.int(), count: z.int() },
      ...{ state: z.enum(ALARM_MAIL_STATES), attempts: z.int(), last_result: z.string() },
    }),
  ),
})
export type OfficeAlarms = z.output<typeof alarmsAnswer>
