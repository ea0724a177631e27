/** The worker that sends e-mails, over the open store and the way to the service. */
import type { SaleId } from '#shared/core/brand.ts'
import { createSmtp } from '../../../mail/smtp.ts'
import type { ForegroundPriority } from '../../kernel/foreground-priority.ts'
import type { Log } from '#shared/core/ports.ts'
import type { ShopView } from '#shared/core/shop.ts'
import type { ReportPaper } from '#shared/paper/report-layout.ts'
import type { ReportView } from '#shared/reports/views.ts'
import type { DayRange } from '#shared/reports/day-range.ts'
import type { BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import type { OutboxStore } from '../../issuing/outbox/outbox-port.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { MailPort } from '../../../mail/mail-port.ts'
import type { Clock, Randomness } from '../../kernel/ports.ts'
import { mailedLogo } from './mailed-logo.ts'
import type { PrinterList } from '../../printing/printer-list.ts'
import type { PdfStore } from '../../printing/pdf-store.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Mailing } from './mailing.ts'
import type { ServiceLink } from '../../issuing/service-link.ts'
import type { Connection } from '../../issuing/connection/connection.ts'
import { createFetchWanted } from './fetch-wanted.ts'
import { createMailDocuments, createReportContents } from './mail-document.ts'
import { createMailWorker } from './mail-worker.ts'

/** What an owner wants to know the same evening; lists of documents are for whoever mends them. */
const CLOSING_PARTS = ['totals', 'products'] as const

type ClosingPart = (typeof CLOSING_PARTS)[number]

interface MailOptions {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly drawReport: (report: ReportPaper) => Promise<Uint8Array>
  /** Another way to a mail server, for tests. */
  readonly mailing?: MailPort
}

interface MailStore {
  readonly db: TillDatabase
  readonly journal: Journal
  readonly ended: AbortController
  readonly mailing: Mailing
  readonly outbox: OutboxStore
  readonly pdfs: PdfStore
  readonly settings: Settings
  readonly shop: () => ShopView
  readonly printers: Pick<PrinterList, 'logoOf'>
  readonly reports: {
    readonly read: (
      order: DayRange & { readonly part: ClosingPart; readonly limits: readonly BuyerLimit[] },
    ) => Promise<ReportView>
  }
}

interface Around {
  readonly link: Pick<ServiceLink, 'client' | 'address'>
  readonly connection: Pick<Connection, 'isOpen'>
  readonly priority: ForegroundPriority
}

export function openMailWorker(
  options: MailOptions,
  store: MailStore,
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
    logo: () => mailedLogo(store.printers.logoOf(store.settings.read().printerId)),
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
