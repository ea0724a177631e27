/** What PostgreSQL and the way to it can say, sorted by what is to be done. */
import type { StartRefusal } from '../start-refusals.ts'

/** Deadlock found, serialization failed: the same job again goes through. */
const PASSING: readonly string[] = ['40P01', '40001']
/** Unique violation. */
const TAKEN = '23505'
/** Classes 08 (connection), 53 (resources) and 57P (shutdown), and the sockets' own words. */
const UNREACHABLE =
  /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT|EAI_AGAIN)$/
const UNREACHABLE_WORDS =
  /connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable|client has encountered a connection error/i

export function isPassing(error: unknown): boolean {
  return PASSING.includes(codeOf(error))
}

export function isTaken(error: unknown): boolean {
  return codeOf(error) === TAKEN
}

/** Another process stored a document with the same reference at the same moment. */
export function isReferenceTaken(error: unknown): boolean {
  return isTaken(error) && (error as { constraint?: string }).constraint === 'documents_reference'
}

/** The server is away for now: a client may ask again in a while. */
export function isUnreachable(error: unknown): boolean {
  return (
    UNREACHABLE.test(codeOf(error)) ||
    (error instanceof Error && UNREACHABLE_WORDS.test(error.message))
  )
}

/** Why a database is not opened. Throws what is none of its reasons. */
export function refusalOfPostgres(error: unknown, address: string): StartRefusal {
  const detail = error instanceof Error ? error.message : String(error)
  const isItsWord = /^(28|3D|42501)/.test(codeOf(error))
  if (isItsWord || isUnreachable(error) || error instanceof AggregateError)
    return { code: 'DATABASE_UNREACHABLE', params: { path: address, detail } }
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
