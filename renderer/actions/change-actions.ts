/** Changing the document of a sale; the registry lists its key with all others. */
import { isChangeable } from './state-words.ts'
import type { TillUi } from '../stores/till-ui.ts'
import type { Action } from './action.ts'
import { callCore } from './counter.ts'

export const CHANGE_ACTIONS = [
  {
    id: 'changeDocument',
    scope: 'receipts',
    keys: ['Shift+F8'],
    isEnabled: (ui) => isChangeable(ui.receipts.getState().detail),
    run: (ui) => void askToChange(ui),
  },
] as const satisfies readonly Action[]

/** Whether it can be changed is said before anybody is asked for a PIN. */
async function askToChange(ui: TillUi): Promise<void> {
  const saleId = ui.receipts.getState().selected
  if (saleId === null) return
  const opened = await callCore(ui, ui.port.openChange(saleId))
  if (opened === null || ui.receipts.getState().selected !== saleId) return
  if (!opened.ok) {
    ui.receipts.setState({ trouble: { ...opened.refusal, field: null } })
    return ui.sounds.refuse()
  }
  ui.screen.getState().open({ kind: 'change-document', sale: opened.value })
}
