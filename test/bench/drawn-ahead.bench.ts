/**
 * What drawing ahead does to creations, and what it saves: two services, one of which keeps and
 * draws ahead, take turns. `npm run bench -- drawn-ahead`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startService, type ServiceProcess } from '../integration/service-process.ts'
import { receiptOfToday } from '../integration/service-receipts.ts'
import { cpuMs, round, startClients, type Clients } from './service-clients.ts'

const ROUNDS = 6
const CLIENTS = 10
const WITHOUT_PAUSE = 600
/** Long enough for a PDF to be drawn ahead in between. */
const PAUSE_MS = 50
const WITH_PAUSE = 30

interface Turn {
  /** Ten clients that never pause: it is never quiet. */
  readonly creationsPerSecond: number
  readonly creationCpuMs: number
  /** One after the other with pauses: a PDF is drawn ahead in each. */
  readonly creationP50Ms: number
  readonly creationMaxMs: number
  readonly cpuMsEach: number
  /** Asked for at the end of the pause. */
  readonly pdfP50Ms: number
}

interface Side {
  readonly service: ServiceProcess
  readonly clients: Clients
  readonly turns: Turn[]
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

async function turnOf({ service, clients, turns }: Side): Promise<Turn> {
  const label = `turn-${turns.length}`
  const cpuFirst = cpuMs(service.child.pid) ?? 0
  const { perSecond } = await clients.load(CLIENTS, WITHOUT_PAUSE, label)
  const creations: number[] = []
  const pdfs: number[] = []
  const cpuBefore = cpuMs(service.child.pid) ?? 0
  for (let count = 0; count < WITH_PAUSE; count += 1) {
    const bread = { name: 'Pan amasado', unitGrossClp: 1990, quantityMilli: 350 }
    const body = receiptOfToday(`${label}-paced-${count}`, [bread])
    const startedAt = performance.now()
    const created = await service.send('POST', '/api/invoices', body)
    creations.push(performance.now() - startedAt)
    if (created.status !== 201) throw new Error(`a creation was answered with ${created.status}`)
    await setTimeout(PAUSE_MS)
    const askedAt = performance.now()
    await service.send('GET', `/api/invoices/39/${created.body.number}/download-base64/80mm`)
    pdfs.push(performance.now() - askedAt)
  }
  return {
    creationsPerSecond: perSecond,
    creationCpuMs: (cpuBefore - cpuFirst) / WITHOUT_PAUSE,
    creationP50Ms: at(creations, 0.5),
    creationMaxMs: at(creations, 1),
    cpuMsEach: ((cpuMs(service.child.pid) ?? 0) - cpuBefore) / WITH_PAUSE,
    pdfP50Ms: at(pdfs, 0.5),
  }
}

async function bench() {
  const dataDir = mkdtempSync(join(tmpdir(), 'drawn-ahead-'))
  const start = async (name: string, drawnMb: string): Promise<Side> => {
    const service = await startService(join(dataDir, name), ['--drawn-mb', drawnMb])
    return { service, clients: startClients([service.ready]), turns: [] }
  }
  const [ahead, asked] = [await start('ahead', '200'), await start('asked', '0')]
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const sides = round % 2 === 0 ? [ahead, asked] : [asked, ahead]
      for (const side of sides) side.turns.push(await turnOf(side))
    }
  } finally {
    for (const { clients, service } of [ahead, asked]) {
      clients.stop()
      await service.kill()
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  const medians = ({ turns: [, ...turns] }: Side) =>
    Object.fromEntries(
      (Object.keys(turns[0] ?? {}) as (keyof Turn)[]).map((name) => [
        name,
        round(
          at(
            turns.map((turn) => turn[name]),
            0.5,
          ),
        ),
      ]),
    )
  return { drawnAhead: medians(ahead), drawnWhenAsked: medians(asked) }
}

process.stdout.write(`${JSON.stringify(await bench(), null, 2)}\n`)
