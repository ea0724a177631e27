import { DAY_MS } from '#shared/time/calendar.ts'
import { parseArgs } from 'node:util'
import { readCommand, type Told, type Values } from '#shared/core/command-line.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import { readPublicAddress } from '#shared/issuing/receipt-page.ts'
import type { PageSettings } from './parts/parts.ts'
import { LOG_LEVELS, type LogLevel } from './core/log.ts'
import type { StartRefusal } from './core/start-refusals.ts'

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

const DRAWN_MB_MAX = 1_000_000
const PAGE_DAYS_MAX = 2_200
const PORT_MAX = 65_535
const REQUESTS_MAX = 1_000_000

/** As `--help` shows it. */
const USAGE = `npm run service -- --data DIR | --database postgres://... [--port N] [--demo]
  [--host H --behind-proxy] [--public-address https://... [--page-days N]] [--drawn-mb N]
  [--authority http://...] [--authority-delay-ms N] [--verdict-delay-ms N] [--lease-ms N]
  [--requests-per-minute N] [--buyer-limit YEAR=CLP ...] [--webhook-waits-s a,b,c]
  [--allow-local-webhooks] [--sandbox] [--exit-with-parent] [--resources DIR]
  [--log-level ${LOG_LEVELS.join('|')}]`

const COMMAND = {
  usage: USAGE,
  options: {
    port: { kind: 'number', from: 0, to: PORT_MAX, first: 0 },
    host: { kind: 'text', first: '127.0.0.1' },
    'behind-proxy': { kind: 'flag' },
    data: { kind: 'text' },
    database: { kind: 'text' },
    demo: { kind: 'flag' },
    authority: { kind: 'text' },
    'lease-ms': { kind: 'number', from: 0, to: DAY_MS },
    sandbox: { kind: 'flag' },
    'allow-local-webhooks': { kind: 'flag' },
    'exit-with-parent': { kind: 'flag' },
    resources: { kind: 'text' },
    'webhook-waits-s': { kind: 'text' },
    'authority-delay-ms': { kind: 'number', from: 0, to: DAY_MS },
    'verdict-delay-ms': { kind: 'number', from: 0, to: DAY_MS },
    'requests-per-minute': { kind: 'number', from: 0, to: REQUESTS_MAX },
    'buyer-limit': { kind: 'text', isMany: true },
    'public-address': { kind: 'text' },
    'page-days': { kind: 'number', from: 1, to: PAGE_DAYS_MAX, first: 365 },
    'drawn-mb': { kind: 'number', from: 0, to: DRAWN_MB_MAX, first: 200 },
    'log-level': { kind: 'text', choices: LOG_LEVELS, first: 'info' },
  },
} as const
type Typed = Values<typeof COMMAND>

const WEBHOOK_RETRIES = 3
const BUYER_LIMIT = /^(\d{4})=([1-9]\d{0,11})$/

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost']

/** What was asked, or what to tell whoever asked. */
export function readArguments(
  argv: readonly string[],
): Result<ServiceArguments, StartRefusal | Told> {
  const asked = readCommand(parseArgs, COMMAND, argv)
  return asked.kind === 'told' ? refuse(asked) : argumentsOf(asked.values)
}

function argumentsOf(values: Typed): Result<ServiceArguments, StartRefusal> {
  const place = placeOf(values)
  if (!place.ok) return place
  const waits = values['webhook-waits-s']?.split(',').map((text) => Number(text) * 1000) ?? null
  if (waits !== null && (waits.length !== WEBHOOK_RETRIES || waits.some((wait) => !(wait >= 0)))) {
    return notValid('--webhook-waits-s a,b,c')
  }
  const limits = values['buyer-limit'].map((text) => BUYER_LIMIT.exec(text))
  if (limits.includes(null)) return notValid('--buyer-limit YEAR=CLP')
  const pages = pagesOf(values)
  if (!pages.ok) return pages
  return ok({
    port: values.port,
    ...place.value,
    isDemo: values.demo,
    leaseMs: values['lease-ms'] ?? null,
    isSandbox: values.sandbox,
    allowLocalWebhooks: values['allow-local-webhooks'],
    exitWithParent: values['exit-with-parent'],
    resourcesDir: values.resources ?? null,
    webhookWaitsMs: waits,
    sendDelayMs: values['authority-delay-ms'] ?? null,
    verdictDelayMs: values['verdict-delay-ms'] ?? null,
    requestsPerMinute: values['requests-per-minute'] ?? null,
    buyerLimits: limits.map((match) => ({
      year: Number(match?.[1]),
      limitClp: Number(match?.[2]),
    })),
    pages: pages.value,
    isBehindProxy: values['behind-proxy'],
    drawnMb: values['drawn-mb'],
    logLevel: values['log-level'] as LogLevel,
  })
}

type Place = Pick<ServiceArguments, 'host' | 'dataDir' | 'database' | 'authorityUrl'>

/** Where it listens, where it keeps things, whom it hands documents to. */
function placeOf(values: Typed): Result<Place, StartRefusal> {
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

function pagesOf(values: Typed): Result<PageSettings | null, StartRefusal> {
  const { 'public-address': given, 'page-days': days } = values
  if (given === undefined) return ok(null)
  const publicAddress = readPublicAddress(given)
  return publicAddress === null
    ? notValid('--public-address https://...')
    : ok({ publicAddress, days })
}

function notValid(detail: string): Result<never, StartRefusal> {
  return refuse({ code: 'ARGUMENTS_NOT_VALID', params: { detail } })
}
