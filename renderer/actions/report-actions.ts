/** What is done about reports; the registry lists the keys with all others. */
import type { TillUi } from '../stores/till-ui.ts'
import { goTo, type Action } from './action.ts'

export const REPORT_ACTIONS = [
  {
    id: 'goReports',
    scope: 'everywhere',
    keys: ['Shift+F10'],
    isEnabled: mayReadReports,
    run: goTo('reports'),
  },
] as const satisfies readonly Action[]

/** A till without people is its owner's. */
function mayReadReports(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.readReports === true
}
