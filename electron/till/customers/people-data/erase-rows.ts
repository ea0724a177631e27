/**
 * What an erasure takes out of the database, in the caller's transaction: the record of the
 * customer, the name on parked sales, the exchanges of receipts that have arrived. Sales, documents
 * and the log are not touched: the law keeps those, and the seal is over them.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { NO_CUSTOMER } from '#shared/selling/open-sale/buyer.ts'
import { readStoredSale, storedSale } from '#shared/selling/open-sale/stored-sale.ts'
import type { Rut } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { prepareMailSweeps } from '../../delivery/mail/mail-orders.ts'
import { prepareAttemptRemoval } from './attempt-rows.ts'
import { buyerIn, createParkedOf, type SaleOfPerson } from './person-rows.ts'

interface ErasedRows {
  readonly customers: number
  readonly parked: number
  readonly attempts: number
}

export interface RowEraser {
  erase(rut: Rut, sales: readonly SaleOfPerson[]): ErasedRows
  /** The open sale of a database that was put back, before anybody has it on a screen. */
  eraseOpenSale(rut: Rut): void
  /**
   * The rest of sales that have arrived, once their papers are gone. Their exchanges that went.
   */
  eraseRest(saleIds: readonly SaleId[]): number
}

export function createRowEraser(db: TillDatabase): RowEraser {
  // Whoever was never a customer is one for this moment: the row that goes tells the shop.
  const beCustomer = db.prepare(`INSERT OR IGNORE INTO customer
    (rut, legal_name, folded_name, phone, email, last_sold_at_ms) VALUES (?, '', '', '', '', 0)`)
  const removeCustomer = db.prepare('DELETE FROM customer WHERE rut = ?')
  const eraseParked = createParkedEraser(db)
  const readDraft = db.prepare<[], string | null>('SELECT sale_json FROM draft').pluck()
  const writeDraft = db.prepare('UPDATE draft SET sale_json = ?')
  const removeAttempts = prepareAttemptRemoval(db)
  const emailOf = db.prepare<[Rut], string>('SELECT email FROM customer WHERE rut = ?').pluck()
  const { erase: eraseMails } = prepareMailSweeps(db)
  const remember = db.prepare('INSERT OR IGNORE INTO erasure_rest (sale_id) VALUES (?)')
  const settle = db.prepare('DELETE FROM erasure_rest WHERE sale_id = ?')
  const eraseAttempts = (saleIds: readonly SaleId[]) =>
    saleIds.reduce((count, saleId) => count + removeAttempts.ofSale(saleId), 0)
  return {
    erase(rut, sales) {
      // All of them: their papers are files, which go after the transaction.
      for (const { saleId } of sales) remember.run(saleId)
      // Before the record that says which address is theirs: somebody may have had it sent
      // without a name.
      eraseMails.run({
        sales: JSON.stringify(sales.map(({ saleId }) => saleId)),
        address: emailOf.get(rut) ?? '',
      })
      const over = sales.filter(({ isOver }) => isOver).map(({ saleId }) => saleId)
      const wasCustomer = beCustomer.run(rut).changes === 0
      removeCustomer.run(rut)
      return {
        customers: Number(wasCustomer),
        parked: eraseParked(rut),
        attempts: eraseAttempts(over),
      }
    },
    eraseOpenSale(rut) {
      const before = readDraft.get() ?? ''
      if (buyerIn(before) === rut) writeDraft.run(nobodysSale(before))
    },
    eraseRest(saleIds) {
      for (const saleId of saleIds) settle.run(saleId)
      return eraseAttempts(saleIds)
    },
  }
}

/** Out of the parked sales that are for them, with the names those were put aside under. */
function createParkedEraser(db: TillDatabase): (rut: Rut) => number {
  const parkedOf = createParkedOf(db)
  const write = db.prepare("UPDATE parked_sale SET sale_json = ?, name = '' WHERE id = ?")
  return (rut) => {
    const theirs = parkedOf(rut)
    for (const { id, saleJson } of theirs) write.run(nobodysSale(saleJson), id)
    return theirs.length
  }
}

/** The same without its buyer; null for text that cannot be read. */
function nobodysSale(json: string): string | null {
  const sale = readStoredSale(json, '' as SaleId)
  return sale.ok ? storedSale({ ...sale.value, customer: NO_CUSTOMER }) : null
}
