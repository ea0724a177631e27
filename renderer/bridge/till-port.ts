/**
 * The screen's way to the core: the contract of shared/bridge, asked over a wire. Stores take this
 * port, so a test hands them a core in memory and the same stores run.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { TillCommands } from '#shared/bridge/contract.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'

/**
 * Is the core itself there. Not to be confused with the connection to the issuing service, which
 * the core reports.
 */
export type CoreLink = 'connecting' | 'up' | 'down'

export interface FeedListener {
  onEvent(event: FeedEvent): void
  onLink(link: CoreLink): void
}

export interface TillPort extends TillCommands {
  /**
   * Listens until the returned function is called, to what came after event `afterSeq` where one is
   * named. Resumes by itself after a break, without losing events.
   */
  watch(listener: FeedListener, afterSeq?: number): () => void
  /** A printed paper as a PNG. `imagePath` comes from PaperView. */
  paper(imagePath: string): Promise<Blob>
  /** The receipt's own PDF, to be saved as a file. */
  receiptPdf(saleId: SaleId): Promise<Blob>
}
