/** The public page of each sale's document: its token, and where the service says pages are. */
import type { SaleId } from '#shared/core/brand.ts'
import { PAGE_TOKEN_BYTES, pageAddress, pageTokenOf } from '#shared/issuing/receipt-page.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Randomness } from '../kernel/ports.ts'

export interface SalePage {
  readonly token: string
  /** What customers reach the service by, without a slash at the end. */
  readonly publicAddress: string
}

export interface SalePages {
  /** For a sale that is about to be written; null where the service shows nothing. */
  next(serviceId: string): SalePage | null
  /** In the caller's transaction. */
  write(saleId: SaleId, page: SalePage): void
  /** What a customer opens; null for a sale without a page. */
  addressOf(saleId: string): string | null
  has(serviceId: string): boolean
  /** What the service said: null for a service without pages. True when that is news. */
  learn(serviceId: string, publicAddress: string | null): boolean
}

export function createSalePages(db: TillDatabase, randomness: Randomness): SalePages {
  const place = db
    .prepare<[string], string>('SELECT public_address FROM service_pages WHERE service_id = ?')
    .pluck()
  const put = db.prepare(`INSERT INTO service_pages (service_id, public_address) VALUES (?, ?)
    ON CONFLICT (service_id) DO UPDATE SET public_address = excluded.public_address`)
  const forget = db.prepare('DELETE FROM service_pages WHERE service_id = ?')
  const insert = db.prepare(
    'INSERT INTO sale_page (sale_id, token, public_address) VALUES (?, ?, ?)',
  )
  const page = db.prepare<[string], SalePage>(
    'SELECT token, public_address AS publicAddress FROM sale_page WHERE sale_id = ?',
  )
  return {
    next(serviceId) {
      const publicAddress = place.get(serviceId)
      if (publicAddress === undefined) return null
      return { publicAddress, token: pageTokenOf(randomness.bytes(PAGE_TOKEN_BYTES)) }
    },
    write: (saleId, { token, publicAddress }) => void insert.run(saleId, token, publicAddress),
    addressOf(saleId) {
      const known = page.get(saleId)
      return known === undefined ? null : pageAddress(known.publicAddress, known.token)
    },
    has: (serviceId) => place.get(serviceId) !== undefined,
    learn(serviceId, publicAddress) {
      if ((place.get(serviceId) ?? null) === publicAddress) return false
      if (publicAddress === null) forget.run(serviceId)
      else put.run(serviceId, publicAddress)
      return true
    },
  }
}
