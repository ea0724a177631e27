/**
 * Which addresses the service is willing to call: https, public, nothing else. A name is resolved
 * once, every address behind it is judged, and the delivery goes to the judged address, so that a
 * name cannot change its mind in between.
 */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { ok, refuse, type Result } from '#shared/core/result.ts'

export interface CheckedTarget {
  readonly url: URL
  /** The address to connect to. */
  readonly address: string
  readonly family: 4 | 6
}

export type Resolver = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>

const HTTPS_PORTS: readonly string[] = ['', '443']
const URL_CHARS_MAX = 500
/**
 * Unspecified, private, shared, loopback, link-local, documentation, benchmarking, multicast,
 * reserved, translated.
 */
const CLOSED_RANGES: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
const closed = new BlockList()
for (const [address, prefix, family] of CLOSED_RANGES) closed.addSubnet(address, prefix, family)
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Judges the text of an address without asking the network. `detail` says what is wrong. */
export function readTarget(text: string, allowLocal: boolean): Result<URL, string> {
  if (text.length > URL_CHARS_MAX || !URL.canParse(text)) return refuse('no es una URL')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return refuse('no admite usuario ni clave')
  if (url.hash !== '') return refuse('no admite fragmento')
  const isLocal = allowLocal && isLocalName(url.hostname)
  const problem = isLocal ? whyNotWeb(url) : whyNotPublic(url)
  return problem === null ? ok(url) : refuse(problem)
}

const whyNotWeb = ({ protocol }: URL): string | null =>
  protocol === 'http:' || protocol === 'https:' ? null : 'debe ser http o https'

function whyNotPublic({ protocol, port, hostname }: URL): string | null {
  if (protocol !== 'https:') return 'debe ser https'
  if (!HTTPS_PORTS.includes(port)) return 'debe usar el puerto 443'
  const address = bareHost(hostname)
  const isNamed = isIP(address) === 0
  const isHere = isNamed ? isLocalName(hostname) || !hostname.includes('.') : isClosed(address)
  return isHere ? 'debe ser una dirección pública' : null
}

/**
 * Judges the addresses behind the name as well, and picks the one to call. Rejects when any of them
 * is closed.
 */
export async function resolveTarget(
  text: string,
  allowLocal: boolean,
  resolver: Resolver = systemResolver,
): Promise<Result<CheckedTarget, string>> {
  const read = readTarget(text, allowLocal)
  if (!read.ok) return read
  const url = read.value
  const host = bareHost(url.hostname)
  const literal = isIP(host)
  const found =
    literal === 0 ? await resolver(host).catch(() => []) : [{ address: host, family: literal }]
  const [first] = found
  if (first === undefined) return refuse('el nombre no existe')
  const isAllowed = (address: string) => (allowLocal && isLoopback(address)) || !isClosed(address)
  if (!found.every(({ address }) => isAllowed(address)))
    return refuse('debe ser una dirección pública')
  return ok({ url, address: first.address, family: first.family === 6 ? 6 : 4 })
}

function isClosed(address: string): boolean {
  return closed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function isLocalName(hostname: string): boolean {
  const name = bareHost(hostname).replace(/\.$/, '')
  return (
    name === 'localhost' || name.endsWith('.localhost') || (isIP(name) !== 0 && isLoopback(name))
  )
}

/** IPv6 addresses stand in brackets in a URL. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

const systemResolver: Resolver = (hostname) => lookup(hostname, { all: true })
