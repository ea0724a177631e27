/**
 * What runs beside the counter: the connection, the outbox and the printers, each at its own pace.
 */
import { createTaxpayerLookup } from './customers/taxpayer-lookup.ts'
import { openMailWorker } from './delivery/mail/open-mail-worker.ts'
import { createPageNews } from './delivery/pages/page-news.ts'
import { openIssuing } from './issuing/open-issuing.ts'
import { createForegroundPriority } from './kernel/foreground-priority.ts'
import type { TillOptions } from './options.ts'
import { giveToChosen } from './printing/no-printer.ts'
import { openPrinting } from './printing/open-printing.ts'
import type { Store } from './store.ts'

/** Starts them; throws what the disk refuses, with nothing left running. */
export function startWorkers(options: TillOptions, store: Store) {
  const priority = createForegroundPriority(options.clock, () =>
    Math.max(store.outbox.counts().pendingCount, store.printing.queueCount()),
  )
  const lifetime = new AbortController()
  const issuing = openIssuing(options, store, {
    priority,
    signal: lifetime.signal,
    askFor: ({ client, address }) =>
      createPageNews({
        ask: client.pages,
        pages: store.pages,
        clock: options.clock,
        purpose: store.purpose,
        serviceId: address.id,
        onChange: store.journal.announceStatus,
      }),
    onPrintable: () => [print, mail].forEach((worker) => worker.wake()),
  })
  const { link, connection, sync, deletions } = issuing
  const isAwake = () => store.rest.now() === null
  // Killed behind the choice of a printer, nobody has given them to it yet.
  if (isAwake()) giveToChosen(store)
  const { print, ...printers } = openPrinting(options, store, {
    priority,
    onMoved: sync.readNow,
    fetchAgain(...useless) {
      store.outbox.markPdfUseless(...useless)
      sync.readNow()
    },
  })
  const taxpayers = createTaxpayerLookup({
    http: link.lookupWire,
    isServiceThere: connection.isOpen,
    signal: lifetime.signal,
  })
  const mail = openMailWorker(options, store, { link, connection, priority })
  if (isAwake()) startInOrder([sync, print, mail, deletions, connection])
  return {
    ...printers,
    foregroundPriority: priority,
    connection,
    certificateEndsAt: issuing.certificateEndsAt,
    address: link.address,
    wire: link.wire,
    lookupWire: link.lookupWire,
    deletions,
    taxpayers,
    mail,
    closedTypes: sync.closedTypes,
    mended: sync.mended,
    wake() {
      if (isAwake()) for (const worker of [sync, print, mail]) worker.wake()
    },
    readNow: sync.readNow,
    refusedTogether: issuing.refused,
    async stop() {
      connection.stop()
      lifetime.abort()
      await Promise.all([sync.stop(), print.stop(), deletions.stop(), mail.stop()])
    },
  }
}

/**
 * Last the one that hears from outside: the others write as they start, and may be refused by the
 * disk.
 */
function startInOrder(workers: readonly { start(): void; stop(): unknown }[]): void {
  try {
    for (const worker of workers) worker.start()
  } catch (error) {
    for (const worker of workers) void worker.stop()
    throw error
  }
}

export type Workers = ReturnType<typeof startWorkers>
