/** Deleting a pending receipt with the real service as another process: its folio is void there, and nothing is issued again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServiceProgram, startTill, type Program, type ServiceReady, type TillReady } from '../support/programs.ts'
import { connectTill, eventually, receiptOf, sell, type TillClient } from '../support/till-client.ts'

let folder: string
let service: Program<ServiceReady>
let program: Program<TillReady>
let till: TillClient
let code: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meson-delete-'))
  service = await startServiceProgram(['--port', '0', '--data', join(folder, 'service'), '--sandbox'])
  program = await startTill(['--data', join(folder, 'till'), '--api', service.ready.base_url], { TILL_API_KEY: service.ready.keys.owner })
  till = connectTill(program.ready.url)
  await eventually(() => till.status.query(), (status) => status.connection === 'online')
  code = (await till.searchProducts.query({ text: '', categoryId: null, limit: 1 }))[0]?.code ?? ''
})
afterAll(async () => {
  await program?.kill().catch(() => {})
  await service?.kill().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
})

const ask = (method: string, path: string, body?: object) => fetch(`${service.ready.base_url}${path}`, {
  method, headers: { 'X-Api-Key': service.ready.keys.owner, 'Content-Type': 'application/json' },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})
const statusAt = async (folio: number) => ((await (await ask('GET', `/api/invoices/39/${folio}`)).json()) as { status: string }).status
const issued = async () => {
  const { saleId } = await sell(till, code)
  const { folio } = await eventually(() => receiptOf(till, saleId), (detail) => detail.folio !== null)
  return { saleId, folio }
}

it('deletes what has not gone out, keeps its folio void, and refuses what has', async () => {
  expect((await ask('POST', '/sandbox/authority', { reachable: false })).status).toBe(200)
  const [first, second] = [await issued(), await issued()]
  expect([first.folio, second.folio]).toEqual([1, 2])
  expect(await till.deleteReceipt.mutate({ saleId: first.saleId, reason: 'producto equivocado' })).toEqual({ ok: true, value: 'done' })
  expect([await statusAt(1), await statusAt(2)]).toEqual(['DELETED', 'PEN'])
  expect(await receiptOf(till, first.saleId)).toMatchObject({ deletion: 'done', authorityStatus: 'DELETED', folio: 1 })

  await ask('POST', '/sandbox/authority', { reachable: true })
  await eventually(async () => {
    await ask('POST', '/sandbox/clock', { advance_ms: 60_000 })
    return statusAt(2)
  }, (status) => status !== 'PEN')
  expect(await till.deleteReceipt.mutate({ saleId: second.saleId, reason: 'tarde' })).toMatchObject({ ok: false, refusal: { code: 'DELETE_NOT_PENDING' } })
  expect((await issued()).folio).toBe(3)
  expect(await statusAt(1)).toBe('DELETED')
})
