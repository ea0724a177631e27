/**
 * The public page of a document, which a service may have beside the contract. Whoever creates a
 * document chooses the page's token and sends it along; a service without such pages ignores the
 * header, and the document is the same.
 */
import { z } from 'zod'

/** Of a creation: the token of the document's page. Nothing of it stands in the document. */
export const PAGE_HEADER = 'x-receipt-page'
/** Answers where the pages are; 404 from a service that has none. */
export const PAGES_PATH = '/api/receipt-pages'
/** 128 random bits, and what a client may take instead. */
export const PAGE_TOKEN = /^[A-Za-z0-9_-]{22,64}$/
export const PAGE_TOKEN_BYTES = 16
/** So that the code of a page's address stays readable on 58 mm paper. */
const PUBLIC_ADDRESS_MAX = 80
const PORT_MAX = 65_535

/** What `GET /api/receipt-pages` answers. */
export const pagesSchema = z.object({
  public_address: z.string().max(200).describe('A page is at this, /r/ and its token'),
  days: z.int().min(1).max(36_500).describe('For how long, from the creation of its document'),
})

/** With a dot: a name inside the shop, or this machine, is nowhere a customer's phone can go. */
const HOST = String.raw`(?!127\.|0\.)[a-z0-9-]+(?:\.[a-z0-9-]+)+`
const PORT_AND_PATH = String.raw`(?::\d{1,5})?(?:\/[\w.~-]+)*`
const PUBLIC = new RegExp(`^https://${HOST}${PORT_AND_PATH}$`, 'i')
/** This machine, to try pages out. */
const LOOPBACK = new RegExp(`^http://(?:127\\.0\\.0\\.1|localhost)${PORT_AND_PATH}$`, 'i')

/**
 * An address customers can be sent to, without a slash at the end: https with a name and perhaps a
 * path, or http to this machine to try it out. Null for anything else: what is read here is printed
 * on papers and opened by customers.
 */
export function readPublicAddress(text: string): string | null {
  const address = text.replace(/\/+$/, '')
  if (address.length > PUBLIC_ADDRESS_MAX) return null
  if (Number(/:(\d+)(?:\/|$)/.exec(address)?.[1] ?? 0) > PORT_MAX) return null
  return PUBLIC.test(address) || LOOPBACK.test(address) ? address : null
}

/** One that `readPublicAddress` took to try pages out: no customer can open it. */
export function isOnThisMachine(publicAddress: string): boolean {
  return LOOPBACK.test(publicAddress)
}

export function pageAddress(publicAddress: string, token: string): string {
  return `${publicAddress}/r/${token}`
}

/** A token of 16 random bytes: letters and digits that need no escaping anywhere. */
export function pageTokenOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
