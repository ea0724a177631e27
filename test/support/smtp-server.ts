/** A mail server on a real socket, which does what a test tells it at each step. */
import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'

export const SMTP_STEPS = [
  'GREETING',
  'EHLO',
  'STARTTLS',
  'AUTH',
  'MAIL',
  'RCPT',
  'DATA',
  'END',
] as const
export type SmtpStep = (typeof SMTP_STEPS)[number]
/** A line to answer; or: close, never answer, a letter at a time, a line without an end. */
export type SmtpAnswer = string | { readonly does: 'close' | 'hang' | 'drip' | 'endless' }

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

export interface TestSmtp {
  readonly port: number
  /** What was taken: its end was answered with 250. */
  readonly mails: readonly ReceivedMail[]
  /** Whatever came to its end, answered or not. */
  readonly ended: readonly ReceivedMail[]
  /** Commands, in order; `AUTH` without what is secret in it. */
  readonly heard: readonly string[]
  /** User and password of each who signed in, right or wrong. */
  readonly signedIn: readonly string[]
  /** Resolves when it has misbehaved for the first time. */
  readonly misbehaved: Promise<void>
  answer(step: SmtpStep, what: SmtpAnswer | null): void
  readonly openCount: () => number
  close(): Promise<void>
}

interface Options {
  readonly tls?: 'none' | 'implicit' | 'starttls'
  /** Of test/support/tls. */
  readonly certificate?: 'localhost' | 'elsewhere'
  readonly user?: string
  readonly password?: string
}

const pem = (name: string, kind: string) =>
  readFileSync(new URL(`tls/${name}.${kind}`, import.meta.url), 'utf8')

/** What the system trusts while a test speaks to it over TLS. */
export const smtpCertificate = (name: 'localhost' | 'elsewhere') => pem(name, 'crt')

export async function startSmtp(options: Options = {}): Promise<TestSmtp> {
  const { tls = 'none', certificate = 'localhost' } = options
  const keys = { cert: pem(certificate, 'crt'), key: pem(certificate, 'key') }
  const answers = new Map<SmtpStep, SmtpAnswer>()
  const misbehaved = Promise.withResolvers<void>()
  const state: State = {
    mails: [],
    ended: [],
    heard: [],
    signedIn: [],
    answers,
    options,
    keys,
    onFault: misbehaved.resolve,
  }
  const sockets = new Set<Socket>()
  const onSocket = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    serve(socket, state, tls === 'implicit')
  }
  const server: Server =
    tls === 'implicit' ? createTlsServer(keys, onSocket) : createServer(onSocket)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...state,
    misbehaved: misbehaved.promise,
    port: (server.address() as AddressInfo).port,
    answer: (step, what) => void (what === null ? answers.delete(step) : answers.set(step, what)),
    openCount: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

interface State {
  readonly mails: ReceivedMail[]
  readonly ended: ReceivedMail[]
  readonly heard: string[]
  readonly signedIn: string[]
  readonly answers: Map<SmtpStep, SmtpAnswer>
  readonly options: Options
  readonly keys: { readonly cert: string; readonly key: string }
  readonly onFault: () => void
}

function serve(first: Socket, state: State, isSecure: boolean): void {
  const { answers, options } = state
  let socket = first
  let [text, from, data] = ['', '', null as string | null]
  let to: string[] = []
  const say = (step: SmtpStep, usual: string): boolean => {
    const what = answers.get(step) ?? usual
    if (typeof what === 'string') return socket.write(`${what}\r\n`) || true
    misbehave(socket, what.does)
    state.onFault()
    return false
  }
  const end = () => {
    const mail = { from, to, text: data ?? '' }
    state.ended.push(mail)
    data = null
    const what = answers.get('END') ?? '250 2.0.0 taken'
    if (typeof what === 'string' && what.startsWith('2')) state.mails.push(mail)
    say('END', '250 2.0.0 taken')
  }
  const obey = (line: string) => {
    const [word = ''] = line.toUpperCase().split(' ')
    state.heard.push(word === 'AUTH' ? 'AUTH' : line)
    if (word === 'EHLO' || word === 'HELO') {
      const offers = !isSecure && options.tls === 'starttls' ? ['STARTTLS'] : []
      const lines = ['meson.example', 'SIZE 10000000', 'AUTH PLAIN', ...offers, '8BITMIME']
      say('EHLO', lines.map((l, i) => `250${i === lines.length - 1 ? ' ' : '-'}${l}`).join('\r\n'))
    } else if (word === 'STARTTLS') {
      if (!say('STARTTLS', '220 2.0.0 go') || answers.get('STARTTLS') !== undefined) return
      socket.removeAllListeners('data')
      socket = new TLSSocket(socket, { isServer: true, ...state.keys })
      socket.on('error', () => {})
      isSecure = true
      text = ''
      listen()
    } else if (word === 'AUTH') {
      const [, user = '', password = ''] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      state.signedIn.push(`${user} ${password}`)
      const isRight = user === options.user && password === options.password
      say('AUTH', isRight ? '235 2.7.0 in' : '535 5.7.8 no such thing')
    } else if (word === 'MAIL') {
      from = /<(.*)>/.exec(line)?.[1] ?? ''
      to = []
      say('MAIL', '250 2.1.0 ok')
    } else if (word === 'RCPT') {
      to.push(/<(.*)>/.exec(line)?.[1] ?? '')
      say('RCPT', '250 2.1.5 ok')
    } else if (word === 'DATA') {
      if (say('DATA', '354 go on') && answers.get('DATA') === undefined) data = ''
    } else if (word === 'QUIT') socket.end('221 2.0.0 bye\r\n')
    else socket.write('250 2.0.0 ok\r\n')
  }
  const take = (line: string) => {
    if (data === null) obey(line)
    else if (line === '.') end()
    else data += `${line.startsWith('..') ? line.slice(1) : line}\r\n`
  }
  const listen = () =>
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8')
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at)
        text = text.slice(at + 2)
        take(line)
      }
    })
  listen()
  say('GREETING', '220 meson.example ESMTP')
}

/** A letter a moment, for ever. */
const DRIP_MS = 50

function misbehave(socket: Socket, how: 'close' | 'hang' | 'drip' | 'endless'): void {
  if (how === 'close') return void socket.destroy()
  if (how === 'hang') return
  const piece = how === 'drip' ? '2' : '250-and so on\r\n'.repeat(500)
  const timer = setInterval(() => socket.write(piece), how === 'drip' ? DRIP_MS : 1)
  socket.on('close', () => clearInterval(timer))
}
