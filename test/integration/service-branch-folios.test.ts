/** A range that is kept for a branch: its own first, nobody else's ever, and no hole in any. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createService } from '../../electron/service/app.ts'
import type { FoliosWanted } from '../../electron/service/parts/authority.ts'
import { SILENT } from '../../electron/service/core/log.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { watchAlarms } from '../../electron/service/head-office/alarm-watch.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import type { Storage } from '../../electron/service/storage/storage.ts'
import { cafFileText } from '../support/caf-files.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { waitFor } from '../support/wait-for.ts'
import { officeHand } from './office-hands.ts'
import { ask, companyOf, startInProcess, type InProcessService } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

const RUT = '76192083-9'
const MAIPU = 81_234_567
const OWN = 700_001

let world: InProcessService
let own: string
let sold = 0
const start = async (open?: () => Promise<Storage>) => {
  world = await startInProcess({ requestsPerMinute: 1_000_000 }, open)
  own = (await companyOf(world.storage)).id
}
const send = (method: string, path: string, body?: object, key?: string) =>
  ask(world, method, path, body, key)
async function sell(branch: number, service = world.service): Promise<number | null> {
  const line = { name: 'Pan', unitGrossClp: 1990 }
  const body = receiptRequest(`B-${(sold += 1)}`, [line], world.today())
  const asked = new Request('http://127.0.0.1/api/invoices', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': world.keys.owner },
    body: JSON.stringify({ ...body, branch_office: branch }),
  })
  const answer = await service.handle(asked)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { number: number | null }).number
}
const many = (times: number, branch: number, service?: typeof world.service) =>
  Promise.all(Array.from({ length: times }, () => sell(branch, service)))
async function load(firstFolio: number, lastFolio: number): Promise<string> {
  const caf_xml = cafFileText({ issuerRut: RUT, documentCode: 39, firstFolio, lastFolio })
  const { body } = await send('POST', `/api/companies/${own}/enumeration`, { caf_xml })
  return String(body['id'])
}
const keep = (id: string, branch: number | null, key?: string) =>
  send('PATCH', `/api/companies/${own}/enumeration/${id}`, { branch_office: branch }, key)
const run = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)
const sorted = (folios: readonly (number | null)[]) =>
  folios.map(Number).toSorted((one, other) => one - other)

describe('over SQLite', () => {
  beforeEach(() => start())
  afterEach(() => world.close())

  it('is taken of by its branch first, and by no other one', async () => {
    const id = await load(OWN, OWN + 99)
    expect(await keep(id, MAIPU)).toMatchObject({ status: 200, body: { branch_office: MAIPU } })
    const [theirs, others] = await Promise.all([many(40, MAIPU), many(40, 0)])
    expect(sorted(theirs)).toEqual(run(OWN, 40))
    expect(sorted(others)).toEqual(run(1, 40))
  })

  it('that ends leaves its branch the ranges of all, also in the middle of many', async () => {
    await keep(await load(OWN, OWN + 9), MAIPU)
    const theirs = sorted(await many(30, MAIPU))
    expect(theirs).toEqual([...run(1, 20), ...run(OWN, 10)])
    expect(await sell(0)).toBe(21)
  })

  it('others never take of it, when it is all there is: they wait until it is given back', async () => {
    const { data } = (await send('GET', `/api/companies/${own}/enumeration/list?per_page=100`))
      .body as { data: { id: string; id_document_type: string }[] }
    for (const range of data.filter((one) => one.id_document_type === '39'))
      expect((await keep(range.id, MAIPU)).status).toBe(200)
    expect(await many(5, 0)).toEqual(Array(5).fill(null))
    expect(await sell(MAIPU)).toBe(1)
    for (const range of data.filter((one) => one.id_document_type === '39'))
      await keep(range.id, null)
    world.clock.advance(10_000)
    await world.service.settle()
    const rows = await world.storage.read
      .selectFrom('documents')
      .select('number')
      .where('company_id', '=', own as never)
      .execute()
    expect(sorted(rows.map(({ number }) => number))).toEqual(run(1, 6))
  })

  it('goes on where it stands, whoever it is kept for while they sell', async () => {
    const { data } = (await send('GET', `/api/companies/${own}/enumeration/list?document_type=39`))
      .body as { data: { id: string; enumeration_from: number }[] }
    const first = data.find((one) => one.enumeration_from === 1)?.id ?? ''
    const folios: (number | null)[] = []
    for (let round = 0; round < 20; round += 1) {
      const [mine, theirs] = [many(5, 0), many(5, MAIPU)]
      await keep(first, round % 3 === 0 ? null : round % 3 === 1 ? MAIPU : 0)
      folios.push(...(await mine), ...(await theirs))
    }
    const ofFirst = sorted(folios).filter((folio) => folio <= 50_000)
    const ofSecond = sorted(folios).filter((folio) => folio > 50_000)
    expect(folios).toHaveLength(200)
    expect(ofFirst).toEqual(run(1, ofFirst.length))
    expect(ofSecond).toEqual(run(50_001, ofSecond.length))
  })

  it('the next one for a branch is asked for, and its own again', async () => {
    const id = await load(OWN, OWN + 9)
    await keep(id, MAIPU)
    const asked: string[] = []
    const moreFolios = ({ after }: FoliosWanted) => {
      asked.push(after)
      const next = { issuerRut: RUT, documentCode: 39, firstFolio: OWN + 10 }
      const caf = cafFileText({ ...next, lastFolio: OWN + 19 })
      return Promise.resolve({ kind: 'ANSWERED', caf })
    }
    Object.assign(world.authority, { moreFolios })
    await many(9, MAIPU)
    // One for all that somebody loads is none of theirs.
    await load(OWN + 100, OWN + 199)
    world.clock.advance(60_000)
    await world.service.settle()
    expect(asked).toEqual([id])
    expect(sorted(await many(11, MAIPU))).toEqual(run(OWN + 9, 11))
  })

  it.each([
    { branch_office: -1 },
    { branch_office: 1_000_000_000 },
    { branch_office: 1.5 },
    { branch_office: '81' },
    {},
    { branch_office: 1, next_folio: 1 },
  ])('%o keeps nothing', async (body) => {
    const id = await load(OWN, OWN + 99)
    const path = `/api/companies/${own}/enumeration/${id}`
    expect([400, 422]).toContain((await send('PATCH', path, body)).status)
    expect(await sell(0)).toBe(1)
  })

  it('is kept by its owner alone, of their own company, while it is in use', async () => {
    const id = await load(OWN, OWN + 99)
    expect((await keep(id, MAIPU, world.keys.member)).body['code']).toBe('ROLE_NOT_ALLOWED')
    const other = await companyOf(world.storage, '76000006-K')
    const path = `/api/companies/${other.id}/enumeration/${id}`
    expect((await send('PATCH', path, { branch_office: 1 })).body['code']).toBe('RANGE_NOT_FOUND')
    await world.storage.write((db) =>
      db
        .updateTable('folio_ranges')
        .set({ status: 'ANU' })
        .where('id', '=', id as never)
        .execute(),
    )
    for (const none of [id, 'x', "' OR 1=1 --"])
      expect((await keep(encodeURIComponent(none), 1)).status).toBe(404)
  })

  it('is seen and kept in the head office, and stands in its log', async () => {
    const ana = await officeHand(world)
    const id = await load(OWN, OWN + 99)
    const ranges = async () =>
      (await ana.ask('GET', 'ranges')).body['data'] as Record<string, unknown>[]
    expect(await ranges()).toContainEqual({
      ...{ range_id: id, document_type: '39', first: OWN, last: OWN + 99, left: 100 },
      ...{ ends_on: null, is_held: false, branch_office: null },
    })
    expect((await ana.ask('PUT', `ranges/${id}`, { branch_office: MAIPU })).status).toBe(200)
    expect(await sell(MAIPU)).toBe(OWN)
    expect(await ranges()).toContainEqual(
      expect.objectContaining({ range_id: id, left: 99, branch_office: MAIPU }),
    )
    const [row] = (await ana.ask('GET', 'log')).body['data'] as Record<string, unknown>[]
    expect(row).toMatchObject({
      ...{ who: 'Ana', action: 'range-kept', what: `39 ${OWN}-${OWN + 99}, ${MAIPU}` },
    })
    const other = await officeHand(world, 'owner', 'otra@tienda.cl', '76000006-K')
    const taken = await other.ask('PUT', `ranges/${id}`, { branch_office: 1 })
    expect(taken.body['code']).toBe('RANGE_NOT_FOUND')
  })

  it('what is left of them is told by branch, and its own is nobody else’s', async () => {
    await officeHand(world)
    await world.storage.write((db) =>
      db
        .updateTable('folio_ranges')
        .set((eb) => ({ next_folio: eb('last_folio', '-', 4) }))
        .where('document_code', '=', 39)
        .execute(),
    )
    await keep(await load(OWN, OWN + 4_999), MAIPU)
    // The service looks by itself too, and may have done so before the folios went.
    world.clock.advance(60_000)
    await watchAlarms({ ...world, random: systemRandom })
    const told = await waitFor(async () => {
      const rows = await world.storage.read.selectFrom('office_alarms').selectAll().execute()
      const folios = rows.filter(({ kind }) => kind === 'folios').map(({ subject }) => subject)
      expect(folios).not.toEqual([])
      return folios
    })
    expect(told.filter((subject) => subject.startsWith('39'))).toEqual(['39'])
  })
})

describe.skipIf(NO_POSTGRES !== null)(
  `over PostgreSQL${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    let server: OwnPostgres
    beforeEach(async () => {
      server = startPostgres()
      await server.answers()
      await start(async () => must(await openPostgresStorage(server.url)))
    })
    afterEach(async () => {
      await world.close()
      await server.close()
    })

    it('two processes and two branches give each folio once, and leave none out', async () => {
      const storage = must(await openPostgresStorage(server.url))
      const { clock, authority, renderer } = world
      const second = createService({
        ...{ storage, clock, authority, renderer, random: systemRandom, log: SILENT },
        settings: { requestsPerMinute: 1_000_000 },
      })
      const id = await load(OWN, OWN + 59)
      await keep(id, MAIPU)
      const folios = await Promise.all(
        [world.service, second].flatMap((service) => [
          many(50, MAIPU, service),
          many(50, 0, service),
        ]),
      )
      const [theirs, others, again, more] = folios
      const all = sorted(folios.flat())
      const ofOwn = all.filter((folio) => folio >= OWN)
      expect(ofOwn).toEqual(run(OWN, 60))
      expect(all.slice(0, 140)).toEqual(run(1, 140))
      expect([...(others ?? []), ...(more ?? [])].filter((folio) => Number(folio) >= OWN)).toEqual(
        [],
      )
      expect([theirs, again].flat()).toHaveLength(100)
      await second.close()
      await storage.close()
    }, 60_000)
  },
)
