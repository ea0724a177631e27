/** The worker that sends e-mails, over the open store and the way to the service. */
import type { SaleId } from '#shared/core/brand.ts'
import { createSmtp } from '../adapters/smtp.ts'
import type { ForegroundPriority } from '../foreground-priority.ts'
import type { TillOptions } from '../options.ts'
import type { ServiceLink } from '../service-link.ts'
import type { Store } from '../store.ts'
import type { Connection } from '../sync/connection/connection.ts'
import { createFetchWanted } from './fetch-wanted.ts'
import { createMailDocuments, createReportContents } from './mail-document.ts'
import { createMailWorker } from './mail-worker.ts'

/** What an owner wants to know the same evening; lists of documents are for whoever mends them. */
const CLOSING_PARTS = ['totals', 'products'] as const

interface Around {
  readonly link: Pick<ServiceLink, 'client' | 'address'>
  readonly connection: Pick<Connection, 'isOpen'>
  readonly priority: ForegroundPriority
}

export function openMailWorker(
  options: TillOptions,
  store: Store,
  { link, connection, priority }: Around,
) {
  const { clock, randomness, log } = options
  const { mailing, outbox, pdfs, db } = store
  const port = options.mailing ?? createSmtp()
  const fetching = createFetchWanted({
    store: mailing.store,
    outbox,
    client: link.client,
    pdfs,
    clock,
    isServiceThere: connection.isOpen,
    serviceId: link.address.id,
  })
  const reportsTo = () => {
    const { isOn, to } = store.settings.read().closingMail
    return isOn ? to : null
  }
  const worker = createMailWorker({
    store: mailing.store,
    account: mailing.account,
    port,
    clock,
    randomness,
    log,
    shop: store.shop,
    turn: priority.turn,
    onChange: store.journal.announceStatus,
    documents: createMailDocuments(db, pdfs, (saleId, widthMm) =>
      outbox.markPdfUseless(saleId, widthMm, 'PDF_DAMAGED'),
    ),
    reports: createReportContents(db, {
      shop: store.shop,
      isPractice: mailing.isPractice,
      drawReport: options.drawReport,
      now: clock.now,
      log,
      read: (range) => {
        const limits = store.settings.read().buyerLimits
        return Promise.all(
          CLOSING_PARTS.map((part) => store.reports.read({ part, ...range, limits })),
        )
      },
    }),
    reportsTo,
    fetchWanted: fetching.next,
  })
  const fetchPdf = (saleId: SaleId) => fetching.one(saleId, store.ended.signal)
  return { ...worker, port, fetchPdf, reportsTo }
}
