/** Keys of the tip on the payment screen. */
import type { TillUi } from '../stores/till-ui.ts'
import { opens, type Action } from './action.ts'

export const TIP_KEYS = { next: 'Shift+F3', amount: 'Shift+F4' } as const

export const TIP_ACTIONS = [
  { id: 'nextTip', scope: 'payment', keys: [TIP_KEYS.next], isEnabled: takesTips, run: nextTip },
  {
    id: 'tipAmount',
    scope: 'payment',
    keys: [TIP_KEYS.amount],
    isEnabled: takesTips,
    run: opens({ kind: 'tip' }),
  },
] as const satisfies readonly Action[]

function takesTips(ui: TillUi): boolean {
  return ui.payment.getState().tips.isOn
}

/** From none through what is suggested, and back to none. */
function nextTip(ui: TillUi): void {
  const { tips, setTip } = ui.payment.getState()
  const { tip } = ui.cart.getState().sale.paying
  const at = tip?.kind === 'percent' ? tips.percents.indexOf(tip.percent) : -1
  const percent = tip?.kind === 'amount' ? undefined : tips.percents[at + 1]
  setTip(percent === undefined ? null : { kind: 'percent', percent })
}
