/** What ends a piece of work on updates, with its sentence. */
import { refusal, type Refusal, type RefusalCode } from '#shared/languages/refusals.ts'

export class UpdateRefused extends Error {
  readonly refusal: Refusal
  constructor(code: RefusalCode, params: Readonly<Record<string, string>> = {}) {
    super(code)
    this.refusal = refusal(code, null, params)
  }
}

/** Of what the system or the network said: its code alone, which names nobody. */
export function codeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : String(name)
}

const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** What ended the keeping of so many bytes from there: this machine's disk, or the place. */
export function keepingTrouble(error: unknown, place: string, bytes: number): UpdateRefused {
  if (error instanceof UpdateRefused) return error
  const detail = codeOf(error)
  if (!DISK_FULL.has(detail)) return new UpdateRefused('UPDATE_PLACE_AWAY', { place, detail })
  return diskFull(bytes)
}

/** Of what was done on this machine's disk alone. */
export function ownTrouble(error: unknown, bytes: number): UpdateRefused {
  if (error instanceof UpdateRefused) return error
  const detail = codeOf(error)
  return DISK_FULL.has(detail) ? diskFull(bytes) : new UpdateRefused('UPDATE_NOT_KEPT', { detail })
}

const diskFull = (bytes: number) =>
  new UpdateRefused('UPDATE_DISK_FULL', { megabytes: String(Math.ceil(bytes / 1e6)) })
