/** E-mails of receipts on disk: what is due, and each move with its line in the journal. */
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { MailView } from '#shared/delivery/views.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import { assert } from '#shared/core/result.ts'
import { MAIL_LATE_MS } from '#shared/delivery/mail-limits.ts'
import type { MailTrouble } from '#shared/delivery/mail-trouble.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { Clock } from '../../kernel/ports.ts'
import {
  mailWriter,
  prepareMailMoves,
  prepareMailSweeps,
  reportMailWriter,
  type NewMail,
  type NewReportMail,
} from './mail-orders.ts'
import { BUYER_RUT } from '../../sold/buyer-of-sale.ts'

export interface QueuedMail {
  readonly id: string
  /** Of one of the two. */
  readonly saleId: SaleId | null
  readonly reportId: string | null
  readonly address: string
  readonly tries: number
  readonly trouble: string | null
}

/** A document that an e-mail waits for, issued and not here. */
export interface WantedPdf {
  readonly saleId: SaleId
  readonly documentType: DocumentType
  readonly folio: number
  readonly serviceId: string | null
}

/** Of a sale, or of a shift's report. */
export type MailOnDisk = { readonly state: MailView['state'] } & (
  | { readonly saleId: SaleId; readonly shiftNumber: null }
  | { readonly saleId: null; readonly shiftNumber: number }
)

interface MailCounts {
  readonly waiting: number
  readonly sentInHour: number
}

export interface MailStore {
  /** In the caller's transaction. */
  add(mail: NewMail): void
  /** The report of a shift that is closed, in the transaction of that. */
  addReport(mail: NewReportMail): void
  ofSale(saleId: SaleId): readonly MailView[]
  countOf(saleId: SaleId): number
  counts(now: EpochMs): MailCounts
  /** Goes through every e-mail there was: not for the counter. */
  failedCount(): number
  /** Asked for by hand within an hour. */
  askedInHour(now: EpochMs): number
  /** Of a shift's report, the last one. */
  ofReport(reportId: string): Pick<MailView, 'mailId' | 'state' | 'trouble'> | null
  stateOf(id: string): MailOnDisk | null
  /** What has its document goes into the line; what is too late or taken back leaves it. */
  sort(now: EpochMs): void
  /** The oldest that may go now. */
  next(now: EpochMs): QueuedMail | null
  /** When the next may; null when nothing waits for an hour of its own. */
  nextAt(now: EpochMs): EpochMs | null
  /** But for these sales, whose document did not come just now. */
  wantedPdf(serviceId: string, except: readonly SaleId[]): WantedPdf | null
  /** The same of one sale; null also where a paper of it waits and fetches it. */
  issued(saleId: SaleId): WantedPdf | null
  /**
   * Where it goes now: what nobody asked for follows its customer's record. Null where the customer
   * wants none any more.
   */
  addressNow(mail: QueuedMail): string | null
  /** False: somebody has dropped, erased or deleted it meanwhile. */
  claim(mail: QueuedMail, address: string): boolean
  markSent(mail: QueuedMail, detail: string): void
  markUnknown(mail: QueuedMail, detail: string): void
  markFailed(mail: QueuedMail, trouble: MailTrouble, detail: string): void
  markRetry(mail: QueuedMail, retry: MailRetry): void
  /** What keeps the line as a whole is said at its head. */
  note(mail: QueuedMail, trouble: MailTrouble): void
  awaitPdf(mail: QueuedMail): void
  /** In the caller's transaction. */
  again(id: string, now: EpochMs): boolean
  drop(id: string, now: EpochMs, trouble: MailTrouble | null): boolean
  /** Nobody wants it any more; nothing where it is in the line no more. */
  leave(mail: QueuedMail, trouble: MailTrouble): void
  recover(now: EpochMs): void
}

interface MailRetry {
  readonly trouble: MailTrouble
  readonly detail: string
  readonly notBefore: EpochMs
  /** Whether it counts against this e-mail, or only the server was in the way. */
  readonly isTry: boolean
}

/** Documents looked through in one look. */
const LOOK_ROWS_MAX = 500
const HOUR_MS = 3_600_000

export function createMailStore(db: TillDatabase, journal: Journal, clock: Clock): MailStore {
  const moves = prepareMailMoves(db)
  const reads = prepareReads(db)
  const tell = (mail: Pick<QueuedMail, 'id' | 'saleId'>, state: string, write: () => number) => {
    db.transaction(() => {
      const changes = write()
      assert(changes === 1, `an e-mail that cannot become ${state}: ${mail.id}`)
      journal.append('print', mail.saleId, { mail: mail.id, state })
    }).immediate()
    journal.publish()
  }
  const end = (state: 'sent' | 'unknown' | 'failed') => {
    return ({ id, saleId }: QueuedMail, trouble: MailTrouble | null, detail: string | null) =>
      tell(
        { id, saleId },
        state,
        () => moves.end[state].run({ id, trouble, detail, now: clock.now() }).changes,
      )
  }
  const [sent, unknown, failed] = [end('sent'), end('unknown'), end('failed')]
  return {
    ...reads,
    ...createSorting(db, journal, reads),
    add: mailWriter(db),
    addReport: reportMailWriter(db),
    claim: ({ id }, address) => moves.claim.run({ id, address }).changes === 1,
    markSent: (mail, detail) => sent(mail, null, detail),
    markUnknown: (mail, detail) => unknown(mail, 'MAIL_UNKNOWN', detail),
    markFailed: failed,
    markRetry: ({ id, saleId }, { isTry, ...retry }) =>
      tell(
        { id, saleId },
        'queued',
        () => moves.retry.run({ id, ...retry, isTry: Number(isTry) }).changes,
      ),
    note: ({ id, saleId }, trouble) =>
      tell({ id, saleId }, 'queued', () => moves.note.run({ id, trouble }).changes),
    awaitPdf: ({ id, saleId }) =>
      tell({ id, saleId }, 'waiting', () => moves.await.run({ id }).changes),
    again: (id, now) => moves.again.run({ id, now }).changes === 1,
    leave: ({ id, saleId }, trouble) => {
      db.transaction(() => {
        if (moves.drop.run({ id, now: clock.now(), trouble }).changes === 1)
          journal.append('print', saleId, { mail: id, state: 'dropped' })
      }).immediate()
      journal.publish()
    },
    drop: (id, now, trouble) => moves.drop.run({ id, now, trouble }).changes === 1,
  }
}

type Reads = ReturnType<typeof prepareReads>

function createSorting(
  db: TillDatabase,
  journal: Journal,
  { readyIds, isAnyOpen }: Reads,
): Pick<MailStore, 'sort' | 'recover'> {
  const moves = prepareMailMoves(db)
  const sweeps = prepareMailSweeps(db)
  return {
    sort(now) {
      if (!isAnyOpen()) return
      const changed = db
        .transaction(() => {
          const before = now - MAIL_LATE_MS
          const left =
            sweeps.clamp.run({ now, latest: now + HOUR_MS }).changes +
            sweeps.undone.run({ now }).changes +
            sweeps.nobodys.run({ now }).changes +
            sweeps.late.run({ before, now }).changes
          const ready = readyIds(LOOK_ROWS_MAX)
          for (const { id, saleId } of ready) {
            moves.queue.run({ id })
            journal.append('print', saleId, { mail: id, state: 'queued' })
          }
          return left + ready.length
        })
        .immediate()
      if (changed > 0) {
        journal.publish()
        journal.announceStatus()
      }
    },
    recover: (now) => void sweeps.recover.run({ now }),
  }
}

function prepareReads(db: TillDatabase) {
  const ofSale = db.prepare<[string], Omit<MailView, 'isAutomatic'> & { isAutomatic: number }>(
    `SELECT id AS mailId, address, state, is_automatic AS isAutomatic, trouble, tries,
      created_at_ms AS createdAt, finished_at_ms AS finishedAt
    FROM mail_job WHERE sale_id = ? ORDER BY seq`,
  )
  const count = db.prepare<[string], number>('SELECT count(*) FROM mail_job WHERE sale_id = ?')
  const ofReport = db.prepare<[string], Pick<MailView, 'mailId' | 'state' | 'trouble'>>(
    `SELECT id AS mailId, state, trouble FROM mail_job WHERE report_id = ? ORDER BY seq DESC LIMIT 1`,
  )
  const state = db.prepare<[string], MailOnDisk>(`SELECT m.state, m.sale_id AS saleId,
      s.number AS shiftNumber FROM mail_job m LEFT JOIN shift_report r ON r.id = m.report_id
    LEFT JOIN shift s ON s.id = r.shift_id WHERE m.id = ?`)
  const anyOpen = db.prepare<[], number>(`SELECT EXISTS (SELECT 1 FROM mail_job
    WHERE state = 'waiting') OR EXISTS (SELECT 1 FROM mail_job WHERE state = 'queued')`)
  const ready = db.prepare<[number], { id: string; saleId: SaleId | null }>(`SELECT m.id,
      m.sale_id AS saleId FROM mail_job m INDEXED BY mail_job_waiting
    WHERE m.state = 'waiting' AND (m.report_id IS NOT NULL
      OR EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = m.sale_id)
      AND EXISTS (SELECT 1 FROM receipt r WHERE r.sale_id = m.sale_id AND r.folio IS NOT NULL))
    ORDER BY m.seq LIMIT ?`)
  const next = db.prepare<
    [number],
    QueuedMail
  >(`SELECT id, sale_id AS saleId, report_id AS reportId, address, tries, trouble
    FROM mail_job INDEXED BY mail_job_queued WHERE state = 'queued' AND not_before_ms <= ?
    ORDER BY not_before_ms, seq LIMIT 1`)
  const nextAt = db.prepare<[number], EpochMs | null>(
    `SELECT min(not_before_ms) FROM mail_job WHERE state = 'queued' AND not_before_ms > ?`,
  )
  const addressNow = db
    .prepare<[string], string>(`SELECT iif(m.is_automatic = 0 OR m.address = '', m.address,
      (SELECT iif(c.email = '', m.address, c.email) FROM sale s
        JOIN customer c ON c.rut = ${BUYER_RUT}
        WHERE s.id = m.sale_id AND c.mails_receipts = 1)) FROM mail_job m WHERE m.id = ?`)
    .pluck()
  return {
    ...prepareCounts(db),
    ...prepareWanted(db),
    ofSale: (saleId: SaleId): readonly MailView[] =>
      ofSale
        .all(saleId)
        .map(({ isAutomatic, ...mail }) => ({ ...mail, isAutomatic: isAutomatic === 1 })),
    ofReport: (reportId: string) => ofReport.get(reportId) ?? null,
    countOf: (saleId: SaleId) => count.pluck().get(saleId) ?? 0,
    stateOf: (id: string) => state.get(id) ?? null,
    isAnyOpen: () => anyOpen.pluck().get() === 1,
    readyIds: (limit: number) => ready.all(limit),
    next: (now: EpochMs) => next.get(now) ?? null,
    nextAt: (now: EpochMs) => nextAt.pluck().get(now) ?? null,
    addressNow: ({ id }: QueuedMail) => addressNow.get(id) ?? null,
  }
}

function prepareCounts(
  db: TillDatabase,
): Pick<MailStore, 'counts' | 'failedCount' | 'askedInHour'> {
  // What the clock has not come to yet was sent before it was put back.
  const counts = db.prepare<[{ now: EpochMs }], MailCounts>(`SELECT
    (SELECT count(*) FROM mail_job WHERE state = 'waiting')
      + (SELECT count(*) FROM mail_job WHERE state = 'queued')
      + (SELECT count(*) FROM mail_job WHERE state = 'sending') AS waiting,
    (SELECT count(*) FROM mail_job WHERE state IN ('sent', 'unknown')
      AND finished_at_ms > @now - ${HOUR_MS} AND finished_at_ms <= @now) AS sentInHour`)
  const failed = db.prepare<[], number>(
    "SELECT count(*) FROM mail_job WHERE state IN ('failed', 'unknown')",
  )
  // The last ones by their number: a glance, however many there were.
  const asked = db.prepare<[{ now: EpochMs }], number>(`SELECT count(*) FROM mail_job
    WHERE seq > (SELECT max(seq) FROM mail_job) - ${LOOK_ROWS_MAX} AND is_automatic = 0
      AND created_at_ms > @now - ${HOUR_MS} AND created_at_ms <= @now`)
  return {
    counts: (now: EpochMs) => counts.get({ now }) ?? { waiting: 0, sentInHour: 0 },
    askedInHour: (now: EpochMs) => asked.pluck().get({ now }) ?? 0,
    failedCount: () => failed.pluck().get() ?? 0,
  }
}

function prepareWanted(db: TillDatabase): Pick<MailStore, 'wantedPdf' | 'issued'> {
  // One that has a paper in the line gets its PDF for that.
  const wanted = db.prepare<[string, string], WantedPdf>(`SELECT m.sale_id AS saleId,
      r.document_type AS documentType, r.folio, r.service_id AS serviceId
    FROM mail_job m INDEXED BY mail_job_waiting JOIN receipt r ON r.sale_id = m.sale_id
    WHERE m.state = 'waiting' AND r.issue_state = 'numbered' AND r.service_id = ?
      AND NOT EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = m.sale_id)
      AND NOT EXISTS (SELECT 1 FROM print_job j WHERE j.sale_id = m.sale_id AND j.state = 'waiting')
      AND m.sale_id NOT IN (SELECT value FROM json_each(?))
    ORDER BY m.seq LIMIT 1`)
  const issued = db.prepare<[SaleId], WantedPdf>(`SELECT sale_id AS saleId,
      document_type AS documentType, folio, service_id AS serviceId FROM receipt r
    WHERE sale_id = ? AND issue_state = 'numbered'
      AND NOT EXISTS (SELECT 1 FROM receipt_pdf d WHERE d.sale_id = r.sale_id)
      AND NOT EXISTS (SELECT 1 FROM print_job j WHERE j.sale_id = r.sale_id AND j.state = 'waiting')`)
  return {
    wantedPdf: (serviceId: string, except: readonly SaleId[]) =>
      wanted.get(serviceId, JSON.stringify(except)) ?? null,
    issued: (saleId: SaleId) => issued.get(saleId) ?? null,
  }
}
