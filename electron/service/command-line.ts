import { DAY_MS } from '#shared/time/calendar.ts'
import { parseArgs } from 'node:util'
import { readCommand, type Told, type Values } from '#shared/core/command-line.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import { readPublicAddress } from '#shared/issuing/receipt-page.ts'
import type { GatewayAccess } from './authority/gateway-connection.ts'
import type { PageSettings } from './parts/parts.ts'
import { mailOptionsOf, type MailOptions } from './mail-options.ts'
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
  /** Paths of what it knows this service by. */
  readonly authorityFiles: GatewayAccess
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
  /** What alarms of the head office go out by; null for none. */
  readonly mail: MailOptions | null
  /** How many megabytes of drawn PDFs are kept; 0 for none. */
  readonly drawnMb: number
  readonly logLevel: LogLevel
}

const DRAWN_MB_MAX = 1_000_000
const PAGE_DAYS_MAX = 2_200
const PORT_MAX = 65_535
const REQUESTS_MAX = 1_000_000

const OPTIONS = {
  data: { kind: 'text' },
  database: { kind: 'text' },
  port: { kind: 'number', from: 0, to: PORT_MAX, first: 0 },
  host: { kind: 'text', first: '127.0.0.1' },
  'behind-proxy': { kind: 'flag' },
  'public-address': { kind: 'text' },
  'page-days': { kind: 'number', from: 1, to: PAGE_DAYS_MAX, first: 365 },
  authority: { kind: 'text' },
  'authority-token-file': { kind: 'text' },
  'authority-cert': { kind: 'text' },
  'authority-key': { kind: 'text' },
  'authority-ca': { kind: 'text' },
  mail: { kind: 'text' },
  'mail-from': { kind: 'text' },
  'mail-password-file': { kind: 'text' },
  'authority-delay-ms': { kind: 'number', from: 0, to: DAY_MS },
  'verdict-delay-ms': { kind: 'number', from: 0, to: DAY_MS },
  'lease-ms': { kind: 'number', from: 0, to: DAY_MS },
  'requests-per-minute': { kind: 'number', from: 0, to: REQUESTS_MAX },
  'buyer-limit': { kind: 'text', isMany: true },
  'webhook-waits-s': { kind: 'text' },
  'allow-local-webhooks': { kind: 'flag' },
  'drawn-mb': { kind: 'number', from: 0, to: DRAWN_MB_MAX, first: 200 },
  resources: { kind: 'text' },
  'log-level': { kind: 'text', choices: LOG_LEVELS, first: 'info' },
  demo: { kind: 'flag' },
  sandbox: { kind: 'flag' },
  'exit-with-parent': { kind: 'flag' },
} as const

/** Of each option what its value is, and what it does. */
const HELP: Readonly<Record<keyof typeof OPTIONS, readonly [value: string, says: string]>> = {
  data: ['DIR', 'where it keeps its database and drawn PDFs; or --database'],
  database: [
    'URL',
    'postgres://user@host/name, for any number of processes; the password: PGPASSWORD',
  ],
  port: ['N', 'where it listens; 0, any free one, when it is not said'],
  host: ['H', 'the address it listens at: 127.0.0.1, others only with --behind-proxy'],
  'behind-proxy': ['', 'a proxy with TLS stands before it and says who asks'],
  'public-address': ['URL', 'https://... by which customers see their documents'],
  'page-days': ['N', 'for how long they do: 365'],
  authority: ['URL', 'the gateway to the tax authority; without it a simulated one'],
  'authority-token-file': [
    'FILE',
    'what the gateway knows this service by (Authorization: Bearer)',
  ],
  'authority-cert': ['FILE', 'or by its certificate, PEM; with --authority-key'],
  'authority-key': ['FILE', 'the key of that certificate, PEM'],
  'authority-ca': ['FILE', 'who signed the certificate of the gateway, PEM'],
  mail: ['URL', 'smtps://user@host by which alarms of the head office go out'],
  'mail-from': ['E-MAIL', 'whom they are from'],
  'mail-password-file': ['FILE', 'the password of that account'],
  'authority-delay-ms': ['N', 'how long a document stays pending and can be deleted: 3000'],
  'verdict-delay-ms': ['N', 'when the authority is asked for its verdict: 1000'],
  'lease-ms': ['N', 'when another process takes over what one has in hand: 30000'],
  'requests-per-minute': ['N', 'of a key; without it as many as it likes'],
  'buyer-limit': ['YEAR=CLP', 'from how many pesos a receipt names its buyer; once a year'],
  'webhook-waits-s': ['A,B,C', 'between the four attempts to deliver a notice: 60,300,1800'],
  'allow-local-webhooks': ['', 'notices may go to this machine, without TLS'],
  'drawn-mb': ['N', 'how many megabytes of drawn PDFs it keeps: 200; 0 for none'],
  resources: ['DIR', 'fonts and pictures; those beside the program'],
  'log-level': ['LEVEL', `one of ${LOG_LEVELS.join(', ')}: info`],
  demo: ['', 'companies, folios and keys for a demonstration; with --data'],
  sandbox: ['', 'a clock that can be set, faults, an authority as one likes: never for real'],
  'exit-with-parent': ['', 'it ends when its standard input does'],
}
const HELP_COLUMN = 30

function usage(): string {
  const lines = Object.entries(HELP).map(
    ([name, [value, says]]) => `  ${`--${name} ${value}`.padEnd(HELP_COLUMN)} ${says}`,
  )
  return ['npm run service -- --data DIR | --database URL [OPTIONS]', ...lines].join('\n')
}

const COMMAND = { usage: usage(), options: OPTIONS } as const
type Typed = Values<typeof COMMAND>

const WEBHOOK_RETRIES = 3
/** Seconds, a day at most; an empty one would be no wait at all. */
const isWait = (text: string) => /^\d+(\.\d+)?$/.test(text) && Number(text) * 1_000 <= DAY_MS
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
  const waits = waitsOf(values)
  if (!waits.ok) return waits
  const limits = values['buyer-limit'].map((text) => BUYER_LIMIT.exec(text))
  if (limits.includes(null)) return notValid('--buyer-limit YEAR=CLP')
  const pages = pagesOf(values)
  if (!pages.ok) return pages
  const gateway = gatewayOf(values)
  if (!gateway.ok) return gateway
  const mail = mailOptionsOf(values)
  if (!mail.ok) return mail
  return ok({
    port: values.port,
    ...place.value,
    ...gateway.value,
    isDemo: values.demo,
    leaseMs: values['lease-ms'] ?? null,
    isSandbox: values.sandbox,
    allowLocalWebhooks: values['allow-local-webhooks'],
    exitWithParent: values['exit-with-parent'],
    resourcesDir: values.resources ?? null,
    webhookWaitsMs: waits.value,
    ...delaysOf(values),
    requestsPerMinute: values['requests-per-minute'] ?? null,
    buyerLimits: limits.map((match) => ({
      year: Number(match?.[1]),
      limitClp: Number(match?.[2]),
    })),
    pages: pages.value,
    mail: mail.value,
    isBehindProxy: values['behind-proxy'],
    drawnMb: values['drawn-mb'],
    logLevel: values['log-level'] as LogLevel,
  })
}

function waitsOf(values: Typed): Result<readonly number[] | null, StartRefusal> {
  const waits = values['webhook-waits-s']?.split(',')
  if (waits === undefined) return ok(null)
  return waits.length === WEBHOOK_RETRIES && waits.every(isWait)
    ? ok(waits.map((text) => Number(text) * 1_000))
    : notValid('--webhook-waits-s a,b,c')
}

/** Of the authority that is played here. */
const delaysOf = (values: Typed) => ({
  sendDelayMs: values['authority-delay-ms'] ?? null,
  verdictDelayMs: values['verdict-delay-ms'] ?? null,
})

type Place = Pick<ServiceArguments, 'host' | 'dataDir' | 'database'>

/** Where it listens, where it keeps things, whom it hands documents to. */
function placeOf(values: Typed): Result<Place, StartRefusal> {
  const { database = null, host } = values
  const dataDir = values.data === undefined || values.data === '' ? null : values.data
  if (dataDir === null && database === null) return notValid('--data DIR')
  if (dataDir === null && values.demo) return notValid('--demo --data DIR')
  if (database !== null && !/^postgres(ql)?:\/\//.test(database))
    return notValid('--database postgres://...')
  // Keys go over it as they are.
  if (!LOOPBACK.includes(host) && !values['behind-proxy'])
    return refuse({ code: 'HOST_NOT_PRIVATE', params: { host } })
  return ok({ host, dataDir, database })
}

type Gateway = Pick<ServiceArguments, 'authorityUrl' | 'authorityFiles'>

/** A secret goes over TLS, or stays on this machine. */
function gatewayOf(values: Typed): Result<Gateway, StartRefusal> {
  const { authority: authorityUrl = null } = values
  const {
    'authority-token-file': token = null,
    'authority-cert': cert = null,
    'authority-key': key = null,
    'authority-ca': ca = null,
  } = values
  const authorityFiles = { token, cert, key, ca }
  const isTold = Object.values(authorityFiles).some((file) => file !== null)
  if (authorityUrl === null)
    return isTold ? notValid('--authority https://...') : ok({ authorityUrl, authorityFiles })
  const url = URL.canParse(authorityUrl) ? new URL(authorityUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return notValid('--authority http://...')
  if ((cert === null) !== (key === null)) return notValid('--authority-cert, --authority-key')
  return url.protocol === 'http:' && needsTls(authorityFiles, url)
    ? notValid('--authority https://...')
    : ok({ authorityUrl, authorityFiles })
}

const needsTls = ({ cert, ca, token }: Gateway['authorityFiles'], { hostname }: URL): boolean =>
  cert !== null ||
  ca !== null ||
  (token !== null && !LOOPBACK.includes(hostname.replace(/^\[|\]$/g, '')))

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
