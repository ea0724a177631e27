/** The logo on the shop's papers as it goes in an e-mail. */
import { mayBeDecoded, pictureSize } from '#shared/core/picture-size.ts'
import { MAIL_LOGO_BYTES_MAX } from '#shared/delivery/mail-limits.ts'
import type { MailedLogo } from '#shared/delivery/receipt-html.ts'
import { pictureTypeOf } from '#shared/devices/desk.ts'

/** Null for none, for one that is too much, and for what is no picture after all. */
export function mailedLogo(bytes: Uint8Array | null): MailedLogo | null {
  if (bytes === null || bytes.length > MAIL_LOGO_BYTES_MAX) return null
  const [type, size] = [pictureTypeOf(bytes), pictureSize(bytes)]
  if (type === null || size === null || !mayBeDecoded(size)) return null
  return { ...size, type, bytes }
}
