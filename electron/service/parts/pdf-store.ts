/**
 * PDFs kept once drawn, by document, paper and a fingerprint of what is drawn. Nothing depends on
 * it: what is missing, spoilt, of another drawing or not to be read is drawn anew.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from '../core/log.ts'
import type { Clock, DocumentId } from '../core/ports.ts'
import type { DrawnPlace } from '../storage/drawn-file.ts'
import type { PdfBytes } from './renderer.ts'

/** Waiting to be written; more are not kept, and drawn again when somebody asks. */
const WAITING_MAX = 64
/** After so many the place is counted again: other processes write too. */
const KEPT_BETWEEN_COUNTS = 256
/** What is dropped when it is full, so that not every PDF drops another one. */
const LEFT_SHARE = 0.9
const DROPPED_AT_ONCE = 500

export interface DrawnKey {
  readonly documentId: DocumentId
  readonly widthMm: 58 | 80
  /** Another one is another paper: it takes the place of the one before. */
  readonly drawing: string
}

/** One may fail while the other works: the disk is full, the file is held. */
type Work = 'find' | 'keep'

interface PdfStoreOptions {
  /** Of all PDFs together; beyond it those drawn longest ago are dropped. */
  readonly bytesMax: number
  readonly clock: Clock
  readonly log: Logger
}

export class PdfStore {
  readonly #place: DrawnPlace
  readonly #options: PdfStoreOptions
  readonly #waiting: { readonly key: DrawnKey; readonly pdf: Uint8Array }[] = []
  #writing: Promise<void> | null = null
  /** Bytes there, as last counted and as written since; null before it was counted. */
  #bytes: number | null = null
  #keptSinceCount = 0
  #hasRoom = true
  readonly #failing = new Set<Work>()

  constructor(place: DrawnPlace, options: PdfStoreOptions) {
    this.#place = place
    this.#options = options
  }

  /** Null where it is to be drawn. Never fails. */
  async find({ documentId, widthMm, drawing }: DrawnKey): Promise<PdfBytes | null> {
    const found = await this.#tried('find', () =>
      this.#place.read
        .selectFrom('drawn_pdfs')
        .select(['pdf', 'checksum'])
        .where('document_id', '=', documentId)
        .where('width_mm', '=', widthMm)
        .where('drawing', '=', drawing)
        .executeTakeFirst(),
    )
    if (found === undefined || found === null) return null
    return hash('sha256', found.pdf) === found.checksum ? new Uint8Array(found.pdf) : null
  }

  /** Writes it when its turn comes, one after the other. */
  keep(key: DrawnKey, pdf: Uint8Array): void {
    if (this.#waiting.length >= WAITING_MAX) return
    this.#waiting.push({ key, pdf })
    this.#writing ??= this.#write()
  }

  /** Waits for what is being written. */
  async settled(): Promise<void> {
    await this.#writing
  }

  async close(): Promise<void> {
    await this.settled()
    await this.#place.close()
  }

  async #write(): Promise<void> {
    for (;;) {
      const next = this.#waiting.shift()
      if (next === undefined) break
      await this.#tried('keep', async () => {
        if (!this.#hasRoom || this.#bytes === null || this.#keptSinceCount >= KEPT_BETWEEN_COUNTS)
          await this.#count()
        if (this.#hasRoom) await this.#insert(next.key, next.pdf)
      })
    }
    this.#writing = null
  }

  async #insert({ documentId, widthMm, drawing }: DrawnKey, pdf: Uint8Array): Promise<void> {
    const drawn = {
      drawing,
      checksum: hash('sha256', pdf),
      size: pdf.length,
      drawn_at_ms: this.#options.clock.now(),
      pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length),
    }
    await this.#place.write((db) =>
      db
        .insertInto('drawn_pdfs')
        .values({ document_id: documentId, width_mm: widthMm, ...drawn })
        .onConflict((conflict) => conflict.columns(['document_id', 'width_mm']).doUpdateSet(drawn))
        .execute(),
    )
    this.#keptSinceCount += 1
    this.#bytes = (this.#bytes ?? 0) + pdf.length
    if (this.#bytes > this.#options.bytesMax) await this.#count()
  }

  async #count(): Promise<void> {
    this.#hasRoom = this.#place.hasRoom()
    this.#keptSinceCount = 0
    this.#bytes = await this.#sum()
    if (this.#bytes <= this.#options.bytesMax) return
    while (this.#bytes > this.#options.bytesMax * LEFT_SHARE) {
      const before: number = this.#bytes
      await this.#dropOldest(before - this.#options.bytesMax * LEFT_SHARE)
      this.#bytes = await this.#sum()
      // Another process may have dropped them.
      if (this.#bytes >= before) return
    }
  }

  async #sum(): Promise<number> {
    const { bytes } = await this.#place.read
      .selectFrom('drawn_pdfs')
      .select(sql<number>`coalesce(sum(size), 0)`.as('bytes'))
      .executeTakeFirstOrThrow()
    return Number(bytes)
  }

  async #dropOldest(bytes: number): Promise<void> {
    const oldest = await this.#place.read
      .selectFrom('drawn_pdfs')
      .select(['document_id', 'width_mm', 'size'])
      .orderBy('drawn_at_ms')
      .limit(DROPPED_AT_ONCE)
      .execute()
    let left = bytes
    await this.#place.write(async (db) => {
      for (const { document_id, width_mm, size } of oldest) {
        if (left <= 0) return
        left -= size
        await db
          .deleteFrom('drawn_pdfs')
          .where('document_id', '=', document_id)
          .where('width_mm', '=', width_mm)
          .execute()
      }
    })
  }

  /** Said once, until all of it works again. */
  async #tried<Value>(name: Work, work: () => Promise<Value>): Promise<Value | null> {
    try {
      const value = await work()
      this.#failing.delete(name)
      return value
    } catch (error) {
      if (this.#failing.size === 0)
        this.#options.log.info({ err: error }, 'drawn PDFs are not kept')
      this.#failing.add(name)
      this.#bytes = null
      await this.#place.mend(error).catch(() => {})
      return null
    }
  }
}
