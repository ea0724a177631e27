/** Two people of the head office in the same moment, where requests really are at once. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPlace } from '../../electron/service/storage/open-place.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { asked, officeHand, PASSPHRASE, type OfficeHand } from './office-hands.ts'
import { startInProcess, type InProcessService } from './service-in-process.ts'

const on = NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`

describe.skipIf(NO_POSTGRES !== null)(`at once, on PostgreSQL${on}`, () => {
  let server: OwnPostgres
  let world: InProcessService
  beforeAll(async () => {
    server = startPostgres()
    await server.answers()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    world = await startInProcess({}, async () => must(await openPlace(server.url)))
    for (const table of ['office_people', 'office_sessions', 'office_log'] as const)
      await world.storage.write((db) => db.deleteFrom(table).execute())
  })
  afterEach(() => world.close())

  const statuses = async (...asked: ReturnType<OfficeHand['ask']>[]) =>
    (await Promise.all(asked)).map(({ status }) => status)

  it('two owners who end each other leave one', async () => {
    const [ana, eva] = [
      await officeHand(world, 'owner', 'ana@tienda.cl'),
      await officeHand(world, 'owner', 'eva@tienda.cl'),
    ]
    const people = (await ana.ask('GET', 'people')).body['data'] as Record<string, string>[]
    const [anaId, evaId] = people.map((one) => one['person_id'])
    const both = await statuses(
      ana.ask('PUT', `people/${evaId}`, { is_ended: true }),
      eva.ask('PUT', `people/${anaId}`, { is_ended: true }),
    )
    expect(both.toSorted()).toEqual([200, 401])
  })

  it('one code of the phone lets nobody in twice', async () => {
    const ana = await officeHand(world, 'owner', 'ana@tienda.cl')
    world.clock.advance(60_000)
    const body = { email: ana.email, passphrase: PASSPHRASE, phone_code: ana.code() }
    const both = await statuses(...[1, 2].map(() => asked(world, 'POST', 'session', { body })))
    expect(both.toSorted()).toEqual([200, 401])
  })

  it('one person invited twice is one', async () => {
    const ana = await officeHand(world, 'owner', 'ana@tienda.cl')
    const body = { email: 'luz@tienda.cl', name: 'Luz', role: 'reader' }
    const all = await statuses(...[1, 2, 3].map(() => ana.ask('POST', 'people', body)))
    // There already, or by a code of the phone that is over.
    expect(all.filter((status) => status === 201)).toHaveLength(1)
    expect(all.filter((status) => ![201, 409, 422].includes(status))).toEqual([])
  })
})
