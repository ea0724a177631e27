/** What opens seldom, so that the gallery has every kind of dialog and every screen. */
import { refuse } from '#shared/core/result.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { PINS } from '../support/crew.ts'
import { must } from '../support/must.ts'
import { TRANSBANK } from '../support/played-cable.ts'
import { openCore, type CounterCore } from './counter-core.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { PRODUCTS } from './counter-shop.ts'
import type { Gallery, Take } from './gallery.ts'

/** Of the terminal's own waiting after it was chosen. */
const QUIET_MS = 13_000
const [, , milk = ''] = PRODUCTS.map(({ code }) => code ?? '')
/** What each key of the two long lists opens. */
const OF_LISTS = {
  'Shift+F9': {
    F5: 'goods-export',
    F6: 'goods-import',
    F7: 'goods-shelves',
    'Shift+F3': 'goods-columns',
    'Shift+F5': 'goods-labels',
  },
  'Shift+F11': { F5: 'customers-export' },
} as const

export async function showDialogs({ browser, root, options, begin, takeOf }: Gallery) {
  for (const shown of [
    [sell, refuseVale, takeBack, keepLists, leaveUnsaved, serve, openShift],
    [payByCard],
  ]) {
    const counter = await openCounter(browser, root, options, await openCore())
    await begin(counter)
    try {
      for (const show of shown) await show(counter, takeOf(counter.page))
    } catch (error) {
      await takeOf(counter.page)('stuck')
      throw error
    }
    await counter.close()
  }
}

async function sell(counter: Counter<CounterCore>, take: Take): Promise<void> {
  await counter.page.getByTestId('product-tile').nth(1).click()
  await counter.find('weight')
  await take('weigh')
  await counter.press('Escape').scan(milk).press('Shift+F7').find('discount')
  await take('cart-discount')
  await counter.press('Escape', 'F12').type('tendered', '500').tap('add-payment')
  await counter.press('Escape', 'Shift+F12').find('parked-name').press('Enter')
  await counter.page.getByTestId('parked-name').waitFor({ state: 'detached' })
  await counter.press('Shift+F8').tap('discard-parked')
  await counter.page.getByRole('alertdialog').waitFor()
  await take('parked-discard')
  await counter.press('Escape', 'Escape')
}

/** A vale of a shop of several tills, while nobody can be asked who has used it. */
async function refuseVale(counter: Counter<CounterCore>, take: Take): Promise<void> {
  counter.till.alter('findVale', () => () => refuse(refusal('WORTH_SHOP_AWAY', 'code')))
  await counter.scan(milk).press('F12').find('tendered').press('Shift+F7')
  await counter
    .type('vale-code', '7K3M-09QX-ZT4W-A')
    .press('Enter')
    .read(/internet/)
  await take('payment-vale-refused')
  counter.till.alter('findVale', null)
  await counter.press('Escape', 'Escape', 'Shift+Delete').tap('apply')
}

async function takeBack(counter: Counter<CounterCore>, take: Take): Promise<void> {
  await counter.scan(milk).press('F12').tap('confirm-payment').find('paper-image')
  await counter.press('F7').tap('change-document').find('change-rut')
  await take('receipt-change')
  await counter.press('Escape', 'F4').find('return-total').press('F2').tap('reason-preset')
  await counter.press('F12').find('issue-state').press('F7').tap('undo-return')
  await counter.page.getByRole('alertdialog').waitFor()
  await take('return-undo')
  await counter.press('Escape')
}

async function keepLists(counter: Counter<CounterCore>, take: Take): Promise<void> {
  for (const [list, keys] of Object.entries(OF_LISTS)) {
    await counter.press(list).find(list === 'Shift+F9' ? 'goods-row' : 'customers-search')
    for (const [key, name] of Object.entries(keys)) {
      await counter.press(key)
      await counter.page.getByRole('dialog').waitFor()
      await take(name)
      await counter.press('Escape')
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  }
}

async function leaveUnsaved(counter: Counter<CounterCore>, take: Take): Promise<void> {
  await counter.press('F10').tap('settings-nav-tips')
  await counter.page.getByText(/Recibir propinas|Take tips/).click()
  await counter.press('F8').find('unsaved-discard')
  await take('settings-unsaved')
  await counter.tap('unsaved-discard').find('search')
  await counter.press('F10').type('settings-search', 'lista').tap('settings-find-priceLists')
  await counter.page.getByRole('dialog').waitFor()
  await take('price-lists-empty')
  await counter.press('Escape', 'Escape', 'F8')
}

async function serve(counter: Counter<CounterCore>, take: Take): Promise<void> {
  await counter.till.world.hire()
  await counter.see('nav-staff', 'Camila').press('Shift+F1').find('pin')
  await take('sign-in')
  await counter.page.getByText('Paula', { exact: true }).click()
  await counter.type('pin', PINS.owner).press('Enter').see('nav-staff', 'Paula').press('Shift+F3')
  await counter.page.getByRole('dialog').waitFor()
  await take('tiles-arrange')
  await counter.press('Escape')
}

async function openShift(counter: Counter<CounterCore>, take: Take): Promise<void> {
  must(await counter.till.api.saveSettings({ usesShifts: true }))
  await counter.find('shift-status').scan(milk).press('F12').find('shift-float')
  await take('shift-open')
  await counter.type('shift-float', '30000').press('Enter').find('confirm-payment')
  await counter.press('Escape', 'F11').find('expected-cash')
  await take('shift')
  await counter.press('F3').find('movement-amount')
  await take('shift-cash')
}

async function payByCard(counter: Counter<CounterCore>, take: Take): Promise<void> {
  const { world } = counter.till
  must(await counter.till.api.saveSettings({ cardTerminal: TRANSBANK }))
  await world.until(() => world.cable.openings.length === 1, 10)
  world.hasten(QUIET_MS)
  world.cable.terminal.plan.cardMs = 60_000
  const pay = () =>
    counter.scan(milk).press('F12').find('confirm-payment').press('F4').press('Enter')
  await pay().see('card-step', /espera la tarjeta|waits for the card/)
  await take('card')
  world.hasten(60_000)
  await counter.find('issue-state').press('Enter')
  world.cable.pullOut()
  await pay().find('card-declined').tap('card-by-hand').find('card-by-hand-amount')
  await take('card-by-hand')
}
