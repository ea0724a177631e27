/**
 * Where the hub of a place is, asked of the network itself (mDNS): a hint, for where the hub has
 * another address since the service was heard last. It is asked by a name that only tills of that
 * place can make, so hubs of others nearby are passed by; whoever answers proves its key as ever.
 */
import { createHash } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import type { Packet } from 'dns-packet'

const TYPE = '_meson-hub._tcp.local'
const GROUP = '224.0.0.251'
const MDNS_PORT = 5_353
/** Milliseconds until those that are there have answered. */
const ANSWER_MS = 800
/** Answers that are gone after: strangers may say so too. */
const FOUND_MAX = 32
/** Seconds others may keep it. */
const TTL_S = 10

const labelOf = (identity: string) =>
  `${createHash('sha256').update(identity).digest('hex').slice(0, 32)}.${TYPE}`

/** Answers to the name of that hub until it is stopped. */
export async function announceHub(identity: string, port: number): Promise<() => void> {
  const name = labelOf(identity)
  const data = { port, target: name, priority: 0, weight: 0 }
  const wire = await open(({ type, questions = [] }) => {
    if (type !== 'response' && questions.some((asked) => asked.name === name))
      wire.say({ type: 'response', answers: [{ name, type: 'SRV', ttl: TTL_S, data }] })
  })
  return wire.close
}

/** Addresses from which somebody answered to that name. */
export async function findHub(identity: string): Promise<readonly string[]> {
  const name = labelOf(identity)
  const found = new Set<string>()
  const wire = await open(({ answers = [] }, address) => {
    // A hub says one: whoever says many at once crowds out nobody.
    const answer = answers.find((each) => each.type === 'SRV' && each.name === name)
    if (answer?.type === 'SRV' && found.size < FOUND_MAX)
      found.add(`${address}:${answer.data.port}`)
  })
  wire.say({ type: 'query', questions: [{ name, type: 'SRV' }] })
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
  wire.close()
  return [...found]
}

/** A network without multicast, or a computer that forbids it, has no hints and no trouble. */
async function open(heard: (packet: Packet, address: string) => void) {
  const { default: dns } = await import('dns-packet')
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  socket.on('error', () => undefined)
  socket.on('message', (bytes, { address }) => {
    try {
      heard(dns.decode(bytes), address)
    } catch {
      // Whatever it is, it is no packet of this kind.
    }
  })
  const isOpen = await bound(socket)
  return {
    say(packet: Packet) {
      if (isOpen) socket.send(dns.encode(packet), MDNS_PORT, GROUP, () => undefined)
    },
    close: () => void socket.close(),
  }
}

const bound = (socket: Socket) =>
  new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false))
    socket.bind(MDNS_PORT, () => {
      try {
        socket.addMembership(GROUP)
        resolve(true)
      } catch {
        resolve(false)
      }
    })
  })
