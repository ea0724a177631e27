/** Reads what became of an accepted receipt: its folio, its PDF, and the tax authority's verdict. */
import type { EpochMs } from '#shared/core/brand.ts'
import { assert } from '#shared/core/result.ts'
import { parseJson, readDocument } from '#shared/sync/classify.ts'
import { nextTryMs, timed, type SyncPorts } from './exchange.ts'
import type { OutboxRow } from './outbox-store.ts'

/** True = there is more to do at once. */
export async function readBack(ports: SyncPorts, row: OutboxRow, signal: AbortSignal): Promise<boolean> {
  const { store, client, connection, clock } = ports
  assert(row.remoteId !== null, 'only a document with an id is read back')
  const remoteId = row.remoteId
  const { outcome, record } = await timed(ports, 'GET by-id', () => client.byId(remoteId, signal))
  if (signal.aborted) return false
  connection.learn(outcome)
  const facts = outcome.kind === 'answered' && outcome.status === 200 ? readDocument(parseJson(outcome.bodyText)) : null
  const isSame = facts !== null && facts.remoteId.toLowerCase() === remoteId.toLowerCase()
    // A folio never changes, whatever an answer says.
    && (row.folio === null || facts.folio === null || facts.folio === row.folio)
  if (!isSame) {
    store.markAskLater(row.saleId, (clock.now() + nextTryMs(ports, row.tries)) as EpochMs, record('unreadable'))
    return false
  }
  store.markAccepted(row.saleId, { ...facts, remoteId }, record('read'))
  return facts.folio !== null
}

export async function fetchPdf(ports: SyncPorts, row: OutboxRow, signal: AbortSignal): Promise<boolean> {
  const { store, client, pdfs, clock, connection } = ports
  const widthMm = store.pdfWanted(row.saleId)
  if (widthMm === null || row.folio === null) return false
  const folio = row.folio
  const { outcome, record } = await timed(ports, `GET pdf ${widthMm}mm`, () => client.pdf(row.documentType, folio, widthMm, signal))
  if (signal.aborted) return false
  connection.learn(outcome)
  const stored = outcome.kind === 'answered' && outcome.status === 200
    ? await pdfs.store(row.saleId, widthMm, outcome.bodyText)
    : null
  if (signal.aborted) return false
  if (stored === null) {
    store.markAskLater(row.saleId, (clock.now() + nextTryMs(ports, 3)) as EpochMs, record('no pdf'))
    return false
  }
  const holdsForPickUp = ports.hasSlip(row.saleId) && !ports.printsReceiptAfterSlip()
  store.markPdfStored(row.saleId, stored, holdsForPickUp, { ...record('pdf'), answer: null })
  ports.onPrintable()
  return true
}

/** The receipt is issued; what is left is the authority's verdict, for the list on the screen. */
export async function followUp(ports: SyncPorts, row: OutboxRow, signal: AbortSignal): Promise<false> {
  if (ports.store.isFollowUpDue(row.saleId, ports.clock.now())) await readBack(ports, row, signal)
  return false
}
