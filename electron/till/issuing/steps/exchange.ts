/**
 * What every step with the service shares: its ports, the evidence of an exchange, and the next
 * wait.
 */
import type { Log } from '#shared/core/ports.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import { backoffMs } from '#shared/issuing/backoff.ts'
import type { Exchange } from '#shared/issuing/classify.ts'
import type { Clock, HttpOutcome, Randomness } from '../../kernel/ports.ts'
import type { CompanyCheck } from '../connection/company-check.ts'
import type { Connection } from '../connection/connection.ts'
import type { FolioReader } from '../connection/folio-reader.ts'
import type { AttemptRecord, OutboxRow } from '../outbox/outbox-rows.ts'
import type { PdfStore } from '../../printing/pdf-store.ts'
import type { ReadAdmission } from '../scheduler/read-admission.ts'
import type { RefusalHolds } from '../scheduler/refusal-holds.ts'
import { readRetryAfterS } from '../connection/retry-after.ts'
import type { ServiceClient } from '../connection/service-client.ts'
import type { OutboxStore } from '../outbox/outbox-port.ts'
import { unitRandom } from '../../kernel/unit-random.ts'

export interface SyncPorts {
  readonly store: OutboxStore
  readonly client: ServiceClient
  readonly folioReader: FolioReader
  readonly pdfs: PdfStore
  readonly connection: Connection
  readonly readAdmission: ReadAdmission
  readonly refusalHolds: RefusalHolds
  /** Without it every service is the shop's own. */
  readonly company?: CompanyCheck
  readonly clock: Clock
  readonly randomness: Randomness
  /** Names the service in the rows, so that folios of two services never meet. */
  readonly serviceId: () => string
  readonly printsReceiptAfterSlip: () => boolean
  readonly hasSlip: (saleId: SaleId) => boolean
  /** Something became printable. */
  readonly onPrintable: () => void
  readonly log: Log
}

export type Recorder = (outcome: string) => AttemptRecord

/** Runs one exchange and prepares the row that proves it. */
export async function timed(
  { clock }: Pick<SyncPorts, 'clock'>,
  request: string,
  call: () => Promise<HttpOutcome>,
): Promise<{ outcome: HttpOutcome; record: Recorder }> {
  const startedAt = clock.now()
  const startedMs = clock.monotonicMs()
  const outcome = await call()
  const durationMs = Math.max(0, Math.round(clock.monotonicMs() - startedMs))
  const answered = outcome.kind === 'answered'
  return {
    outcome,
    record: (label) => ({
      request,
      startedAt,
      durationMs,
      outcome: label,
      httpStatus: answered ? outcome.status : null,
      answer: answered ? outcome.bodyText : outcome.detail,
    }),
  }
}

/** Kept of a read: a page of errors, thousands of times, would bury the till's file. */
const READ_ANSWER_CHARS_MAX = 2_000

/** A read about a receipt, which everybody learns from. */
export async function readOnce(
  ports: Pick<SyncPorts, 'clock' | 'connection' | 'readAdmission'>,
  saleId: SaleId,
  request: string,
  call: () => Promise<HttpOutcome>,
  signal: AbortSignal,
): Promise<{ outcome: HttpOutcome; record: Recorder }> {
  ports.readAdmission.begin(saleId)
  const { outcome, record } = await timed(ports, request, call)
  // Called off by the till itself: that says nothing about the service.
  const isAnswerTooLarge = outcome.kind === 'unanswered' && outcome.isTooLarge === true
  if (!signal.aborted && !isAnswerTooLarge) {
    ports.connection.learn(outcome)
    ports.readAdmission.learn(saleId, outcome)
  }
  return {
    outcome,
    record(label) {
      const attempt = record(label)
      return { ...attempt, answer: attempt.answer?.slice(0, READ_ANSWER_CHARS_MAX) ?? null }
    },
  }
}

export function toExchange(outcome: HttpOutcome, now: EpochMs): Exchange {
  if (outcome.kind !== 'answered') return { kind: outcome.kind }
  return {
    kind: 'answered',
    status: outcome.status,
    bodyText: outcome.bodyText,
    retryAfterS: readRetryAfterS(outcome.headers, now),
  }
}

export function nextTryMs({ randomness }: Pick<SyncPorts, 'randomness'>, tries: number): number {
  return backoffMs(tries, unitRandom(randomness))
}

export function offerSlip(
  ports: Pick<SyncPorts, 'store' | 'onPrintable'>,
  row: Pick<OutboxRow, 'saleId'>,
): void {
  ports.store.queueSlip(row.saleId)
  ports.onPrintable()
}
