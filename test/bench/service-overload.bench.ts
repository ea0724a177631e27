/**
 * The issuing service asked for twice what it can do, most of it by one company: how long who is
 * let in waits, and what is left to the other. `npm run bench -- service-overload`.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startService } from '../integration/service-process.ts'
import { receiptOfToday } from '../integration/service-receipts.ts'
import type { PacedFigures, PacedOrder } from './paced-load.ts'
import { round, startClients } from './service-clients.ts'
import { REFERENCE_MARK } from './service-load.ts'

const CAPACITY_CLIENTS = 50
const CAPACITY_REQUESTS = 4_000
const SECONDS = 10
/** Of the capacity, for the company that asks for little. */
const SMALL_SHARE = 0.1

const dataDir = mkdtempSync(join(tmpdir(), 'overload-'))
const service = await startService(dataDir)
const clients = startClients([service.ready])
const program = fileURLToPath(new URL('paced-load.ts', import.meta.url))
const paced = spawn(process.execPath, [program, 'paced'], { stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface({ input: paced.stdout })[Symbol.asyncIterator]()

await clients.load(CAPACITY_CLIENTS, CAPACITY_REQUESTS, 'warm')
const { perSecond } = await clients.load(CAPACITY_CLIENTS, CAPACITY_REQUESTS, 'capacity')
for (const times of [0.5, 2]) {
  const order: PacedOrder = {
    port: Number(new URL(service.ready.base_url).port),
    askers: [
      { key: service.ready.keys.owner, perSecond: perSecond * (times - SMALL_SHARE) },
      { key: service.ready.keys.member, perSecond: perSecond * SMALL_SHARE },
    ],
    seconds: SECONDS,
    body: JSON.stringify(receiptOfToday(REFERENCE_MARK, [{ name: 'Pan', unitGrossClp: 1990 }])),
    label: `at-${times}`,
  }
  paced.stdin.write(`${JSON.stringify(order)}\n`)
  const answer = await lines.next()
  if (answer.done === true) throw new Error('the clients ended before their figures')
  const [greedy, small] = JSON.parse(answer.value) as PacedFigures[]
  const load = loadavg().map(round)
  process.stdout.write(
    `${JSON.stringify({ capacityPerSecond: round(perSecond), times, greedy, small, load })}\n`,
  )
}
clients.stop()
paced.stdin.end()
await service.kill()
rmSync(dataDir, { recursive: true, force: true })
