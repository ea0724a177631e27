/**
 * A TCP proxy in front of the service that breaks what passes through it: requests that arrive cut
 * or not at all, answers that are lost after the service has committed, cut short, late or slow. It
 * knows nothing of HTTP but whose turn it is.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Dice } from '../sim/dice.ts'

const FAULTS = [
  'request lost',
  'request cut',
  'answer lost',
  'answer lost',
  'answer lost late',
  'answer cut',
  'answer cut',
  'answer closed',
  'slow',
] as const
type Plan = (typeof FAULTS)[number] | 'none'
/** Longest that a lost answer is waited for, and that a slow one takes. */
const LATE_MS_MAX = 1_500
const SLOW_MS_MAX = 40

export interface FaultyProxy {
  readonly port: number
  readonly faults: ReadonlyMap<string, number>
  /**
   * While down nothing listens: connections are refused, as with a service whose machine is off.
   */
  down(): Promise<void>
  up(): Promise<void>
  /** No more faults from now on. */
  calm(): void
  close(): Promise<void>
}

export interface ProxyPorts {
  readonly dice: Dice
  readonly faultShare: number
  /** Where the service is; it may have moved or be gone. */
  readonly servicePort: () => number
  /** The service has begun to answer for the n-th time; what it decided is on its disk. */
  readonly onAnswer: (count: number) => void
}

export async function startFaultyProxy({
  dice,
  faultShare,
  servicePort,
  onAnswer,
}: ProxyPorts): Promise<FaultyProxy> {
  const faults = new Map<string, number>()
  const sockets = new Set<Socket>()
  let isCalm = false
  let answers = 0
  const nextPlan = (): Plan => {
    const plan = !isCalm && dice.chance(faultShare) ? dice.pick(FAULTS) : 'none'
    if (plan !== 'none') faults.set(plan, (faults.get(plan) ?? 0) + 1)
    return plan
  }
  const accept = (client: Socket) => {
    const upstream = connect({ host: '127.0.0.1', port: servicePort() })
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay(true))
      socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    }
    carry(client, upstream, { dice, nextPlan, onAnswer: () => onAnswer((answers += 1)) })
  }
  const server = createServer(accept)
  await listen(server, 0)
  const { port } = server.address() as AddressInfo
  const down = async () => {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) breakOff(socket)
    await closed
  }
  return {
    port,
    faults,
    down,
    up: () => (server.listening ? Promise.resolve() : listen(server, port)),
    calm: () => {
      isCalm = true
    },
    close: down,
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
}

/**
 * With a reset, unless it has said goodbye already: Node would keep such a socket for ever, and
 * busily.
 */
function breakOff(socket: Socket): void {
  if (socket.writableEnded || socket.destroyed) socket.destroy()
  else socket.resetAndDestroy()
}

interface Carrying {
  readonly dice: Dice
  readonly nextPlan: () => Plan
  readonly onAnswer: () => void
}

/** One connection. A plan is made for each exchange on it, when its request begins. */
function carry(client: Socket, upstream: Socket, { dice, nextPlan, onAnswer }: Carrying): void {
  let plan: Plan = 'none'
  let turn: 'request' | 'answer' = 'answer'
  const reset = () => {
    breakOff(client)
    upstream.destroy()
  }
  const part = (bytes: Buffer) => bytes.subarray(0, Math.floor(dice.unit() * bytes.length))
  client.on('data', (bytes: Buffer) => {
    if (turn === 'answer') plan = nextPlan()
    turn = 'request'
    if (plan === 'request lost') reset()
    else if (plan === 'request cut') {
      // The service sees half a request and then nothing.
      upstream.end(part(bytes))
      breakOff(client)
    } else upstream.write(bytes)
  })
  upstream.on('data', (bytes: Buffer) => {
    const isFirst = turn === 'request'
    turn = 'answer'
    if (isFirst) onAnswer()
    if (plan === 'answer lost') reset()
    else if (plan === 'answer lost late') {
      if (isFirst) setTimeout(reset, dice.between(50, LATE_MS_MAX))
    } else if (plan === 'answer cut') {
      client.write(part(bytes), () => reset())
    } else if (plan === 'answer closed') {
      client.end(part(bytes))
      upstream.destroy()
    } else if (plan === 'slow') {
      upstream.pause()
      setTimeout(
        () => {
          client.write(bytes)
          upstream.resume()
        },
        dice.between(1, SLOW_MS_MAX),
      )
    } else client.write(bytes)
  })
  upstream.on('error', reset).on('end', () => client.end())
  client.on('error', () => upstream.destroy()).on('end', () => upstream.end())
}
