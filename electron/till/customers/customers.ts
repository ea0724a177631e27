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
    db.prepare(`INSERT INTO customer (rut, legal_name, folded_name, phone, email, last_sold_at_ms)
    VALUES (@rut, @legalName, @foldedName, @phone, @email, @soldAt)
    ON CONFLICT (rut) DO UPDATE SET legal_name = excluded.legal_name, folded_name = excluded.folded_name,
      phone = iif(excluded.phone = '', phone, excluded.phone), email = iif(excluded.email = '', email, excluded.email),
      last_sold_at_ms = excluded.last_sold_at_ms`)
  const upsertInvoice = db.prepare(`INSERT INTO customer_invoice (rut, activity, address, commune)
    VALUES (@rut, @activity, @address, @commune) ON CONFLICT (rut) DO UPDATE SET
      activity = excluded.activity, address = excluded.address, commune = excluded.commune`)
  return ({ rut, legalName, phone = '', email = '', activity, place }, soldAt) => {
    if (rut === ANONYMOUS_RUT) return
    upsert.run({ rut, legalName, foldedName: foldName(legalName), phone, email, soldAt })
    if (activity !== undefined && place !== undefined)
      upsertInvoice.run({ rut, activity, ...place })
  }
}

export function createCustomers(db: TillDatabase): Pick<TillApi, 'findCustomers'> {
  const columns = `c.rut, legal_name AS legalName, phone, email,
    coalesce(activity, '') AS activity, coalesce(address, '') AS address,
    coalesce(commune, '') AS commune`
  const known = 'customer c LEFT JOIN customer_invoice i ON i.rut = c.rut'
  const byRut = db.prepare<[string, number], CustomerView>(`SELECT ${columns} FROM ${known}
    WHERE replace(c.rut, '-', '') GLOB ? || '*' ORDER BY last_sold_at_ms DESC LIMIT ?`)
  const byName = db.prepare<[string, number], CustomerView>(`SELECT ${columns} FROM ${known}
    WHERE NOT EXISTS (SELECT 1 FROM json_each(?) word WHERE instr(folded_name, word.value) = 0) ORDER BY last_sold_at_ms DESC LIMIT ?`)
  return {
    findCustomers({ text, limit }) {
      const query = customerQuery(text)
      if (query.kind === 'rut') return byRut.all(query.start, limit)
      return query.kind === 'name' ? byName.all(JSON.stringify(query.words), limit) : []
    },
  }
}
