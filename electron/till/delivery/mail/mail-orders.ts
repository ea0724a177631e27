/**
 * The only file that writes table `mail_job`. Which state may follow which is said in
 * shared/delivery/mail-moves.ts; each move here names the states it may start from, so that a late
 * answer never takes one back, and runs inside the transaction of whoever calls it.
 */
import type Database from 'better-sqlite3'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { statesBefore, type MailState } from '#shared/delivery/mail-moves.ts'
import type { MailTrouble } from '#shared/delivery/mail-trouble.ts'

type Run<Params> = [Params]
interface OfMail {
  readonly id: string
}

/** SQL: it may come to this state from where it stands. */
const mayBecome = (to: MailState) =>
  `state IN (${statesBefore(to)
    .map((state) => `'${state}'`)
    .join(', ')})`

export interface NewMail {
  readonly id: string
  readonly saleId: SaleId
  readonly address: string
  /** The customer wants every document so; nobody asked for this one. */
  readonly isAutomatic: boolean
  readonly at: EpochMs
}

/** The report of a closed shift, to the owner: only its setting says where. */
export interface NewReportMail {
  readonly id: string
  readonly reportId: string
  readonly address: string
  readonly at: EpochMs
}

/**
 * SQL: in the line. One state at a time, so that its index is read and not every e-mail of years.
 */
const IN_LINE = `seq IN (SELECT seq FROM mail_job WHERE state = 'waiting'
  UNION ALL SELECT seq FROM mail_job WHERE state = 'queued')`

/** SQL: its receipt was taken back, or is about to be. */
const TAKEN_BACK = `EXISTS (SELECT 1 FROM receipt_deletion d
  WHERE d.sale_id = mail_job.sale_id AND d.state IN ('asked', 'done'))`

/** Puts one into the line, in the transaction of what it follows from. */
export function mailWriter(db: Database.Database): (mail: NewMail) => void {
  const insert = db.prepare(`INSERT INTO mail_job (id, sale_id, address, state, is_automatic,
    created_at_ms, wanted_at_ms) VALUES (@id, @saleId, @address, 'waiting', @automatic, @at, @at)`)
  return ({ isAutomatic, ...mail }) => void insert.run({ ...mail, automatic: Number(isAutomatic) })
}

/** The same of a report, which is here as soon as it is asked for. */
export function reportMailWriter(db: Database.Database): (mail: NewReportMail) => void {
  const insert = db.prepare(`INSERT INTO mail_job (id, report_id, address, state, is_automatic,
    created_at_ms, wanted_at_ms) VALUES (@id, @reportId, @address, 'waiting', 1, @at, @at)`)
  return (mail) => void insert.run(mail)
}

/** On the way to a server, by what it answered. */
export function prepareMailMoves(db: Database.Database) {
  return {
    /** Its document is here. */
    queue: db.prepare<Run<OfMail>>(
      `UPDATE mail_job SET state = 'queued', not_before_ms = 0
        WHERE id = @id AND state = 'waiting'`,
    ),
    /** Its document turned out to be no use, and comes again. */
    await: db.prepare<Run<OfMail>>(
      `UPDATE mail_job SET state = 'waiting' WHERE id = @id AND state = 'queued'`,
    ),
    /** Not one that was erased or whose receipt was taken back a moment ago. */
    claim: db.prepare<Run<OfMail & { address: string }>>(
      `UPDATE mail_job SET state = 'sending', tries = tries + 1, trouble = NULL, detail = NULL,
        address = @address
        WHERE id = @id AND state = 'queued' AND address <> '' AND NOT ${TAKEN_BACK}`,
    ),
    /** Surely not taken: again, not before. `isTry` is 0 where only the server was in the way. */
    retry: db.prepare<
      Run<OfMail & { trouble: MailTrouble; detail: string; notBefore: number; isTry: number }>
    >(`UPDATE mail_job SET state = 'queued', trouble = @trouble, detail = @detail,
        not_before_ms = @notBefore, tries = tries - 1 + @isTry
        WHERE id = @id AND state = 'sending'`),
    /** What keeps the whole line, said at its head. */
    note: db.prepare<Run<OfMail & { trouble: MailTrouble }>>(
      `UPDATE mail_job SET trouble = @trouble WHERE id = @id AND state = 'queued'`,
    ),
    end: {
      sent: db.prepare<Run<Ending>>(endIn('sent')),
      unknown: db.prepare<Run<Ending>>(endIn('unknown')),
      failed: db.prepare<Run<Ending>>(endIn('failed')),
    },
    /** A person's word: in the line anew, under the same Message-ID. */
    again: db.prepare<Run<OfMail & { now: EpochMs }>>(
      `UPDATE mail_job SET state = 'waiting', is_automatic = 0, trouble = NULL, detail = NULL, tries = 0,
        not_before_ms = 0, wanted_at_ms = @now, finished_at_ms = NULL
        WHERE id = @id AND state IN ('failed', 'unknown') AND address <> ''`,
    ),
    drop: db.prepare<Run<OfMail & { now: EpochMs; trouble: MailTrouble | null }>>(
      `UPDATE mail_job SET state = 'dropped', trouble = @trouble, finished_at_ms = @now
        WHERE id = @id AND ${mayBecome('dropped')}`,
    ),
  }
}

interface Ending extends OfMail {
  readonly now: EpochMs
  readonly trouble: MailTrouble | null
  readonly detail: string | null
}

const endIn = (state: 'sent' | 'unknown' | 'failed') =>
  `UPDATE mail_job SET state = '${state}', trouble = @trouble, detail = @detail,
    finished_at_ms = @now WHERE id = @id AND ${mayBecome(state)}`

/** What happens to many at once. */
export function prepareMailSweeps(db: Database.Database) {
  return {
    /** At start: what was being handed over may have been taken. */
    recover: db.prepare<Run<{ now: EpochMs }>>(
      `UPDATE mail_job SET state = 'unknown', trouble = 'MAIL_UNKNOWN', finished_at_ms = @now
        WHERE state = 'sending'`,
    ),
    /** What waited too long asks first. */
    late: db.prepare<Run<{ before: number; now: EpochMs }>>(
      `UPDATE mail_job SET state = 'failed', trouble = 'MAIL_LATE', finished_at_ms = @now
        WHERE ${IN_LINE} AND wanted_at_ms < @before`,
    ),
    /** Its receipt was taken back. */
    undone: db.prepare<Run<{ now: EpochMs }>>(
      `UPDATE mail_job SET state = 'failed', trouble = 'RECEIPT_DELETED', finished_at_ms = @now
        WHERE ${IN_LINE} AND ${TAKEN_BACK}`,
    ),
    /** Erased while it was being handed over, and put off. */
    nobodys: db.prepare<Run<{ now: EpochMs }>>(
      `UPDATE mail_job SET state = 'dropped', trouble = 'MAIL_ERASED', finished_at_ms = @now
        WHERE ${IN_LINE} AND address = ''`,
    ),
    /** After a jump of the wall clock nothing waits for days. */
    clamp: db.prepare<Run<{ latest: number; now: EpochMs }>>(
      `UPDATE mail_job SET not_before_ms = min(not_before_ms, @latest),
        wanted_at_ms = min(wanted_at_ms, @now) WHERE ${IN_LINE}
        AND (not_before_ms > @latest OR wanted_at_ms > @now)`,
    ),
    doubtAll: db.prepare<Run<{ now: EpochMs }>>(
      `UPDATE mail_job SET state = 'unknown', trouble = 'MAIL_RESTORED', finished_at_ms = @now
        WHERE state IN ('waiting', 'queued', 'sending')`,
    ),
    /** The address goes with its person; what was still to go out does not. */
    erase: db.prepare<Run<{ sales: string; address: string }>>(
      `UPDATE mail_job SET address = '', detail = NULL,
        trouble = iif(state IN ('sent', 'dropped'), trouble, 'MAIL_ERASED'),
        finished_at_ms = coalesce(finished_at_ms, wanted_at_ms),
        state = iif(state IN ('waiting', 'queued', 'unknown', 'failed'), 'dropped', state)
        WHERE (sale_id IN (SELECT value FROM json_each(@sales))
          OR (@address <> '' AND address = @address COLLATE NOCASE)) AND address <> ''`,
    ),
    /** What is over names nobody any longer. */
    forget: db.prepare<Run<{ cutoff: number; limit: number }>>(
      `UPDATE mail_job SET address = '', detail = NULL WHERE seq IN (SELECT seq FROM mail_job
        WHERE address <> '' AND wanted_at_ms < @cutoff
          AND state IN ('sent', 'dropped', 'failed', 'unknown') LIMIT @limit)`,
    ),
  }
}

/**
 * After a restore nobody knows what went out since the backup: a person is asked, and nothing goes
 * by itself. Answers how many; in the caller's transaction.
 */
export function doubtMails(db: Database.Database, now: EpochMs): number {
  return prepareMailSweeps(db).doubtAll.run({ now }).changes
}
