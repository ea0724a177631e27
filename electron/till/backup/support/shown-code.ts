/**
 * Codes a diagnosis may show. Names are written in capitals as well, and keys are; so a code is
 * what the system or SQLite calls it, or words of a program joined by lines, without a long number.
 */
import { constants } from 'node:os'

const HIDDEN = '…'
const JOINED = /^[A-Z]{2,20}(?:_[A-Z0-9]{1,20}){1,7}$/
const LONG_NUMBER = /\d{3}/
const OF_SQLITE =
  /^SQLITE_(?:BUSY|LOCKED|NOMEM|READONLY|IOERR|CORRUPT|FULL|CANTOPEN|PROTOCOL|SCHEMA|TOOBIG|CONSTRAINT|MISMATCH|PERM|NOTADB|ERROR)(?:_[A-Z]+)?$/
const OF_SYSTEM: ReadonlySet<string> = new Set(Object.keys(constants.errno))
/** What name look-ups answer is no number of the system's. */
const OF_NAMES: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN'])

export function shownCode(text: string): string {
  const isJoined = JOINED.test(text) && !LONG_NUMBER.test(text) && text.length <= 60
  return isJoined || isOfMachine(text) ? text : HIDDEN
}

/** Of a sentence only what the machine calls its own; null when nothing is. */
export function codeIn(sentence: string): string | null {
  return sentence.match(/\b[A-Z][A-Z0-9_]{2,40}\b/g)?.find(isOfMachine) ?? null
}

/** What a tax authority says of a document is short, and its own. */
export function shownVerdict(verdict: string | null): string | null {
  return verdict === null || /^[A-Z]{2,3}$|^DELETED$/.test(verdict) ? verdict : HIDDEN
}

function isOfMachine(text: string): boolean {
  return OF_SYSTEM.has(text) || OF_NAMES.has(text) || OF_SQLITE.test(text)
}
