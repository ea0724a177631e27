import { describe, expect, it } from 'vitest'
import type { ProductId } from '#shared/core/brand.ts'
import { PICTURE_BYTES_MAX } from '#shared/catalogue/tile-picture.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till, api } = tillPerTest()

const grid = (shelf: { categoryId?: string; favouritesOnly?: boolean } = {}) =>
  api.searchProducts({ text: '', categoryId: null, favouritesOnly: false, limit: 120, ...shelf })
const names = () => grid().map(({ name }) => name)
const idOf = (name: string) =>
  grid().find((product) => product.name === name)?.id ?? ('' as ProductId)
const make = (code: string, name: string) =>
  api.saveProduct({
    code,
    name,
    unitGrossClp: 990,
    isExempt: false,
    unit: null,
    categoryId: 'a',
    isFavourite: false,
  })
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)])

describe('the grid', () => {
  it('keeps its order whatever sells; a new product stands at the end, and what sold stands apart', () => {
    make('A1', 'Zapallo')
    make('A2', 'Aceituna')
    const before = names()
    expect(before.slice(-2)).toEqual(['Zapallo', 'Aceituna'])
    expect(api.bestSellers({ limit: 6, onlySold: true })).toEqual([])
    sellOf(api, 'A2')
    expect(names()).toEqual(before)
    expect(api.bestSellers({ limit: 6, onlySold: true }).map(({ name }) => name)).toEqual([
      'Aceituna',
    ])
    // Who looks for something still finds what sells first.
    make('A3', 'Aceituna negra')
    sellOf(api, 'A3')
    sellOf(api, 'A3')
    expect(
      api
        .searchProducts({ text: 'aceit', categoryId: null, favouritesOnly: false, limit: 9 })
        .map(({ name }) => name),
    ).toEqual(['Aceituna negra', 'Aceituna'])
  })

  it('is what was arranged, also after a restart and after more moves into one gap than a number has room for', async () => {
    const [first, second] = ['Uno', 'Dos'].map((name, at) => (make(`B${at}`, name), idOf(name)))
    if (first === undefined || second === undefined) throw new Error('no products')
    const start = names().at(0) ?? ''
    expect(api.moveTile({ productId: second, besideId: idOf(start), side: 'before' })).toEqual({
      ok: true,
      value: null,
    })
    expect(names().slice(0, 2)).toEqual(['Dos', start])
    for (let turn = 0; turn < 120; turn += 1) {
      api.moveTile({
        productId: turn % 2 === 0 ? first : second,
        besideId: idOf(start),
        side: 'before',
      })
    }
    expect(names().slice(0, 3)).toEqual(['Uno', 'Dos', start])
    api.moveTile({ productId: first, besideId: second, side: 'after' })
    const arranged = names()
    expect(arranged.slice(0, 3)).toEqual(['Dos', 'Uno', start])
    make('B9', 'Recién hecho')
    expect(names()).toEqual([...arranged, 'Recién hecho'])
    await till.stop()
    await fixture.open()
    expect(names()).toEqual([...arranged, 'Recién hecho'])
    expect(grid({ categoryId: 'a' }).map(({ name }) => name)).toEqual(
      names().filter((name) => grid({ categoryId: 'a' }).some((product) => product.name === name)),
    )
  })

  it('is the owner’s', async () => {
    const [one, other] = grid()
    if (one === undefined || other === undefined) throw new Error('no products')
    await api.saveStaff({ staffId: null, name: 'Paula', role: 'owner', pin: '3690' })
    await api.saveStaff({ staffId: null, name: 'Camila', role: 'cashier', pin: '2580' })
    await api.signIn({
      staffId: api.staff().members.find(({ role }) => role === 'cashier')?.id ?? '',
      pin: '2580',
    })
    const before = names()
    expect(api.moveTile({ productId: one.id, besideId: other.id, side: 'after' })).toMatchObject({
      refusal: { code: 'OWNER_REQUIRED' },
    })
    expect(
      api.setProductPicture({ productId: one.id, picture: PNG.toString('base64') }),
    ).toMatchObject({ refusal: { code: 'OWNER_REQUIRED' } })
    expect(names()).toEqual(before)
  })
})

describe('pictures', () => {
  it('are kept with the product, told apart by their bytes, and taken away', async () => {
    const [product] = grid()
    if (product === undefined) throw new Error('no products')
    const set = (picture: Buffer | null) =>
      api.setProductPicture({ productId: product.id, picture: picture?.toString('base64') ?? null })
    expect(set(PNG)).toEqual({ ok: true, value: null })
    const [shown] = grid()
    expect(shown?.pictureId).toMatch(/^[0-9a-f]{16}$/)
    await till.stop()
    await fixture.open()
    expect(api.productPictures({ productIds: [product.id] })).toEqual([
      {
        productId: product.id,
        pictureId: shown?.pictureId,
        type: 'image/png',
        base64: PNG.toString('base64'),
      },
    ])
    set(Buffer.concat([PNG, Buffer.from([1])]))
    expect(grid()[0]?.pictureId).not.toBe(shown?.pictureId)
    set(null)
    expect(grid()[0]).not.toHaveProperty('pictureId')
    expect(api.productPictures({ productIds: [product.id] })).toEqual([])
  })

  it.each([
    ['a text', Buffer.from('<svg onload=alert(1)>'), 'PICTURE_NOT_VALID'],
    ['nothing', Buffer.alloc(0), 'PICTURE_NOT_VALID'],
    ['too much', Buffer.concat([PNG, Buffer.alloc(PICTURE_BYTES_MAX)]), 'PICTURE_TOO_LARGE'],
  ])('are no %s', (_, bytes, code) => {
    const [product] = grid()
    expect(
      api.setProductPicture({
        productId: product?.id ?? ('' as ProductId),
        picture: bytes.toString('base64'),
      }),
    ).toMatchObject({ refusal: { code } })
  })

  it('have a product', () => {
    expect(api.setProductPicture({ productId: 'gone' as ProductId, picture: null })).toMatchObject({
      refusal: { code: 'PRODUCT_GONE' },
    })
    expect(
      api.moveTile({
        productId: 'gone' as ProductId,
        besideId: 'gone' as ProductId,
        side: 'before',
      }),
    ).toMatchObject({ refusal: { code: 'PRODUCT_GONE' } })
  })
})
