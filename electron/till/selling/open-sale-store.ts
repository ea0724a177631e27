/**
 * The one open sale, on disk, with the reference made for it. Read once; a full disk keeps it here
 * until there is room.
 */
import Database from 'better-sqlite3'
import type { ExternalReference, SaleId } from '#shared/core/brand.ts'
import { isBlank, type OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import { readStoredSale, storedSale } from '#shared/selling/open-sale/stored-sale.ts'
import type { TillDatabase } from '../kernel/database.ts'

interface KeptRow {
  /** Null while nothing is being sold. */
  readonly sale: OpenSale | null
  /** Of the sale, or of a payment that was opened before anything was kept. */
  readonly saleId: SaleId | null
  readonly reference: ExternalReference | null
  /** Who changed it last; null while nobody is set up. */
  readonly servedBy: string | null
}

export interface OpenSaleStore {
  current(): KeptRow
  /** In a transaction of its own, with `beside`. */
  keep(row: KeptRow, beside?: () => void): void
  /** Inside a transaction of the caller's, who calls `forget` after it, however it ended. */
  write(row: KeptRow): void
  forget(): void
}

export const NOTHING_OPEN: KeptRow = { sale: null, saleId: null, reference: null, servedBy: null }

interface OpenSaleStorePorts {
  readonly db: TillDatabase
  /** Names a sale of before sales had names. */
  readonly makeSaleId: () => SaleId
  readonly onUnreadable: (problem: string) => void
}

interface Row extends Omit<KeptRow, 'sale'> {
  readonly saleJson: string | null
}

export function createOpenSaleStore({
  db,
  makeSaleId,
  onUnreadable,
}: OpenSaleStorePorts): OpenSaleStore {
  const select = db.prepare<
    [],
    Row
  >(`SELECT sale_json AS saleJson, open_sale_id AS saleId, open_reference AS reference,
    served_by AS servedBy FROM draft`)
  const upsert =
    db.prepare(`INSERT INTO draft (only_row, sale_json, open_sale_id, open_reference, served_by) VALUES (1, ?, ?, ?, ?)
    ON CONFLICT (only_row) DO UPDATE SET sale_json = excluded.sale_json, open_sale_id = excluded.open_sale_id,
      open_reference = excluded.open_reference, served_by = excluded.served_by`)
  const inTransaction = db.transaction((work: () => void) => work())
  /** As on disk; null = to be read. */
  let known: KeptRow | null = null
  /**
   * A full disk stops no cashier from typing: the sale stays here, and charging says what is wrong.
   */
  let unsaved: KeptRow | null = null

  const read = (): KeptRow => {
    const { saleJson, ...row } = select.get() ?? { ...NOTHING_OPEN, saleJson: null }
    if (saleJson === null) return { ...row, sale: null }
    const sale = readStoredSale(saleJson, row.saleId ?? makeSaleId())
    if (!sale.ok) onUnreadable(sale.refusal)
    if (!sale.ok || isBlank(sale.value)) return { ...row, sale: null }
    return { ...row, sale: sale.value, saleId: sale.value.saleId }
  }
  const write = ({ sale, saleId, reference, servedBy }: KeptRow) =>
    void upsert.run(sale === null ? null : storedSale(sale), saleId, reference, servedBy)

  return {
    current: () => unsaved ?? (known ??= read()),
    keep(row, beside) {
      try {
        inTransaction.immediate(() => {
          beside?.()
          write(row)
        })
        known = row
        unsaved = null
      } catch (error) {
        // Whatever else breaks a commit closes the database and opens it again, and what is only
        // here would be gone.
        if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_FULL') throw error
        unsaved = row
      }
    },
    write,
    forget() {
      known = null
      unsaved = null
    },
  }
}
