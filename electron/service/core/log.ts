/** One JSON line an event, by own code: the service has four kinds of line to write. */
import type { Clock } from './ports.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
/** Of a program, and of a till. */
const API_KEY = /(msn|mst)_([0-9a-f]{16})_[A-Za-z0-9_-]{43}/g
/** An id is no tax number, whatever digits it begins with: a request's leads to its document. */
const ID_OR_RUT =
  /\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b|\b\d{1,2}\.?\d{3}\.?\d{3}-?[\dkK]\b/g
const WEBHOOK_SECRET = /whsec_[A-Za-z0-9+/=]+/g
/** More of one value helps nobody who reads it, and fills the disk. */
const TEXT_CHARACTERS_MAX = 4_000

type Line = (fields: LogFields, message: string) => void
export type Logger = Readonly<Record<'debug' | 'info' | 'error', Line>>

type LogFields = Readonly<Record<string, unknown>>
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Structured lines to a stream, with everything that names a person or opens a door masked,
 * wherever it stands.
 */
export function createLog(
  destination: { write(line: string): unknown },
  level: LogLevel,
  clock: Clock,
): Logger {
  const line =
    (of: LogLevel): Line =>
    (fields, message) => {
      if (LOG_LEVELS.indexOf(of) < LOG_LEVELS.indexOf(level)) return
      const time = new Date(clock.now()).toISOString()
      const event = { level: of, time, room: 'service', ...fields, msg: message }
      destination.write(`${redact(textOf(event))}\n`)
    }
  return { debug: line('debug'), info: line('info'), error: line('error') }
}

const nothing: Line = () => undefined
export const SILENT: Logger = { debug: nothing, info: nothing, error: nothing }

const SAID_AGAIN_MS = 60_000

/**
 * The same log, where each reason for which nothing goes is one line a minute, however many
 * requests and background steps meet it, and without where in the program they stood.
 */
export function sayingOnce(
  log: Logger,
  reasonOf: (error: unknown) => string | null,
  clock: Clock,
): Logger {
  const said = new Map<string, { at: number; unsaid: number }>()
  const through =
    (line: Line): Line =>
    (fields, message) => {
      const reason = 'err' in fields ? reasonOf(fields['err']) : null
      if (reason === null) return line(fields, message)
      const now = clock.now()
      const before = said.get(reason)
      if (before !== undefined && Math.abs(now - before.at) < SAID_AGAIN_MS) {
        before.unsaid += 1
        return undefined
      }
      said.set(reason, { at: now, unsaid: 0 })
      const { err, ...others } = fields
      const detail = err instanceof Error ? err.message : String(err)
      return log.error({ ...others, reason, detail, unsaid: before?.unsaid ?? 0 }, message)
    }
  return { debug: log.debug, info: through(log.info), error: through(log.error) }
}

function redact(text: string): string {
  return text
    .replace(API_KEY, '$1_$2_***')
    .replace(ID_OR_RUT, (_, id: string | undefined) => id ?? '***')
    .replace(WEBHOOK_SECRET, 'whsec_***')
}

/** Whatever is thrown can be told, also an error that is its own cause: a log throws nothing. */
function textOf(event: LogFields): string {
  const seen = new Set<unknown>()
  return JSON.stringify(event, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value)
    if (typeof value === 'string') return value.slice(0, TEXT_CHARACTERS_MAX)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return '(again)'
    seen.add(value)
    if (!(value instanceof Error)) return value
    const { name, message, stack, cause } = value
    return { name, message, stack, cause }
  })
}
