/** What the engines and the way to a server can say, sorted by what is to be done. */
import type { StartRefusal } from '../core/start-refusals.ts'

/** Deadlock found, serialization failed: the same job again goes through. */
const PASSING: readonly string[] = ['40P01', '40001']
/** Unique violation. */
const TAKEN = '23505'
/**
 * Classes 08 (connection), 53 (resources) and 57P (shutdown), 57014 (it took too long: somebody
 * holds what it waits for), 25006 (it is the standby of another by now), 55000 (it takes no
 * connections, or is being recovered), a SQLite file somebody else holds, and the sockets' words.
 */
const UNREACHABLE = /^(08|53|57P|57014|25006|55000|SQLITE_BUSY)/
/** PostgreSQL, SQLite, and whatever else writes. */
const FULL: readonly string[] = ['53100', 'SQLITE_FULL', 'ENOSPC', 'EDQUOT']
const UNREACHABLE_SOCKETS: readonly string[] = [
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOENT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]
const UNREACHABLE_WORDS =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|client has encountered a connection error/i

export function isPassing(error: unknown): boolean {
  return PASSING.includes(codeOf(error))
}

function isTaken(error: unknown): boolean {
  return codeOf(error) === TAKEN
}

/** Another process stored a document with the same reference at the same moment. */
export function isReferenceTaken(error: unknown): boolean {
  return isTaken(error) && (error as { constraint?: string }).constraint === 'documents_reference'
}

/** Nothing can be stored for now: a client may ask again in a while. */
export function isUnreachable(error: unknown): boolean {
  return awayAs(error) !== null
}

/** Why nothing can be stored for now, as a client is told; null for any other error. */
export function awayAs(error: unknown): 'DISK_FULL' | 'DATABASE_UNAVAILABLE' | null {
  if (FULL.includes(codeOf(error))) return 'DISK_FULL'
  return isServerAway(error) ? 'DATABASE_UNAVAILABLE' : null
}

function isServerAway(error: unknown): boolean {
  return (
    UNREACHABLE.test(codeOf(error)) ||
    UNREACHABLE_SOCKETS.includes(codeOf(error)) ||
    (error instanceof Error && UNREACHABLE_WORDS.test(error.message))
  )
}

/** Whatever stands in the way of a connection is told, and nothing is a fault of the program. */
export function refusalOfConnection({ message, name }: Error, path: string): StartRefusal {
  return { code: 'DATABASE_UNREACHABLE', params: { path, detail: message || name } }
}

/** Why a database is not opened. Throws what is none of its reasons. */
export function refusalOfPostgres(error: unknown, path: string): StartRefusal {
  const mayNot = codeOf(error) === '42501'
  if (error instanceof Error && (mayNot || isUnreachable(error)))
    return refusalOfConnection(error, path)
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
