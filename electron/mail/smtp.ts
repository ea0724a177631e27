/**
 * The till's way to a mail server: one connection for each e-mail, TLS before the password, a limit
 * on whatever the server says. What is told on comes from codes alone: a server's own words may say
 * a password back.
 */
import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { LOGO_CID, type MailedLogo } from '#shared/delivery/receipt-html.ts'
import { isLoopback } from '#shared/delivery/smtp-account.ts'
import type { MailOutcome, MailPort, MailServer, NotTaken, OutgoingMail } from './mail-port.ts'

/** Without a word for as long as this, a server is gone. The caller ends slow talk. */
const SILENCE_MS = 20_000
/** Of one answer: real ones have a few lines. */
const ANSWER_BYTES_MAX = 16_384
/** How this machine names itself: neither its name nor its address is anybody's business. */
const OWN_NAME = '[127.0.0.1]'
/** Read by the connection piece by piece, so that what has not left is known. */
const PIECE_BYTES = 16_384

/** Loaded with the first e-mail. */
let loaded: ReturnType<typeof load> | null = null
async function load() {
  const [connection, composer] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/mail-composer'),
  ])
  return { Connection: connection.default, Composer: composer.default }
}
type Loaded = Awaited<ReturnType<typeof load>>

export function createSmtp(): MailPort {
  return {
    async send(server, mail, signal) {
      const programs = await (loaded ??= load()).catch(() => (loaded = null))
      if (programs === null) return notTaken('MAIL_SERVER_BROKE', 'LOAD')
      const message = await compose(programs, server, mail).catch(() => null)
      // Of this one alone: the others do not wait behind it.
      if (message === null) return notTaken('MAIL_CONTENT_REFUSED', 'COMPOSE')
      return signal.aborted
        ? notTaken('MAIL_SERVER_SILENT')
        : talk(programs, server, { mail, message }, signal)
    },
  }
}

async function compose(
  { Composer }: Loaded,
  { senderName, senderAddress, replyTo }: MailServer,
  { to, subject, text, html, logo, messageId, at, attachments }: OutgoingMail,
): Promise<Buffer> {
  const node = new Composer({
    from: { name: senderName, address: senderAddress },
    to: { name: '', address: to },
    ...(replyTo === '' ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    // Plain text first: whoever shows no HTML shows that.
    ...(html === null ? {} : { html }),
    messageId,
    date: at,
    // Nobody's holiday answer is wanted.
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [
      ...(html === null || logo === null ? [] : [inlineLogo(logo)]),
      ...attachments.map(({ fileName, pdf }) => ({
        filename: fileName,
        content: Buffer.from(pdf),
        contentType: 'application/pdf',
      })),
    ],
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return node.compile().build()
}

const inlineLogo = ({ type, bytes }: MailedLogo) => ({
  filename: type === 'image/png' ? 'logo.png' : 'logo.jpg',
  content: Buffer.from(bytes),
  contentType: type,
  contentDisposition: 'inline' as const,
  cid: LOGO_CID,
})

interface Letter {
  readonly mail: OutgoingMail
  readonly message: Buffer
}

/** How far it has come: after `over` the server has all of it. */
interface Progress {
  isOver: boolean
}

function talk(
  { Connection }: Loaded,
  server: MailServer,
  { mail, message }: Letter,
  signal: AbortSignal,
): Promise<MailOutcome> {
  const progress: Progress = { isOver: false }
  const connection = new Connection(optionsOf(server))
  return new Promise((resolve) => {
    let isSettled = false
    const settle = (outcome: MailOutcome) => {
      if (isSettled) return
      isSettled = true
      signal.removeEventListener('abort', onAbort)
      if (outcome.kind === 'taken') connection.quit()
      else connection.close()
      resolve(outcome)
    }
    const fail = (error: SmtpError) => settle(outcomeOf(error, progress))
    const onAbort = () => fail({ code: 'ETIMEDOUT' })
    // Stays: what a closing connection still says is nobody's error.
    connection.on('error', fail)
    connection.once('end', () => fail({ code: 'ECONNECTION' }))
    signal.addEventListener('abort', onAbort, { once: true })
    connection.connect((refused?: SmtpError | null) => {
      if (refused) return fail(refused)
      signIn(connection, server, (wrong) => {
        if (wrong) return fail(wrong)
        const envelope = { from: server.senderAddress, to: mail.to, size: message.length }
        connection.send(envelope, readOf(message, progress), (error, info) => {
          if (error) return fail(error)
          settle({ kind: 'taken', detail: codesOf(info?.response) })
        })
      })
    })
  })
}

function signIn(
  connection: SMTPConnection,
  { user, password }: MailServer,
  next: (error?: SmtpError | null) => void,
): void {
  if (user === '') return next()
  connection.login({ user, pass: password ?? '' }, next)
}

const optionsOf = ({ host, port, security }: MailServer) => ({
  // The resolver is not asked what this machine is called.
  host: security === 'plain' && host === 'localhost' ? '127.0.0.1' : host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ignoreTLS: security === 'plain' && isLoopback(host),
  name: OWN_NAME,
  connectionTimeout: SILENCE_MS,
  greetingTimeout: SILENCE_MS,
  socketTimeout: SILENCE_MS,
  dnsTimeout: SILENCE_MS,
  maxResponseSize: ANSWER_BYTES_MAX,
  tls: { minVersion: 'TLSv1.2' as const, rejectUnauthorized: true },
})

function readOf(message: Buffer, progress: Progress): Readable {
  let at = 0
  return new Readable({
    read() {
      if (at >= message.length) {
        // With its end goes the line that makes it an e-mail.
        progress.isOver = true
        this.push(null)
        return
      }
      this.push(message.subarray(at, (at += PIECE_BYTES)))
    },
  })
}

interface SmtpError {
  readonly code?: string | undefined
  readonly command?: string | undefined
  readonly responseCode?: number | undefined
  readonly response?: string | undefined
  readonly message?: string
  /** As the system named it. */
  readonly originalCode?: string | undefined
}

const notTaken = (code: NotTaken, detail = ''): MailOutcome => ({ kind: 'not-taken', code, detail })

function outcomeOf(error: SmtpError, { isOver }: Progress): MailOutcome {
  const { responseCode: answer = 0 } = error
  const detail = codesOf(error.response) || (error.code ?? '')
  if (answer >= 400) return notTaken(refusedAs(error, answer), detail)
  if (isOver) return { kind: 'unknown', detail }
  return notTaken(brokenAs(error), detail)
}

/** A server that has said no. */
function refusedAs({ code, command = '', response }: SmtpError, answer: number): NotTaken {
  const forNow = (now: NotTaken, forGood: NotTaken) => (answer < 500 ? now : forGood)
  if (isOfAccount(response, answer)) return 'MAIL_SERVER_BUSY'
  if (code === 'ETLS' || command === 'STARTTLS') return forNow('MAIL_SERVER_BUSY', 'MAIL_NO_TLS')
  if (code === 'EAUTH') return forNow('MAIL_SERVER_BUSY', 'MAIL_PASSWORD_WRONG')
  if (answer === 552 || answer === 523) return 'MAIL_TOO_LARGE'
  // RFC 4954: it wants to be signed in to, or better than this.
  if (answer === 530 || answer === 535 || answer === 538) return 'MAIL_PASSWORD_WRONG'
  if (command.startsWith('MAIL')) return forNow('MAIL_SERVER_BUSY', 'MAIL_SENDER_REFUSED')
  if (command.startsWith('RCPT')) return forNow('MAIL_PUT_OFF', 'MAIL_ADDRESS_REFUSED')
  if (command === 'DATA') return forNow('MAIL_PUT_OFF', 'MAIL_CONTENT_REFUSED')
  return forNow('MAIL_SERVER_BUSY', 'MAIL_SERVER_BROKE')
}

/**
 * The server closes, or the account has sent all it may today (5.4.5, said after any command, also
 * after the whole e-mail): the line waits, and no e-mail is at fault.
 */
const isOfAccount = (response: string | undefined, answer: number) =>
  answer === 421 || /^\d{3}[ -]5\.4\.5\b/.test(response ?? '')

/** As Node and OpenSSL name what is wrong with a certificate. */
const OF_CERTIFICATE =
  /CERT|ALTNAME|SELF.SIGNED|self-signed|UNABLE_TO_VERIFY|unable to verify|certificate/
const SYSTEM_CODES: Readonly<Record<string, NotTaken>> = {
  ECONNREFUSED: 'MAIL_SERVER_REFUSED',
  ENOTFOUND: 'MAIL_HOST_UNKNOWN',
  EAI_AGAIN: 'MAIL_HOST_UNKNOWN',
  ENETUNREACH: 'MAIL_SERVER_SILENT',
  EHOSTUNREACH: 'MAIL_SERVER_SILENT',
  ETIMEDOUT: 'MAIL_SERVER_SILENT',
}

/** A connection that did not come about, or broke before the end. */
function brokenAs({
  code = '',
  message = '',
  command,
  originalCode: inner = '',
}: SmtpError): NotTaken {
  if (code === 'EDNS') return 'MAIL_HOST_UNKNOWN'
  if (OF_CERTIFICATE.test(`${code} ${inner} ${message}`)) return 'MAIL_CERTIFICATE'
  const named = Object.keys(SYSTEM_CODES).find((name) =>
    `${code} ${inner} ${message}`.includes(name),
  )
  if (named !== undefined) return SYSTEM_CODES[named] ?? 'MAIL_SERVER_BROKE'
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return 'MAIL_TOO_LARGE'
  return 'MAIL_SERVER_BROKE'
}

/** `550 5.1.1` of an answer; its words are left out. */
function codesOf(response: string | undefined): string {
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '')?.[0] ?? ''
}
