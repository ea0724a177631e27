/** The way to a mail server, as the core sees it. */
import type { SmtpAccount } from '#shared/delivery/smtp-account.ts'
import type { MailedLogo } from '#shared/delivery/receipt-html.ts'
import type { TroubleOfServer } from '#shared/delivery/mail-trouble.ts'

export interface MailServer extends SmtpAccount {
  /** Null where the server asks for none. */
  readonly password: string | null
}

export interface MailedFile {
  readonly fileName: string
  readonly pdf: Uint8Array
}

export interface OutgoingMail {
  /** The same on every try, so that whoever gets it twice can tell. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same for whoever shows it; null for plain text alone. */
  readonly html: string | null
  /** What the HTML names by `LOGO_CID`; null for none. */
  readonly logo: MailedLogo | null
  readonly at: Date
  readonly attachments: readonly MailedFile[]
}

/**
 * `taken` by the server; `unknown`: all of it was handed over and no answer came; `not-taken`:
 * surely not, by whose fault the code says. `detail` has the server's codes, never its words.
 */
export type MailOutcome =
  | { readonly kind: 'taken'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string }
  | { readonly kind: 'not-taken'; readonly code: NotTaken; readonly detail: string }

export type NotTaken =
  | Exclude<TroubleOfServer, 'MAIL_NOT_SET' | 'MAIL_PASSWORD_MISSING'>
  /** For good, and for now. */
  | 'MAIL_ADDRESS_REFUSED'
  | 'MAIL_CONTENT_REFUSED'
  | 'MAIL_TOO_LARGE'
  | 'MAIL_PUT_OFF'

export interface MailPort {
  /**
   * Connects, signs in, hands over one e-mail and leaves. Never rejects; an abort ends it where it
   * stands, and the answer says how far that was.
   */
  send(server: MailServer, mail: OutgoingMail, signal: AbortSignal): Promise<MailOutcome>
}
