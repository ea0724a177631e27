/** What the status bar shows of connection, queue, printers and disk. */
import { isRefusalCode } from '#shared/languages/core-words.ts'
import type { EpochMs, SaleId } from '#shared/core/brand.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import type { FleetTrouble } from '#shared/fleet/views.ts'
import type { HeldTogether } from '#shared/issuing/status.ts'
import type { TillStatus } from '#shared/bridge/views.ts'
import type { Connection } from './issuing/connection/connection.ts'
import type { Rest } from './backup/moving/rest.ts'
import type { DocumentType } from '#shared/core/document-type.ts'
import { fallbackOf } from './printing/open-printing.ts'
import type { Store } from './store.ts'
import type { Workers } from './workers.ts'

/**
 * Time the law gives to issue what was sold in an outage, from the moment the connection is back.
 */
const ISSUE_WITHIN_MS = 3_600_000

function issueDeadline(connection: Connection, oldestPendingAt: EpochMs | null): EpochMs | null {
  const isAway = connection.state() === 'offline' || connection.state() === 'checking'
  if (oldestPendingAt === null || isAway) return null
  return (Math.max(oldestPendingAt, connection.returnedAt() ?? 0) + ISSUE_WITHIN_MS) as EpochMs
}

export function readStatus(
  {
    printing,
    outbox,
    durability,
    settings,
    printers,
    currentPrinter,
    openShiftOf,
    secondCopies,
    rest,
    pages,
    mailing,
    doubts,
    cards,
    cardRefunds,
  }: Store,
  workers: Workers,
  {
    openSaleId,
    fleet,
  }: { readonly openSaleId: SaleId | null; readonly fleet: FleetTrouble | null },
): TillStatus {
  const { connection, address, troubleOf } = workers
  const trouble = troubleOf(currentPrinter().id)
  const counts = outbox.counts()
  const hasPages = pages.has(address.id())
  const refunds = cardRefunds.shown()
  const shownCards = cards.cards(openSaleId)
  const mails = !mailing.isPractice && workers.mail.trouble() === null
  return {
    connection: connection.shown(),
    connectionCause: connection.cause(),
    lastAnswerAt: connection.lastAnswerAt(),
    ...counts,
    issueDeadlineAt: issueDeadline(connection, counts.oldestPendingAt),
    clockSkewMs: connection.skewMs(),
    folioStock: outbox.folios.stock(address.id()),
    certificateEndsAt: workers.certificateEndsAt(),
    closedTypes: workers.closedTypes(),
    heldTogether: heldTogether(outbox, workers),
    printerId: currentPrinter().id,
    printerTrouble: trouble !== null && isRefusalCode(trouble) ? trouble : null,
    printQueueCount: printing.queueCount(),
    fallbackPrinterId:
      trouble === null || printing.queueCount() === 0
        ? null
        : (fallbackOf({ settings, printers }, currentPrinter().id)?.id ?? null),
    unprintedCount: printing.unprintedCount(),
    latePapers: printing.latePapers(),
    ...(hasPages ? { hasPages } : {}),
    ...(hasPages || mails ? { paperRule: settings.read().paperRule } : {}),
    paperIsLow: workers.isPaperLow(currentPrinter().id),
    diskIsLow: durability.diskIsLow(),
    copyProven: outbox.copies.said(),
    diskIsFull: durability.diskIsFull(),
    secondCopyDays: secondCopies.overdueDays(),
    rest: restOf(rest.now()),
    doubt: doubts.view(),
    ...(shownCards.length === 0 ? {} : { cards: shownCards }),
    ...(refunds.length === 0 ? {} : { cardRefunds: refunds }),
    ...(fleet === null ? {} : { fleet }),
    ...(settings.read().usesShifts
      ? { unprintedReports: printing.unprintedReports(), shift: openShiftOf() }
      : {}),
  }
}

const restOf = (rest: Rest | null) =>
  rest === null ? null : { state: rest.state, since: rest.since }

/**
 * What a person is told of brakes that hold several receipts; nothing of an outage, which the
 * connection tells.
 */
export function heldTogether(
  { waitingByType }: Store['outbox'],
  { connection, closedTypes, refusedTogether }: Workers,
): TillStatus['heldTogether'] {
  const lane = connection.state() === 'trouble' ? TURNED_AWAY[connection.cause() ?? ''] : undefined
  const [refused, closed] = [refusedTogether(), closedTypes()]
  // With a long queue counting takes a while, and nearly always there is nothing to count for.
  if (lane === undefined && refused.length === 0 && closed.length === 0) return []
  const waiting = waitingByType()
  const held = (
    kind: HeldTogether['kind'],
    documentTypes: readonly DocumentType[],
    detail = '',
  ): HeldTogether => ({
    kind,
    documentTypes,
    detail,
    count: waiting.reduce(
      (sum, { type, count }) => sum + (documentTypes.includes(type) ? count : 0),
      0,
    ),
  })
  return [
    ...(lane === undefined
      ? []
      : [
          held(
            lane,
            waiting.map(({ type }) => type),
          ),
        ]),
    ...refused.map(({ types, text }) => held('refused', types, text)),
    ...(closed.length === 0 ? [] : [held('type', closed)]),
  ].filter(({ count }) => count > 0)
}

/**
 * Why a receipt waits that was never sent for what holds all of its type; it has no reason of its
 * own to show.
 */
export function withHeldReason(
  detail: ReceiptDetail,
  held: () => readonly HeldTogether[],
): ReceiptDetail {
  if (detail.issueState !== 'queued' || detail.lastErrorCode !== null) return detail
  const brake = held().find(({ documentTypes }) => documentTypes.includes(detail.documentType))
  if (brake === undefined) return detail
  return { ...detail, lastErrorCode: HELD_CODES[brake.kind], lastErrorText: brake.detail }
}

const HELD_CODES: Readonly<Record<HeldTogether['kind'], string>> = {
  type: 'DOCUMENT_TYPE_REFUSED',
  key: 'API_KEY_REFUSED',
  company: 'COMPANY_REFUSED',
  certificate: 'CERTIFICATE_EXPIRED',
  suspended: 'COMPANY_SUSPENDED',
  refused: 'REFUSED_WITHOUT_REASON',
}

const TURNED_AWAY: Readonly<Record<string, HeldTogether['kind']>> = {
  API_KEY_REFUSED: 'key',
  COMPANY_REFUSED: 'company',
  CERTIFICATE_EXPIRED: 'certificate',
  COMPANY_SUSPENDED: 'suspended',
}
