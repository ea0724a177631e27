/** A link that opens WhatsApp with a message to write to. Nothing is sent by it. */

const MOBILE = /^(?:\+?56|0056)?(9\d{8})$/

/** A Chilean mobile as WhatsApp wants it, `56912345678`; null for anything else. */
export function chileanMobile(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, '')
  const own = MOBILE.exec(digits)?.[1]
  return own === undefined ? null : `56${own}`
}

/** `mobile` as `chileanMobile` gives it. */
export function whatsappLink(mobile: string, text: string): string {
  return `https://wa.me/${mobile}?text=${encodeURIComponent(text)}`
}
