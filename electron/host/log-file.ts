/**
 * What the programs say, kept beside the data in files that cannot grow: an installed till has no
 * terminal. Nothing secret or personal goes in.
 */
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { logToStderr, sayOn, type Log } from './machine.ts'

const FILE_BYTES_MAX = 1_000_000
/** The one being written and those before it. */
const FILES_MAX = 5
const LINE_CHARS_MAX = 4_000

export interface Logs {
  /** Of the till itself; on stderr as well. */
  readonly till: Log
  /** A line another process has said. */
  readonly service: (line: string) => void
}

export function openLogs(folder: string): Logs {
  const till = openLineFile(join(folder, 'caja.log'))
  const service = openLineFile(join(folder, 'boletas.log'))
  return {
    till: (message, detail) => till(logToStderr(message, detail)),
    service: (line) => {
      sayOn(process.stderr, line)
      service(line)
    },
  }
}

/** Writes lines; a disk that takes none loses them and nothing else. */
export function openLineFile(file: string, bytesMax = FILE_BYTES_MAX): (line: string) => void {
  return (line) => {
    try {
      mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > bytesMax) rotate(file)
      appendFileSync(file, `${redacted(shortened(line))}\n`, { mode: 0o600 })
    } catch {
      // There is nobody to tell: this is where one would be told.
    }
  }
}

function rotate(file: string): void {
  for (let age = FILES_MAX - 1; age > 0; age -= 1) {
    const younger = age === 1 ? file : `${file}.${age - 1}`
    if (existsSync(younger)) renameSync(younger, `${file}.${age}`)
  }
}

/**
 * Before anything is searched in it: what is searched for takes the square of a line's length. The
 * word at the cut goes too, which may be half of something secret.
 */
function shortened(line: string): string {
  if (line.length <= LINE_CHARS_MAX) return line
  const cut = line.slice(0, LINE_CHARS_MAX)
  return `${cut.slice(0, cut.search(/[^\s,;"']*$/))}…`
}

const HIDDEN = '[oculto]'
const SECRETS: readonly RegExp[] = [
  /msn_[0-9a-f]+_[\w-]+/g,
  /(?<=(?:Bearer|Basic) )[\w.~+/=-]+/gi,
  /(?<=[#?&]token=)[\w-]+/g,
  // Its quotation marks may be those of a line within a line; and the line may end before it does.
  /(?<="\w*(?:key|secret|token|pin|password|clave)"\s*:\s*")(?:[^"\\]|\\.)*/gi,
  /(?<=\\"\w*(?:key|secret|token|pin|password|clave)\\"\s*:\s*\\").*?(?=\\"[,}\s]|$)/gi,
  /(?<=[\w-]*(?:key|secret|token|password|clave)\s*[:=]\s*)[^\s"'&,;{}]+/gi,
  /[\w.+-]+@[\w-]+\.[\w.-]+/g,
  // A RUT, of a shop or a person.
  /\b\d{1,2}\.?\d{3}\.?\d{3}[-\u2010-\u2015\u2212][\dkK]\b/g,
]

/** A line without keys, tokens, mail addresses and RUTs. */
export function redacted(line: string): string {
  return SECRETS.reduce((text, secret) => text.replace(secret, HIDDEN), line)
}
