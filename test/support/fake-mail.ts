/** A mail server at the till's port: it takes what comes, until a test says otherwise. */
import type { SmtpAccount } from '#shared/delivery/smtp-account.ts'
import type {
  MailOutcome,
  MailPort,
  MailServer,
  OutgoingMail,
} from '../../electron/mail/mail-port.ts'

/** A shop's account at a mail server that is nowhere. */
export const MAIL_ACCOUNT: SmtpAccount = {
  host: 'smtp.ejemplo.cl',
  port: 465,
  security: 'tls',
  user: 'tienda@ejemplo.cl',
  senderName: 'Almacén',
  senderAddress: 'tienda@ejemplo.cl',
  replyTo: '',
}

export interface FakeMail extends MailPort {
  /** Answers each e-mail; replace it to change the weather. */
  answer: (mail: OutgoingMail, signal: AbortSignal) => MailOutcome | Promise<MailOutcome>
  /** Whatever was handed over, taken or not. */
  readonly tried: { readonly server: MailServer; readonly mail: OutgoingMail }[]
  readonly taken: OutgoingMail[]
}

export function fakeMail(): FakeMail {
  const fake: FakeMail = {
    answer: () => ({ kind: 'taken', detail: '250 2.0.0' }),
    tried: [],
    taken: [],
    async send(server, mail, signal) {
      fake.tried.push({ server, mail })
      const outcome = await fake.answer(mail, signal)
      if (outcome.kind === 'taken') fake.taken.push(mail)
      return outcome
    },
  }
  return fake
}
