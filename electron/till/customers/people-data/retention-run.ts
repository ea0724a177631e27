/**
 * One look through everything that has a period: small pieces, with the counter's turn between
 * them. It deletes what is past its period and nothing of it is on its way; documents, sales and
 * the log are never its business.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { cutoffOf, type ExpiredCounts, type Retention } from '#shared/customers/retention.ts'
import type { PeopleParts } from './people-parts.ts'
import { expireAttempts, expireCustomers, expireRest } from './expire-rows.ts'
import { expireBackups, expireLogs, expirePdfs, expirePictures } from './expire-files.ts'

interface RunPorts {
  readonly parts: PeopleParts
  readonly retention: Retention
  readonly now: EpochMs
  /** Resolves when the next piece may be done; false = the till is closing. */
  readonly turn: () => Promise<boolean>
}

/** What a step has deleted since its last turn. */
type Piece = number
type Step = (parts: PeopleParts, cutoff: EpochMs) => AsyncGenerator<Piece> | Generator<Piece>

const STEPS: Readonly<Record<keyof Retention, Step>> = {
  customers: expireCustomers,
  attempts: expireAttempts,
  pictures: expirePictures,
  pdfs: expirePdfs,
  logs: expireLogs,
  backups: expireBackups,
}
/** Of one kind in one run; the next day goes on. */
const DELETED_MAX = 20_000

export async function runRetention(ports: RunPorts): Promise<ExpiredCounts> {
  const { parts, retention, now } = ports
  const counts = { customers: 0, attempts: 0, pictures: 0, pdfs: 0, logs: 0, backups: 0 }
  for (const kind of Object.keys(STEPS) as (keyof Retention)[]) {
    const pieces = STEPS[kind](parts, cutoffOf(retention[kind], now))
    for await (const piece of pieces) {
      counts[kind] += piece
      if (!(await ports.turn())) return counts
      if (counts[kind] >= DELETED_MAX) break
    }
  }
  return counts
}

/** What an erasure had to leave behind goes without any period. */
export async function finishErasures({ parts, turn }: Pick<RunPorts, 'parts' | 'turn'>) {
  for await (const _ of expireRest(parts)) if (!(await turn())) return
}
