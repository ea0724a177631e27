/** What the benches of the service share: the clients' process, and processor time of another. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ReadyLine } from '../integration/service-process.ts'
import { receiptOfToday } from '../integration/service-receipts.ts'
import { REFERENCE_MARK, type LoadFigures, type LoadOrder } from './service-load.ts'

export interface Clients {
  readonly load: (
    clients: number,
    requests: number,
    label: string,
    other?: LoadOrder['other'],
  ) => Promise<LoadFigures>
  readonly stop: () => void
}

/**
 * The clients run in a process of their own, like real ones; on one core they would still share it
 * with the service.
 */
export function startClients(services: readonly ReadyLine[]): Clients {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('service-load.ts', import.meta.url)), 'run'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const body = JSON.stringify(
    receiptOfToday(REFERENCE_MARK, [
      { name: 'Pan amasado', unitGrossClp: 1990, quantityMilli: 350 },
      { name: 'Leche 1 L', unitGrossClp: 1190 },
      { name: 'Libro', unitGrossClp: 5000, isExempt: true },
    ]),
  )
  const load: Clients['load'] = async (clients, requests, label, other) => {
    const order: LoadOrder = {
      ...(other === undefined ? {} : { other }),
      ports: services.map((ready) => Number(new URL(ready.base_url).port)),
      key: services[0]?.keys.owner ?? '',
      clients,
      requests,
      body,
      label,
    }
    child.stdin.write(`${JSON.stringify(order)}\n`)
    const answer = await lines.next()
    if (answer.done === true) throw new Error('the clients ended before their figures')
    return JSON.parse(answer.value) as LoadFigures
  }
  return { load, stop: () => child.stdin.end() }
}

const PART_ROUNDS = 9
const PART_REQUESTS = 200
const VALIDATION = { path: '/api/invoices/validate?apiKey=%7B%7D', status: 200 }

/** A lone client's receipt, and what it is made of, in µs: medians of rounds in turns. */
export interface LoneParts {
  readonly creation: number
  /** The same rows, bare. */
  readonly bareTransaction: number
  /** The same bytes where nobody takes them. */
  readonly http: number
  /** Judged by all rules and stored nowhere, its HTTP among it. */
  readonly judged: number
  /** Of each round; the aim is 0.5. */
  readonly ofCeiling: number
}

export async function loneParts(
  { load }: Clients,
  bare: (rows: number) => number | Promise<number>,
): Promise<LoneParts> {
  const rounds: number[][] = []
  for (let turn = 0; turn < PART_ROUNDS; turn += 1) {
    const by = async (label: string, other?: LoadOrder['other']) =>
      1e6 / (await load(1, PART_REQUESTS, `${label}-${turn}`, other)).perSecond
    const transaction = 1e6 / (await bare(PART_REQUESTS))
    const http = await by('http', { path: '/nowhere', status: 404 })
    const judged = await by('judged', VALIDATION)
    const creation = await by('lone')
    rounds.push([creation, transaction, http, judged, transaction / creation])
  }
  const middle = (at: number) =>
    round(rounds.map((one) => one[at] ?? 0).toSorted((a, b) => a - b)[PART_ROUNDS >> 1] ?? 0)
  const [creation, bareTransaction, http, judged, ofCeiling] = [0, 1, 2, 3, 4].map(middle) as [
    ...[number, number, number, number, number],
  ]
  return { creation, bareTransaction, http, judged, ofCeiling }
}

/** User and system time of a process so far, from its 10 ms ticks. */
export function cpuMs(pid: number | undefined): number | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Of a backend of PostgreSQL's whole server, with what of it has ended; Linux only. */
export function familyMs(backend: number | undefined): number {
  const parent = statOf(backend)[1] ?? 0
  const family = readdirSync('/proc').filter((name) => statOf(name)[1] === parent)
  const ended = statOf(parent).slice(13, 15)
  const living = family.reduce((sum, pid) => sum + (cpuMs(Number(pid)) ?? 0), cpuMs(parent) ?? 0)
  return ended.reduce((sum, ticks) => sum + ticks * 10, living)
}

/** The figures behind a process's name; none when it is no more. */
function statOf(pid: number | string | undefined): number[] {
  try {
    return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').map(Number)
  } catch {
    return []
  }
}

/** What a process has of the machine's memory; Linux only. */
export function residentMbOf(pid: number | undefined): number | null {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]) / 1_024)
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
