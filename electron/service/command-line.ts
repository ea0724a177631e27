import { DAY_MS } from '#shared/time/calendar.ts'
import { parseArgs } from 'node:util'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { BuyerLimit } from '#shared/sale/buyer-limit.ts'
import { readPublicAddress } from '#shared/contract/receipt-page.ts'
import type { PageSettings } from './parts.ts'
import { LOG_LEVELS, type LogLevel } from './log.ts'
import type { StartRefusal } from './start-refusals.ts'

export interface ServiceArguments {
  /** 0 for any free port. */
  readonly port: number
  /** Loopback, unless a proxy with TLS stands before it. */
  readonly host: string
  /** Null with a database elsewhere and nothing to keep here. */
  readonly dataDir: string | null
  /** `postgres://...`; null for a file in the data folder. */
  readonly database: string | null
  /** The demonstration companies and keys. */
  readonly isDemo: boolean
  /** Of an authority's gateway; null for the simulated one inside. */
  readonly authorityUrl: string | null
  readonly leaseMs: number | null
  readonly isSandbox: boolean
  readonly allowLocalWebhooks: boolean
  readonly exitWithParent: boolean
  /** Fonts and pictures; null = beside the source. */
  readonly resourcesDir: string | null
  readonly webhookWaitsMs: readonly number[] | null
  readonly sendDelayMs: number | null
  readonly verdictDelayMs: number | null
  readonly requestsPerMinute: number | null
  /** Limits of further years, or other ones for the years the program knows. */
  readonly buyerLimits: readonly BuyerLimit[]
  /** Where customers see their documents; null for nowhere. */
  readonly pages: PageSettings | null
  readonly isBehindProxy: boolean
  /** How many megabytes of drawn PDFs are kept; 0 for none. */
  readonly drawnMb: number
  readonly logLevel: LogLevel
}

const OPTIONS = {
  port: { type: 'string', default: '0' },
  host: { type: 'string', default: '127.0.0.1' },
  'behind-proxy': { type: 'boolean', default: false },
  data: { type: 'string' },
  database: { type: 'string' },
  demo: { type: 'boolean', default: false },
  authority: { type: 'string' },
  'lease-ms': { type: 'string' },
  sandbox: { type: 'boolean', default: false },
  'allow-local-webhooks': { type: 'boolean', default: false },
  'exit-with-parent': { type: 'boolean', default: false },
  resources: { type: 'string' },
  'webhook-waits-s': { type: 'string' },
  'authority-delay-ms': { type: 'string' },
  'verdict-delay-ms': { type: 'string' },
  'requests-per-minute': { type: 'string' },
  'buyer-limit': { type: 'string', multiple: true },
  'public-address': { type: 'string' },
  'page-days': { type: 'string' },
  'drawn-mb': { type: 'string', default: '200' },
  'log-level': { type: 'string', default: 'info' },
} as const
const WEBHOOK_RETRIES = 3
const DRAWN_MB_MAX = 1_000_000
const BUYER_LIMIT = /^(\d{4})=([1-9]\d{0,11})$/

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost']

/** Reads `--port N --data DIR [--database URL] [--sandbox] ...`. */
export function readArguments(argv: readonly string[]): Result<ServiceArguments, StartRefusal> {
  let values: ReturnType<typeof parse>
  try {
    values = parse(argv)
  } catch (error) {
    return notValid(error instanceof Error ? error.message : String(error))
  }
  const port = wholeNumber(values.port, 65_535)
  if (port === null) return notValid('--port 0-65535')
  const place = placeOf(values)
  if (!place.ok) return place
  const waits = values['webhook-waits-s']?.split(',').map((text) => Number(text) * 1000) ?? null
  if (waits !== null && (waits.length !== WEBHOOK_RETRIES || waits.some((wait) => !(wait >= 0)))) {
    return notValid('--webhook-waits-s a,b,c')
  }
  const limits = (values['buyer-limit'] ?? []).map((text) => BUYER_LIMIT.exec(text))
  if (limits.includes(null)) return notValid('--buyer-limit YEAR=CLP')
  const logLevel = LOG_LEVELS.find((level) => level === values['log-level'])
  if (logLevel === undefined) return notValid(`--log-level ${LOG_LEVELS.join('|')}`)
  const pages = pagesOf(values)
  if (!pages.ok) return pages
  const drawnMb = wholeNumber(values['drawn-mb'], DRAWN_MB_MAX)
  if (drawnMb === null) return notValid(`--drawn-mb 0-${DRAWN_MB_MAX}`)
  const numbers = [
    'authority-delay-ms',
    'verdict-delay-ms',
    'requests-per-minute',
    'lease-ms',
  ] as const
  for (const name of numbers) {
    if (values[name] !== undefined && wholeNumber(values[name], DAY_MS) === null)
      return notValid(`--${name} N`)
  }
  const optional = (name: (typeof numbers)[number]) =>
    values[name] === undefined ? null : Number(values[name])
  return ok({
    port,
    ...place.value,
    isDemo: values.demo,
    leaseMs: optional('lease-ms'),
    isSandbox: values.sandbox,
    allowLocalWebhooks: values['allow-local-webhooks'],
    exitWithParent: values['exit-with-parent'],
    resourcesDir: values.resources ?? null,
    webhookWaitsMs: waits,
    sendDelayMs: optional('authority-delay-ms'),
    verdictDelayMs: optional('verdict-delay-ms'),
    requestsPerMinute: optional('requests-per-minute'),
    buyerLimits: limits.map((match) => ({
      year: Number(match?.[1]),
      limitClp: Number(match?.[2]),
    })),
    pages: pages.value,
    isBehindProxy: values['behind-proxy'],
    drawnMb,
    logLevel,
  })
}

type Place = Pick<ServiceArguments, 'host' | 'dataDir' | 'database' | 'authorityUrl'>

/** Where it listens, where it keeps things, whom it hands documents to. */
function placeOf(values: ReturnType<typeof parse>): Result<Place, StartRefusal> {
  const { database = null, authority: authorityUrl = null, host } = values
  const dataDir = values.data === undefined || values.data === '' ? null : values.data
  if (dataDir === null && database === null) return notValid('--data DIR')
  if (dataDir === null && values.demo) return notValid('--demo --data DIR')
  if (database !== null && !/^postgres(ql)?:\/\//.test(database))
    return notValid('--database postgres://...')
  if (authorityUrl !== null && !/^https?:\/\/./.test(authorityUrl))
    return notValid('--authority http://...')
  // Keys go over it as they are.
  if (!LOOPBACK.includes(host) && !values['behind-proxy'])
    return refuse({ code: 'HOST_NOT_PRIVATE', params: { host } })
  return ok({ host, dataDir, database, authorityUrl })
}

/** A page lives a year, or what the shop says, and no longer than papers have to be kept. */
const PAGE_DAYS = 365
const PAGE_DAYS_MAX = 2_200

function pagesOf(values: ReturnType<typeof parse>): Result<PageSettings | null, StartRefusal> {
  const { 'public-address': given, 'page-days': days = String(PAGE_DAYS) } = values
  if (given === undefined) return ok(null)
  const publicAddress = readPublicAddress(given)
  if (publicAddress === null) return notValid('--public-address https://...')
  const count = wholeNumber(days, PAGE_DAYS_MAX)
  if (count === null || count === 0) return notValid(`--page-days 1-${PAGE_DAYS_MAX}`)
  return ok({ publicAddress, days: count })
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
}

function wholeNumber(text: string, max: number): number | null {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return value <= max ? value : null
}

function notValid(detail: string): Result<never, StartRefusal> {
  return refuse({ code: 'ARGUMENTS_NOT_VALID', params: { detail } })
}
