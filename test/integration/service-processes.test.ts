/**
 * Several processes of the service on one PostgreSQL, counted where it matters: at the authority's
 * side and at the receiver of the webhooks. Skipped by name where no server is installed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitFor } from '../support/wait-for.ts'
import { startCountingAuthority, type CountingAuthority } from '../support/counting-authority.ts'
import { startCountingReceiver, type CountingReceiver } from '../support/counting-receiver.ts'
import { NO_POSTGRES, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { startService, type ServiceProcess } from './service-process.ts'
import { receiptOfToday } from './service-receipts.ts'

const bread = { name: 'Pan', unitGrossClp: 1990 }
const DOCUMENTS = 60
/** Long enough for every process to look at what another one has in its hands. */
const AUTHORITY_TAKES_MS = 400
const WAIT = { timeout: 60_000, interval: 100 }

describe.skipIf(NO_POSTGRES !== null)(
  `processes on one database${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  () => {
    let server: OwnPostgres
    let folder: string
    let authority: CountingAuthority
    let receiver: CountingReceiver
    let processes: readonly ServiceProcess[]
    const one = () => processes[0] as ServiceProcess

    beforeAll(async () => {
      server = startPostgres()
      folder = mkdtempSync(join(tmpdir(), 'processes-'))
      authority = await startCountingAuthority(AUTHORITY_TAKES_MS)
      receiver = await startCountingReceiver()
      await server.answers()
      const start = (name: string) =>
        startService(join(folder, name), [
          ...['--database', server.url, '--authority', authority.url],
          ...['--allow-local-webhooks', '--authority-delay-ms', '500', '--verdict-delay-ms', '100'],
        ])
      // On an empty database, at the same moment: the schema and the demo are made once.
      processes = await Promise.all([start('one'), start('two')])
    })

    afterAll(async () => {
      await Promise.all((processes ?? []).map((process) => process.stop()))
      await Promise.all([authority.close(), receiver.close()])
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it('start together, with one demo and keys that stay good in both', async () => {
      const [one, two] = processes.map(({ ready }) => ready)
      expect(one?.companies).toEqual(two?.companies)
      const path = `/api/companies/${one?.companies[0]?.id}/enumeration/list`
      const answers = await Promise.all(
        processes.flatMap((process) =>
          [one, two].map((ready) =>
            process.send('GET', path, undefined, { 'x-api-key': ready?.keys.owner ?? '' }),
          ),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    })

    it('hand every document to the authority once, and tell of each move once', async () => {
      const company = one().ready.companies[0]?.id ?? ''
      await one().send('POST', `/api/companies/${company}/webhooks`, {
        url: receiver.url,
        events: ['ISE'],
      })
      const answers = await Promise.all(
        Array.from({ length: DOCUMENTS }, (_, index) =>
          (processes[index % processes.length] ?? one()).send(
            'POST',
            '/api/invoices',
            receiptOfToday(`T-${index}`, [bread]),
          ),
        ),
      )
      expect(
        answers.map((answer) => answer.body.number).toSorted((a, b) => (a ?? 0) - (b ?? 0)),
      ).toEqual(Array.from({ length: DOCUMENTS }, (_, index) => index + 1))
      const ids = answers.map((answer) => answer.body.id)
      await waitFor(async () => {
        const states = await Promise.all(
          ids.map((id) => one().send('GET', `/api/invoices/by-id/${id}`)),
        )
        expect(new Set(states.map((state) => state.body.status))).toEqual(new Set(['APR']))
      }, WAIT)
      expect([...authority.handedOver.values()]).toEqual(Array.from(ids, () => 1))
      // Sent and approved, each of them.
      await waitFor(() => expect(receiver.received.size).toBe(2 * DOCUMENTS), WAIT)
      expect([...receiver.received.values()].map((bodies) => bodies.length)).toEqual(
        Array.from({ length: 2 * DOCUMENTS }, () => 1),
      )
      const told = [...receiver.received.values()].map(([body]) => body ?? '')
      expect(new Set(told).size).toBe(2 * DOCUMENTS)
    })
  },
)
