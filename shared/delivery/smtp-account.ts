/** The shop's mail account: where its e-mails go out, and in whose name. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { isMailAddress, mailAddress, MAIL_NAME_CHARS_MAX, mailName } from './address.ts'

/**
 * `tls` from the first byte (465); `starttls` before anything is said (587), else nothing is;
 * `plain` to this very machine only.
 */
export const MAIL_SECURITIES = ['tls', 'starttls', 'plain'] as const
export type MailSecurity = (typeof MAIL_SECURITIES)[number]
export const USUAL_PORT: Readonly<Record<MailSecurity, number>> = {
  tls: 465,
  starttls: 587,
  plain: 25,
}

const HOST_CHARS_MAX = 253
/** Of a password, and of a user's name. */
export const MAIL_SECRET_CHARS_MAX = 256

export const smtpAccountSchema = z.object({
  host: typedText().max(HOST_CHARS_MAX),
  port: z.int().min(1).max(65_535),
  security: z.enum(MAIL_SECURITIES),
  /** Empty: the server asks for none. */
  user: typedText().max(MAIL_SECRET_CHARS_MAX),
  senderName: typedText().max(MAIL_NAME_CHARS_MAX),
  senderAddress: typedText().max(320),
  /** Empty: answers go to the sender. */
  replyTo: typedText().max(320),
})
export type SmtpAccount = z.output<typeof smtpAccountSchema>

/** As typed, held to what may be spoken to; refuses with the field. */
export function decideSmtpAccount(typed: SmtpAccount): Result<SmtpAccount, Refusal> {
  const host = typed.host.trim().toLowerCase().replace(/\.$/, '')
  if (!isHost(host)) return refuse(refusal('MAIL_HOST_NOT_VALID', 'host'))
  if (typed.security === 'plain' && !isLoopback(host))
    return refuse(refusal('MAIL_PLAIN_ELSEWHERE', 'security'))
  const user = typed.user.trim()
  if (/\p{Cc}/u.test(user)) return refuse(refusal('MAIL_USER_NOT_VALID', 'user'))
  const sender = mailAddress(typed.senderAddress, 'senderAddress')
  if (!sender.ok) return sender
  const replyTo = typed.replyTo.trim()
  if (replyTo !== '' && !isMailAddress(replyTo))
    return refuse(refusal('EMAIL_NOT_VALID', 'replyTo'))
  const senderName = mailName(typed.senderName)
  const { port, security } = typed
  return ok({ host, port, security, user, senderName, senderAddress: sender.value, replyTo })
}

/** A name, or an address of either kind. */
function isHost(host: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)) return host.split('.').every((part) => +part <= 255)
  if (/^[0-9a-f:]*:[0-9a-f:.]*$/.test(host)) return host.length <= 45 && host.length >= 2
  const labels = host.split('.')
  return (
    host.length <= HOST_CHARS_MAX &&
    !/^\d+$/.test(labels.at(-1) ?? '') &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/.test(label))
  )
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** What a password is for: it is never said to another server, port or user. */
export function accountOrigin({ host, port, security, user }: SmtpAccount): string {
  return `${security}://${user}@${host}:${port}`
}
