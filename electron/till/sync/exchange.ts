/** What every step with the service shares: its ports, the evidence of an exchange, and the next wait. */
import type { SaleId } from '#shared/core/brand.ts'
import { backoffMs } from '#shared/sync/backoff.ts'
import type { Exchange } from '#shared/sync/classify.ts'
import type { Clock, HttpOutcome, Randomness } from '../ports.ts'
import type { Connection } from './connection.ts'
import type { FolioReader } from './folio-reader.ts'
import type { AttemptRecord, OutboxRow, OutboxStore } from './outbox-store.ts'
import type { PdfStore } from './pdf-store.ts'
import type { ServiceClient } from './service-client.ts'

export interface SyncPorts {
  readonly store: OutboxStore
  readonly client: ServiceClient
  readonly folioReader: FolioReader
  readonly pdfs: PdfStore
  readonly connection: Connection
  readonly clock: Clock
  readonly randomness: Randomness
  /** Names the service in the rows, so that folios of two services never meet. */
  readonly serviceId: () => string
  readonly printsReceiptAfterSlip: () => boolean
  readonly hasSlip: (saleId: SaleId) => boolean
  /** Something became printable. */
  readonly onPrintable: () => void
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void
}

export type Recorder = (outcome: string) => AttemptRecord

/** Runs one exchange and prepares the row that proves it. */
export async function timed(
  { clock }: Pick<SyncPorts, 'clock'>, request: string, call: () => Promise<HttpOutcome>,
): Promise<{ outcome: HttpOutcome; record: Recorder }> {
  const startedAt = clock.now()
  const startedMs = clock.monotonicMs()
  const outcome = await call()
  const durationMs = Math.max(0, Math.round(clock.monotonicMs() - startedMs))
  const answered = outcome.kind === 'answered'
  return {
    outcome,
    record: (label) => ({
      request, startedAt, durationMs, outcome: label,
      httpStatus: answered ? outcome.status : null,
      answer: answered ? outcome.bodyText : outcome.detail,
    }),
  }
}

export function toExchange(outcome: HttpOutcome): Exchange {
  if (outcome.kind !== 'answered') return { kind: outcome.kind }
  const retryAfter = Number(outcome.headers['retry-after'] ?? Number.NaN)
  return {
    kind: 'answered', status: outcome.status, bodyText: outcome.bodyText,
    retryAfterS: Number.isFinite(retryAfter) && retryAfter >= 0 ? retryAfter : null,
  }
}

export function nextTryMs({ randomness }: Pick<SyncPorts, 'randomness'>, tries: number): number {
  return backoffMs(tries, (randomness.bytes(1)[0] ?? 0) / 256)
}

export function offerSlip(ports: SyncPorts, row: OutboxRow): void {
  ports.store.queueSlip(row.saleId)
  ports.onPrintable()
}
