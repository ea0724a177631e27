/**
 * The hub's wire: TLS with a key both ends had before (shared/fleet/hub-contract.ts). There is no
 * certificate: whoever lacks the key of the identity ends in the handshake, on either side, and
 * nothing of a request is read before. Each connection has a secret of its own, so what is
 * recorded can be neither read nor said again.
 */
import { createServer, request as send, Agent, type RequestOptions, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { HUB_ADDRESSES_MAX } from '#shared/fleet/hub-contract.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import type {
  HttpOutcome,
  HttpPort,
  HttpRequest,
  HubListener,
  HubListening,
  HubTarget,
  HubWire,
} from '../kernel/ports.ts'
import { announceHub, findHub } from './hub-names.ts'

/** With a fresh secret for each connection; both are known to Node and to Electron. */
const TLS = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305:ECDHE-PSK-AES256-CBC-SHA',
  ...({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const),
}
/** In all, and of one address: each till keeps one or two. */
const CONNECTIONS_MAX = 400
export const CONNECTIONS_OF_ONE_MAX = 12
/** Of those who have proved no key yet: of more the oldest ends, never a till that has. */
const UNPROVED_MAX = 60
/** Milliseconds a stranger may hold a connection without having proved a key. */
export const HANDSHAKE_MS_MAX = 4_000
const REQUEST_MS_MAX = 10_000
/** Bytes of what is asked, and of what is answered. */
export const ASKED_BYTES_MAX = 2 * 1024 * 1024
const ANSWER_BYTES_MAX = 8 * 1024 * 1024
/** On one wire a hub is there at once, or not. */
const CONNECT_MS_MAX = 1_500
const IDLE_MS = 20_000
/** Whatever is asked: a cashier may wait for it. */
export const HUB_ANSWER_MS_MAX = 5_000

/** A hub answers its own network alone, whatever its router lets in. */
const NEAR = new BlockList()
for (const [net, bits] of [
  ...([
    ['127.0.0.0', 8],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
  ] as const),
  ...([
    ['192.168.0.0', 16],
    ['169.254.0.0', 16],
  ] as const),
] as const)
  NEAR.addSubnet(net, bits)
for (const [net, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  NEAR.addSubnet(net, bits, 'ipv6')

const plain = (address: string) => address.replace(/^::ffff:/, '')
export const isNear = (address: string): boolean => {
  const of = plain(address)
  const family = isIP(of)
  return family !== 0 && NEAR.check(of, family === 4 ? 'ipv4' : 'ipv6')
}

/** How long each end waits for the other. */
interface Patience {
  readonly handshakeMs: number
  readonly answerMs: number
}

const PATIENCE: Patience = { handshakeMs: HANDSHAKE_MS_MAX, answerMs: HUB_ANSWER_MS_MAX }

export const createHubWire = ({ handshakeMs, answerMs } = PATIENCE): HubWire => ({
  listen: (asked) => listen(asked, handshakeMs),
  dial: (to) => dial(to, answerMs),
})

async function listen(asked: HubListening, handshakeMs: number): Promise<HubListener | null> {
  const identities = new WeakMap<Socket, string>()
  const server = createServer(
    {
      ...{ ...TLS, handshakeTimeout: handshakeMs, requestTimeout: REQUEST_MS_MAX },
      ...{ headersTimeout: HANDSHAKE_MS_MAX, keepAliveTimeout: IDLE_MS, maxHeaderSize: 4_096 },
      pskCallback(socket: TLSSocket, identity: string) {
        const key = asked.keyOf(identity)
        if (key === null) return null
        identities.set(socket, identity)
        return Buffer.from(key, 'hex')
      },
    },
    (request, response) => {
      const { socket } = request
      const identity = identities.get(socket)
      // It is told no more than that: whom it belonged to is no till of this hub by now.
      if (identity === undefined || asked.keyOf(identity) === null) socket.destroy()
      else answer(asked, identity, request, response).catch(() => socket.destroy())
    },
  )
  server.maxConnections = CONNECTIONS_MAX
  limitPerAddress(server)
  limitUnproved(server)
  server.on('tlsClientError', (_, socket) => socket.destroy())
  const port = (await bound(server, asked.port)) ?? (await bound(server, 0))
  if (port === null) return null
  const silence = asked.name === null ? null : await announceHub(asked.name, port)
  return {
    addresses: () => ownAddresses().map((address) => `${address}:${port}`),
    stop: () =>
      new Promise((resolve) => {
        silence?.()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function limitPerAddress(server: Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const from = plain(socket.remoteAddress ?? '')
    const count = (open.get(from) ?? 0) + 1
    if (!isNear(from) || count > CONNECTIONS_OF_ONE_MAX) return void socket.destroy()
    open.set(from, count)
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1
      if (left > 0) open.set(from, left)
      else open.delete(from)
    })
  })
}

function limitUnproved(server: Server): void {
  const raw = new Map<string, Socket>()
  const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket)
    raw.set(name, socket)
    socket.once('close', () => raw.delete(name))
    const [oldest] = raw.values()
    if (raw.size > UNPROVED_MAX) oldest?.destroy()
  })
  server.on('secureConnection', (socket) => raw.delete(nameOf(socket)))
}

/** Null where the port is another program's, or nobody may listen. */
const bound = (server: Server, port: number) =>
  new Promise<number | null>((resolve) => {
    server.once('error', () => resolve(null))
    // No till looks for it elsewhere, and a stranger has addresses without end there.
    server.listen(port, '0.0.0.0', () => {
      const at = server.address()
      resolve(at === null || typeof at === 'string' ? null : at.port)
    })
  })

const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family, address }) => family === 'IPv4' && isNear(address))
    // The loop within this computer last: it is for a second till on it.
    .toSorted((one, other) => Number(one.internal) - Number(other.internal))
    .slice(0, HUB_ADDRESSES_MAX)
    .map(({ address }) => address)

async function answer(
  asked: HubListening,
  identity: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await read(request, ASKED_BYTES_MAX)
  const { status, body } = answered(asked, identity, request.url ?? '', text)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function answered(asked: HubListening, identity: string, path: string, text: string) {
  try {
    return asked.answer(identity, path, parseJson(text))
  } catch {
    // As on a full disk: nothing was stored, and it is asked again.
    return { status: 503, body: {} }
  }
}

async function read(from: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of from as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > most) throw new Error(`above ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function dial(to: () => HubTarget | null, answerMs: number): HttpPort {
  // Each identity proves itself on connections of its own.
  let kept: { readonly identity: string; readonly agent: Agent } | null = null
  let lastGood: string | null = null
  const looking = createLooking()
  const agentFor = ({ identity }: HubTarget) => {
    if (kept?.identity !== identity) {
      kept?.agent.destroy()
      const agent = new Agent({ keepAlive: true, maxSockets: 4, timeout: IDLE_MS })
      kept = { identity, agent }
    }
    return kept.agent
  }
  return {
    async exchange(request, signal) {
      const target = to()
      const none = { kind: 'unsent', detail: 'no hub' } as const
      if (target === null) return none
      const last = lastGood === null ? [] : [lastGood]
      const others = target.addresses.filter((address) => address !== lastGood)
      const timed = { ...request, timeoutMs: Math.min(request.timeoutMs, answerMs) }
      const tried = (addresses: readonly string[]) =>
        firstOf(addresses, { target, agent: agentFor(target) }, (dialled) =>
          exchange(dialled, timed, signal),
        )
      const found =
        (await tried(last)) ?? (await tried(others)) ?? (await tried(await looking(target.name)))
      lastGood = found?.address ?? null
      return found?.outcome ?? none
    },
  }
}

interface Found {
  readonly address: string
  readonly outcome: HttpOutcome
}

/** All at once: the first that proves itself is asked, the others surely were sent nothing. */
function firstOf(
  addresses: readonly string[],
  to: Pick<Dialled, 'target' | 'agent'>,
  ask: (dialled: Dialled) => Promise<HttpOutcome>,
): Promise<Found | null> {
  const race = new AbortController()
  let winner: string | null = null
  const proved = (address: string) => {
    if (winner !== null) return false
    winner = address
    race.abort()
    return true
  }
  return Promise.all(
    addresses.map(async (address) => ({
      address,
      outcome: await ask({ ...to, address, proved: () => proved(address), lost: race.signal }),
    })),
  ).then((all) => all.find(({ outcome }) => outcome.kind !== 'unsent') ?? null)
}

/** Milliseconds between two looks at the network for one that is where nobody said. */
const LOOK_EVERY_MS = 10_000

function createLooking() {
  let at = -LOOK_EVERY_MS
  return async (name: string | null): Promise<readonly string[]> => {
    if (name === null || performance.now() - at < LOOK_EVERY_MS) return []
    at = performance.now()
    return findHub(name)
  }
}

interface Dialled {
  readonly target: HubTarget
  readonly address: string
  readonly agent: Agent
  /** False where another address was faster: nothing is sent here. */
  readonly proved: () => boolean
  readonly lost: AbortSignal
}

/** What never came onto a connection was surely not sent. */
function exchange(
  { target, address, agent, proved, lost }: Dialled,
  { method, path, body, timeoutMs }: HttpRequest,
  signal: AbortSignal,
): Promise<HttpOutcome> {
  const [host, port] = [
    address.slice(0, address.lastIndexOf(':')),
    Number(address.split(':').at(-1)),
  ]
  if (!isNear(host) || !(port > 0 && port < 65_536))
    return Promise.resolve({ kind: 'unsent', detail: 'no address of this network' })
  return new Promise((resolve) => {
    let isConnected = false
    const options: RequestOptions & Pick<ConnectionOptions, 'pskCallback'> = {
      ...{ ...TLS, host, port, method, path, agent, signal },
      headers: { 'content-type': 'application/json', 'content-length': body?.length ?? 0 },
      checkServerIdentity: () => undefined,
      pskCallback: () => ({ psk: Buffer.from(target.key, 'hex'), identity: target.identity }),
    }
    const asked = send(options)
    const connecting = setTimeout(() => asked.destroy(new Error('not there')), CONNECT_MS_MAX)
    const whole = setTimeout(() => asked.destroy(new Error('no answer')), timeoutMs)
    const lose = () => {
      if (!isConnected) asked.destroy(new Error('another address was faster'))
    }
    lost.addEventListener('abort', lose)
    const end = (outcome: HttpOutcome) => {
      clearTimeout(connecting)
      clearTimeout(whole)
      lost.removeEventListener('abort', lose)
      resolve(outcome)
    }
    const connected = () => {
      // First of all: whoever wins ends those that are not connected.
      isConnected = true
      if (!proved()) {
        isConnected = false
        return lose()
      }
      clearTimeout(connecting)
      asked.end(body ?? undefined)
    }
    asked.on('socket', (socket) => {
      if (asked.reusedSocket) connected()
      else socket.once('secureConnect', connected)
    })
    asked.on('error', (error) =>
      end({ kind: isConnected ? 'unanswered' : 'unsent', detail: String(error) }),
    )
    asked.on('response', (response) => {
      read(response, ANSWER_BYTES_MAX).then(
        (bodyText) =>
          end({ kind: 'answered', status: response.statusCode ?? 0, bodyText, headers: {} }),
        (error: unknown) => {
          asked.destroy()
          end({ kind: 'unanswered', detail: String(error) })
        },
      )
    })
  })
}
