/** The hub's wire, attacked by a stranger on the shop's network. */
import { connect, type AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { createSocket } from 'node:dgram'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { decode, encode } from 'dns-packet'
import { request as plainRequest } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HttpRequest, HubListener, HubTarget } from '../kernel/ports.ts'
import { findHub } from './hub-names.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import {
  ASKED_BYTES_MAX,
  CONNECTIONS_OF_ONE_MAX,
  createHubWire,
  HANDSHAKE_MS_MAX,
  HUB_ANSWER_MS_MAX,
  isNear,
} from './hub-wire.ts'

const KEY = 'ab'.repeat(32)
const NEWS: HttpRequest = {
  ...{ method: 'POST', path: '/news', timeoutMs: 3_000 },
  body: new TextEncoder().encode('{"after":0}'),
}
const signal = new AbortController().signal
/** As the wire's own, a quarter as long. */
const PATIENCE = { handshakeMs: HANDSHAKE_MS_MAX / 4, answerMs: HUB_ANSWER_MS_MAX / 4 }
const wire = createHubWire(PATIENCE)
let keys: Record<string, string>
let asked: unknown[]
let listener: HubListener
let port: number

beforeEach(async () => {
  keys = { '1.till': KEY }
  asked = []
  const listening = await wire.listen({
    ...{ port: 0, name: '7.hub' },
    keyOf: (identity) => keys[identity] ?? null,
    answer(identity, path, body) {
      asked.push([identity, path, body])
      return { status: 200, body: { identity } }
    },
  })
  if (listening === null) throw new Error('nothing listens')
  listener = listening
  port = Number(listener.addresses()[0]?.split(':')[1])
})
afterEach(() => listener.stop())

const dial = (changes: Partial<HubTarget> = {}) =>
  wire.dial(() => ({
    ...{ identity: '1.till', key: KEY, addresses: [`127.0.0.1:${port}`] },
    name: null,
    ...changes,
  }))

it('answers the till whose key is proved, by who it is', async () => {
  expect(await dial().exchange(NEWS, signal)).toMatchObject({
    ...{ kind: 'answered', status: 200, bodyText: '{"identity":"1.till"}' },
  })
  expect(asked).toEqual([['1.till', '/news', { after: 0 }]])
})

it('ends a stranger in the handshake: another key, another name, none at all', async () => {
  const strangers = [{ key: 'cd'.repeat(32) }, { identity: '1.other' }, { identity: '2.till' }]
  for (const stranger of strangers)
    expect(await dial(stranger).exchange(NEWS, signal)).toMatchObject({ kind: 'unsent' })
  expect(asked).toEqual([])
})

it('sends nothing to another program at the address of the hub', async () => {
  const heard: Buffer[] = []
  const other = createServer((socket) => socket.on('data', (bytes) => heard.push(bytes)))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const at = (other.address() as AddressInfo).port
  const outcome = await dial({ addresses: [`127.0.0.1:${at}`] }).exchange(NEWS, signal)
  other.close()
  expect(outcome).toMatchObject({ kind: 'unsent' })
  expect(Buffer.concat(heard).toString('latin1')).not.toContain('after')
})

it('goes on to the next address, and tries no far one', async () => {
  const addresses = ['8.8.8.8:443', '127.0.0.1:1', `127.0.0.1:${port}`]
  expect(await dial({ addresses }).exchange(NEWS, signal)).toMatchObject({ kind: 'answered' })
  expect(['8.8.8.8', '1.1.1.1', '2001:db8::1', 'hub.example'].some(isNear)).toBe(false)
  expect(['192.168.1.4', '10.0.0.9', '::ffff:172.16.3.1', 'fe80::1'].every(isNear)).toBe(true)
})

it('finds by its name the one of its place, on whatever address it is by now', async () => {
  expect(await findHub('7.other')).toEqual([])
  // Of this computer's own network, whatever that is.
  const found = (await findHub('7.hub')).map((address) => address.split(':')[1])
  expect(found).toContain(String(port))
})

it('what was recorded says nothing again: each connection has a secret of its own', async () => {
  const recorded: Buffer[] = []
  const tap = createServer((socket) => {
    const on = connect(port, '127.0.0.1')
    socket.on('data', (bytes) => {
      recorded.push(bytes)
      on.write(bytes)
    })
    on.on('data', (bytes) => socket.write(bytes))
    for (const [one, other] of [
      [socket, on],
      [on, socket],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy())
  })
  await new Promise<void>((resolve) => tap.listen(0, '127.0.0.1', resolve))
  const at = (tap.address() as AddressInfo).port
  expect(await dial({ addresses: [`127.0.0.1:${at}`] }).exchange(NEWS, signal)).toMatchObject({
    kind: 'answered',
  })
  tap.close()
  const again = connect(port, '127.0.0.1')
  const over = new Promise<void>((resolve) => again.on('close', () => resolve()))
  again
    .resume()
    .on('error', () => again.destroy())
    .write(Buffer.concat(recorded))
  await over
  expect(asked).toHaveLength(1)
})

it('speaks to nobody without TLS, nor with a certificate or an older TLS', async () => {
  const plain = new Promise((resolve) => {
    const request = plainRequest({ port, host: '127.0.0.1', path: '/news', method: 'POST' })
    request
      .on('error', resolve)
      .on('response', (response) => resolve(response.statusCode))
      .end('{}')
  })
  expect(await plain).toBeInstanceOf(Error)
  const withoutKey = new Promise((resolve) => {
    connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      .on('error', resolve)
      .on('secureConnect', () => resolve('connected'))
  })
  expect(await withoutKey).toBeInstanceOf(Error)
  expect(asked).toEqual([])
})

it('lets a stranger hold few connections, and none of them for long', async () => {
  const open: Socket[] = []
  let closed = 0
  for (let at = 0; at < 3 * CONNECTIONS_OF_ONE_MAX; at += 1)
    open.push(
      connect(port, '127.0.0.1')
        .on('close', () => (closed += 1))
        .on('error', () => undefined),
    )
  await waitFor(() => expect(closed).toBe(2 * CONNECTIONS_OF_ONE_MAX))
  // Those of the stranger that are still there keep only whoever is on that computer out.
  expect(await dial().exchange(NEWS, signal)).toMatchObject({ kind: 'unsent' })
  await waitFor(() => expect(closed).toBe(open.length), { timeout: 3 * HANDSHAKE_MS_MAX })
  expect(await dial().exchange(NEWS, signal)).toMatchObject({ kind: 'answered' })
}, 30_000)

it('P2: strangers with many addresses keep no till out', async () => {
  const open = Array.from({ length: 420 }, (_, at) =>
    connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${1 + (at % 40)}` }).on(
      'error',
      () => undefined,
    ),
  )
  await waitFor(() => expect(open.every(({ connecting }) => !connecting)).toBe(true))
  const outcome = await dial().exchange(NEWS, signal)
  for (const socket of open) socket.destroy()
  expect(outcome).toMatchObject({ kind: 'answered' })
}, 20_000)

it('P2: many addresses at which nobody answers cost no cashier more than a breath', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined).resume())
  await new Promise<void>((resolve) => silent.listen(0, '0.0.0.0', resolve))
  const at = (silent.address() as AddressInfo).port
  const addresses = [2, 3, 4, 5, 6, 7, 8].map((host) => `127.0.0.${host}:${at}`)
  const from = performance.now()
  const all = dial({ addresses: [...addresses, `127.0.0.1:${port}`] })
  expect(await all.exchange(NEWS, signal)).toMatchObject({ kind: 'answered' })
  expect(await dial({ addresses }).exchange(NEWS, signal)).toMatchObject({ kind: 'unsent' })
  expect(performance.now() - from).toBeLessThan(3_000)
  expect(asked).toHaveLength(1)
  silent.close()
}, 30_000)

it('P2: a hub that stands still is waited for a few seconds', async () => {
  const still = createTlsServer({
    ...{ ciphers: 'ECDHE-PSK-CHACHA20-POLY1305', maxVersion: 'TLSv1.2' },
    pskCallback: () => Buffer.from(KEY, 'hex'),
  }).on('secureConnection', (socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => still.listen(0, '127.0.0.1', resolve))
  const at = (still.address() as AddressInfo).port
  const from = performance.now()
  const long = { ...NEWS, timeoutMs: 60_000 }
  const outcome = await dial({ addresses: [`127.0.0.1:${at}`] }).exchange(long, signal)
  expect(outcome).toMatchObject({ kind: 'unanswered' })
  expect(performance.now() - from).toBeLessThan(PATIENCE.answerMs + 1_000)
  expect(HUB_ANSWER_MS_MAX).toBeLessThanOrEqual(5_000)
  still.close()
}, 20_000)

it('P3: a stranger who answers to a hub’s name with many ports crowds it out nowhere', async () => {
  const stranger = createSocket({ type: 'udp4', reuseAddr: true })
  await new Promise<void>((resolve) => stranger.bind(5_353, resolve))
  stranger.addMembership('224.0.0.251')
  stranger.on('message', (bytes) => {
    const { type, questions = [] } = decode(bytes)
    const name = questions[0]?.name
    if (type === 'response' || name === undefined) return
    const answers = Array.from({ length: 20 }, (_, each) => ({
      ...{ name, type: 'SRV' as const, ttl: 10 },
      data: { port: 1 + each, target: name, priority: 0, weight: 0 },
    }))
    stranger.send(encode({ type: 'response', answers }), 5_353, '224.0.0.251')
  })
  // Several times: whoever is first.
  const found = await findHub('7.hub')
  stranger.close()
  expect(found.map((address) => address.split(':')[1])).toContain(String(port))
  expect(found.length).toBeLessThan(8)
})

it('reads no request without end', async () => {
  const body = new Uint8Array(ASKED_BYTES_MAX + 1_000).fill(32)
  const outcome = await dial().exchange({ ...NEWS, body }, signal)
  expect(outcome.kind).toBe('unanswered')
  expect(asked).toEqual([])
})

it('a till that is one no more is not answered on the connection it has', async () => {
  const http = dial()
  expect(await http.exchange(NEWS, signal)).toMatchObject({ kind: 'answered' })
  keys = {}
  expect((await http.exchange(NEWS, signal)).kind).not.toBe('answered')
  expect(asked).toHaveLength(1)
})
