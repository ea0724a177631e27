/** The service without a process or a port: real database, real rules, a clock the test holds. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs, IsoDate } from '#shared/core/brand.ts'
import { createService, type Service } from '../../electron/service/app.ts'
import { SimulatedAuthority } from '../../electron/service/authority/simulated-authority.ts'
import {
  demoTaxpayers,
  prepareDemo,
  type DemoKeys,
} from '../../electron/service/sandbox/demo-data.ts'
import { SILENT, type Logger } from '../../electron/service/core/log.ts'
import { openMetrics } from '../../electron/service/parts/metrics.ts'
import type { MailAccount, ServiceSettings } from '../../electron/service/parts/parts.ts'
import type { PdfRenderer } from '../../electron/service/parts/renderer.ts'
import { systemRandom, type Clock } from '../../electron/service/core/ports.ts'
import { openSqliteStorage } from '../../electron/service/storage/sqlite-storage.ts'
import type { Storage } from '../../electron/service/storage/storage.ts'
import { dayInChile } from '../support/day-in-chile.ts'

export interface InProcessService {
  readonly service: Service
  /** Once more over the same database, as another process of it is; closed with this one. */
  readonly another: () => Promise<Service>
  readonly storage: Storage
  readonly keys: DemoKeys
  readonly authority: SimulatedAuthority
  readonly renderer: PdfRenderer
  readonly clock: Clock & { readonly advance: (ms: number) => void }
  /** Another number once anything was written to a database of a file. */
  readonly written: () => unknown
  /** The day in Chile by the test's clock, which the documents sent to this service carry. */
  readonly today: () => IsoDate
  readonly post: (path: string, body: string, headers?: Record<string, string>) => Promise<Response>
  readonly close: () => Promise<void>
}

/** A renderer for tests that are not about paper. */
const blankRenderer: PdfRenderer = {
  receipt: () => Promise.resolve(new Uint8Array()),
  document: () => Promise.resolve(new Uint8Array()),
  close: () => Promise.resolve(),
}

/** What it really costs is the matter of passphrase.test.ts. */
const PASSPHRASE_COST = 16
const [DATABASE, DEMO_KEYS] = ['service.db', 'demo-keys.json']

/**
 * The demonstration's files as it begins: the keys of its ranges take a tenth of a second. One set
 * for each of those that are open at the same time, which are different services.
 */
const madeBefore = new Map<number, ReadonlyMap<string, Buffer>>()
const taken = new Set<number>()

function takePlace(): number {
  let place = 0
  while (taken.has(place)) place += 1
  taken.add(place)
  return place
}

function filesOf(dataDir: string): ReadonlyMap<string, Buffer> {
  const database = new Database(join(dataDir, DATABASE), { readonly: true })
  const bytes = database.serialize()
  database.close()
  return new Map([
    [DATABASE, bytes],
    [DEMO_KEYS, readFileSync(join(dataDir, DEMO_KEYS))],
  ])
}

export async function startInProcess(
  settings: Partial<ServiceSettings> = {},
  openStorage: (dataDir: string) => Promise<Storage> = openSqlite,
  renderer: PdfRenderer = blankRenderer,
  log: Logger = SILENT,
  officeDir: string | null = null,
  mail: MailAccount | null = null,
): Promise<InProcessService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  let now = Date.parse('2026-11-20T15:00:00Z')
  const clock = {
    now: () => now as EpochMs,
    advance: (ms: number) => {
      now += ms
    },
  }
  const isCopied = openStorage === openSqlite
  const place = isCopied ? takePlace() : null
  const made = place === null ? undefined : madeBefore.get(place)
  made?.forEach((bytes, name) => writeFileSync(join(dataDir, name), bytes))
  const storage = await openStorage(dataDir)
  const keysFile = join(dataDir, DEMO_KEYS)
  const keys = await prepareDemo({ storage, clock, random: systemRandom, keysFile })
  if (place !== null && made === undefined) madeBefore.set(place, filesOf(dataDir))
  const authority = new SimulatedAuthority(clock, systemRandom, demoTaxpayers())
  const ports = { storage, clock, random: systemRandom, log, authority, renderer }
  const opened: Service[] = []
  const another = async (): Promise<Service> => {
    const metrics = await openMetrics()
    const quick = { passphraseCost: PASSPHRASE_COST, ...settings }
    const created = createService({ ...ports, metrics, settings: quick, officeDir, mail })
    opened.push(created)
    return {
      ...created,
      // Node would stamp an answer with the machine's time, which is not this service's.
      handle: async (...asked) => {
        const { body, status, headers } = await created.handle(...asked)
        const stamped = new Headers(headers)
        stamped.set('date', new Date(now).toUTCString())
        return new Response(body, { status, headers: stamped })
      },
    }
  }
  const service = await another()
  const looking = isCopied ? new Database(join(dataDir, DATABASE), { readonly: true }) : null
  return {
    service,
    another,
    written: () => looking?.pragma('data_version', { simple: true }),
    storage,
    keys,
    authority,
    renderer,
    clock,
    today: () => dayInChile(clock.now()),
    post: (path, body, headers) =>
      service.handle(
        new Request(`http://127.0.0.1${path}`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json', 'x-api-key': keys.owner, ...headers },
        }),
      ),
    close: async () => {
      if (place !== null) taken.delete(place)
      for (const each of opened) await each.close()
      looking?.close()
      await storage.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A company of the demonstration: the first of them, or the one with that number. */
export function companyOf({ read }: Pick<Storage, 'read'>, number = '76192083-9') {
  return read
    .selectFrom('companies')
    .selectAll()
    .where('document_number', '=', number)
    .executeTakeFirstOrThrow()
}

/** The demonstration's companies count, with their folios: nothing they issue is a trial. */
export async function countInEarnest({ storage }: Pick<InProcessService, 'storage'>) {
  await storage.write(async (db) => {
    await db
      .updateTable('companies')
      .set({ is_test: 0, production_at_ms: 0 as EpochMs })
      .execute()
    await db.updateTable('folio_ranges').set({ is_trial: 0 }).execute()
  })
}

/** Asks as the owner of the demonstration, or with another key; the answer as JSON. */
export async function ask(
  { service, keys }: Pick<InProcessService, 'service' | 'keys'>,
  method: string,
  path: string,
  body?: object,
  key = keys.owner,
) {
  const asked = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await service.handle(asked)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function openSqlite(dataDir: string): Promise<Storage> {
  const opened = await openSqliteStorage(join(dataDir, DATABASE))
  if (!opened.ok) throw new Error(opened.refusal.code)
  return opened.value
}
