import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  companyOf,
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import type { CompanyId } from '../core/ports.ts'
import { addCertificate } from '../tool-companies.ts'
import { ToolRefusal, type ToolOptions } from '../tool-options.ts'
import { companyNamed } from './named-company.ts'

let world: InProcessService
beforeAll(async () => {
  world = await startInProcess()
})
afterAll(() => world.close())
const find = async (name: string) => {
  const found = await companyNamed(world.storage.read, name)
  return found.ok ? found.value.document_number : found.refusal
}

it.each([
  ['76192083-9', '76192083-9'],
  ['76.192.083-9', '76192083-9'],
  ['761920839', '76192083-9'],
  ['76000006-k', '76000006-K'],
  ['30-71234567-1', '30712345671'],
  ['76192083-8', 'NONE'],
  ['%', 'NONE'],
  ['', 'NONE'],
])('%s is %s', async (name, number) => {
  expect(await find(name)).toBe(number)
})

it('a number that two countries have is nobody until its id is said', async () => {
  const { id, ...row } = await companyOf(world.storage)
  const other = { ...row, id: 'other' as CompanyId, country: 'URY' as const, name: 'Otra' }
  await world.storage.write((db) => db.insertInto('companies').values(other).execute())
  expect(await find('76.192.083-9')).toBe('SEVERAL')
  expect((await companyNamed(world.storage.read, id)).ok).toBe(true)
  const file = 'test/support/tls/localhost.crt'
  const options = { file, companies: ['76192083-9'] } as unknown as ToolOptions
  await expect(addCertificate(world.storage, options)).rejects.toThrow(ToolRefusal)
})
