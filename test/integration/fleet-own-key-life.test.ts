/** A till's own key in the life of a shop: two who join at once, limits, papers, late folios. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import { pairAnswer } from '#shared/fleet/contract.ts'
import { DAY_MAX } from '#shared/fleet/day-limits.ts'
import type { Service } from '../../electron/service/app.ts'
import { countOfDay } from '../../electron/service/fleet/till-days.ts'
import { KEY_CACHE_MS } from '../../electron/service/auth/key-door.ts'
import { MAIL_ACCOUNT } from '../support/fake-mail.ts'
import { must } from '../support/must.ts'
import { receiptOf, sellOf } from '../support/till-fixture.ts'
import type { PlayedTill } from './fleet-world.ts'
import { joined, one, said, settled, stolen, two, useTwoTills, wait, world } from './fleet-hands.ts'
import { issued, joinBy, newCode, openTyped, pending, place } from './own-key-hands.ts'
import { codeOf } from './parked-hands.ts'
import { back, giveBack, giveBackElsewhere, sold } from './return-hands.ts'
import { ask, companyOf, startInProcess, type InProcessService } from './service-in-process.ts'

useTwoTills()
beforeEach(() => {
  vi.spyOn(world.service.renderer, 'receipt').mockResolvedValue(Buffer.from('%PDF-1.7 receipt'))
})
afterEach(() => vi.restoreAllMocks())

const tillRows = () =>
  world.service.storage.read.selectFrom('fleet_tills').select('installation_id').execute()
/** What is due behind the requests is done, with the time it takes. */
async function worked(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await wait(5_000)
    await world.service.service.settle()
  }
}
/** Within what a till takes to look again. */
const becomes = (played: PlayedTill, saleId: SaleId, status: string) =>
  played.fixture.until(() => statusOf(played, saleId) === status, 7_200_000)
const statusOf = ({ till }: PlayedTill, saleId: SaleId) =>
  receiptOf(till.api, saleId).authorityStatus

it('one code at two computers at once lets one of them in, and the other is told', async () => {
  await joined()
  const [a, b] = [(await openTyped(null)).played, (await openTyped(null)).played]
  const code = await newCode()
  const answers = await Promise.all([a, b].map((played) => joinBy(played, code)))
  expect(answers.map(codeOf).toSorted()).toEqual(['SHOP_CODE_WRONG', 'ok'])
  expect(await tillRows()).toHaveLength(3)
  const [out, inside] = answers[0]?.ok === true ? [b, a] : [a, b]
  expect([out.kept.key, place(inside)]).toEqual([null, 'till'])
  must(await joinBy(out, await newCode()))
  for (const played of [a, b]) sellOf(played.till.api)
  await world.until(() => pending(a) + pending(b) === 0)
})

it('what was issued by the typed key is read, printed, mailed and given back by its own', async () => {
  await joined()
  const { played } = await openTyped()
  const { api } = played.till
  const [sale, other] = [await sold(played), await sold(played)]
  must(await joinBy(played, await newCode()))
  await settled(played)
  expect(place(played)).toBe('till')
  await worked()
  await becomes(played, sale.saleId, 'APR')
  const before = played.fixture.printer.printed.length
  must(api.reprint(sale.saleId))
  await world.until(() => played.fixture.printer.printed.length > before)
  must(await api.saveMailAccount({ account: { ...MAIL_ACCOUNT, user: '' } }))
  must(api.mailReceipt({ saleId: sale.saleId, address: 'ana@ejemplo.cl' }))
  await world.until(() => played.fixture.mail.taken.length === 1)
  for (const width of [58, 80]) {
    const path = `/api/invoices/39/${sale.folio}/download-base64/${width}mm`
    const paper = await stolen.asks(played, path, null)
    expect(paper).toMatchObject({ content_type: 'application/pdf' })
  }
  must(await giveBack(played, sale.saleId))
  await back(played)
  must(await giveBackElsewhere(two, other))
  await back(two)
  expect(codeOf(await giveBack(played, other.saleId))).toBe('OUTSIDE_BACK_ELSEWHERE')
})

/** A till as the service sees it, without its program. */
async function paired(service: InProcessService, installation: string) {
  const { id } = await companyOf(service.storage)
  const { body } = await ask(service, 'POST', `/api/fleet/codes?company_id=${id}`, {})
  const asked = { code: body['code'], installation_id: installation, name: 'Caja' }
  const till = pairAnswer.parse((await ask(service, 'POST', '/api/fleet/pair', asked)).body)
  const headers = { 'x-till-key': till.till_key, 'x-installation': installation }
  const knows = async (at: Service, path = '/api/companies', method = 'GET') =>
    (await at.handle(new Request(`http://127.0.0.1${path}`, { method, headers }))).status
  return { knows, id: till.till_id, shop: id, number: till.number }
}

it('a key is known at once at each process, and ended at each within its time', async () => {
  const { service } = world
  const processes = [service.service, await service.another()]
  const till = await paired(service, 'installation-a')
  const atEach = () => Promise.all(processes.map((process) => till.knows(process)))
  expect(await atEach()).toEqual([200, 200])
  const path = `/api/fleet/tills/${till.id}?company_id=${till.shop}`
  expect((await ask(service, 'PUT', path, { is_retired: true })).status).toBe(200)
  expect((await atEach())[0]).toBe(401)
  service.clock.advance(KEY_CACHE_MS)
  expect(await atEach()).toEqual([401, 401])
  const again = await paired(service, 'installation-a')
  for (const process of processes) expect(await again.knows(process)).toBe(200)
  expect(await atEach()).toEqual([401, 401])
})

it('a till that asks too much keeps no other till of its shop waiting', async () => {
  const service = await startInProcess({ requestsPerMinute: 20 })
  try {
    const [thief, honest] = [await paired(service, 'a-stolen'), await paired(service, 'b-honest')]
    const asked = []
    for (let n = 0; n < 30; n += 1) asked.push(await thief.knows(service.service))
    expect(asked.filter((status) => status === 429)).toHaveLength(10)
    expect(await honest.knows(service.service)).toBe(200)
    expect((await ask(service, 'GET', '/api/companies')).status).toBe(200)
  } finally {
    await service.close()
  }
})

it.each(['suspended', 'certificate'] as const)(
  'a shop that is held (%s) holds it in the words and at the pace of a typed key',
  async (how) => {
    await joined()
    const [own, typed] = [(await openTyped()).played, (await openTyped()).played]
    must(await joinBy(own, await newCode()))
    await settled(own)
    const company = await companyOf(world.service.storage)
    const { storage } = world.service
    const hold = (isHeld: boolean) =>
      storage.write(async (db) => {
        if (how === 'suspended')
          await db
            .updateTable('companies')
            .set({ status: isHeld ? 'SUSPENDED' : 'ACTIVE' })
            .where('id', '=', company.id)
            .execute()
        else
          await db
            .updateTable('certificates')
            .set({ expires_at_ms: (world.service.clock.now() + (isHeld ? -1 : 1e10)) as never })
            .where('company_id', '=', company.id)
            .execute()
      })
    await hold(true)
    await wait(5_000)
    const tries = async () =>
      [own, typed].map(({ till }, at) => receiptOf(till.api, sales[at] as SaleId).attempts)
    const sales = [own, typed].map(({ till }) => sellOf(till.api))
    await wait(120_000)
    const [ownWords, typedWords] = [own, typed].map(({ till }, at) => {
      const { lastErrorCode, issueState } = receiptOf(till.api, sales[at] as SaleId)
      return { lastErrorCode, issueState, held: till.api.status().heldTogether }
    })
    expect(ownWords).toEqual(typedWords)
    expect(ownWords?.lastErrorCode).toBe(
      how === 'suspended' ? 'COMPANY_SUSPENDED' : 'CERTIFICATE_EXPIRED',
    )
    for (const attempts of await tries()) expect(attempts).toBeLessThan(20)
    await hold(false)
    await world.until(() => pending(own) + pending(typed) === 0, 900_000)
  },
)

it('a folio that comes late is fetched by its own key', async () => {
  await joined()
  const { played } = await openTyped(null)
  must(await joinBy(played, await newCode()))
  await settled(played)
  const { authority, storage } = world.service
  authority.mood.isReachable = false
  const company = await companyOf(storage)
  const ranges = await storage.read
    .selectFrom('folio_ranges')
    .select(['id', 'next_folio', 'last_folio', 'status'])
    .where('company_id', '=', company.id)
    .where('document_code', '=', 39)
    .execute()
  const setAll = (areUsedUp: boolean) =>
    storage.write(async (db) => {
      for (const { id, next_folio: next, last_folio: last, status } of ranges)
        await db
          .updateTable('folio_ranges')
          .set(areUsedUp ? { next_folio: last + 1, status: 'AGO' } : { next_folio: next, status })
          .where('id', '=', id)
          .execute()
    })
  await setAll(true)
  const before = await issued()
  const saleId = sellOf(played.till.api)
  await wait(30_000)
  expect([receiptOf(played.till.api, saleId).folio, await issued()]).toEqual([null, before + 1])
  await setAll(false)
  await worked()
  await world.until(() => receiptOf(played.till.api, saleId).folio !== null, 600_000)
  expect(statusOf(played, saleId)).toBe('PEN')
  authority.mood.isReachable = true
  await worked()
  await becomes(played, saleId, 'APR')
})

it('let in by a MEMBER, deletes no receipt the service has, with or without it', async () => {
  await joined()
  world.service.authority.mood.isReachable = false
  const { played } = await openTyped(null)
  must(await joinBy(played, await newCode(null, { shopKey: world.service.keys.member })))
  await settled(played)
  const { api } = played.till
  must(await api.saveSettings({ usesShifts: true }))
  must(api.openShift({ shiftId: api.shift().nextId, floatClp: 30_000 }))
  const [sale, other] = [await sold(played), await sold(played)]
  await settled(played)
  const drawer = () => must(api.readShift({ approvalId: null })).report.methods
  const [before, moneyBefore] = [receiptOf(api, sale.saleId), drawer()]
  for (const { saleId } of [sale, sale, other]) {
    const refused = await said(played, api.deleteReceipt({ saleId, reason: 'Error' }))
    expect(refused).toMatchObject({ refusal: { code: 'DELETE_NOT_ALLOWED' } })
  }
  // P2: without the service it was put off, and its money went back for a receipt that stood.
  played.wire.isAway = true
  const away = await said(played, api.deleteReceipt({ saleId: sale.saleId, reason: 'Error' }))
  expect(codeOf(away)).toBe('DELETE_NOT_ALLOWED')
  expect(drawer()).toEqual(moneyBefore)
  // What never left is taken out here, as ever.
  const unsent = sellOf(api)
  expect(must(await said(played, api.deleteReceipt({ saleId: unsent, reason: 'Error' })))).toBe(
    'done',
  )
  played.wire.isAway = false
  await settled(played)
  expect(receiptOf(api, sale.saleId)).toMatchObject({
    ...{ folio: before.folio, issueState: before.issueState, deletion: null },
  })
  must(api.reprint(sale.saleId))
  await settled(played)
  must(await giveBack(played, sale.saleId))
  await back(played)
  must(await giveBackElsewhere(two, other))
  await back(two)
})

it('a till deletes as many a day as it may, and what stands is none of them', async () => {
  const { service } = world
  service.authority.mood.isReachable = false
  const till = await paired(service, 'installation-a')
  const [gone, last, more] = [await sold(one), await sold(one), await sold(one)]
  const remove = ({ folio }: { readonly folio: number }) =>
    till.knows(service.service, `/api/invoices/39/${folio}`, 'DELETE')
  expect(await remove(gone)).toBe(200)
  const of = { companyId: till.shop, number: till.number }
  await service.storage.write((db) =>
    countOfDay(db, of, 'deleted', DAY_MAX.deleted - 2, service.clock.now()),
  )
  for (let n = 0; n < 3; n += 1) expect(await remove(gone)).toBe(409)
  expect([await remove(last), await remove(more)]).toEqual([200, 429])
})

it.each(['a MEMBER, as ever', 'a MEMBER since the service went away'])(
  'what a typed key may not delete moves no money and leaves the return free: %s',
  async (how) => {
    const { keys, authority } = world.service
    authority.mood.isReachable = false
    const { played } = await openTyped()
    if (!how.includes('since')) played.wire.key = keys.member
    const { api } = played.till
    must(await api.saveSettings({ usesShifts: true }))
    must(api.openShift({ shiftId: api.shift().nextId, floatClp: 30_000 }))
    const [sale, other] = [await sold(played), await sold(played)]
    const drawer = () => must(api.readShift({ approvalId: null })).report.methods
    const remove = ({ saleId }: { readonly saleId: SaleId }) =>
      said(played, api.deleteReceipt({ saleId, reason: 'Error' }))
    played.wire.isAway = true
    for (const each of [sale, other]) expect(codeOf(await remove(each))).toBe('DELETE_NOT_NOW')
    must(await giveBack(played, other.saleId))
    const before = drawer()
    played.wire.isAway = false
    played.wire.losesDeletions = true
    expect(must(await remove(sale))).toBe('asked')
    played.wire.key = keys.member
    played.wire.losesDeletions = false
    await world.until(() => receiptOf(api, sale.saleId).deletion === 'refused', 600_000)
    expect(receiptOf(api, sale.saleId).deletionNote?.problemCode).toBe('DELETE_NOT_ALLOWED')
    expect(drawer()).toEqual(before)
    must(await giveBack(played, sale.saleId))
    await back(played)
  },
)

it('hears of a receipt that the owner deleted with his own key', async () => {
  await joined()
  world.service.authority.mood.isReachable = false
  const { played } = await openTyped(null)
  must(await joinBy(played, await newCode()))
  await settled(played)
  const { saleId, folio } = await sold(played)
  expect((await ask(world.service, 'DELETE', `/api/invoices/39/${folio}`)).status).toBe(200)
  await becomes(played, saleId, 'DELETED')
})
