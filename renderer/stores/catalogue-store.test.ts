import { describe, expect, it } from 'vitest'
import type { ProductId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { createCatalogueStore, splitMultiplier } from './catalogue-store.ts'
import { createHandTimers, portOf, settle } from './test-port.ts'
import type { ProductView } from '#shared/catalogue/product.ts'

function product(name: string, code: string): ProductView {
  return {
    id: code as ProductId,
    code,
    name,
    unitGrossClp: clp(100),
    isExempt: false,
    unit: null,
    categoryId: 'c',
    isFavourite: false,
  }
}
const bread = product('Pan', '7801234567894')
const milk = product('Leche 1 L', '42')

const port = portOf({
  searchProducts: ({ text }) =>
    Promise.resolve(
      [bread, milk].filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
    ),
  productByCode: (code) => {
    const found = [bread, milk].find((candidate) => candidate.code === code)
    return Promise.resolve(
      found ? ok(found) : refuse(refusal('BARCODE_UNKNOWN', 'search', { code })),
    )
  },
})

async function typed(text: string) {
  const store = createCatalogueStore(port, createHandTimers())
  store.getState().setText(text)
  await settle()
  return { store, choice: await store.getState().chooseTyped() }
}

it.each([
  ['a name', 'pan', bread, null],
  ['an exact code', '42', milk, null],
  ['a quantity and a name', '3*pan', bread, 3000],
  ['a decimal quantity and a code', '0,350*42', milk, 350],
])('Enter after %s chooses the product', async (_, text, wanted, quantity) => {
  expect((await typed(text)).choice).toEqual(ok({ product: wanted, quantity }))
})

it('says that a barcode is unknown and offers to create it', async () => {
  const { store } = await typed('7809999999992')
  expect(store.getState().trouble).toMatchObject({
    code: '7809999999992',
    refusal: { code: 'BARCODE_UNKNOWN' },
  })
})

it('does not add something else for an unknown barcode', async () => {
  const greedy = createCatalogueStore(
    portOf({
      searchProducts: () => Promise.resolve([bread]),
      productByCode: (code) =>
        Promise.resolve(refuse(refusal('BARCODE_UNKNOWN', 'search', { code }))),
    }),
    createHandTimers(),
  )
  greedy.getState().setText('7809999999992')
  expect((await greedy.getState().chooseTyped()).ok).toBe(false)
})

it.each(['0*pan', '-2*pan', '1,2345*pan'])(
  'refuses the quantity of %s at the search field',
  async (text) => {
    const { store, choice } = await typed(text)
    expect([choice.ok, store.getState().trouble?.refusal.field]).toEqual([false, 'search'])
  },
)

it('shows the answer to the last question, whichever arrives last', async () => {
  const answers: ((products: ProductView[]) => void)[] = []
  const timers = createHandTimers()
  const store = createCatalogueStore(
    portOf({
      searchProducts: () =>
        new Promise((resolve) => {
          answers.push(resolve)
        }),
    }),
    timers,
  )
  for (const text of ['p', 'pa']) {
    store.getState().setText(text)
    timers.pass(100)
  }
  answers[1]?.([bread])
  await settle()
  answers[0]?.([bread, milk])
  await settle()
  expect(store.getState().results).toEqual([bread])
})

/** What is asked for, of a core that never answers. */
function unanswered() {
  const asked: string[] = []
  const timers = createHandTimers()
  const searchProducts = ({ text }: { text: string }) => {
    asked.push(text)
    return new Promise<never>(() => undefined)
  }
  const store = createCatalogueStore(portOf({ searchProducts }), timers)
  return { store, timers, asked }
}

it('asks once for each key of a person, once for a burst, and not at all for a scan that leaves the field empty', () => {
  const { store, timers, asked } = unanswered()
  const press = (texts: readonly string[], gapMs: number) => {
    for (const text of texts) {
      store.getState().setText(text)
      timers.pass(gapMs)
    }
    timers.pass(100)
  }
  press(['p', 'pa'], 80)
  press(['7', '78', '780', '780x'], 2)
  expect(asked).toEqual(['p', 'pa', '780x'])
  press([''], 80)
  press(['7', '78', '780', ''], 2)
  expect(asked).toEqual(['p', 'pa', '780x', ''])
})

it('asks at once after a letter, and after a digit once it is no scan', () => {
  const { store, timers, asked } = unanswered()
  store.getState().setText('p')
  expect(asked).toEqual(['p'])
  timers.pass(80)
  store.getState().setText('p1')
  expect(asked).toEqual(['p'])
  timers.pass(80)
  expect(asked).toEqual(['p', 'p1'])
})

it('tells a quantity from a name with a star in it', () => {
  expect(splitMultiplier('hotel 5*')).toEqual({ quantity: ok(null), rest: 'hotel 5*' })
})

describe('Enter adds what is named, never what merely comes first', () => {
  const refused = (code: string) =>
    Promise.resolve(refuse(refusal('BARCODE_UNKNOWN', 'search', { code })))
  const open = (searchProducts: (query: { text: string }) => Promise<ProductView[]>) =>
    createCatalogueStore(portOf({ searchProducts, productByCode: refused }), createHandTimers())

  it('of several that only share figures none, until one is picked with the arrows', async () => {
    const store = open(() => Promise.resolve([bread, milk]))
    store.getState().setText('780')
    await store.getState().refresh()
    expect(await store.getState().chooseTyped()).toMatchObject({
      ok: false,
      refusal: { code: 'SEARCH_NOT_ONE', field: 'search' },
    })
    store.getState().highlight(1)
    expect(await store.getState().chooseTyped()).toEqual(ok({ product: bread, quantity: null }))
  })

  it('what the arrows picked, also among names', async () => {
    const store = open(() => Promise.resolve([bread, milk]))
    store.getState().setText('l')
    await store.getState().refresh()
    store.getState().highlight(1)
    expect(await store.getState().chooseTyped()).toEqual(ok({ product: milk, quantity: null }))
  })

  it('nothing that was found for an earlier text when the core does not answer', async () => {
    let isAnswering = true
    const store = open(() =>
      isAnswering ? Promise.resolve([bread]) : Promise.reject(new Error('away')),
    )
    await store.getState().refresh()
    isAnswering = false
    store.getState().setText('leche')
    await expect(store.getState().chooseTyped()).rejects.toThrow('away')
  })

  it('nothing for a text that names nothing, and offers no product with such a code', async () => {
    const store = open(() => Promise.resolve([]))
    store.getState().setText('¿?')
    expect(await store.getState().chooseTyped()).toMatchObject({
      ok: false,
      refusal: { code: 'SEARCH_NOTHING', params: { text: '¿?' } },
    })
    expect(store.getState().trouble).toMatchObject({
      code: null,
      refusal: { code: 'SEARCH_NOTHING' },
    })
  })
})
