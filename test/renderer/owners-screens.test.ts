/**
 * The owner's screens as far as a machine sees them, on the three screens a shop has and in both
 * themes: nothing wrong for axe, too small for a finger, out of reach, or cut short.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { SECTION_IDS } from '../../renderer/settings/section-ids.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import { atEachSize, type ShopWindow } from './at-each-size.ts'
import { openCore, type CounterCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { PRODUCTS } from './counter-shop.ts'
import {
  findCutWords,
  findMoving,
  findSmallTargets,
  findUnreachable,
  findWide,
} from './out-of-hand.ts'

const FINGER_PX = 44
/** What each key of the two long lists opens. */
const DIALOGS = {
  goods: {
    F3: 'Cambiar varios productos',
    F4: 'Producto nuevo',
    F5: 'Exportar productos',
    F6: 'Importar productos',
    F7: 'Categorías',
    'Shift+F3': 'Columnas del catálogo',
    'Shift+F4': 'Recibir o contar mercadería',
    'Shift+F5': 'Etiquetas',
    'Shift+F6': 'Promociones',
  },
  customers: { F4: 'Cliente nuevo', F5: 'Exportar clientes', F6: 'Importar clientes' },
} as const

/** Where the parts of the settings stand beside each other. */
const WIDE = [
  { width: 1024, height: 600, colorScheme: 'dark' },
  { width: 1366, height: 768, colorScheme: 'light' },
] as const
const WINDOWS = [
  { width: 800, height: 600, colorScheme: 'light' },
  // 1366 x 768 at 200 %.
  { width: 683, height: 384, colorScheme: 'light' },
  ...WIDE,
] as const

describe.skipIf(NO_CHROMIUM !== null)('the owner’s screens, in every window of a shop', () => {
  let counter: Counter<CounterCore>
  let found: Record<string, string[]> = {}
  beforeAll(async () => {
    counter = await openCounter(
      await sharedChromium(),
      inject('screenRoot'),
      { viewport: WINDOWS[3], colorScheme: WINDOWS[3].colorScheme },
      await openShop(),
    )
  })
  afterAll(() => counter?.close())

  const check = async (
    state: string,
    isPopoverOpen = false,
    windows: readonly ShopWindow[] = WINDOWS,
  ) => {
    const { page } = counter
    const problems = await atEachSize(page, windows, async () => [
      ...(await counter.accessibilityProblems({ isPopoverOpen })),
      ...(await page.evaluate(findSmallTargets, FINGER_PX)),
      ...(await page.evaluate(findWide)),
      ...(await page.evaluate(findCutWords)),
      ...(await page.evaluate(findMoving)),
      ...(isPopoverOpen ? [] : await page.evaluate(findUnreachable)),
    ])
    if (problems.length > 0) found[state] = problems
  }
  const checkDialogs = async (list: keyof typeof DIALOGS) => {
    for (const [key, name] of Object.entries(DIALOGS[list])) {
      await counter.press(key)
      const dialog = counter.page.getByRole('dialog', { name, exact: true })
      await dialog.waitFor()
      await check(name)
      await counter.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    // F2 leads to the field that searches the list.
    await counter.press('F2')
    const focused = () => counter.page.evaluate(() => document.activeElement?.outerHTML)
    await expect.poll(focused).toContain(`data-testid="${list}-search"`)
    // Its cap stands in the field, beside what is typed.
    const overlap = await counter.page.getByTestId(`${list}-search`).evaluate((field) => {
      const cap = field.parentElement?.parentElement?.querySelector('kbd')
      const end = field.getBoundingClientRect().right
      const padding = parseFloat(getComputedStyle(field).paddingRight)
      return end - padding - (cap?.getBoundingClientRect().left ?? Number.NaN)
    })
    expect(overlap).toBeLessThanOrEqual(0)
  }
  const isGood = () => {
    const faults = found
    found = {}
    expect(faults).toEqual({})
    expect(counter.complaints).toEqual([])
  }

  it('the catalogue and its dialogs', async () => {
    await counter.press('Shift+F9').find('goods-row')
    await check('catalogue')
    await counter.tap('more').find('import-goods')
    await check('more', true)
    await counter.press('Escape').tap('goods-row').find('goods-cost')
    await check('side sheet')
    await counter.press('Escape').tap('pick')
    await check('marked')
    await checkDialogs('goods')
    isGood()
  })

  it('reports', async () => {
    await counter.press('Shift+F10').find('report-figures')
    for (const range of ['today', 'month', 'days']) {
      await counter.tap(`range-${range}`).find('report-figures')
      await check(range)
    }
    for (const part of ['products', 'documents']) {
      await counter
        .tap(`part-${part}`)
        .find(part === 'products' ? 'table-categories' : 'report-quiet')
      await check(part)
    }
    await counter.tap('more').find('report-print')
    await check('more', true)
    await counter.press('Escape')
    isGood()
  })

  it('each part of the settings', async () => {
    await counter.press('F10').find('settings-search')
    for (const id of SECTION_IDS) {
      if (!(await counter.page.getByTestId(`settings-nav-${id}`).isVisible())) continue
      await counter.tap(`settings-nav-${id}`)
      await check(id, false, WIDE)
    }
    await counter.tap('settings-nav-staff', 'add-staff').find('staff-pin')
    await check('person')
    await counter.press('Escape')
    isGood()
  })

  it('shift, its count, customers and the manual', async () => {
    await counter.press('F8')
    must(await counter.till.api.saveSettings({ usesShifts: true }))
    await counter.tap('nav-shift').find('shift-float')
    await check('no shift')
    await counter.type('shift-float', '30000').press('Enter').find('expected-cash')
    await check('shift')
    await counter.press('F12').find('piece-1000')
    await check('count')
    await counter.type('piece-10000', '3').press('F12').find('count-verdict')
    await check('result of the count')
    await counter.press('Shift+F11').find('customers-search')
    await check('customers')
    await checkDialogs('customers')
    await counter.press('F1').find('manual-page')
    await check('manual')
    await counter.press('Escape', 'Control+F1')
    await counter.page.getByRole('dialog').waitFor()
    await check('keys')
    isGood()
  })
})

/** What there is of each, and some sales. */
async function openShop(): Promise<CounterCore> {
  const core = await openCore()
  const { api } = core
  const question = { text: '', filter: 'sold', categoryId: null, offset: 0, limit: 200 } as const
  const { rows } = must(api.goods(question))
  const lines = rows.map(({ id }, at) => ({ productId: id, milli: (5 + (at % 7)) * 1_000 }))
  must(api.moveStock({ moveId: 'first', kind: 'counted', lines, reason: '', switchesOn: true }))
  for (const { code } of PRODUCTS.slice(0, 6)) sellOf(api, code ?? '')
  return core
}
