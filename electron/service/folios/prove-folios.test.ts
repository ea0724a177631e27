/** A range that would give a folio the authority has already is held, until its owner speaks. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { receiptRequest } from '../../../test/integration/service-receipts.ts'
import {
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import { SILENT } from '../core/log.ts'
import type { FoliosAnswer, RangeAsked } from '../parts/authority.ts'
import { ranges as rangesOfTool } from '../tool-ranges.ts'
import type { ToolOptions } from '../tool-options.ts'
import { FolioProof } from './prove-folios.ts'

let world: InProcessService
beforeEach(async () => {
  world = await startInProcess()
})
afterEach(() => world.close())

const bread = { name: 'Pan', unitGrossClp: 1990 }
async function issue(reference: string): Promise<number | null> {
  const receipt = receiptRequest(reference, [bread], world.today())
  const answer = await world.post('/api/invoices', JSON.stringify(receipt))
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { number: number | null }).number
}

/** What an authority says that has these folios of the first range of receipts, no others. */
function proofWith(highest: number | null, asked: RangeAsked[] = []): FolioProof {
  const highestFolios = (ranges: readonly RangeAsked[]): Promise<FoliosAnswer> => {
    asked.push(...ranges)
    const isIt = ({ documentCode, firstFolio, issuer }: RangeAsked) =>
      documentCode === 39 && firstFolio === 1 && issuer === '76192083-9'
    return Promise.resolve({
      kind: 'ANSWERED',
      folios: ranges.map((range) => (isIt(range) ? highest : null)),
    })
  }
  const { storage } = world
  return new FolioProof({ storage, log: SILENT, authority: { highestFolios } } as never)
}
const tool = (options: Partial<ToolOptions>) =>
  rangesOfTool(world.storage, { id: '', companies: [], ...options } as ToolOptions)
const firstRange = () =>
  world.storage.read
    .selectFrom('folio_ranges')
    .innerJoin('companies', 'companies.id', 'folio_ranges.company_id')
    .selectAll('folio_ranges')
    .where('companies.document_number', '=', '76192083-9')
    .where('document_code', '=', 39)
    .where('first_folio', '=', 1)
    .executeTakeFirstOrThrow()

it('asks about each range in use, once, and lets those go on that are not behind', async () => {
  expect(await issue('A')).toBe(1)
  const asked: RangeAsked[] = []
  const proof = proofWith(1, asked)
  await proof.step()
  const { inUse } = await world.storage.read
    .selectFrom('folio_ranges')
    .select((eb) => eb.fn.countAll<number>().as('inUse'))
    .where('status', '=', 'ACT')
    .executeTakeFirstOrThrow()
  expect(asked).toHaveLength(inUse)
  await proof.step()
  expect(asked).toHaveLength(inUse)
  expect(await issue('B')).toBe(2)
})

it('holds a range that is behind until it is told to go on above what the authority has', async () => {
  expect(await issue('A')).toBe(1)
  await proofWith(7).step()
  expect(await issue('B')).toBe(50_001)
  const { id } = await firstRange()
  expect((await tool({}))?.filter((line) => line.includes('HELD'))).toEqual([
    `76192083-9\t39\t1-50000\t2\tHELD\t${id}\tauthority has 7`,
  ])
  await expect(tool({ id, next: '7' })).rejects.toThrow('7 was issued, go on with 8')
  await expect(tool({ id, next: '50002' })).rejects.toThrow('it ends with 50000')
  expect(await issue('C')).toBe(50_002)
  expect(await tool({ id, next: '8' })).toEqual([`${id}\tgoes on with 8`])
  world.clock.advance(5_000)
  expect(await issue('D')).toBe(8)
})

it('goes on with all that are held, so many folios further', async () => {
  await proofWith(7).step()
  const { id } = await firstRange()
  expect(await tool({ next: '+100' })).toEqual([`${id}\tgoes on with 108`])
  expect(await issue('A')).toBe(108)
  await expect(tool({ next: '+100' })).rejects.toThrow('no range is held')
  await proofWith(49_999).step()
  expect(await tool({ next: '+100' })).toEqual([`${id}\tused up`])
  expect((await firstRange()).status).toBe('AGO')
})

it.each([{ next: '5' }, { id: 'x', next: '+5' }, { id: 'x' }, { next: '-1' }, { next: '1.5' }])(
  'does not take %o for an order',
  async (options) => {
    expect(await tool(options)).toBeNull()
  },
)
