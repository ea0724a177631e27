/**
 * Deleting a pending receipt with the real service as another process: its folio is void there, and
 * nothing is issued again.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setUpAsOwner } from '../support/shop-owner.ts'
import { startServiceProgram, startTill } from '../support/programs.ts'
import type { Program, ServiceReady, TillReady } from '../support/programs.ts'
import { cashierAt, connectTill, eventually, type TillClient } from '../support/till-client.ts'
import { cash } from '../support/till-driver.ts'

let folder: string
let service: Program<ServiceReady>
let program: Program<TillReady>
let till: TillClient
let code: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meson-delete-'))
  service = await startServiceProgram([
    '--port',
    '0',
    '--data',
    join(folder, 'service'),
    '--sandbox',
  ])
  program = await startTill(['--data', join(folder, 'till'), '--api', service.ready.base_url], {
    TILL_API_KEY: service.ready.keys.owner,
  })
  till = connectTill(program.ready.url)
  await setUpAsOwner(till)
  await eventually(
    () => till.status(),
    (status) => status.connection === 'online',
  )
  code = (await till.searchProducts({ text: '', categoryId: null, limit: 1 }))[0]?.code ?? ''
})
afterAll(async () => {
  await program?.kill().catch(() => {})
  await service?.kill().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
})

const ask = (method: string, path: string, body?: object) =>
  fetch(`${service.ready.base_url}${path}`, {
    method,
    headers: { 'X-Api-Key': service.ready.keys.owner, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const statusAt = async (folio: number) =>
  ((await (await ask('GET', `/api/invoices/39/${folio}`)).json()) as { status: string }).status
it('deletes what has not gone out, keeps its folio void, and refuses what has', async () => {
  expect((await ask('POST', '/sandbox/authority', { reachable: false })).status).toBe(200)
  const [first, second] = [cashierAt(till), cashierAt(till)]
  await first.scan(code).pay(cash()).expectFolio(1)
  await second.scan(code).pay(cash()).expectFolio(2)
  await first.delete('producto equivocado').expectDone()
  expect([await statusAt(1), await statusAt(2)]).toEqual(['DELETED', 'PEN'])
  const { rows } = await till.listReceipts({ cursor: null })
  expect(
    rows.map(({ folio, deletion, authorityStatus }) => [folio, deletion, authorityStatus]),
  ).toEqual([
    [2, null, 'PEN'],
    [1, 'done', 'DELETED'],
  ])

  await ask('POST', '/sandbox/authority', { reachable: true })
  await eventually(
    async () => {
      await ask('POST', '/sandbox/clock', { advance_ms: 60_000 })
      return statusAt(2)
    },
    (status) => status !== 'PEN',
  )
  await second.delete('tarde').expectRefused(/ya salió al SII/)
  await cashierAt(till).scan(code).pay(cash()).expectFolio(3)
  expect(await statusAt(1)).toBe('DELETED')
})
