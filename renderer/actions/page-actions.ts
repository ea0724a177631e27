/** Keys of the receipt on the customer's phone; the registry lists them with all others. */
import type { TillUi } from '../stores/till-ui.ts'
import type { Action } from './action.ts'

const hasPage = (ui: TillUi): boolean => ui.receipts.getState().detail?.hasPage === true
const open = (ui: TillUi): void => ui.screen.getState().open({ kind: 'whatsapp' })

export const PAGE_ACTIONS = [
  { id: 'whatsapp', scope: 'result', keys: ['Shift+F12'], isEnabled: hasPage, run: open },
  { id: 'whatsappAgain', scope: 'receipts', keys: ['Shift+F12'], isEnabled: hasPage, run: open },
] as const satisfies readonly Action[]
