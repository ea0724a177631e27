/**
 * Processes of the service on one PostgreSQL whose machines do not agree about the time: leases are
 * counted by the database's clock, so nothing is sent twice. Skipped by name where no server, or no
 * way to give a process another clock, is installed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { startCountingAuthority, type CountingAuthority } from '../support/counting-authority.ts'
import { fakeTimeLibrary } from '../support/other-clock.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { refusedStart, startService, type ServiceProcess } from './service-process.ts'
import { receiptOfToday } from './service-receipts.ts'

const LIBRARY = fakeTimeLibrary()
const WHY_NOT = NO_POSTGRES ?? (LIBRARY === null ? 'libfaketime is not installed' : null)
const DOCUMENTS = 60
/** Nothing is in its books before; by the clock that is ahead every lease is over meanwhile. */
const AUTHORITY_TAKES_MS = 1_500
const LEASE_MS = 20_000
const WAIT = { timeout: 60_000, interval: 100 }

describe.skipIf(WHY_NOT !== null)(
  `clocks that are off${WHY_NOT === null ? '' : ` (${WHY_NOT})`}`,
  () => {
    let server: OwnPostgres
    let folder: string
    let authority: CountingAuthority
    let processes: readonly ServiceProcess[]
    let clockFile: string

    /** The program's wall clock stands where the file says; its timers count as before. */
    const withClock = (offset: string): NodeJS.ProcessEnv => {
      clockFile = join(folder, `clock${offset}`)
      writeFileSync(clockFile, offset)
      return {
        LD_PRELOAD: LIBRARY ?? '',
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
    }
    const words = () => [
      ...['--database', server.url, '--authority', authority.url],
      ...['--authority-delay-ms', '0', '--verdict-delay-ms', '100'],
      ...['--lease-ms', String(LEASE_MS)],
    ]

    beforeAll(async () => {
      server = startPostgres()
      folder = mkdtempSync(join(tmpdir(), 'clocks-'))
      authority = await startCountingAuthority(AUTHORITY_TAKES_MS, true)
      await server.answers()
      processes = [
        await startService(join(folder, 'right'), words()),
        await startService(join(folder, 'ahead'), words(), withClock('+1s')),
      ]
    })
    afterAll(async () => {
      await Promise.all((processes ?? []).map((process) => process.stop()))
      await authority.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it('of more than two seconds are a sentence and no start', async () => {
      for (const offset of ['+120', '-120']) {
        const refused = await refusedStart(join(folder, 'off'), words(), withClock(`${offset}s`))
        expect(refused.code).toBe(2)
        const said = `${offset.replace('+', '')} s`
        expect(refused.stderr).toMatch(new RegExp(`differs by ${said} .*set it right`))
      }
    })

    it('that are set wrong while they run send nothing a second time', async () => {
      const [right, ahead] = processes as readonly [ServiceProcess, ServiceProcess]
      writeFileSync(join(folder, 'clock+1s'), '+120s')
      const answers = await Promise.all(
        Array.from({ length: DOCUMENTS }, (_, index) => {
          const bread = receiptOfToday(`T-${index}`, [{ name: 'Pan', unitGrossClp: 1_990 }])
          // A process that is busy turns some away at its door, as it tells a till.
          return waitFor(async () => {
            const answer = await (index % 2 === 0 ? right : ahead).send(
              'POST',
              '/api/invoices',
              bread,
            )
            expect(answer.body.id).toBeDefined()
            return answer
          }, WAIT)
        }),
      )
      const ids = answers.map((answer) => answer.body.id)
      await waitFor(async () => {
        const states = await Promise.all(
          ids.map((id) => right.send('GET', `/api/invoices/by-id/${id}`)),
        )
        expect(new Set(states.map((state) => state.body.status))).toEqual(new Set(['APR']))
      }, WAIT)
      expect([...authority.handedOver.values()]).toEqual(ids.map(() => 1))
    })
  },
)
