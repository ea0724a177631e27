/** Vales, tips, a price that is asked and price lists in the gallery, on its shop's real core. */
import type { Counter } from './counter-driver.ts'
import type { Take } from './gallery.ts'

/** Of the sale before: its return as a vale, the vale at the payment, and the list of them. */
export async function giveVale(counter: Counter, take: Take): Promise<void> {
  await counter.press('F8').scan('7801040000037').press('F12').tap('confirm-payment')
  await counter.find('next-sale').press('F7').find('return-receipt').press('F4')
  await counter.find('return-total').press('F2').tap('reason-preset', 'refund-vc')
  await take('return-vale')
  await counter.press('F12').find('given-vale')
  await take('returned-vale')
  await counter.press('Enter').scan('201').press('F12').find('tendered')
  await counter.press('Shift+F7').find('vale-code')
  await take('payment-vale')
  await counter.press('Escape', 'Escape', 'F9', 'Shift+F2').tap('vale-void').find('vale-reason')
  await take('vales')
  await counter.press('Escape', 'F10').tap('settings-nav-back').find('vale-months')
  await take('settings-vales')
  await counter.tap('settings-nav-tips').find('tip-percents')
  await take('settings-tips')
  await counter.press('F8', 'Shift+Delete').tap('apply')
}

export async function askPrice(counter: Counter, take: Take): Promise<void> {
  await counter.press('Shift+F9').find('goods-row').tap('goods-row').find('save-goods')
  await counter.page.getByText(/Sin precio fijo|Ask for the price/).click()
  await take('goods-price-asked')
  await counter.tap('save-goods')
  await counter.page.getByTestId('save-goods').waitFor({ state: 'detached' })
  await counter.press('F8').scan('7801040000037').find('asked-price')
  await take('ask-price')
  await counter.press('Escape')
}

export async function keepLists(counter: Counter, take: Take): Promise<void> {
  await counter.press('Shift+F9').tap('more', 'edit-promotions', 'price-lists', 'new-list')
  await counter.type('list-name', 'Mayorista').type('list-percent', '10').scan('201')
  await counter.type('list-price', '1500')
  await take('price-list')
  await counter.tap('save-list').find('price-list')
  await take('price-lists')
  await counter.press('Escape', 'Escape', 'F8')
}

export const VALE_SHOWN = [giveVale, askPrice, keepLists]
