/**
 * Customers this shop has named before, so that the next receipt needs no typing. Local: it works
 * without the internet.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { customerQuery, foldName } from '#shared/customer/customer.ts'
import type { CustomerView } from '#shared/bridge/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ReceiptParty } from '#shared/document/receipt-document.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../db/open-database.ts'

/** Call inside the transaction of the sale. What is not given this time keeps what was known. */
export function customerWriter(db: TillDatabase): (buyer: ReceiptParty, soldAt: EpochMs) => void {
  const upsert =
    db.prepare(`INSERT INTO customer (rut, legal_name, folded_name, phone, email, last_sold_at_ms,
      activity, address, commune)
    VALUES (@rut, @legalName, @foldedName, @phone, @email, @soldAt,
      @activity, @address, @commune)
    ON CONFLICT (rut) DO UPDATE SET legal_name = excluded.legal_name, folded_name = excluded.folded_name,
      phone = iif(excluded.phone = '', phone, excluded.phone), email = iif(excluded.email = '', email, excluded.email),
      activity = iif(excluded.activity = '', activity, excluded.activity),
      address = iif(excluded.address = '', address, excluded.address),
      commune = iif(excluded.commune = '', commune, excluded.commune),
      last_sold_at_ms = excluded.last_sold_at_ms, archived_at_ms = NULL`)
  return ({ rut, legalName, phone = '', email = '', activity = '', place }, soldAt) => {
    if (rut === ANONYMOUS_RUT) return
    // As an invoice says them; a receipt says nothing of them.
    const { address, commune } = place ?? { address: '', commune: '' }
    const foldedName = foldName(legalName)
    upsert.run({ rut, legalName, foldedName, phone, email, soldAt, activity, address, commune })
  }
}

export function createCustomers(db: TillDatabase): Pick<TillApi, 'findCustomers'> {
  const columns =
    'rut, legal_name AS legalName, phone, email, activity, address, commune, price_list_id AS priceListId, mails_receipts AS isMailed'
  const byRut = db.prepare<[string, number], Stored>(`SELECT ${columns} FROM customer
    WHERE replace(rut, '-', '') GLOB ? || '*' AND archived_at_ms IS NULL ORDER BY last_sold_at_ms DESC LIMIT ?`)
  const byName = db.prepare<[string, number], Stored>(`SELECT ${columns} FROM customer
    WHERE archived_at_ms IS NULL AND NOT EXISTS
      (SELECT 1 FROM json_each(?) word WHERE instr(folded_name, word.value) = 0)
    ORDER BY last_sold_at_ms DESC LIMIT ?`)
  return {
    findCustomers({ text, limit }) {
      const query = customerQuery(text)
      if (query.kind === 'rut') return byRut.all(query.start, limit).map(toView)
      return query.kind === 'name' ? byName.all(JSON.stringify(query.words), limit).map(toView) : []
    },
  }
}

type Stored = Omit<CustomerView, 'isMailed'> & { readonly isMailed: number }

function toView({ isMailed, ...customer }: Stored): CustomerView {
  return isMailed === 1 ? { ...customer, isMailed: true } : customer
}
