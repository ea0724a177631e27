/** Files outside the database that may hold somebody's data: pictures of paper, and the logs. */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PrintJobId } from '#shared/core/brand.ts'
import { formatRut, type Rut } from '#shared/rut/rut.ts'

/** Of one paper: the bytes that went to the printer, and the picture they make. */
const PAPER_FORMS = ['png', 'escpos'] as const
const HIDDEN = '[borrado]'
/** A shorter word stands in too many lines that are about something else. */
const WORD_CHARS_MIN = 4
/** Matches nothing: of a person whose every word is too short. */
const NOTHING = /(?!)/
const LOG_NAME = /\.log(\.\d+)?$/

/** How many papers have a file. */
export async function countPictures(folder: string, jobs: readonly PrintJobId[]): Promise<number> {
  let count = 0
  for (const jobId of jobs) {
    const found = PAPER_FORMS.map((form) => stat(join(folder, `${jobId}.${form}`)))
    if ((await Promise.allSettled(found)).some(({ status }) => status === 'fulfilled')) count += 1
  }
  return count
}

/** How many papers had a file. Gone already is gone. */
export async function removePictures(folder: string, jobs: readonly PrintJobId[]): Promise<number> {
  const count = await countPictures(folder, jobs)
  for (const jobId of jobs)
    for (const form of PAPER_FORMS) await rm(join(folder, `${jobId}.${form}`), { force: true })
  return count
}

interface PersonWords {
  readonly rut: Rut
  /** Names, addresses and numbers, as they were stored. */
  readonly others: readonly string[]
}

/** Log files of this till, newest and older. */
export function logFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => LOG_NAME.test(name))
    .map((name) => join(folder, name))
}

/**
 * Takes a person's words out of the logs, and answers how many lines had any. Nothing of theirs
 * should be there; an error of somebody else's program may have told it all the same. At one go:
 * what is written to a log meanwhile would be lost.
 */
export function scrubLogs(folder: string, words: PersonWords): number {
  const wanted = patternOf([
    words.rut,
    formatRut(words.rut),
    words.rut.replace('-', ''),
    ...words.others,
  ])
  let lines = 0
  for (const file of logFiles(folder)) {
    const before = readFileSync(file, 'utf8').split('\n')
    const after = before.map((line) => line.replace(wanted, HIDDEN))
    const changed = after.filter((line, index) => line !== before[index]).length
    if (changed === 0) continue
    lines += changed
    writeFileSync(`${file}.new`, after.join('\n'), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  return lines
}

/** In capitals or not, and as a program writes a text into a line of JSON. */
function patternOf(words: readonly string[]): RegExp {
  const forms = words
    .map((word) => word.trim())
    .filter((word) => word.length >= WORD_CHARS_MIN)
    .flatMap((word) => [JSON.stringify(word).slice(1, -1), word])
    .sort((a, b) => b.length - a.length)
  if (forms.length === 0) return NOTHING
  return new RegExp(forms.map((form) => form.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('|'), 'gi')
}
