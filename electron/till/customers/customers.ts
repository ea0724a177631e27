/**
 * Customers this shop has named before, so that the next receipt needs no typing. Local: it works
 * without the internet.
 */
import type { EpochMs } from '#shared/core/brand.ts'
import { customerQuery } from '#shared/customers/customer.ts'
import { foldName } from '#shared/catalogue/search-words.ts'
import type { CustomerView } from '#shared/customers/buyer-views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { ReceiptParty } from '#shared/issuing/receipt-document.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { boundWords, hasWords, preparedByCount } from './customer-words.ts'

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
  const latest = 'archived_at_ms IS NULL ORDER BY +last_sold_at_ms DESC LIMIT @limit'
  // A colon follows the digits; whoever typed the check digit left its dash away.
  const byRut = db.prepare<[Asked], Stored>(`SELECT ${columns} FROM customer
    WHERE (rut >= @start AND rut < @start || ':'
      OR rut = substr(@start, 1, length(@start) - 1) || '-' || substr(@start, -1)) AND ${latest}`)
  // The index of names is a fraction of the table, which is read for those that are shown.
  const byName = preparedByCount((wordCount) =>
    db.prepare<[Asked], Stored>(`SELECT ${columns} FROM
      (SELECT rut AS found FROM customer INDEXED BY customer_list
        WHERE ${hasWords('folded_name', wordCount).join(' AND ')} AND ${latest})
      CROSS JOIN customer ON rut = found ORDER BY last_sold_at_ms DESC`),
  )
  return {
    findCustomers({ text, limit }) {
      const query = customerQuery(text)
      if (query.kind === 'rut') return byRut.all({ start: query.start, limit }).map(toView)
      if (query.kind === 'nothing') return []
      return byName(query.words.length)
        .all({ ...boundWords(query.words), limit })
        .map(toView)
    },
  }
}

type Asked = Readonly<Record<string, string | number>>
type Stored = Omit<CustomerView, 'isMailed'> & { readonly isMailed: number }

function toView({ isMailed, ...customer }: Stored): CustomerView {
  return isMailed === 1 ? { ...customer, isMailed: true } : customer
}
