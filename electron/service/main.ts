/**
 * The issuing service as a process: `node electron/service/main.ts --port N --data DIR [--demo]
 * [--database postgres://...] [--sandbox] [--exit-with-parent] [--resources DIR] ...`. Prints one
 * JSON line on stdout when it is ready; logs go to stderr. A host that is bundled says where the
 * resources are.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tell, type Told } from '#shared/core/command-line.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { BuyerLimit } from '#shared/selling/sale/buyer-limit.ts'
import { createService, type Service } from './app.ts'
import type { GatewayAccess } from './authority/gateway-connection.ts'
import { HttpAuthority } from './authority/http-authority.ts'
import { readAccess } from './authority/read-access.ts'
import { SimulatedAuthority } from './authority/simulated-authority.ts'
import { BUYER_LIMITS } from './catalogues/catalogues.ts'
import { readArguments, type ServiceArguments } from './command-line.ts'
import { demoCompanies, demoTaxpayers, prepareDemo } from './sandbox/demo-data.ts'
import { createLog, type Logger } from './core/log.ts'
import { openMetrics, type Metrics } from './parts/metrics.ts'
import { PdfStore } from './parts/pdf-store.ts'
import { createWorkerRenderer } from './pdf/worker-renderer.ts'
import { systemClock, systemRandom } from './core/ports.ts'
import { NO_FAULTS, SandboxClock } from './sandbox/sandbox.ts'
import { openMail } from './mail-options.ts'
import type { MailAccount } from './parts/parts.ts'
import { closeToOthers } from './core/private-files.ts'
import { builtPages } from './routes/office-pages.ts'
import { listen, type ListeningServer } from './server.ts'
import { startRefusalText, type StartRefusal } from './core/start-refusals.ts'
import { drawnTable, openDrawnFile } from './storage/drawn-file.ts'
import { fileIn } from './storage/open-place.ts'
import { openPostgresStorage } from './storage/postgres-storage.ts'
import { openSqliteStorage } from './storage/sqlite-storage.ts'
import type { Storage } from './storage/storage.ts'

/** Less may be a clock that was set right. */
const CLOCK_BEHIND_MS_MAX = 10 * 60_000
const EXIT_NOT_STARTED = 2
/** Proxies that keep connections open ask over each of them within it. */
const LINGER_MS = 500
/** Where they are when this source runs unbundled and nobody says otherwise. */
const SOURCE_RESOURCES = fileURLToPath(new URL('../../resources', import.meta.url))

process.umask(0o077)
// Whoever listens may go away, a terminal that is closed, and receipts are issued all the same.
for (const listened of [process.stdout, process.stderr]) listened.on('error', () => {})
const started = await start(process.argv.slice(2))
if (!started.ok) process.exitCode = sayRefused(started.refusal)
else {
  stopOnSignals(started.value)
  process.stdout.write(`${JSON.stringify(started.value.readyLine)}\n`)
}

function sayRefused(refusal: StartRefusal | Told): number {
  if ('kind' in refusal) return tell(refusal, process)
  process.stderr.write(`${startRefusalText(refusal)}\n`)
  return EXIT_NOT_STARTED
}

interface Running {
  readonly readyLine: object
  readonly exitWithParent: boolean
  stop(): Promise<void>
}

async function start(argv: readonly string[]): Promise<Result<Running, StartRefusal | Told>> {
  const options = readArguments(argv)
  if (!options.ok) return options
  const resourcesDir = options.value.resourcesDir ?? SOURCE_RESOURCES
  // Better now than at the first receipt, which would be issued and never printed.
  if (!existsSync(join(resourcesDir, 'fonts')))
    return refuse({ code: 'RESOURCES_MISSING', params: { path: resourcesDir } })
  const access = readAccess(options.value.authorityFiles)
  if (!access.ok) return access
  const mail = openMail(options.value.mail)
  if (!mail.ok) return mail
  const aheadMs = aheadOfClockMs(options.value)
  const storage = await openStorage(options.value)
  if (!storage.ok) return storage
  if (aheadMs > CLOCK_BEHIND_MS_MAX)
    createLog(process.stderr, options.value.logLevel, systemClock).error(
      { behindMs: Math.round(aheadMs) },
      'this clock stands before the last write of the database: until it is set right receipts are refused as of the future',
    )
  const demo = await demoOf(storage.value, options.value, resourcesDir)
  const { port, host, exitWithParent } = options.value
  // Nobody watches the one beside a till.
  const metrics = exitWithParent ? null : await openMetrics()
  const around = { resourcesDir, metrics, access: access.value, mail: mail.value }
  const service = serviceOver(storage.value, options.value, around)
  await service.proveFolios()
  const server = await listen((request, env) => service.handle(request, env), port, host, {
    // A till ends with its service, and asks nothing any more.
    lingerMs: exitWithParent ? 0 : LINGER_MS,
  })
  if (!server.ok) {
    await service.close()
    await storage.value.close()
    return refuse(server.refusal)
  }
  return ok({
    readyLine: { ready: 'service', base_url: server.value.baseUrl, ...demo },
    exitWithParent,
    stop: () => stopAll(server.value, service, storage.value),
  })
}

/** By which a file of SQLite, which has no clock but this one, was written in the future. */
function aheadOfClockMs({ database, dataDir }: ServiceArguments): number {
  if (database !== null) return 0
  const file = fileIn(dataDir ?? '')
  const written = [file, `${file}-wal`].map(
    (each) => statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  )
  return Math.max(...written) - systemClock.now()
}

function openStorage(options: ServiceArguments): Promise<Result<Storage, StartRefusal>> {
  if (options.database !== null) return openPostgresStorage(options.database)
  const dataDir = resolve(options.dataDir ?? '')
  closeToOthers(dataDir)
  return openSqliteStorage(fileIn(dataDir))
}

/** What the ready line says beyond the address. Without the demo a key is made by the tool. */
async function demoOf(
  storage: Storage,
  { isDemo, dataDir }: ServiceArguments,
  resourcesDir: string,
): Promise<object> {
  if (!isDemo || dataDir === null) return {}
  mkdirSync(resolve(dataDir), { recursive: true })
  const keys = await prepareDemo({
    storage,
    clock: storage.clock,
    random: systemRandom,
    keysFile: join(resolve(dataDir), 'demo-keys.json'),
    logoFile: join(resourcesDir, 'service', 'demo-logo.png'),
  })
  return { companies: await demoCompanies(storage), keys }
}

interface Around {
  readonly resourcesDir: string
  readonly metrics: Metrics | null
  readonly access: GatewayAccess
  readonly mail: MailAccount | null
}

function serviceOver(
  storage: Storage,
  options: ServiceArguments,
  { resourcesDir, metrics, access, mail }: Around,
): Service {
  const clock = new SandboxClock(storage.clock)
  const simulated = new SimulatedAuthority(clock, systemRandom, demoTaxpayers())
  const { authorityUrl } = options
  const log = createLog(process.stderr, options.logLevel, systemClock)
  const drawn = drawnOf(storage, options, log)
  return createService({
    storage,
    clock,
    random: systemRandom,
    log,
    metrics,
    authority:
      authorityUrl === null ? simulated : new HttpAuthority(authorityUrl, options.leaseMs, access),
    ...(options.isSandbox
      ? { sandbox: { clock, authority: simulated, faults: { ...NO_FAULTS } } }
      : {}),
    renderer: createWorkerRenderer(join(resourcesDir, 'fonts')),
    officeDir: options.exitWithParent ? null : builtPages(),
    mail,
    ...(drawn === null ? {} : { drawn }),
    settings: {
      allowLocalWebhooks: options.allowLocalWebhooks,
      requestsPerMinute: options.requestsPerMinute,
      pages: options.pages,
      isBehindProxy: options.isBehindProxy,
      buyerLimits: withYears(BUYER_LIMITS, options.buyerLimits),
      ...(options.webhookWaitsMs === null ? {} : { webhookWaitsMs: options.webhookWaitsMs }),
      ...(options.sendDelayMs === null ? {} : { sendDelayMs: options.sendDelayMs }),
      ...(options.leaseMs === null ? {} : { leaseMs: options.leaseMs }),
      ...(options.verdictDelayMs === null ? {} : { verdictDelayMs: options.verdictDelayMs }),
    },
  })
}

/** Null for nowhere: PDFs are drawn whenever they are asked for. */
function drawnOf(storage: Storage, options: ServiceArguments, log: Logger): PdfStore | null {
  const { drawnMb, dataDir } = options
  if (drawnMb === 0) return null
  const settings = { bytesMax: drawnMb * 1_000_000, clock: storage.clock, log }
  try {
    const file = join(resolve(dataDir ?? ''), 'drawn.db')
    const { shared } = storage
    return new PdfStore(shared === null ? openDrawnFile(file) : drawnTable(shared), settings)
  } catch (error) {
    log.info({ err: error }, 'drawn PDFs are not kept')
    return null
  }
}

/** Years of the command line replace those of the program. */
function withYears(
  known: readonly BuyerLimit[],
  given: readonly BuyerLimit[],
): readonly BuyerLimit[] {
  return [...new Map([...known, ...given].map((limit) => [limit.year, limit])).values()]
}

async function stopAll(server: ListeningServer, service: Service, storage: Storage): Promise<void> {
  service.beginEnd()
  await server.close()
  await service.close()
  await storage.close()
}

/** A parent that was killed closes our stdin with it; that is the only sign it leaves. */
function stopOnSignals(running: Running): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // As a utility process it is asked by a word: on Windows a signal would be the end at once.
  const { parentPort } = process as {
    parentPort?: { on(event: 'message', heard: () => void): void }
  }
  parentPort?.on('message', stop)
  if (!running.exitWithParent) return
  process.stdin.on('end', stop).on('close', stop).on('error', stop)
  process.stdin.resume()
}
