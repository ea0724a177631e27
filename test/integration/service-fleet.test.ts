/**
 * Tills of one shop at several processes on one PostgreSQL: what one process takes in, the tills
 * that wait at another one hear; codes are tried and keys end over all of them. Skipped by name
 * where no server is installed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { PAIRINGS_PER_MINUTE } from '../../electron/service/routes/fleet.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { startService, type ServiceProcess } from './service-process.ts'

/** From the answer of one process to that of the other. */
const HEARD_WITHIN_MS = 2_000

describe.skipIf(NO_POSTGRES !== null)(
  `tills at several processes${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    let server: OwnPostgres
    let folder: string
    let one: ServiceProcess
    let two: ServiceProcess
    let of: string

    beforeAll(async () => {
      server = startPostgres()
      folder = mkdtempSync(join(tmpdir(), 'fleet-'))
      await server.answers()
      const start = (name: string) =>
        startService(join(folder, name), ['--database', server.url, '--behind-proxy'])
      ;[one, two] = await Promise.all([start('one'), start('two')])
      of = `?company_id=${one.ready.companies[0]?.id}`
    })
    afterAll(async () => {
      await Promise.all([one, two].map((process) => process?.stop()))
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    let visitors = 0
    const pairAt = async (process: ServiceProcess, installation: string) => {
      const { body } = await one.send('POST', `/api/fleet/codes${of}`, {})
      const asked = { code: body.code, installation_id: installation, name: 'Caja' }
      const from = { 'x-forwarded-for': `10.0.0.${(visitors += 1)}` }
      const { body: till } = await process.send('POST', '/api/fleet/pair', asked, from)
      return {
        id: String(till?.['till_id']),
        headers: { 'x-till-key': String(till?.['till_key']), 'x-installation': installation },
      }
    }
    const waitingAt = async (process: ServiceProcess) =>
      (await (await fetch(`${process.ready.base_url}/metrics`)).text()).includes(
        'meson_fleet_waiting 1\n',
      )
    const WAIT = '/api/fleet/changes?wait_ms=25000&after='

    it('hear at one of what another one took in', async () => {
      const [a, b] = [await pairAt(one, 'installation-a'), await pairAt(two, 'installation-b')]
      for (const version of [0, 1, 2]) {
        const news = two.send('GET', `${WAIT}${version}`, undefined, b.headers)
        const heardAt = news.then(() => performance.now())
        await waitFor(async () => expect(await waitingAt(two)).toBe(true))
        const fields = { name: `Pan ${version}`, hue: 1, position: 1 }
        const edit = { edit_id: `e${version}`, kind: 'category', id: 'c', fields }
        const more = { is_deleted: false, age_ms: 0, heard_version: version }
        const took = await one.send(
          'POST',
          '/api/fleet/edits',
          { edits: [{ ...edit, ...more }] },
          a.headers,
        )
        expect(took.status).toBe(200)
        const takenAt = performance.now()
        expect((await news).body).toMatchObject({ version: version + 1, records: [{ fields }] })
        expect((await heardAt) - takenAt).toBeLessThan(HEARD_WITHIN_MS)
      }
    })

    it('are out at each within a second of their end at one', async () => {
      const till = await pairAt(one, 'installation-c')
      const asks = () => two.send('GET', '/api/fleet/changes?after=0', undefined, till.headers)
      expect((await asks()).status).toBe(200)
      await one.send('PUT', `/api/fleet/tills/${till.id}${of}`, { is_retired: true })
      const endedAt = performance.now()
      await waitFor(async () => expect((await asks()).status).toBe(403), {
        ...{ interval: 50, timeout: HEARD_WITHIN_MS },
      })
      expect(performance.now() - endedAt).toBeLessThan(HEARD_WITHIN_MS)
    })

    it('come in by one code at both at once as one, whose own key opens both until it ends', async () => {
      const ask = async (process: ServiceProcess, headers: Record<string, string>) =>
        (await fetch(`${process.ready.base_url}/api/companies`, { headers })).status
      const atBoth = (headers: Record<string, string>) =>
        Promise.all([one, two].map((process) => ask(process, headers)))
      for (let turn = 0; turn < 5; turn += 1) {
        const { body } = await one.send('POST', `/api/fleet/codes${of}`, {})
        const installations = [one, two].map((_, at) => `installation-f${turn}-${at}`)
        const answers = await Promise.all(
          [one, two].map((process, at) => {
            const asked = { code: body.code, installation_id: installations[at], name: 'Caja' }
            const from = { 'x-forwarded-for': `10.0.1.${turn * 2 + at}` }
            return process.send('POST', '/api/fleet/pair', asked, from)
          }),
        )
        const at = answers.findIndex(({ status }) => status < 300)
        expect(answers.map(({ status }) => status).toSorted()).toEqual([answers[at]?.status, 403])
        const till = answers[at]?.body
        expect(till).toMatchObject({ key_issues: true, key_deletes: true })
        const installation = String(installations[at])
        const headers = { 'x-till-key': String(till?.['till_key']), 'x-installation': installation }
        expect(await atBoth(headers)).toEqual([200, 200])
        // Of odd turns it joins anew at the other one, of even ones it is retired there.
        const [here, there] = at === 0 ? [one, two] : [two, one]
        if (turn % 2 === 1) {
          const again = await pairAt(there, installation)
          expect(await atBoth(again.headers)).toEqual([200, 200])
        } else
          await there.send('PUT', `/api/fleet/tills/${String(till?.['till_id'])}${of}`, {
            is_retired: true,
          })
        expect(await ask(there, headers)).toBe(turn % 2 === 1 ? 200 : 401)
        await waitFor(async () => expect(await ask(here, headers)).toBe(401), {
          ...{ interval: 50, timeout: HEARD_WITHIN_MS },
        })
        await waitFor(async () => expect(await ask(there, headers)).toBe(401), {
          ...{ interval: 50, timeout: HEARD_WITHIN_MS },
        })
      }
    })

    it('try so many codes a minute at all of them together', async () => {
      const asked = { code: 'ABCDEFGHJK', installation_id: 'installation-d', name: 'x' }
      const from = { 'x-forwarded-for': '10.9.9.9' }
      const statuses: number[] = []
      for (let n = 0; n < 3 * PAIRINGS_PER_MINUTE; n += 1)
        statuses.push(
          (await (n % 2 ? one : two).send('POST', '/api/fleet/pair', asked, from)).status,
        )
      // A minute may end in between.
      const tried = statuses.filter((status) => status === 403).length
      expect(tried).toBeGreaterThanOrEqual(PAIRINGS_PER_MINUTE)
      expect(tried).toBeLessThanOrEqual(2 * PAIRINGS_PER_MINUTE)
      expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - tried)
    })

    it('are answered at once when their process ends', async () => {
      const till = await pairAt(one, 'installation-e')
      const { body } = await one.send('GET', '/api/fleet/changes?after=0', undefined, till.headers)
      const last = two.send('GET', `${WAIT}${body['version']}`, undefined, till.headers)
      await waitFor(async () => expect(await waitingAt(two)).toBe(true))
      const stopped = two.stop()
      expect((await last).body).toMatchObject({ version: body['version'], records: [] })
      expect(await stopped).toBe(0)
    })
  },
)
