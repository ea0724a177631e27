/** A range that would give a folio the authority has already is held, until its owner speaks. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { receiptRequest } from '../../../test/integration/service-receipts.ts'
import { cafFileText } from '../../../test/support/caf-files.ts'
import {
  companyOf,
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import { createService } from '../app.ts'
import { SILENT } from '../core/log.ts'
import { systemRandom } from '../core/ports.ts'
import type { FoliosAnswer, NamedDocument, RangeAsked } from '../parts/authority.ts'
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

const isIt = ({ documentCode, firstFolio, issuer }: RangeAsked) =>
  documentCode === 39 && firstFolio === 1 && issuer === '76192083-9'

/** A start beside an authority that has these folios of the first range of receipts, no others. */
function older(highest: number | null, asked: RangeAsked[] = []) {
  const books = { isAway: false, hasOurs: false }
  // The service that issues hears nothing itself.
  world.authority.highestFolios = () => Promise.resolve({ kind: 'UNREACHABLE' })
  const highestFolios = (ranges: readonly RangeAsked[]): Promise<FoliosAnswer> => {
    if (books.isAway) return Promise.resolve({ kind: 'UNREACHABLE' })
    asked.push(...ranges)
    const folios = ranges.map((range) => (isIt(range) ? highest : null))
    return Promise.resolve({ kind: 'ANSWERED', folios })
  }
  const known = { trackId: 1, authorization: { cae: null, caeExpiresOn: null } }
  const received = (documents: readonly NamedDocument[]) =>
    Promise.resolve({
      kind: 'ANSWERED',
      documents: documents.map(() => (books.hasOurs ? known : null)),
    })
  const errors: Record<string, unknown>[] = []
  const log = { ...SILENT, error: (said: Record<string, unknown>) => void errors.push(said) }
  const authority = { highestFolios, received }
  const proof = new FolioProof({
    storage: world.storage,
    clock: world.clock,
    log,
    authority,
  } as never)
  return { proof, books, errors }
}
const proofWith = (highest: number | null, asked?: RangeAsked[]) => older(highest, asked).proof

/** Whatever waits goes to the authority. */
const send = () =>
  world.storage.write((db) =>
    db.updateTable('documents').set({ status: 'EMS', track_id: 1 }).execute(),
  )
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
  await send()
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
    `76192083-9\t39\t1-50000\t2\tHELD\t${id}\ttrial\tauthority has 7`,
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

it('of an authority that was away at the start it hears later, however far the range went on', async () => {
  const { errors, proof, books } = older(2)
  books.isAway = true
  await proof.step()
  expect([await issue('A'), await issue('B'), await issue('C')]).toEqual([1, 2, 3])
  expect(await proof.isHeard()).toBe(false)
  books.isAway = false
  await proof.step()
  expect(await proof.isHeard()).toBe(true)
  expect(errors.map(({ folios }) => folios)).toEqual(['1-2', undefined])
  expect(await issue('D')).toBe(50_001)
  const { id } = await firstRange()
  expect(await tool({ next: '+0' })).toEqual([`${id}\tgoes on with 4`])
})

it('also where its documents were cut off on their way', async () => {
  expect([await issue('A'), await issue('B')]).toEqual([1, 2])
  await world.storage.write((db) =>
    db.updateTable('documents').set({ authority_is_unsure: 1 }).execute(),
  )
  const { errors, proof } = older(2)
  await proof.step()
  expect(errors.map(({ folios }) => folios)).toEqual(['1-2', undefined])
})

it('names what was given twice of a range that is used up by then', async () => {
  const { id } = await firstRange()
  await world.storage.write((db) =>
    db.updateTable('folio_ranges').set({ last_folio: 2 }).where('id', '=', id).execute(),
  )
  expect([await issue('A'), await issue('B')]).toEqual([1, 2])
  const { errors, proof } = older(2)
  await proof.step()
  expect(errors.map(({ folios }) => folios)).toEqual(['1-2'])
})

it('a shop that sold without a network goes on: what the authority has is from here', async () => {
  const { errors, proof, books } = older(2)
  books.isAway = true
  await proof.step()
  expect([await issue('A'), await issue('B')]).toEqual([1, 2])
  await send()
  books.isAway = false
  await proof.step()
  expect(errors).toEqual([])
  expect(await issue('C')).toBe(3)
})

it('so does a copied folder whose waiting documents went out from the other one', async () => {
  expect([await issue('A'), await issue('B')]).toEqual([1, 2])
  const { errors, proof, books } = older(2)
  books.hasOurs = true
  await proof.step()
  expect(errors).toEqual([])
  expect(await issue('C')).toBe(3)
})

it('folios that were left out are not asked for again at the next start', async () => {
  await older(7).proof.step()
  await tool({ next: '+5' })
  expect(await issue('A')).toBe(13)
  const { errors, proof } = older(7)
  await proof.step()
  expect(errors).toEqual([])
  expect(await issue('B')).toBe(14)
})

it('an answer beyond the range leaves the other ranges their way on', async () => {
  await older(9_000_000_000).proof.step()
  const { id } = await firstRange()
  expect(await tool({ next: '+5' })).toEqual([`${id}\tused up`])
})

it('a gateway without the question is asked once, and again in an hour', async () => {
  const asked: RangeAsked[] = []
  const highestFolios = (ranges: readonly RangeAsked[]): Promise<FoliosAnswer> => {
    asked.push(...ranges)
    return Promise.resolve({ kind: 'NOT_OFFERED' })
  }
  const proof = new FolioProof({ ...world, log: SILENT, authority: { highestFolios } } as never)
  await proof.step()
  const once = asked.length
  await proof.step()
  expect([await proof.isHeard(), asked.length]).toEqual([true, once])
  world.clock.advance(3_600_000)
  expect(await proof.isHeard()).toBe(false)
  await proof.step()
  expect([await proof.isHeard(), asked.length]).toEqual([true, 2 * once])
})

it('nothing is sent before the authority was asked what it has', async () => {
  const calls: string[] = []
  let isAway = true
  const { clock, storage } = world
  const away = { kind: 'UNREACHABLE' } as const
  const authority = {
    isSimulated: false,
    ...{ taxpayer: () => Promise.resolve(away), verdicts: () => Promise.resolve(away) },
    ...{ received: () => Promise.resolve(away), moreFolios: () => Promise.resolve(away) },
    highestFolios: (ranges: readonly RangeAsked[]) => {
      calls.push('folios')
      return Promise.resolve(
        isAway ? away : ({ kind: 'ANSWERED', folios: ranges.map(() => null) } as const),
      )
    },
    submit: () => {
      calls.push('submit')
      return Promise.resolve(away)
    },
  }
  await world.service.close()
  const renderer = { close: () => Promise.resolve() } as never
  const ports = { random: systemRandom, log: SILENT, renderer }
  const service = createService({ storage, clock, authority, ...ports })
  await service.proveFolios()
  await issue('A')
  clock.advance(10_000)
  calls.length = 0
  await service.settle()
  expect(calls).not.toContain('submit')
  isAway = false
  calls.length = 0
  await service.settle()
  await service.close()
  expect(calls.slice(0, 2)).toEqual(['folios', 'submit'])
})

it.each([{ next: '5' }, { id: 'x', next: '+5' }, { id: 'x' }, { next: '-1' }, { next: '1.5' }])(
  'does not take %o for an order',
  async (options) => {
    expect(await tool(options)).toBeNull()
  },
)

/** An authorization for exempt receipts that was loaded, and issued from, before the restore. */
async function loadAgain(): Promise<void> {
  const order = { issuerRut: '76192083-9', documentCode: 41, firstFolio: 700_001 }
  const text = cafFileText({ ...order, lastFolio: 700_100 })
  const { id } = await companyOf(world.storage)
  const path = `/api/companies/${id}/enumeration`
  expect((await world.post(path, JSON.stringify({ caf_xml: text }))).status).toBe(201)
}

it('asks about a range that comes later, and holds it, before anything of it is sent', async () => {
  for (const ms of [10_000, 10_000]) {
    world.clock.advance(ms)
    await world.service.settle()
  }
  const calls: string[] = []
  world.authority.highestFolios = (ranges: readonly RangeAsked[]) => {
    calls.push(...ranges.map(({ firstFolio }) => `asked about ${firstFolio}`))
    const folios = ranges.map(({ firstFolio }) => (firstFolio === 700_001 ? 700_050 : null))
    return Promise.resolve({ kind: 'ANSWERED', folios } as never)
  }
  const { submit } = world.authority
  world.authority.submit = (documents) => {
    calls.push(...documents.map(({ number }) => `sent ${number}`))
    return submit.call(world.authority, documents)
  }
  await loadAgain()
  world.clock.advance(10_000)
  await world.service.settle()
  expect(await issue('A')).toBe(1)
  world.clock.advance(10_000)
  await world.service.settle()
  expect(calls).toEqual(['asked about 700001', 'sent 1'])
  expect((await tool({}))?.filter((line) => line.includes('HELD'))).toEqual([
    expect.stringContaining('700001-700100\t700001\tHELD'),
  ])
})

it('sends nothing while the authority has not been heard about a new one', async () => {
  const { proof, books, errors } = older(null)
  await proof.step()
  expect(await proof.isHeard()).toBe(true)
  books.isAway = true
  await world.storage.write((db) =>
    db.updateTable('folio_ranges').set({ is_heard: 0 }).where('first_folio', '=', 1).execute(),
  )
  expect(await proof.isHeard()).toBe(false)
  expect(await proof.step()).toBe(30_000)
  expect([proof.isAway(), errors]).toEqual([true, []])
  books.isAway = false
  await proof.step()
  expect([proof.isAway(), await proof.isHeard()]).toEqual([false, true])
})

/** A service beside an authority that says this of its ranges, and what was sent of which. */
async function sentBeside(
  says: (ranges: readonly RangeAsked[]) => FoliosAnswer,
  before: () => Promise<unknown>,
): Promise<readonly (number | null)[]> {
  for (const ms of [10_000, 10_000]) {
    world.clock.advance(ms)
    await world.service.settle()
  }
  const sent: (number | null)[] = []
  world.authority.highestFolios = (ranges: readonly RangeAsked[]) =>
    Promise.resolve(says(ranges) as never)
  const { submit } = world.authority
  world.authority.submit = (documents) => {
    sent.push(...documents.map(({ number }) => number))
    return submit.call(world.authority, documents)
  }
  await before()
  world.clock.advance(10_000)
  await world.service.settle()
  return sent
}
const unheardRange = (set: object = {}) =>
  world.storage.write((db) =>
    db
      .updateTable('folio_ranges')
      .set({ is_heard: 0, ...set })
      .where('document_code', '=', 39)
      .where('first_folio', '=', 1)
      .execute(),
  )

it.each([{}, { last_folio: 2 }])('sends nothing of a range without an answer (%o)', async (set) => {
  const sent = await sentBeside(
    () => ({ kind: 'UNKNOWN' }),
    async () => {
      await unheardRange(set)
      expect([await issue('A'), await issue('B')]).toEqual([1, 2])
      await loadAgain()
    },
  )
  expect(sent).toEqual([])
})

it('asks by halves where one range is too much, and sends what is of the others', async () => {
  const sent = await sentBeside(
    (ranges) =>
      ranges.some(({ firstFolio }) => firstFolio === 700_001)
        ? { kind: 'UNKNOWN' }
        : { kind: 'ANSWERED', folios: ranges.map(() => null) },
    async () => {
      await unheardRange()
      await loadAgain()
      expect(await issue('A')).toBe(1)
    },
  )
  expect(sent).toEqual([1])
  const { read } = world.storage
  expect(
    await read.selectFrom('folio_ranges').select('first_folio').where('is_heard', '=', 0).execute(),
  ).toEqual([{ first_folio: 700_001 }])
})

it('asks about a range that is used up before anything of it was sent', async () => {
  const asked: RangeAsked[] = []
  await sentBeside(
    (ranges) => {
      asked.push(...ranges)
      return { kind: 'ANSWERED', folios: ranges.map(() => null) }
    },
    async () => {
      await unheardRange({ last_folio: 1 })
      expect(await issue('A')).toBe(1)
    },
  )
  expect(asked.filter(isIt)).toHaveLength(1)
})
