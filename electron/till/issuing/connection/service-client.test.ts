/** What the till can say to the service at all. */
import { expect, expectTypeOf, it } from 'vitest'
import { sourceFiles } from '../../../../test/support/source-files.ts'
import type { HttpRequest } from '../../kernel/ports.ts'
import type { recoverReceipt } from '../steps/recover-receipt.ts'
import { createServiceClient, type RecoveryClient } from './service-client.ts'
import type { DocumentType } from '#shared/core/document-type.ts'

const { signal } = new AbortController()
const body = Buffer.from('{}')

it('sends GET and POST only, and to find a lost document GET only', async () => {
  const requests: HttpRequest[] = []
  const client = createServiceClient({
    exchange: async (request) => {
      requests.push(request)
      return { kind: 'unsent', detail: '' }
    },
  })
  const type: DocumentType = '39'
  const recovery: RecoveryClient = client
  const reads: Record<Exclude<keyof RecoveryClient, 'mistrust'>, () => Promise<unknown>> = {
    byId: () => recovery.byId('../x', signal),
    byFolio: () => recovery.byFolio(type, 7, signal),
    companies: () => recovery.companies(signal),
    folioRanges: () => recovery.folioRanges('c', true, signal),
  }
  for (const read of Object.values(reads)) await read()
  expect(requests.map(({ method, body: sent }) => [method, sent])).toEqual(
    Object.keys(reads).map(() => ['GET', null]),
  )
  const others: Record<
    Exclude<keyof typeof client, keyof RecoveryClient>,
    () => Promise<unknown>
  > = {
    create: () => client.create(body, null, signal),
    validate: () => client.validate(body, signal),
    pdf: () => client.pdf(type, 7, 80, signal),
    probe: () => client.probe(signal),
    pages: () => client.pages(signal),
    certificates: () => client.certificates(signal),
  }
  for (const call of Object.values(others)) await call()
  expect(Object.keys(client).toSorted()).toEqual(
    [...Object.keys(reads), ...Object.keys(others), 'mistrust'].toSorted(),
  )
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']))
  expect(requests[0]?.path).toBe('/api/invoices/by-id/..%2Fx')
})

it('the search for a lost document is given nothing it could create or delete with', () => {
  expectTypeOf<Parameters<typeof recoverReceipt>[0]['client']>().toEqualTypeOf<RecoveryClient>()
})

it('DELETE is spoken in one place only', () => {
  const speaking = sourceFiles([
    'electron/till',
    'electron/host',
    'electron/kiosk',
    'electron/main',
    'renderer',
    'shared',
  ])
    .filter(({ path, text }) => !/\.test\.tsx?$/.test(path) && /method[^\n]*'DELETE'/.test(text))
    .map(({ path }) => path)
  expect(speaking.toSorted()).toEqual([
    'electron/till/issuing/steps/delete-receipt.ts',
    'electron/till/kernel/ports.ts',
  ])
})
