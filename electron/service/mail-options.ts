/** The account that alarms go out by, from the command line; its password out of a file alone. */
import { readFileSync } from 'node:fs'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { decideSmtpAccount, USUAL_PORT, type SmtpAccount } from '#shared/delivery/smtp-account.ts'
import { createSmtp } from '../mail/smtp.ts'
import type { StartRefusal } from './core/start-refusals.ts'
import type { MailAccount } from './parts/parts.ts'

export interface MailOptions {
  readonly account: SmtpAccount
  readonly passwordFile: string | null
}

interface Typed {
  readonly mail?: string | undefined
  readonly 'mail-from'?: string | undefined
  readonly 'mail-password-file'?: string | undefined
}

const SENDER_NAME = 'Mesón'

/** `smtps://user@host:465`, `smtp://user@host:587` (STARTTLS, on this machine plain). */
export function mailOptionsOf(typed: Typed): Result<MailOptions | null, StartRefusal> {
  const { mail, 'mail-from': from, 'mail-password-file': passwordFile = null } = typed
  if (mail === undefined)
    return from === undefined && passwordFile === null ? ok(null) : refuse(notValid())
  const url = URL.canParse(mail) ? new URL(mail) : null
  const user = userIn(url?.username ?? '')
  // On a command line everybody on the machine reads it.
  if (url === null || user === null || url.password !== '' || from === undefined)
    return refuse(notValid())
  if (!['smtp:', 'smtps:'].includes(url.protocol)) return refuse(notValid())
  const account = decideSmtpAccount({
    ...{ ...serverOf(url), user, replyTo: '' },
    ...{ senderName: SENDER_NAME, senderAddress: from },
  })
  return account.ok ? ok({ account: account.value, passwordFile }) : refuse(notValid())
}

function serverOf({ protocol, hostname, port }: URL) {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(host)
  const security = protocol === 'smtps:' ? 'tls' : isHere ? 'plain' : 'starttls'
  return { host, security, port: port === '' ? USUAL_PORT[security] : Number(port) } as const
}

function userIn(written: string): string | null {
  try {
    return decodeURIComponent(written)
  } catch {
    return null
  }
}

const notValid = (): StartRefusal => ({
  code: 'ARGUMENTS_NOT_VALID',
  params: { detail: '--mail smtps://user@host --mail-from a@host --mail-password-file FILE' },
})

/** A file that cannot be read is said now, not at the first alarm. */
export function openMail(options: MailOptions | null): Result<MailAccount | null, StartRefusal> {
  if (options === null) return ok(null)
  const { account, passwordFile } = options
  try {
    const password = passwordFile === null ? null : readFileSync(passwordFile, 'utf8').trim()
    return ok({ port: createSmtp(), server: { ...account, password } })
  } catch {
    return refuse({ code: 'FILE_NOT_USABLE', params: { path: passwordFile ?? '' } })
  }
}
