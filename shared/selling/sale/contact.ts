import { refusal, type Refusal } from '../../languages/refusals.ts'
import { ok, refuse, type Result } from '../../core/result.ts'
import { DOCUMENT_LIMITS } from '../../issuing/document-limits.ts'
import { requireLatin1 } from '../../text/require-latin1.ts'

/**
 * The contact rule of receipts (spec part 2): `{phone} / {email}` together within 80 characters.
 */
export function checkContact(
  phoneText: string,
  emailText: string,
): Result<{ phone?: string; email?: string }, Refusal> {
  const phone = phoneText.trim()
  const email = emailText.trim()
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email))
    return refuse(refusal('EMAIL_NOT_VALID', 'email'))
  const printable = requireLatin1(phone + email, 'phone')
  if (!printable.ok) return printable
  const printed = [phone, email].filter((part) => part !== '').join(' / ')
  if (printed.length > DOCUMENT_LIMITS.contactCharsMax)
    return refuse(refusal('CONTACT_TOO_LONG', 'email'))
  return ok({ ...(phone === '' ? {} : { phone }), ...(email === '' ? {} : { email }) })
}
