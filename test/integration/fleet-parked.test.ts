/** Sales put aside at the tills of one shop: seen at all, taken up at one. */
import { renameSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import { PARKED_MAX } from '#shared/selling/cart/parked.ts'
import { clp } from '#shared/money/clp.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import { cartOf, commitOf, keptOf } from '../support/till-fixture.ts'
import type { PlayedTill } from './fleet-world.ts'
import {
  addProduct,
  BREAD,
  COFFEE,
  cut,
  joined,
  NEW_CODE,
  one,
  openDb,
  said,
  settled,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'

useTwoTills()

const PARKED = '/api/fleet/parked'
const CLAIMS = '/api/fleet/parked-claims'

const onScreen = ({ till }: PlayedTill, cart: Cart) => ({
  ...keptOf(cart),
  replaces: till.api.loadDraft().sale?.saleId ?? null,
})
function park(played: PlayedTill, name: string, ...codes: string[]) {
  const cart = cartOf(played.till.api, ...(codes.length === 0 ? [COFFEE] : codes))
  return must(played.till.api.parkSale({ ...onScreen(played, cart), name }))
}
const listed = ({ till }: PlayedTill) => till.api.parkedSales()
const named = (played: PlayedTill, name: string) =>
  listed(played).find((sale) => sale.name === name)
const idOf = (played: PlayedTill, name: string) => named(played, name)?.id ?? 'none'
const claim = (played: PlayedTill, parkedId: string) =>
  said(played, played.till.api.claimParked({ parkedId }))
const recall = (played: PlayedTill, parkedId: string) =>
  played.till.api.recallSale({ ...onScreen(played, EMPTY_CART), parkedId })
async function take(played: PlayedTill, parkedId: string) {
  const claimed = await claim(played, parkedId)
  return claimed.ok ? recall(played, parkedId) : claimed
}
const codeOf = (answer: { readonly ok: boolean } & Partial<{ refusal: { code: string } }>) =>
  answer.ok ? 'ok' : answer.refusal?.code
const atService = () => world.service.storage.read.selectFrom('fleet_parked').selectAll().execute()

describe('a sale put aside in a shop', () => {
  it('is seen at the other till, taken there, and sold; the first sees who has it', async () => {
    await joined()
    park(one, 'Rosa', COFFEE, BREAD)
    await settled(one, two)
    expect(named(two, 'Rosa')).toMatchObject({
      ...{
        lineCount: 2,
        products: ['Café molido', 'Pan (kg)'],
        shop: { till: 'Uno', taken: null },
      },
    })
    const taken = must(await take(two, idOf(two, 'Rosa')))
    expect(taken.cart.lines.map(({ code }) => code)).toEqual([COFFEE, BREAD])
    must(two.till.api.commitSale(commitOf(two.till.api, taken.cart)))
    await settled(one, two)
    expect(named(one, 'Rosa')?.shop).toMatchObject({ till: null, taken: { till: 'Caja 2' } })
    expect(named(two, 'Rosa')).toBeUndefined()
    expect(codeOf(await take(one, idOf(one, 'Rosa')))).toBe('PARKED_TAKEN')
  })

  it('is told within two seconds', async () => {
    await joined()
    park(one, 'Rosa')
    const saidMs = one.fixture.clock.now()
    await world.until(() => named(two, 'Rosa') !== undefined)
    expect(one.fixture.clock.now() - saidMs).toBeLessThanOrEqual(2_000)
  })

  it('goes to one of two that ask at once', async () => {
    await joined()
    park(one, 'Rosa')
    await settled(one, two)
    const id = idOf(two, 'Rosa')
    const answers = [one, two].map((played) => played.till.api.claimParked({ parkedId: id }))
    for (const { fixture } of [one, two]) await fixture.clock.advance(0)
    const codes = (await Promise.all(answers)).map(codeOf).toSorted()
    expect(codes).toEqual(['PARKED_TAKEN', 'ok'])
    await settled(one, two)
    const recalled = [one, two].map((played) => codeOf(recall(played, id)))
    expect(recalled.filter((code) => code === 'ok')).toHaveLength(1)
  })

  it('that its own till takes up is the others’ no more', async () => {
    await joined()
    const { id } = park(one, 'Rosa')
    await settled(one, two)
    // Not by itself: the service has it.
    expect(codeOf(recall(one, id))).toBe('PARKED_ASKS_SHOP')
    expect(codeOf(one.till.api.discardParked({ parkedId: id, approvalId: null }))).toBe(
      'PARKED_ASKS_SHOP',
    )
    must(await take(one, id))
    expect(codeOf(await take(two, id))).toBe('PARKED_TAKEN')
    await settled(one, two)
    expect(named(two, 'Rosa')?.shop?.taken).toMatchObject({ till: 'Uno' })
    expect(named(one, 'Rosa')).toBeUndefined()
  })

  it('is discarded with the word of the service, once', async () => {
    await joined()
    const { id } = park(one, 'Rosa')
    await settled(one, two)
    must(await claim(one, id))
    must(one.till.api.discardParked({ parkedId: id, approvalId: null }))
    expect(codeOf(await take(two, id))).toBe('PARKED_TAKEN')
  })

  it('brings products of the other till along, under this till’s own ids', async () => {
    addProduct(one, NEW_CODE, 'Leche')
    addProduct(two, NEW_CODE, 'Leche')
    await joined()
    park(one, 'Rosa', NEW_CODE)
    await settled(one, two)
    const { cart } = must(await take(two, idOf(two, 'Rosa')))
    const found = two.till.api.productByCode(NEW_CODE)
    expect(cart.lines.map(({ productId }) => productId)).toEqual([must(found).id])
  })

  it('with money in it stays at its till', async () => {
    await joined()
    const cart = cartOf(one.till.api, COFFEE)
    const screen = onScreen(one, cart)
    const [method] = DEFAULT_METHODS
    if (method === undefined) throw new Error('no cash')
    const given = [{ method, amountClp: clp(500), reference: '' }]
    const sale = { ...screen.sale, paying: { ...screen.sale.paying, given } }
    const parked = must(one.till.api.parkSale({ ...screen, sale, name: 'Rosa' }))
    await settled(one, two)
    await wait(3_000)
    expect([named(two, 'Rosa'), await atService()]).toEqual([undefined, []])
    must(recall(one, parked.id))
  })

  it('again, after it was taken, goes back to the first till', async () => {
    await joined()
    park(one, 'Rosa')
    await settled(one, two)
    const { cart, saleId } = must(await take(two, idOf(two, 'Rosa')))
    const again = { ...keptOf(cart, saleId), replaces: saleId, name: 'Rosa otra vez' }
    must(two.till.api.parkSale(again))
    await settled(one, two)
    must(await take(one, idOf(one, 'Rosa otra vez')))
    await settled(one, two)
    expect(named(two, 'Rosa otra vez')?.shop?.taken).toMatchObject({ till: 'Uno' })
  })
})

describe('while the service cannot be reached', () => {
  it('a till takes up what it parked and has not said, and goes up with the rest later', async () => {
    await joined()
    cut(true, one, two)
    await wait(2_000)
    const rosa = park(one, 'Rosa')
    park(one, 'Pedro', BREAD)
    await wait(60_000)
    expect(listed(one).map(({ shop }) => shop)).toEqual([undefined, undefined])
    must(recall(one, rosa.id))
    cut(false, one, two)
    await world.until(() => listed(two).length > 0)
    expect(listed(two).map(({ name }) => name)).toEqual(['Pedro'])
  })

  it('what the service knows waits for its word, at both', async () => {
    await joined()
    const { id } = park(one, 'Rosa')
    await settled(one, two)
    cut(true, one, two)
    for (const played of [one, two]) {
      expect(codeOf(await take(played, id))).toBe('PARKED_SHOP_AWAY')
      expect(codeOf(recall(played, id))).not.toBe('ok')
    }
    cut(false, one, two)
    await settled(one, two)
    must(await take(two, id))
  })

  it('one that was said without an answer is nobody’s until it is known', async () => {
    await joined()
    one.wire.losesAnswersTo = PARKED
    const { id } = park(one, 'Rosa')
    await wait(3_000)
    cut(true, one)
    // The service has it, and this till cannot know.
    expect(codeOf(recall(one, id))).toBe('PARKED_ASKS_SHOP')
    await settled(two)
    must(await take(two, id))
    one.wire.losesAnswersTo = null
    expect(codeOf(await take(one, id))).toBe('PARKED_SHOP_AWAY')
    cut(false, one)
    await settled(one, two)
    expect(codeOf(await take(one, id))).toBe('PARKED_TAKEN')
    expect(listed(one).filter(({ shop }) => !shop?.taken)).toEqual([])
  })

  it('one that was asked for without an answer comes to the till it was granted to', async () => {
    await joined()
    park(one, 'Rosa')
    await settled(one, two)
    const id = idOf(two, 'Rosa')
    two.wire.losesAnswersTo = CLAIMS
    expect(codeOf(await take(two, id))).toBe('PARKED_SHOP_AWAY')
    two.wire.losesAnswersTo = null
    expect(codeOf(await take(one, id))).toBe('PARKED_TAKEN')
    await settled(one, two)
    expect(named(two, 'Rosa')).toMatchObject({ id })
    expect(named(two, 'Rosa')?.shop).toBeUndefined()
    cut(true, two)
    must(recall(two, id))
    // Told twice, it is there once.
    cut(false, two)
    await settled(one, two)
    expect(named(two, 'Rosa')).toBeUndefined()
  })

  it('a till that asked in vain has asked for nothing', async () => {
    await joined()
    park(one, 'Rosa')
    await settled(one, two)
    const id = idOf(two, 'Rosa')
    cut(true, two)
    expect(codeOf(await claim(two, id))).toBe('PARKED_SHOP_AWAY')
    must(await take(one, id))
    cut(false, two)
    await settled(one, two)
    expect(named(two, 'Rosa')?.shop?.taken).toMatchObject({ till: 'Uno' })
  })
})

describe('a till that falls', () => {
  const again = async (played: PlayedTill) => {
    const { key } = played.kept
    const fleetSecret = { load: async () => key, save: async () => {} }
    return world.open({ dataDir: played.fixture.dataDir, fleetSecret })
  }

  it('between its question and the answer has the sale when it comes back', async () => {
    await joined()
    park(one, 'Rosa')
    await settled(one, two)
    const id = idOf(two, 'Rosa')
    two.wire.losesAnswersTo = CLAIMS
    await claim(two, id)
    await two.till.stop()
    const back = await again(two)
    await settled(one, back)
    must(recall(back, id))
    expect(codeOf(await take(one, id))).toBe('PARKED_TAKEN')
  })

  it('before its sale was said says it when it comes back', async () => {
    await joined()
    cut(true, one)
    park(one, 'Rosa')
    await one.till.stop()
    const back = await again(one)
    await settled(back, two)
    must(await take(two, idOf(two, 'Rosa')))
    await settled(back, two)
    expect(named(back, 'Rosa')?.shop?.taken).toMatchObject({ till: 'Caja 2' })
  })

  it('and whose folder was put back has no sale another took meanwhile', async () => {
    await joined()
    const { id } = park(one, 'Rosa')
    await settled(one, two)
    const file = tillFolder(one.fixture.dataDir).database
    const db = new Database(file)
    db.exec(`VACUUM INTO '${file}.copy'`)
    db.close()
    must(await take(two, id))
    await settled(one, two)
    await one.till.stop()
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
    renameSync(`${file}.copy`, file)
    const back = await again(one)
    expect(codeOf(recall(back, id))).toBe('PARKED_ASKS_SHOP')
    await settled(back, two)
    expect(codeOf(await take(back, id))).toBe('PARKED_TAKEN')
  })
})

describe('limits and others', () => {
  it('a full list takes no further one, and loses none', async () => {
    await joined()
    park(one, 'Rosa')
    await settled(one, two)
    cut(true, two)
    for (let at = 0; at < PARKED_MAX; at += 1) park(two, `v${at}`)
    cut(false, two)
    await settled(one, two)
    expect(codeOf(await claim(two, idOf(two, 'Rosa')))).toBe('PARKED_FULL')
    expect(listed(one)).toHaveLength(PARKED_MAX + 1)
    must(await take(one, idOf(one, 'v3')))
  })

  it('a till alone parks and takes up as ever, and says nothing', async () => {
    const { id } = park(one, 'Rosa')
    expect(named(one, 'Rosa')?.shop).toBeUndefined()
    must(await claim(one, id))
    must(recall(one, id))
    const db = openDb(one)
    const rows = db.prepare('SELECT * FROM fleet_parked').all()
    db.close()
    expect(rows).toEqual([])
  })

  it('a till that leaves takes its own along; what it is not given it does not take', async () => {
    await joined()
    const rosa = park(two, 'Rosa')
    const pedro = park(two, 'Pedro')
    await settled(one, two)
    must(await take(one, pedro.id))
    must(await said(two, two.till.api.leaveShop()))
    must(recall(two, rosa.id))
    expect(codeOf(await take(one, rosa.id))).toBe('PARKED_TAKEN')
    expect(codeOf(recall(two, pedro.id))).toBe('PARKED_NOT_FOUND')
  })

  it('a till that leaves without an answer leaves its sales to the shop', async () => {
    await joined()
    const { id } = park(two, 'Rosa')
    await settled(one, two)
    cut(true, two)
    must(await said(two, two.till.api.leaveShop()))
    expect(codeOf(recall(two, id))).toBe('PARKED_ASKS_SHOP')
    must(await take(one, id))
    must(two.till.api.discardParked({ parkedId: id, approvalId: null }))
  })

  it('a till of another place sees and takes none', async () => {
    must(await said(one, one.till.api.joinShop({ code: null, name: 'Uno', branch: 'Ñuñoa' })))
    must(await said(two, two.till.api.joinShop({ code: null, name: 'Dos', branch: 'Maipú' })))
    await settled(one, two)
    const { id } = park(one, 'Rosa')
    await settled(one, two)
    expect(listed(two)).toEqual([])
    expect(codeOf(await claim(two, id))).toBe('PARKED_NOT_FOUND')
    expect(await atService()).toMatchObject([{ parked_id: id, taken_by: null }])
    must(await take(one, id))
  })

  it('an older service hears of none, and each till keeps its own', async () => {
    await joined()
    one.wire.cutsPath = PARKED
    const { id } = park(one, 'Rosa')
    await wait(10_000)
    must(recall(one, id))
    expect(view(one).state).toBe('together')
  })
})
