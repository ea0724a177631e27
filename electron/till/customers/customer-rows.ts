/** Table `customer`: its rows as the list has them. Writes stand in the caller's transaction. */
import type { CustomerRow } from '#shared/customers/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { foldName } from '#shared/catalogue/search-words.ts'
import { CUSTOMERS_MAX, type CheckedCustomer } from '#shared/customers/decide-customer.ts'
import type { Rut } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../kernel/database.ts'

export const CUSTOMER_COLUMNS = `rut, legal_name AS legalName, activity, address, commune, phone, email,
  notes, price_list_id AS priceListId, archived_at_ms IS NOT NULL AS isArchived,
  mails_receipts AS mailsReceipts, last_sold_at_ms AS lastSoldAt`

export type CustomerRecord = Omit<CustomerRow, 'isArchived' | 'lastSoldAt' | 'mailsReceipts'> & {
  readonly mailsReceipts: 0 | 1
  readonly isArchived: 0 | 1
  readonly lastSoldAt: EpochMs
}

export const toCustomer = (record: CustomerRecord): CustomerRow => ({
  ...record,
  mailsReceipts: record.mailsReceipts === 1,
  isArchived: record.isArchived === 1,
  lastSoldAt: record.lastSoldAt === 0 ? null : record.lastSoldAt,
})

export interface CustomerRows {
  byRut(rut: Rut): CustomerRow | undefined
  /** Writes it as given, whether or not it was there. */
  keep(customer: CheckedCustomer, at: EpochMs): void
  archive(rut: Rut, at: EpochMs | null): void
  /** Of somebody who is there. */
  setPhone(rut: Rut, phone: string): void
  /** Of somebody who is there. */
  setList(rut: Rut, priceListId: string | null): void
  /** Of somebody who is there. */
  setMails(rut: Rut, mailsReceipts: boolean): void
  isFull(): boolean
}

export function createCustomerRows(db: TillDatabase): CustomerRows {
  const byRut = db.prepare<[Rut], CustomerRecord>(
    `SELECT ${CUSTOMER_COLUMNS} FROM customer WHERE rut = ?`,
  )
  const keep = db.prepare(`INSERT INTO customer
      (rut, legal_name, folded_name, activity, address, commune, phone, email, notes, last_sold_at_ms,
       kept_at_ms)
    VALUES (@rut, @legalName, @foldedName, @activity, @address, @commune, @phone, @email, @notes, 0, @at)
    ON CONFLICT (rut) DO UPDATE SET legal_name = excluded.legal_name,
      folded_name = excluded.folded_name, activity = excluded.activity, address = excluded.address,
      commune = excluded.commune, phone = excluded.phone, email = excluded.email,
      notes = excluded.notes, kept_at_ms = excluded.kept_at_ms`)
  const setPhone = db.prepare('UPDATE customer SET phone = ? WHERE rut = ?')
  const setList = db.prepare('UPDATE customer SET price_list_id = ? WHERE rut = ?')
  const setMails = db.prepare('UPDATE customer SET mails_receipts = ? WHERE rut = ?')
  const archive = db.prepare('UPDATE customer SET archived_at_ms = ? WHERE rut = ?')
  const count = db.prepare<[], number>('SELECT count(*) FROM customer').pluck()
  return {
    byRut(rut) {
      const record = byRut.get(rut)
      return record === undefined ? undefined : toCustomer(record)
    },
    keep: (customer, at) =>
      void keep.run({ ...customer, foldedName: foldName(customer.legalName), at }),
    archive: (rut, at) => void archive.run(at, rut),
    setPhone: (rut, phone) => void setPhone.run(phone, rut),
    setList: (rut, priceListId) => void setList.run(priceListId, rut),
    setMails: (rut, mailsReceipts) => void setMails.run(Number(mailsReceipts), rut),
    isFull: () => (count.get() ?? 0) >= CUSTOMERS_MAX,
  }
}
