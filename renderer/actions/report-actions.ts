/** What is done about reports; the registry lists the keys with all others. */
import type { TillUi } from '../stores/till-ui.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { goTo, type Action } from './action.ts'

export const REPORT_ACTIONS = [
  {
    id: 'goReports',
    scope: 'everywhere',
    keys: ['Shift+F10'],
    isEnabled: mayReadReports,
    run: goTo('reports'),
  },
  {
    id: 'saveReport',
    scope: 'reports',
    keys: ['F5'],
    isEnabled: (ui) => ui.reports.getState().tools !== null,
    run: (ui) => ui.reports.getState().tools?.save(),
  },
  {
    id: 'printReport',
    scope: 'reports',
    keys: ['Shift+F5'],
    isEnabled: (ui) => ui.reports.getState().tools !== null,
    run: (ui) => ui.reports.getState().tools?.print(),
  },
  {
    id: 'backToReport',
    scope: 'receipts',
    keys: ['Escape'],
    isEnabled: isFromReport,
    run: goTo('reports'),
  },
] as const satisfies readonly Action[]

/** A till without people is its owner's. */
function mayReadReports(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.readReports === true
}

export function isFromReport(ui: TillUi): boolean {
  return ui.reports.getState().opened !== null && mayReadReports(ui)
}

/** A listed document's receipt; `scrollPx` is where the report stands. */
export function openReceipt(ui: TillUi, saleId: SaleId, scrollPx: number): void {
  ui.reports.setState({ opened: { saleId, scrollPx } })
  ui.screen.getState().go('receipts')
  void ui.receipts
    .getState()
    .select(saleId)
    .catch(() => ui.status.setState({ link: 'down' }))
}
