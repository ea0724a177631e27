/** What Enter in the search field may sell: over random shelves, and the core's own search. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProductIndex } from '#shared/catalogue/product-index.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { ProductId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { createCatalogueStore, RESULTS_MAX } from './catalogue-store.ts'
import { createHandTimers, portOf } from './test-port.ts'

const product = (name: string, code: string): ProductView => ({
  id: code as ProductId,
  code,
  name,
  unitGrossClp: clp(100),
  isExempt: false,
  unit: null,
  categoryId: 'c',
  isFavourite: false,
})

function shop(products: readonly ProductView[]) {
  const index = new ProductIndex()
  products.forEach((each, at) => index.put({ ...each, rowid: at, soldCount: -at }))
  const port = portOf({
    searchProducts: ({ text }) => {
      const query = { text, categoryId: null, favouritesOnly: false, limit: RESULTS_MAX }
      return Promise.resolve(index.search(query).flatMap((at) => products[at] ?? []))
    },
    productByCode: (code) => {
      const found = products.find((each) => each.code === code)
      return Promise.resolve(
        found ? ok(found) : refuse(refusal('BARCODE_UNKNOWN', 'search', { code })),
      )
    },
  })
  return createCatalogueStore(port, createHandTimers())
}

/** `steps`: how often the down arrow is pressed before Enter. */
async function enter(products: readonly ProductView[], text: string, steps = 0) {
  const store = shop(products)
  store.getState().setText(text)
  await store.getState().refresh()
  const { results } = store.getState()
  for (let step = 0; step < steps; step += 1) store.getState().highlight(1)
  const { isPicked, highlighted } = store.getState()
  const picked = isPicked ? results[highlighted ?? 0] : undefined
  const choice = await store.getState().chooseTyped()
  return { store, results, picked, choice, sold: choice.ok ? choice.value.product : null }
}

const shelf = [
  product('Manjar 1 kg', '1001'),
  product('Leche entera 1 L', '1002'),
  ...['1,5 L', '2 L', '3 L', 'lata', 'zero', 'light', 'vidrio', 'mini', 'pack', 'sin azúcar'].map(
    (kind, at) => product(`Coca-Cola ${kind}`, `20${at}0`),
  ),
  product('Pan', '30'),
  product('Pan de molde', '31'),
]

describe('Enter sells no guess', () => {
  it.each([
    ['mani', 'SEARCH_GUESSED'],
    ['cocoa', 'SEARCH_GUESSED'],
    ['lechex', 'SEARCH_GUESSED'],
    ['coca', 'SEARCH_NOT_ONE'],
    ['20', 'SEARCH_NOT_ONE'],
    ['100', 'SEARCH_NOT_ONE'],
  ])('%s: the list stays, and the screen says so', async (text, code) => {
    const { choice, store, results } = await enter(shelf, text)
    expect(choice).toMatchObject({ ok: false, refusal: { code, params: { text } } })
    expect(results.length).toBeGreaterThan(0)
    expect(store.getState()).toMatchObject({ results, text, highlighted: null })
  })

  it.each([
    ['1002', 'Leche entera 1 L'],
    ['pan', 'Pan'],
    ['COCA COLA 1.5 LTS', 'Coca-Cola 1,5 L'],
    ['lech', 'Leche entera 1 L'],
    ['coca azu', 'Coca-Cola sin azúcar'],
  ])('%s: sells %s', async (text, name) => {
    expect((await enter(shelf, text)).sold?.name).toBe(name)
  })

  it('the arrows begin at the first of the list, and keep their product when it is read again', async () => {
    const { results, sold } = await enter(shelf, 'coca', 1)
    expect(sold).toEqual(results[0])
    const store = shop(shelf)
    store.getState().setText('coca')
    await store.getState().refresh()
    store.getState().highlight(1)
    store.getState().highlight(1)
    const picked = store.getState().results[1]
    await store.getState().refresh()
    expect(await store.getState().chooseTyped()).toEqual(ok({ product: picked, quantity: null }))
  })

  it('over random shelves and typed beginnings: a code, a name, the only hit, or the hand', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'c', 'e', 'l', 'n', 'o'), minLength: 2 })
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    const names = fc.array(name, { minLength: 1, maxLength: 12 })
    const typed = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 12 }), fc.option(word), fc.nat(3))
    await fc.assert(
      fc.asyncProperty(names, typed, async (each, [of, length, typo, steps]) => {
        const products = each.map((given, at) => product(given, `c${at}0`))
        const [at, begin] = [of % each.length, length]
        const text = `${(each[at] ?? '').slice(0, begin)}${typo === null ? '' : typo.slice(0, 1)}`
        const { sold, picked } = await enter(products, text, steps)
        const begins = (given: string) =>
          text.split(' ').every((part) => given.split(' ').some((one) => one.startsWith(part)))
        const begun = products.filter((one) => begins(one.name))
        const named = products.filter((one) => one.name === text)
        const isOwn =
          products.some((one) => one.code === text && one === sold) ||
          (named.length === 1 && sold === named[0]) ||
          (begun.length === 1 && sold === begun[0])
        if (picked !== undefined) expect(sold).toBe(picked)
        else expect(sold === null ? named.length !== 1 && begun.length !== 1 : isOwn).toBe(true)
      }),
      { numRuns: 400 },
    )
  })
})
