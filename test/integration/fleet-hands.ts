/** Two tills of one shop, opened anew for each test, and what is done at them. */
import Database from 'better-sqlite3'
import { afterEach, beforeEach } from 'vitest'
import { sql } from 'kysely'
import type { ProductId } from '#shared/core/brand.ts'
import { NO_TEXTS } from '#shared/customers/decide-customer.ts'
import type { Rut } from '#shared/rut/rut.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from './fleet-world.ts'
import type { InProcessService } from './service-in-process.ts'

export const COFFEE = '7801040000037'
export const BREAD = '101'
export const NEW_CODE = '7802900001018'
export const RUT = '12345678-5' as Rut
export let world: FleetWorld
export let one: PlayedTill
export let two: PlayedTill
/** Called by each file: files share their modules, so an import would hook only the first. */
export function useTwoTills(): void {
  beforeEach(async () => {
    world = await fleetWorld()
    one = await world.open()
    two = await world.open()
  })
  afterEach(() => world.close())
}

export const goodsOf = ({ till }: PlayedTill) =>
  must(till.api.goods({ text: '', filter: 'sold', categoryId: null, offset: 0, limit: 100 })).rows
export const byCode = (played: PlayedTill, code: string) =>
  goodsOf(played).find((row) => row.code === code)
export const byName = (played: PlayedTill, name: string) =>
  goodsOf(played).find((row) => row.name === name)
export const view = ({ till }: PlayedTill) => must(till.api.fleet())
export const shown = (played: PlayedTill) =>
  goodsOf(played)
    .map(({ id: _, categoryId: __, ...row }) => row)
    .toSorted((a, b) => a.name.localeCompare(b.name))
/** What a scanner finds. */
export const scanned = ({ till }: PlayedTill, code: string) => {
  const found = till.api.productByCode(code)
  return found.ok ? found.value.name : null
}
export type Row = ReturnType<typeof goodsOf>[number]
export type Changes = Partial<Omit<Row, 'unitGrossClp'>> & { readonly unitGrossClp?: number }
export function change(played: PlayedTill, name: string, changes: Changes): void {
  const row = byName(played, name)
  if (row === undefined) throw new Error(`no ${name}`)
  const { id: productId, moreCodes, ...rest } = { ...row, ...changes }
  must(played.till.api.saveGoods({ ...rest, moreCodes: [...moreCodes], productId }))
}
export function addProduct({ till }: PlayedTill, code: string, name: string, unitGrossClp = 990) {
  const [shelf] = till.api.bootstrap().categories
  const product = { code, name, unitGrossClp, isExempt: false, unit: null, isFavourite: false }
  must(till.api.saveProduct({ ...product, categoryId: shelf?.id ?? '' }))
}
export const namesOf = ({ till }: PlayedTill) =>
  till.api.findCustomers({ text: RUT, limit: 5 }).map(({ legalName }) => legalName)

export const keepCustomer = ({ till }: PlayedTill, legalName: string, isNew: boolean) =>
  must(till.api.saveCustomer({ ...NO_TEXTS, rut: RUT, legalName, isNew }))
let moves = 0
export const receive = (played: PlayedTill, code: string, milli: number) =>
  must(
    played.till.api.moveStock({
      moveId: `a${(moves += 1)}`,
      kind: 'received',
      lines: [{ productId: byCode(played, code)?.id as ProductId, milli }],
      reason: '',
      switchesOn: true,
    }),
  )
export const stockOf = (played: PlayedTill, code: string) => byCode(played, code)?.stock?.milli

export const isSettled = (played: PlayedTill) => {
  const { toSend, toWrite, heardAt } = view(played)
  return heardAt !== null && toSend === 0 && toWrite === 0
}
export async function settled(...tills: readonly PlayedTill[]): Promise<void> {
  await world.until(() => tills.every(isSettled))
  const atMs = one.fixture.clock.now()
  await world.until(() => tills.every(isSettled) && one.fixture.clock.now() - atMs > 3_000)
}
export async function joined(): Promise<void> {
  await world.join(one)
  await settled(one)
  await world.join(one, two)
  await settled(one, two)
}
export async function wait(ms: number): Promise<void> {
  const atMs = one.fixture.clock.now()
  await world.until(() => one.fixture.clock.now() - atMs > ms, ms * 2)
}
export const cut = (isAway: boolean, ...tills: readonly PlayedTill[]) => {
  for (const { wire } of tills) wire.isAway = isAway
}
/** Time passes at that till until it has answered. */
export async function said<Value>(played: PlayedTill, answer: Promise<Value>): Promise<Value> {
  let isSaid = false
  const over = () => void (isSaid = true)
  answer.then(over, over)
  for (let ms = 0; !isSaid && ms < 60_000; ms += 1)
    await played.fixture.clock.advance(Math.min(ms, 1))
  return answer
}
export const openDb = ({ fixture }: PlayedTill) =>
  new Database(tillFolder(fixture.dataDir).database, { readonly: true })

export const FLEET_TABLES = [
  'counters',
  'records',
  'words',
  'aliases',
  'edits',
  'overruled',
  'moves',
  'marks',
  'till_days',
  'price_changes',
]
/** The service's database as a backup holds it, and puts it back. */
export async function backedUp({ storage }: InProcessService): Promise<() => Promise<void>> {
  const tables = [...FLEET_TABLES, 'stock', 'counted'].map((name) => `fleet_${name}`)
  const kept = await Promise.all(
    tables.map(async (name) => ({
      name,
      rows: (
        await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(storage.read)
      ).rows,
    })),
  )
  return () =>
    storage.write(async (db) => {
      for (const { name, rows } of kept) {
        await sql`DELETE FROM ${sql.table(name)}`.execute(db)
        for (const row of rows)
          await sql`INSERT INTO ${sql.table(name)} (${sql.join(Object.keys(row).map((key) => sql.ref(key)))})
            VALUES (${sql.join(Object.values(row))})`.execute(db)
      }
    })
}

let thefts = 0
type Answered = { readonly results: readonly { readonly outcome: string }[] }

/** What a till's key says at the service, as its own program never would. */
export function stolenOf(theirs: () => FleetWorld) {
  const asks = async (played: PlayedTill, path: string, body: object | null): Promise<unknown> => {
    const { key } = JSON.parse(played.kept.key ?? '{}') as { readonly key: string }
    const db = openDb(played)
    const installation = db
      .prepare<[], string>('SELECT installation FROM fleet_membership')
      .pluck()
      .get()
    db.close()
    const answer = await theirs().service.service.handle(
      new Request(`http://127.0.0.1${path}`, {
        method: body === null ? 'GET' : 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'x-till-key': key },
          'x-installation': installation ?? '',
        },
        ...(body !== null && { body: JSON.stringify(body) }),
      }),
    )
    return answer.json()
  }
  const edits = async (
    played: PlayedTill,
    kind: string,
    id: string,
    fields: object,
    more: object = {},
  ) => {
    const edit = { edit_id: `thief${(thefts += 1)}`, kind, id, fields, is_deleted: false }
    const said = { ...edit, age_ms: 0, heard_version: 0, ...more }
    return (await asks(played, '/api/fleet/edits', { edits: [said] })) as Answered
  }
  return Object.assign(edits, { asks })
}
export const stolen = stolenOf(() => world)
