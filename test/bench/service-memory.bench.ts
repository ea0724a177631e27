/**
 * `npm run bench -- service-memory [--receipts N] [--pdfs N] [--rest SECONDS]`: what a process of
 * the issuing service holds, by the share of memory that is its own (PSS), in parts, before and
 * after receipts, fresh PDFs and a rest. Linux only: `/proc` says it.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as rest } from 'node:timers/promises'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { startService } from '../integration/service-process.ts'
import { pssOf } from './process-memory.ts'
import { startClients } from './service-clients.ts'
import { NUMBER_MARK } from './service-load.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- service-memory [--receipts N] [--pdfs N] [--rest SECONDS]',
    options: {
      receipts: { kind: 'number', from: 1, to: 1_000_000, first: 10_000 },
      pdfs: { kind: 'number', from: 1, to: 1_000_000, first: 2_000 },
      rest: { kind: 'number', from: 1, to: 600, first: 60 },
    },
  },
  process,
  3,
)
const LOOK_AGAIN_MS = 50
const folder = mkdtempSync(join(tmpdir(), 'meson-service-memory-'))
const reports = ['--report-on-signal', `--report-directory=${folder}`, '--report-exclude-network']
const service = await startService(folder, [], { NODE_OPTIONS: reports.join(' ') })
const clients = startClients([service.ready])
try {
  process.stdout.write(
    '| MB | all | JavaScript, main | threads | other memory | program and libraries |\n|---|---|---|---|---|---|\n',
  )
  await tell('at the start')
  await clients.load(20, values.receipts, 'warm')
  await tell(`after ${values.receipts} receipts`)
  const rested: number[] = []
  for (const width of ['80mm', '58mm']) {
    await clients.load(20, values.receipts, width)
    const path = `/api/invoices/39/${NUMBER_MARK}/download-base64/${width}`
    const asked = { method: 'GET', path, status: 200 } as const
    const { perSecond } = await clients.load(8, values.pdfs, 'pdf', asked)
    await tell(`and ${values.pdfs} PDFs (${perSecond.toFixed(0)}/s)`)
    await rest(values.rest * 1_000)
    rested.push(await tell(`${values.rest} s later`))
  }
  const [before = 0, after = 0] = rested
  process.stdout.write(`as much again and a rest: ${(after / before).toFixed(2)} of before\n`)
} finally {
  clients.stop()
  await service.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function tell(when: string): Promise<number> {
  const pid = service.child.pid ?? 0
  const { all, files } = pssOf(pid)
  const heaps = await heapsOf(pid)
  const main = heaps.main
  const threads = heaps.threads.reduce((sum, one) => sum + one, 0)
  const figures = [all, main, threads, all - files - main - threads, files]
  const cells = figures.map((figure) => figure.toFixed(0))
  process.stdout.write(
    `| ${[`${when} (${heaps.threads.length} threads)`, ...cells].join(' | ')} |\n`,
  )
  return all
}

interface Heap {
  readonly javascriptHeap: { readonly totalCommittedMemory: number }
}

type Report = Heap & { readonly workers: readonly Heap[] }

/** As Node's own report has them: what the heaps have taken of the machine. */
async function heapsOf(pid: number) {
  const made = () => readdirSync(folder).filter((name) => name.startsWith('report.'))
  const before = made().length
  process.kill(pid, 'SIGUSR2')
  let report: Report | null = null
  while (report === null) {
    await rest(LOOK_AGAIN_MS)
    const name = made().toSorted().at(-1)
    report = made().length === before || name === undefined ? null : readReport(name)
  }
  const mb = ({ javascriptHeap }: Heap) => javascriptHeap.totalCommittedMemory / 2 ** 20
  return { main: mb(report), threads: report.workers.map(mb) }
}

/** Null while it is being written. */
function readReport(name: string): Report | null {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report
  } catch {
    return null
  }
}
