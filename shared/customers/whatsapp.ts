/** A link that opens WhatsApp with a message to write to. Nothing is sent by it. */

const MOBILE = /^(?:\+?56|0056)?(9\d{8})$/
/** What Windows takes of an address, with room to spare. */
export const WHATSAPP_LINK_CHARS_MAX = 2_000
/** What `encodeURIComponent` leaves or makes; no line break, quote, space, `&` or `#`. */
const LINK = /^https:\/\/wa\.me\/569\d{8}\?text=[\w.!~*'()%-]+$/

/** A Chilean mobile as WhatsApp wants it, `56912345678`; null for anything else. */
export function chileanMobile(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '')
  const own = MOBILE.exec(digits)?.[1]
  return own === undefined ? null : `56${own}`
}

/** `mobile` as `chileanMobile` gives it; E.164, as it is kept and shown. */
export const internationalMobile = (mobile: string): string => `+${mobile}`

/** `mobile` as `chileanMobile` gives it. */
export function whatsappLink(mobile: string, text: string): string {
  return `https://wa.me/${mobile}?text=${encodeURIComponent(text)}`
}

/** Whoever opens an address asks again, and opens none that is not one of these. */
export function isWhatsappLink(address: string): boolean {
  return address.length <= WHATSAPP_LINK_CHARS_MAX && LINK.test(address)
}
