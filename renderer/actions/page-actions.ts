/** Keys of the receipt on the customer's phone; the registry lists them with all others. */
import { chosenMethod } from '#shared/selling/open-sale/paying.ts'
import { cartTotals } from '#shared/selling/cart/cart.ts'
import { isReceiptHere } from '#shared/selling/payment/emission.ts'
import { wholeRut } from '#shared/customers/customer.ts'
import type { TillUi } from '../stores/till-ui.ts'
import type { Action } from './action.ts'

const hasPage = (ui: TillUi): boolean => ui.receipts.getState().detail?.hasPage === true
const open = (ui: TillUi): void => ui.screen.getState().open({ kind: 'whatsapp' })

/** What paper this sale gets as it stands; null where nobody is asked. */
export function paperOf(ui: TillUi): boolean | null {
  const { status } = ui.status.getState()
  const { sale } = ui.cart.getState()
  if (status?.paperRule === undefined || status.paperRule === 'always') return null
  if (sale.isInvoice === true || documentedByVoucher(ui)) return null
  if (status.hasPages !== true && !(status.connection === 'online' && isMailed(ui))) return null
  return ui.payment.getState().onPaper ?? status.paperRule === 'ask'
}

/** Beside other money it leaves a boleta to issue. */
function documentedByVoucher(ui: TillUi): boolean {
  const { sale, cart } = ui.cart.getState()
  const { buyerRequiredFromClp = Infinity } = ui.status.getState().bootstrap ?? {}
  const { totalClp } = cartTotals(cart)
  const asked = { isInvoice: sale.isInvoice === true, totalClp, buyerRequiredFromClp }
  const chosen = chosenMethod(ui.payment.getState().methods, sale.paying)
  return [chosen, ...sale.paying.given.map(({ method }) => method)].every((method) =>
    isReceiptHere(method, asked),
  )
}

function isMailed(ui: TillUi): boolean {
  const { mailedRut } = ui.customers.getState()
  return mailedRut !== null && mailedRut === wholeRut(ui.cart.getState().sale.customer.rut)
}

const isAsked = (ui: TillUi): boolean => paperOf(ui) !== null
const turnPaper = (ui: TillUi): void => ui.payment.getState().setOnPaper(paperOf(ui) !== true)

export const PAGE_ACTIONS = [
  { id: 'paper', scope: 'payment', keys: ['Shift+F12'], isEnabled: isAsked, run: turnPaper },
  { id: 'whatsapp', scope: 'result', keys: ['Shift+F12'], isEnabled: hasPage, run: open },
  { id: 'whatsappAgain', scope: 'receipts', keys: ['Shift+F12'], isEnabled: hasPage, run: open },
] as const satisfies readonly Action[]
