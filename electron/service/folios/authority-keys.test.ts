/** Which authorizations of folios are taken, and that the next ones are asked for in time. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authorityOfTests, cafFileText } from '../../../test/support/caf-files.ts'
import {
  companyOf,
  startInProcess,
  type InProcessService,
} from '../../../test/integration/service-in-process.ts'
import { receiptRequest } from '../../../test/integration/service-receipts.ts'
import { SILENT } from '../core/log.ts'
import { systemRandom } from '../core/ports.ts'
import type { FoliosWanted, MoreFoliosAnswer } from '../parts/authority.ts'
import { AUTHORITY_KEYS } from './authority-keys.ts'
import { readCafFile } from './caf-file.ts'
import { loadCaf } from './load-caf.ts'
import { askForMore } from './more-folios.ts'

const RUT = '76192083-9'
const order = { issuerRut: RUT, documentCode: 39, firstFolio: 900_001, lastFolio: 900_100 }
const { authority, keys: KEYS } = authorityOfTests()
const signed = (keyId: number, more: Partial<Parameters<typeof cafFileText>[0]> = {}) =>
  cafFileText({ ...order, ...more, keyId, authority })

let world: InProcessService
beforeEach(async () => {
  world = await startInProcess()
})
afterEach(() => world.close())

const companyRow = () => companyOf(world.storage)
async function load(text: string, isTest: boolean, keys = KEYS): Promise<string> {
  const caf = readCafFile(text)
  if (!caf.ok) return caf.refusal
  const { id } = await companyRow()
  const { clock } = world
  const loaded = await world.storage.write(async (db) => {
    await db
      .updateTable('companies')
      .set({ is_test: isTest ? 1 : 0 })
      .where('id', '=', id)
      .execute()
    return loadCaf(db, id, caf.value, { random: systemRandom, clock, keys })
  })
  return loaded.ok ? 'loaded' : loaded.refusal.code
}

it.each([
  ['of the authority, in earnest', 300, false, 'loaded'],
  ['of the authority, in test mode', 300, true, 'loaded'],
  ['of its trial environment, in earnest', 100, false, 'CAF_OF_TEST'],
  ['of its trial environment, in test mode', 100, true, 'loaded'],
  ['that nobody signed, in earnest', 666, false, 'CAF_OF_TEST'],
  ['that nobody signed, in test mode', 666, true, 'loaded'],
  ['of a key nobody knows', 301, true, 'CAF_KEY_UNKNOWN'],
])('an authorization %s', async (_, keyId, isTest, said) => {
  expect(await load(signed(keyId), isTest)).toBe(said)
})

it.each([
  ['<H>900100</H>', '<H>990100</H>'],
  ['<D>900001</D>', '<D>800001</D>'],
  ['<TD>39</TD>', '<TD>41</TD>'],
  ['<FA>2026-11-01</FA>', '<FA>2026-11-02</FA>'],
  ['ALMACEN', 'ALMACÉN'],
])('one in which %s was made %s is refused', async (from, to) => {
  const text = signed(300)
  expect(text).toContain(from)
  expect(await load(text.replace(from, to), true)).toBe('CAF_ALTERED')
  expect(await load(signed(300, { firstFolio: 1, lastFolio: 2 }), true, AUTHORITY_KEYS)).toBe(
    'CAF_ALTERED',
  )
})

it.each([
  ['2026-11-21', 39, 'CAF_NOT_YET'],
  ['2026-11-20', 39, 'loaded'],
  ['2020-01-01', 39, 'loaded'],
  ['2026-05-19', 33, 'CAF_ENDED'],
  ['2026-05-20', 33, 'loaded'],
])('one of %s for a %i, on 20 November', async (authorizedOn, documentCode, said) => {
  expect(await load(signed(300, { authorizedOn, documentCode }), true)).toBe(said)
})

it('the two keys of the authority are of 512 bits, as its signatures are', () => {
  expect([...AUTHORITY_KEYS.keys()]).toEqual([100, 300])
  for (const { modulus } of AUTHORITY_KEYS.values())
    expect(Buffer.from(modulus, 'base64')).toHaveLength(64)
})

describe('the range after one that ends', () => {
  const asked: FoliosWanted[] = []
  const step = (answer: MoreFoliosAnswer) => {
    const moreFolios = (wanted: FoliosWanted) => {
      asked.push(wanted)
      return Promise.resolve(answer)
    }
    const { storage, clock } = world
    const parts = { storage, clock, random: systemRandom, log: SILENT, wake: () => {} }
    return askForMore({ ...parts, authority: { moreFolios } } as never)
  }
  const issue = async (reference: string) => {
    const receipt = receiptRequest(reference, [{ name: 'Pan', unitGrossClp: 990 }], world.today())
    const answer = await world.post('/api/invoices', JSON.stringify(receipt))
    return ((await answer.json()) as { number: number | null }).number
  }
  beforeEach(async () => {
    asked.length = 0
    const { id } = await companyRow()
    await world.storage.write(async (db) => {
      const ofReceipts = () =>
        db.updateTable('folio_ranges').where('company_id', '=', id).where('document_code', '=', 39)
      await ofReceipts().where('first_folio', '>', 1).set({ status: 'ANU' }).execute()
      await ofReceipts().where('first_folio', '=', 1).set({ next_folio: 44_999 }).execute()
    })
  })
  const granted = { kind: 'ANSWERED', caf: cafFileText(order) } as const

  it('is asked for once, when a tenth is left, and goes on where the other ends', async () => {
    expect(await issue('A')).toBe(44_999)
    await step(granted)
    expect(asked).toEqual([])
    expect(await issue('B')).toBe(45_000)
    await step(granted)
    const { id: after } = await world.storage.read
      .selectFrom('folio_ranges')
      .innerJoin('companies', 'companies.id', 'folio_ranges.company_id')
      .select('folio_ranges.id')
      .where('document_number', '=', RUT)
      .where('document_code', '=', 39)
      .where('first_folio', '=', 1)
      .executeTakeFirstOrThrow()
    const wanted = { country: 'CHL', issuer: RUT, documentCode: 39, count: 50_000 }
    expect(asked).toEqual([{ ...wanted, after, isTest: true }])
    await step(granted)
    expect(asked).toHaveLength(1)
    await world.storage.write((db) =>
      db.updateTable('folio_ranges').set({ status: 'AGO' }).where('first_folio', '=', 1).execute(),
    )
    expect(await issue('C')).toBe(order.firstFolio)
  })

  it.each<[string, MoreFoliosAnswer]>([
    ['gives none', { kind: 'ANSWERED', caf: null }],
    ['is away', { kind: 'UNREACHABLE' }],
    ['has no such call', { kind: 'NOT_OFFERED' }],
    ['answers nonsense', { kind: 'ANSWERED', caf: '<CAF>' }],
    [
      'gives the folios of another company',
      { kind: 'ANSWERED', caf: cafFileText({ ...order, issuerRut: '76000006-K' }) },
    ],
  ])('is asked for again after an hour where the authority %s', async (_, answer) => {
    await issue('A')
    await issue('B')
    await step(answer)
    await step(granted)
    expect(asked).toHaveLength(1)
    world.clock.advance(3_600_000)
    await step(granted)
    await step(granted)
    expect(asked).toHaveLength(2)
  })

  it('two processes ask for it once', async () => {
    await issue('A')
    await issue('B')
    await Promise.all([step(granted), step(granted)])
    expect(asked).toHaveLength(1)
  })

  it('is no question once it was loaded', async () => {
    await issue('A')
    await issue('B')
    expect(await load(cafFileText(order), true)).toBe('loaded')
    await step(granted)
    expect(asked).toEqual([])
  })
})
