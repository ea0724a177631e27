/**
 * A till in doubt: kept in its database, ended by a person's word together with the service's
 * answer for everything that was sold before. While it lasts every paper says COPIA; papers of
 * sales from before it say so for good, as the other one may have put them out.
 */
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { DOUBT_WORDS, endsDoubt, type DoubtView, type DoubtWord } from '#shared/backup/doubt.ts'
import type { DoubtReason, HighWaterMark } from '#shared/backup/witness.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import type { Log } from '#shared/core/ports.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import { storedSetting } from '../../../kernel/stored-setting.ts'
import { presumeSent } from '../requeue.ts'
import { doubtMails } from '../../../delivery/mail/mail-orders.ts'
import { nowOrInTurn } from '../../../kernel/background.ts'
import type { Clock } from '../../../kernel/ports.ts'
import { createAudit } from '../../../audit/audit.ts'
import { WAITED_FOR_SERVICE } from '../../../issuing/outbox/receipt-conditions.ts'
import { DOUBTED_TO } from '../../../printing/doubted-to.ts'
import { readMarks } from './mark.ts'

/** Who writes the rows that nobody asked for. */
const TILL = { id: null, name: 'Caja' } as const

const storedDoubt = z.object({
  reason: z.enum([
    'other-machine',
    'unwitnessed',
    'copied',
    'fewer-sales',
    'older',
    'restored',
    'arrived',
    'moved',
    'taken-back',
    'retired',
  ]),
  isOwn: z.boolean(),
  since: z.number(),
  word: z.enum(DOUBT_WORDS).nullable(),
  salesHere: z.int(),
  salesSeen: z.int().nullable(),
  lastSaleSeenAt: z.number().nullable(),
  /** The last receipt of before: up to here the service is asked. */
  lastReceipt: z.int(),
  /** The till these data are a copy of: told when a person says that it sells no more. */
  of: z.string().nullable().default(null),
})
/** What cannot be read is as if it were gone: the log knows of it. */
const doubtOrNull = storedDoubt.nullable().catch(null)
export type Doubt = z.output<typeof storedDoubt>

interface NewDoubt {
  readonly reason: DoubtReason
  readonly isOwn: boolean
  /** What the witness saw; null where there is none. */
  readonly seen: HighWaterMark | null
  /** What is known already, without asking anybody. */
  readonly word?: DoubtWord | null
  /** Of whom these data are a copy; absent where nobody has to be told. */
  readonly of?: string | undefined
}

export interface Doubts {
  now(): Doubt | null
  view(): DoubtView | null
  /** In the caller's transaction. */
  begin(doubt: NewDoubt): void
  /** What the sealed log tells of doubts holds, whatever became of the rows beside it. */
  heedLog(): void
  answer(word: DoubtWord, note: () => void): void
  /** The service has answered this till, and may have for all of its receipts. */
  heard(): void
}

interface DoubtPorts {
  readonly db: Database.Database
  readonly clock: Clock
  readonly log: Log
  readonly onChange: () => void
}

export function createDoubts({ db, clock, log, onChange }: DoubtPorts): Doubts {
  const stored = storedSetting(db, 'doubt')
  // The first condition is the index's.
  const unanswered = db
    .prepare<[number], number>(
      `SELECT count(*) FROM receipt WHERE issue_state <> 'numbered' AND seq <= ?
        AND issue_state IN ('queued', 'sending') AND ${WAITED_FOR_SERVICE}`,
    )
    .pluck()
  // Nothing beside the disk: a commit that fails leaves nobody with another answer.
  const now = () => doubtOrNull.parse(stored.read())
  let isHeard = false
  const hasAnswered = ({ lastReceipt }: Doubt) => isHeard && unanswered.get(lastReceipt) === 0
  const end = () => {
    const doubt = now()
    if (doubt === null) return
    if (!endsDoubt({ word: doubt.word, hasServiceAnswered: hasAnswered(doubt) })) return
    db.transaction(() => {
      stored.keep(null)
      createAudit(db, clock).write({ action: 'doubt-ended', staff: TILL })
    }).immediate()
    log('the till is no longer in doubt', {})
  }
  return {
    now,
    view() {
      const doubt = now()
      if (doubt === null) return null
      return {
        ...doubt,
        since: doubt.since as EpochMs,
        lastSaleSeenAt: doubt.lastSaleSeenAt as EpochMs | null,
        hasServiceAnswered: hasAnswered(doubt),
      }
    },
    begin(begun) {
      stored.keep(doubtOf(db, begun, clock.now()))
      log('the till opens in doubt', { code: begun.reason })
    },
    heedLog() {
      const { reason, doubtedTo } = toldByLog(db)
      if (doubtedTo > 0) keepDoubtedTo(db, doubtedTo)
      if (reason !== null && now() === null)
        stored.keep(doubtOf(db, { reason, isOwn: false, seen: null }, clock.now()))
    },
    answer(word, note) {
      db.transaction(() => {
        const doubt = now()
        if (doubt !== null) stored.keep({ ...doubt, word })
        note()
      }).immediate()
      // The word stands, whatever becomes of what follows from it.
      nowOrInTurn(clock, end)
      onChange()
    },
    heard() {
      isHeard = true
      if (now() === null) return
      end()
      onChange()
    },
  }
}

/** What has no folio may have one by now, and papers and letters may be out: as after a restore. */
function doubtOf(db: Database.Database, begun: NewDoubt, at: EpochMs): Doubt {
  const { reason, isOwn, seen, word = null } = begun
  const salesHere = readMarks(db).lastSale()
  const lastReceipt =
    db.prepare<[], number | null>('SELECT max(seq) FROM receipt').pluck().get() ?? 0
  keepDoubtedTo(db, salesHere)
  // A restore has done both itself.
  if (reason !== 'restored') {
    presumeSent(db, at)
    doubtMails(db, at)
  }
  const salesSeen = seen?.lastSale ?? null
  createAudit(db, { now: () => at } as Clock).write({
    action: 'till-in-doubt',
    staff: TILL,
    detail: { what: reason, salesHere, salesSeen },
  })
  return {
    reason,
    isOwn,
    since: at,
    // Whoever restores this till's own backup, or wakes it out of its copy, has said so.
    word: reason === 'arrived' || (reason === 'restored' && isOwn) ? 'goes-on' : word,
    salesHere,
    salesSeen,
    lastSaleSeenAt: seen?.lastSaleAt ?? null,
    lastReceipt,
    of: begun.of ?? null,
  }
}

/** Only ever more. */
function keepDoubtedTo(db: Database.Database, salesHere: number): void {
  const stored = storedSetting(db, DOUBTED_TO)
  stored.keep(Math.max(salesHere, z.int().catch(0).parse(stored.read())))
}

/** The doubt that has begun and not ended, and up to which sale there ever was one. */
function toldByLog(db: Database.Database) {
  const rows = db
    .prepare<[], { action: string; detailJson: string }>(
      `SELECT action, detail_json AS detailJson FROM audit
        WHERE action IN ('till-in-doubt', 'doubt-ended') ORDER BY seq`,
    )
    .all()
  const begun = rows.map(({ action, detailJson }) =>
    action === 'till-in-doubt' ? begunRow.parse(parseJson(detailJson)) : undefined,
  )
  return {
    reason: begun.at(-1)?.what ?? null,
    doubtedTo: Math.max(0, ...begun.map((row) => row?.salesHere ?? 0)),
  }
}
/** One that cannot be read has begun all the same. */
const begunRow = z
  .object({ what: storedDoubt.shape.reason, salesHere: z.int() })
  .catch({ what: 'unwitnessed', salesHere: 0 })
