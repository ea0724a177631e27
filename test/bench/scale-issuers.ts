/**
 * Shops that issue at a rate, whoever waits: a process of its own, raw sockets and bodies made as
 * they are due. Reads one JSON line of orders, answers one of figures.
 */
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Line } from './paced-load.ts'
import { REFERENCE_MARK } from './service-load.ts'

export interface IssuersOrder {
  /** Each asks one process, of `ports`, by its body; the next is another one's turn. */
  readonly shops: readonly { readonly key: string; readonly body: string; readonly port: number }[]
  readonly perSecond: number
  readonly seconds: number
  readonly label: string
}

export interface IssuersFigures {
  readonly answered: number
  /** Told to come back. */
  readonly refused: number
  /** No connection was free: it waits longer already than any till does. */
  readonly unsent: number
  /** From when it was due. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

const LINES_A_PORT = 60
const TICK_MS = 2

/** Connections by port, kept from order to order. */
const free = new Map<number, Line[]>()

async function linesOf(port: number): Promise<Line[]> {
  const lines = free.get(port) ?? []
  free.set(port, lines)
  lines.splice(0, lines.length, ...lines.filter((line) => line.isOpen()))
  while (lines.length < LINES_A_PORT) {
    const line = new Line(port)
    await line.isThere
    lines.push(line)
  }
  return lines
}

async function issue({ shops, perSecond, seconds, label }: IssuersOrder): Promise<IssuersFigures> {
  for (const port of new Set(shops.map((shop) => shop.port))) await linesOf(port)
  const took: number[] = []
  const counts = { refused: 0, unsent: 0, due: 0 }
  const waiting = new Set<Promise<void>>()
  const startedAt = performance.now()
  const send = (at: number) => {
    const shop = shops[at % shops.length]
    const lines = free.get(shop?.port ?? 0) ?? []
    // Those that nobody used for a minute the service lets go.
    let line = lines.pop()
    while (line?.isOpen() === false) line = lines.pop()
    if (shop === undefined || line === undefined) {
      counts.unsent += 1
      return
    }
    const dueAt = startedAt + ((at + 1) / perSecond) * 1_000
    const body = shop.body.replaceAll(REFERENCE_MARK, `${label}-${at}`)
    const one = line.send(shop.key, body).then((status) => {
      if (status === 201) took.push(performance.now() - dueAt)
      else counts.refused += 1
      if (line.isOpen()) free.get(shop.port)?.push(line)
      waiting.delete(one)
    })
    waiting.add(one)
  }
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
    for (; counts.due < due; counts.due += 1) send(counts.due)
    await sleep(TICK_MS)
  }
  await Promise.all(waiting)
  took.sort((a, b) => a - b)
  const share = (part: number) => Math.round((took[Math.floor(took.length * part)] ?? 0) * 10) / 10
  const { refused, unsent } = counts
  const times = { p50Ms: share(0.5), p99Ms: share(0.99), maxMs: Math.round(took.at(-1) ?? 0) }
  return { answered: took.length, refused, unsent, ...times }
}

if (process.argv[2] === 'issue')
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await issue(JSON.parse(line) as IssuersOrder))}\n`)
