/**
 * Looks for printers on the shop's own network: whoever takes connections on the raw port of
 * printers. Sends nothing.
 */
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

export const RAW_PORT = 9100
/**
 * A printer in the same room answers within a few milliseconds; a wireless one that sleeps takes
 * its time.
 */
const ANSWER_MS = 900
/** Connections tried at the same time: a home router forgets some of more. */
const AT_ONCE = 64
/** A till has one network; more of them are tunnels and machines within the machine. */
const NETWORKS_MAX = 3
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/

/** The addresses of this machine on private networks. */
export function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(
      ({ family, internal, address }) => family === 'IPv4' && !internal && PRIVATE.test(address),
    )
    .map(({ address }) => address)
    .slice(0, NETWORKS_MAX)
}

/** Every address that differs from one's own in the last number only, where somebody listens. */
export async function searchNetwork(
  own: readonly string[],
  port = RAW_PORT,
  answerMs = ANSWER_MS,
): Promise<readonly string[]> {
  const asked = [...new Set(own.flatMap(neighboursOf))].filter((address) => !own.includes(address))
  const found: string[] = []
  let next = 0
  const ask = async (): Promise<void> => {
    for (let address = asked[next]; address !== undefined; address = asked[next]) {
      next += 1
      if (await listens(address, port, answerMs)) found.push(address)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return found.toSorted((a, b) => asked.indexOf(a) - asked.indexOf(b))
}

function neighboursOf(own: string): string[] {
  const network = own.slice(0, own.lastIndexOf('.'))
  return Array.from({ length: 254 }, (_, index) => `${network}.${index + 1}`)
}

function listens(host: string, port: number, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (isThere: boolean): void => {
      clearTimeout(limit)
      socket.destroy()
      resolve(isThere)
    }
    const limit = setTimeout(() => end(false), limitMs)
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
