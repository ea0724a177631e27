/** The way to a mail server, on real sockets and with the real handshake. */
import { LOGO_CID } from '#shared/delivery/receipt-html.ts'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import {
  SMTP_STEPS,
  smtpCertificate,
  startSmtp,
  type SmtpAnswer,
  type SmtpStep,
  type TestSmtp,
} from '../../test/support/smtp-server.ts'
import type { MailOutcome, MailServer, OutgoingMail } from './mail-port.ts'
import { createSmtp } from './smtp.ts'

const trustedByTheSystem = getCACertificates('default')
const smtp = createSmtp()
const PDF = Buffer.from(`%PDF-1.7\n${'x'.repeat(90_000)}`)
let server: TestSmtp | undefined
afterEach(async () => {
  setDefaultCACertificates(trustedByTheSystem)
  await server?.close()
  server = undefined
})

const start = async (options: Parameters<typeof startSmtp>[0] = {}) =>
  (server = await startSmtp({ user: 'tienda@ejemplo.cl', password: 'clave ñ', ...options }))

const accountOf = (port: number, changes: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  security: 'plain',
  user: 'tienda@ejemplo.cl',
  password: 'clave ñ',
  senderName: 'Almacén "Doña Ñ", <S.A.>',
  senderAddress: 'tienda@ejemplo.cl',
  replyTo: 'duena@ejemplo.cl',
  ...changes,
})

const MAIL: OutgoingMail = {
  messageId: '<01JX@ejemplo.cl>',
  to: 'cliente@ejemplo.cl',
  subject: 'Boleta electrónica N° 7 de Almacén',
  text: 'Total: $1.990\n.\nñandú\n',
  html: null,
  logo: null,
  at: new Date('2026-11-23T12:00:00Z'),
  attachments: [{ fileName: 'boleta-39-000007.pdf', pdf: PDF }],
}

const LONG_MS = 30_000
const send = (
  changes: Partial<MailServer> = {},
  mail: Partial<OutgoingMail> = {},
  signal = AbortSignal.timeout(LONG_MS),
) => smtp.send(accountOf(server?.port ?? 1, changes), { ...MAIL, ...mail }, signal)

const codeOf = (outcome: MailOutcome) =>
  outcome.kind === 'not-taken' ? outcome.code : outcome.kind

describe('an e-mail to a server', () => {
  it('arrives whole: one recipient, the names as they are, the PDF to the byte', async () => {
    const { mails, heard } = await start()
    expect(await send()).toEqual({ kind: 'taken', detail: '250 2.0.0' })
    const [mail] = mails
    expect([mail?.from, mail?.to]).toEqual(['tienda@ejemplo.cl', ['cliente@ejemplo.cl']])
    const [head = ''] = mail?.text.split('\r\n\r\n') ?? []
    const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
    const named = Object.fromEntries(
      lines.map((line): [string, string] => {
        const at = line.indexOf(': ')
        return [line.slice(0, at), line.slice(at + 2)]
      }),
    )
    expect(Object.keys(named).toSorted()).toEqual(
      [
        ...['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID'],
        ...['Reply-To', 'Subject', 'To'],
      ].toSorted(),
    )
    expect(named).toMatchObject({
      'Message-ID': '<01JX@ejemplo.cl>',
      To: 'cliente@ejemplo.cl',
      'Reply-To': 'duena@ejemplo.cl',
      Date: 'Mon, 23 Nov 2026 12:00:00 +0000',
    })
    expect(named['From']).toMatch(/^=\?UTF-8\?.* <tienda@ejemplo\.cl>$/)
    const base64 = /boleta-39-000007\.pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(
      mail?.text ?? '',
    )
    expect(Buffer.from(base64?.[1] ?? '', 'base64').equals(PDF)).toBe(true)
    expect(heard[0]).toBe('EHLO [127.0.0.1]')
  })

  it('has its plain text first, the same as HTML beside it, and the logo within it', async () => {
    const { mails } = await start()
    const logo = { bytes: Buffer.from('PNG'), type: 'image/png' as const, width: 1, height: 1 }
    await send({}, { html: `<p>ñandú</p><img src="cid:${LOGO_CID}">`, logo })
    const parts = [...(mails[0]?.text ?? '').matchAll(/^Content-(?:Type|Id): ([^;\r]+)/gim)]
    expect(parts.map(([, part]) => part)).toEqual([
      ...['multipart/mixed', 'multipart/alternative', 'text/plain', 'multipart/related'],
      ...['text/html', 'image/png', `<${LOGO_CID}>`, 'application/pdf'],
    ])
    expect(mails[0]?.text).toMatch(/Content-Disposition: inline; filename=logo\.png/)
  })

  it.each([
    ['ends a line', 'Tienda\r\nBcc: otro@ejemplo.cl'],
    ['names another', 'otro@ejemplo.cl, "x" <y@ejemplo.cl>'],
  ])('a sender whose name %s stays one sender', async (_, senderName) => {
    const { mails } = await start()
    await send({ senderName })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual(['cliente@ejemplo.cl'])
    expect(mails[0]?.text).not.toMatch(/^Bcc:/m)
    expect(mails[0]?.text.match(/^From:/gm)).toHaveLength(1)
  })
})

describe('a connection that must be safe', () => {
  const SAFE = [
    ['TLS from the first byte', 'implicit', 'tls'],
    ['TLS before the password', 'starttls', 'starttls'],
  ] as const

  it.each(SAFE)('%s: with a certificate that holds it is taken', async (_, tls, security) => {
    const { mails } = await start({ tls })
    setDefaultCACertificates([smtpCertificate('localhost')])
    expect(codeOf(await send({ security }))).toBe('taken')
    expect(mails).toHaveLength(1)
  })

  it.each(
    SAFE.flatMap((row) => [
      [...row, 'unknown', 'localhost', [] as string[]] as const,
      [...row, 'of another host', 'elsewhere', [smtpCertificate('elsewhere')]] as const,
    ]),
  )(
    '%s: a certificate that is %4$s never hears the password',
    async (_, tls, security, __, certificate, trusted) => {
      const { signedIn } = await start({ tls, certificate })
      setDefaultCACertificates([...trusted])
      expect(codeOf(await send({ security }))).toBe('MAIL_CERTIFICATE')
      expect(signedIn).toEqual([])
    },
  )

  it('a server that offers no TLS, or takes it back, never hears the password', async () => {
    const { signedIn, answer } = await start()
    answer('STARTTLS', '502 5.5.1 not here')
    expect(codeOf(await send({ security: 'starttls' }))).toBe('MAIL_NO_TLS')
    expect(codeOf(await send({ security: 'tls' }))).toBe('MAIL_SERVER_BROKE')
    expect(signedIn).toEqual([])
  })
})

describe('a server that says no', () => {
  it('is told by its step, and its own words are left out', async () => {
    const { answer, mails } = await start()
    const told: Record<string, unknown> = {}
    for (const step of SMTP_STEPS.filter((one) => one !== 'STARTTLS'))
      for (const code of ['451 4.3.0', '550 5.1.1']) {
        answer(step, `${code} clave ñ`)
        const outcome = await send()
        told[`${step} ${code[0]}`] = codeOf(outcome)
        expect(JSON.stringify(outcome)).not.toContain('clave')
        answer(step, null)
      }
    expect(told).toEqual({
      'GREETING 4': 'MAIL_SERVER_BUSY',
      'GREETING 5': 'MAIL_SERVER_BROKE',
      // It is greeted the old way then.
      'EHLO 4': 'MAIL_SERVER_BUSY',
      'EHLO 5': 'MAIL_SERVER_BROKE',
      'AUTH 4': 'MAIL_SERVER_BUSY',
      'AUTH 5': 'MAIL_PASSWORD_WRONG',
      'MAIL 4': 'MAIL_SERVER_BUSY',
      'MAIL 5': 'MAIL_SENDER_REFUSED',
      'RCPT 4': 'MAIL_PUT_OFF',
      'RCPT 5': 'MAIL_ADDRESS_REFUSED',
      'DATA 4': 'MAIL_PUT_OFF',
      'DATA 5': 'MAIL_CONTENT_REFUSED',
      'END 4': 'MAIL_PUT_OFF',
      'END 5': 'MAIL_CONTENT_REFUSED',
    })
    expect(mails).toEqual([])
  })

  it('for the whole account or connection, whatever the step: no one e-mail is at fault', async () => {
    const { answer } = await start()
    for (const step of SMTP_STEPS.filter((one) => one !== 'STARTTLS'))
      for (const line of ['421 4.7.0 closing', '550 5.4.5 daily limit']) {
        answer(step, line)
        expect([step, line, codeOf(await send())]).toEqual([step, line, 'MAIL_SERVER_BUSY'])
        answer(step, null)
      }
  })

  it('never rejects: what cannot be written was not taken', async () => {
    await start()
    const pdf = null as unknown as Uint8Array
    expect(codeOf(await send({}, { attachments: [{ fileName: 'x.pdf', pdf }] }))).toBe(
      'MAIL_CONTENT_REFUSED',
    )
    expect(server?.heard).toEqual([])
  })

  it('a wrong password is said as such', async () => {
    await start()
    expect(codeOf(await send({ password: 'otra' }))).toBe('MAIL_PASSWORD_WRONG')
  })

  it('nobody there, and a name nobody has', async () => {
    await start()
    await server?.close()
    expect(codeOf(await send())).toBe('MAIL_SERVER_REFUSED')
    expect(codeOf(await send({ host: 'no-such-host.invalid', security: 'tls' }))).toBe(
      'MAIL_HOST_UNKNOWN',
    )
  })
})

describe('a server that does not behave', () => {
  const EVERY = SMTP_STEPS.filter((step) => step !== 'STARTTLS')
  const tried = async (step: SmtpStep, what: SmtpAnswer) => {
    const { answer, ended, misbehaved } = await start()
    answer(step, what)
    const waiting = new AbortController()
    const isOwnEnd = typeof what === 'object' && (what.does === 'close' || what.does === 'endless')
    // Its time is over once there is nothing but waiting for it.
    if (!isOwnEnd) void misbehaved.then(() => waiting.abort())
    const outcome = await send({}, {}, waiting.signal)
    // All of it was handed over exactly where that is what is told.
    expect([step, outcome.kind === 'unknown']).toEqual([step, step === 'END'])
    expect(ended).toHaveLength(step === 'END' ? 1 : 0)
    await expect.poll(() => server?.openCount()).toBe(0)
    return outcome
  }

  it.each(EVERY)('closing at %s: only after the whole e-mail nobody knows', async (step) => {
    const outcome = await tried(step, { does: 'close' })
    if (step !== 'END') expect(codeOf(outcome)).toBe('MAIL_SERVER_BROKE')
  })

  it.each(EVERY)('silent at %s: it is left when its time is over', async (step) => {
    const outcome = await tried(step, { does: 'hang' })
    if (step !== 'END') expect(codeOf(outcome)).toBe('MAIL_SERVER_SILENT')
  })

  it.each(['drip', 'endless'] as const)(
    '%s at each step: it is left, and nothing grows',
    async (does) => {
      for (const step of EVERY) {
        await tried(step, { does })
        await server?.close()
      }
    },
  )
})
