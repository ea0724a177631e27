/** Owners of several processes who change the same company, certificate or key at once. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey, keyIdOf } from '../../electron/service/auth/keys.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { DAY_MS } from '#shared/time/calendar.ts'
import { cafFileText } from '../support/caf-files.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { ask, companyOf, startInProcess, type InProcessService } from './service-in-process.ts'

const AT_ONCE = 6
const PEM = { certificate_pem: readFileSync('test/support/tls/localhost.crt', 'utf8') }

describe.skipIf(NO_POSTGRES !== null)(
  `on a server${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    let server: OwnPostgres
    let world: InProcessService
    let own: string
    beforeAll(async () => {
      server = startPostgres()
      await server.answers()
      world = await startInProcess({}, async () => must(await openPostgresStorage(server.url)))
      world.clock.advance(2 * DAY_MS)
      Object.assign(world.authority, { isSimulated: false })
      const row = await companyRow()
      own = row.id
    })
    afterAll(async () => {
      await world.close()
      await server.close()
    })
    const companyRow = () => companyOf(world.storage)
    const send = async (...asked: [method: string, path: string, body?: object, key?: string]) =>
      (await ask(world, ...asked)).status
    const atOnce = async (ask: () => Promise<number>) =>
      (await Promise.all(Array.from({ length: AT_ONCE }, ask))).toSorted((a, b) => a - b)
    const once = [201, ...Array.from({ length: AT_ONCE - 1 }, () => 409)]

    it('one certificate is entered once, and one authorization', async () => {
      const certificates = `/api/companies/${own}/certificates`
      expect(await atOnce(() => send('POST', certificates, PEM))).toEqual(once)
      const caf = { issuerRut: '76192083-9', documentCode: 39, firstFolio: 900_001 }
      const body = { caf_xml: cafFileText({ ...caf, lastFolio: 900_100 }) }
      const ranges = `/api/companies/${own}/enumeration`
      expect(await atOnce(() => send('POST', ranges, body))).toEqual(once)
    })

    it('two owners who revoke each other leave one, of three pairs each', async () => {
      const { client_id: clientId } = await companyRow()
      const owner = () =>
        world.storage.write((db) =>
          createKey(
            { db, clock: world.clock, random: systemRandom },
            { clientId, role: 'OWNER', label: '', companyIds: [own as never] },
          ),
        )
      for (let pair = 0; pair < 3; pair += 1) {
        const [one, other] = [await owner(), await owner()]
        const statuses = await Promise.all([
          send('DELETE', `/api/users/${keyIdOf(other)}`, undefined, one),
          send('DELETE', `/api/users/${keyIdOf(one)}`, undefined, other),
        ])
        expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
      }
    })

    it('of one key that is renewed at once there is one new secret', async () => {
      const { client_id: clientId } = await companyRow()
      const till = await world.storage.write((db) =>
        createKey(
          { db, clock: world.clock, random: systemRandom },
          { clientId, role: 'MEMBER', label: 'till', companyIds: [own as never] },
        ),
      )
      const path = `/api/users/${keyIdOf(till)}/rotate`
      const statuses = await atOnce(() => send('POST', path))
      expect(statuses).toEqual([201, ...Array.from({ length: AT_ONCE - 1 }, () => 404)])
    })

    it('each change of a company is there afterwards, whoever came second', async () => {
      const settings = `/api/company-settings/${own}`
      const start = { is_test: false, resolution_number: 80 }
      const statuses = await Promise.all([
        send('PATCH', settings, start),
        send('PATCH', settings, { status: 'SUSPENDED' }),
        send('PATCH', `/api/companies/${own}`, { city: 'Ñuñoa' }),
        send('PATCH', settings, { tax_office: 'ÑUÑOA' }),
      ])
      expect(statuses).toEqual([200, 200, 200, 200])
      expect(await companyRow()).toMatchObject({
        ...{ is_test: 0, resolution_number: 80, status: 'SUSPENDED', suspended_by: 'OWNER' },
        ...{ city: 'Ñuñoa', tax_office: 'ÑUÑOA' },
      })
    })
  },
)
