import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import { PARKED_MAX } from '#shared/selling/cart/parked.ts'
import { cartOf, commitOf, keptOf, openedOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, till, api } = tillPerTest()

async function reopened() {
  await till.stop()
  await fixture.open()
  return till
}

/** What a screen sends that shows what the core has. */
const onScreen = (cart: Cart, saleId = keptOf(cart).sale.saleId) => ({
  ...keptOf(cart, saleId),
  replaces: api.loadDraft().sale?.saleId ?? null,
})

function park(cart: Cart, name = '', saleId = keptOf(cart).sale.saleId) {
  const parked = api.parkSale({ ...onScreen(cart, saleId), name })
  if (!parked.ok) throw new Error(parked.refusal.code)
  return parked.value
}

describe('parked sales', () => {
  it('are listed with number, name, lines and total, and come back whole after a restart', async () => {
    const cart = cartOf(api, '7801040000037', '101')
    park(cart, '  Sra.   Rosa ')
    park(cartOf(api, '201'))
    expect(api.loadDraft().sale).toBeNull()
    const [first, second] = (await reopened()).api.parkedSales()
    expect(first).toMatchObject({
      number: 1,
      name: 'Sra. Rosa',
      lineCount: 2,
      totalClp: 3886,
      products: ['Café molido', 'Pan (kg)'],
    })
    expect(second).toMatchObject({ number: 2, name: '', totalClp: 1600 })
    expect(api.recallSale({ ...onScreen(EMPTY_CART), parkedId: first?.id ?? '' })).toMatchObject({
      ok: true,
      value: { cart },
    })
    expect(api.loadDraft().sale?.cart).toEqual(cart)
    // The free number is given again: what is called out stays small.
    expect(park(cartOf(api, '101')).number).toBe(1)
  })

  it('change places with the sale on screen', () => {
    const rosa = cartOf(api, '101')
    const pedro = cartOf(api, '201')
    const { id } = park(rosa, 'Rosa')
    expect(api.recallSale({ ...onScreen(pedro), parkedId: id })).toMatchObject({
      ok: true,
      value: { cart: rosa },
    })
    expect(api.parkedSales()).toMatchObject([{ products: ['Pasaje'] }])
    expect(api.recallSale({ ...onScreen(EMPTY_CART), parkedId: id })).toMatchObject({
      refusal: { code: 'PARKED_NOT_FOUND' },
    })
    expect(api.loadDraft().sale?.cart).toEqual(rosa)
  })

  it('take the id and reference of their opened payment with them: one reference never serves two carts', () => {
    const rosa = cartOf(api, '101')
    const opened = openedOf(api)
    const { id } = park(rosa, '', opened.saleId)
    const other = openedOf(api)
    expect(other.externalReference).not.toBe(opened.externalReference)
    expect(
      api.commitSale({ ...commitOf(api, cartOf(api, '201')), saleId: opened.saleId }),
    ).toMatchObject({ refusal: { code: 'SALE_NOT_OPEN' } })
    api.recallSale({ ...onScreen(cartOf(api, '201'), other.saleId), parkedId: id })
    expect(openedOf(api)).toEqual(opened)
    expect(api.commitSale(commitOf(api, rosa))).toMatchObject({
      ok: true,
      value: { externalReference: opened.externalReference },
    })
    const [waiting] = api.parkedSales()
    api.recallSale({ ...onScreen(EMPTY_CART), parkedId: waiting?.id ?? '' })
    expect(openedOf(api)).toEqual(other)
  })

  it('never hold a sale that was charged while the screen did not hear of it', () => {
    const cart = cartOf(api, '101')
    const command = commitOf(api, cart)
    api.commitSale(command)
    const refusedParking = api.parkSale({ ...onScreen(cart, command.saleId), name: '' })
    expect(refusedParking).toMatchObject({ refusal: { code: 'SALE_ALREADY_CHARGED' } })
    const { id } = park(cartOf(api, '201'))
    expect(api.recallSale({ ...onScreen(cart, command.saleId), parkedId: id })).toMatchObject({
      refusal: { code: 'SALE_ALREADY_CHARGED' },
    })
    expect(api.parkedSales().map((parked) => parked.id)).toEqual([id])
  })

  it('are not taken up again once charged, as a restored backup might have it', async () => {
    const cart = cartOf(api, '101')
    const opened = openedOf(api)
    const { id } = park(cart, '', opened.saleId)
    api.recallSale({ ...onScreen(EMPTY_CART), parkedId: id })
    api.commitSale(commitOf(api, cart))
    const db = new Database(join(fixture.dataDir, 'till', 'till.db'))
    db.prepare(`INSERT INTO parked_sale VALUES ('old', 1, '', ?, 1, 1890, 0, '', ?, ?)`).run(
      JSON.stringify(cart),
      opened.saleId,
      opened.externalReference,
    )
    db.close()
    const recalled = api.recallSale({ ...onScreen(EMPTY_CART), parkedId: 'old' })
    expect([recalled, api.parkedSales()]).toMatchObject([
      { refusal: { code: 'SALE_ALREADY_CHARGED' } },
      [],
    ])
  })

  it('have a limit, and a full list can still be swapped through and thinned out', () => {
    const cart = cartOf(api, '101')
    const all = Array.from({ length: PARKED_MAX }, () => park(cart))
    expect(api.parkSale({ ...onScreen(cart), name: '' })).toMatchObject({
      refusal: { code: 'PARKED_FULL', params: { most: '20' } },
    })
    expect(api.recallSale({ ...onScreen(cart), parkedId: all[3]?.id ?? '' })).toMatchObject({
      ok: true,
    })
    expect(api.discardParked({ parkedId: all[0]?.id ?? '', approvalId: null })).toEqual({
      ok: true,
      value: null,
    })
    expect(api.parkedSales()).toHaveLength(PARKED_MAX - 1)
    expect(api.parkSale({ ...onScreen(cart), name: 'x'.repeat(41) })).toMatchObject({
      refusal: { code: 'PARKED_NAME_TOO_LONG', field: 'name' },
    })
    expect(api.parkSale({ ...onScreen(EMPTY_CART), name: '' })).toMatchObject({
      refusal: { code: 'CART_EMPTY' },
    })
  })
})
