import { refusal, type Refusal } from '../core/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { DOCUMENT_LIMITS } from '../contract/document-limits.ts'
import { firstOutsideLatin1 } from '../text/latin1.ts'

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
  const stranger = firstOutsideLatin1(phone + email)
  if (stranger !== null) return refuse(refusal('NAME_NOT_LATIN1', 'phone', { character: stranger }))
  const printed = [phone, email].filter((part) => part !== '').join(' / ')
  if (printed.length > DOCUMENT_LIMITS.contactCharsMax)
    return refuse(refusal('CONTACT_TOO_LONG', 'email'))
  return ok({ ...(phone === '' ? {} : { phone }), ...(email === '' ? {} : { email }) })
}
