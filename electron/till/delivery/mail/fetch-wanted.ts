/** Fetches the PDF of an issued receipt that an e-mail or a person waits for and no paper does. */
import type { SaleId } from '#shared/core/brand.ts'
import type { MailStore, WantedPdf } from './mail-store.ts'
import type { PaperWidthMm } from '#shared/paper/paper-model.ts'
import type { Clock } from '../../kernel/ports.ts'
import type { ServiceClient } from '../../issuing/connection/service-client.ts'
import type { OutboxStore } from '../../issuing/outbox/outbox-port.ts'
import type { PdfStore } from '../../printing/pdf-store.ts'
import { pdfOf } from '../../issuing/steps/by-folio.ts'
import { timed } from '../../issuing/steps/exchange.ts'

interface FetchPorts {
  readonly store: Pick<MailStore, 'wantedPdf' | 'issued'>
  readonly outbox: Pick<OutboxStore, 'markPdfStored' | 'note' | 'trials'>
  readonly client: Pick<ServiceClient, 'byFolio' | 'pdf'>
  readonly pdfs: Pick<PdfStore, 'store'>
  readonly clock: Clock
  readonly isServiceThere: () => boolean
  readonly serviceId: () => string
}

/** What one is read on: the widest paper there is. */
const WIDTH_MM: PaperWidthMm = 80
/** After one that did not come, and before the same one is asked for again. */
const REST_MS = 5_000
const SAME_REST_MS = 600_000
/** Kept of an answer without a PDF. */
const ANSWER_CHARS_MAX = 2_000

interface FetchWanted {
  /** The next that an e-mail waits for. */
  next(signal: AbortSignal): Promise<boolean>
  /** One that a person waits for: nothing was printed, so nobody fetched it. */
  one(saleId: SaleId, signal: AbortSignal): Promise<boolean>
}

export function createFetchWanted(ports: FetchPorts): FetchWanted {
  const { store, clock } = ports
  let notBeforeMs = 0
  const inVain = new Map<SaleId, number>()
  return {
    async one(saleId, signal) {
      const wanted = store.issued(saleId)
      return wanted !== null && ports.isServiceThere() && fetchOne(ports, wanted, signal)
    },
    async next(signal) {
      if (clock.monotonicMs() < notBeforeMs || !ports.isServiceThere()) return false
      for (const [saleId, atMs] of inVain)
        if (clock.monotonicMs() - atMs > SAME_REST_MS) inVain.delete(saleId)
      const wanted = store.wantedPdf(ports.serviceId(), [...inVain.keys()])
      if (wanted === null) return false
      if (await fetchOne(ports, wanted, signal)) return true
      if (signal.aborted || wanted.serviceId !== ports.serviceId()) return false
      notBeforeMs = clock.monotonicMs() + REST_MS
      inVain.set(wanted.saleId, clock.monotonicMs())
      return false
    },
  }
}

/** False: it did not come, which is noted with the receipt. */
async function fetchOne(
  { outbox, client, pdfs, clock, serviceId: current }: FetchPorts,
  { saleId, documentType, folio, serviceId }: WantedPdf,
  signal: AbortSignal,
): Promise<boolean> {
  if (serviceId !== current()) return false
  const { outcome, record } = await timed({ clock }, `GET pdf ${WIDTH_MM}mm`, () =>
    pdfOf(client, { documentType, folio, widthMm: WIDTH_MM }, outbox.trials.of(saleId), signal),
  )
  if (signal.aborted) return false
  const stored =
    outcome.kind === 'answered' && outcome.status === 200
      ? await pdfs.store(saleId, WIDTH_MM, outcome.bodyText)
      : null
  if (signal.aborted) return false
  if (stored !== null && typeof stored !== 'string') {
    outbox.markPdfStored(saleId, stored, false, { ...record('pdf'), answer: null })
    return true
  }
  const attempt = record('no pdf')
  outbox.note(saleId, { ...attempt, answer: attempt.answer?.slice(0, ANSWER_CHARS_MAX) ?? null })
  return false
}
