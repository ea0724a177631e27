/**
 * Actions around the sale: sales aside, price and note of a line, who serves. Part of the table in
 * registry.ts.
 */
import type { TillUi } from '../stores/till-ui.ts'
import { isCounterLocked, lock, openDrawer } from './counter.ts'
import { opens, type Action } from './action.ts'

export const COUNTER_ACTIONS = [
  { id: 'setPrice', scope: 'sale', keys: ['Shift+F6'], isEnabled: hasLine, run: edits('price') },
  { id: 'note', scope: 'sale', keys: ['Shift+F4'], isEnabled: hasLine, run: edits('note') },
  {
    id: 'park',
    scope: 'sale',
    keys: ['Shift+F12'],
    isEnabled: (ui) => ui.cart.getState().cart.lines.length > 0,
    run: opens({ kind: 'park' }),
  },
  { id: 'parkedSales', scope: 'sale', keys: ['Shift+F8'], run: opens({ kind: 'parked' }) },
  { id: 'arrangeTiles', scope: 'sale', keys: ['Shift+F3'], isEnabled: mayArrange, run: arrange },
  { id: 'openDrawer', scope: 'sale', keys: ['Shift+F2'], run: openDrawer },
  {
    id: 'switchStaff',
    scope: 'everywhere',
    keys: ['Shift+F1'],
    isEnabled: hasStaff,
    run: opens({ kind: 'sign-in' }),
  },
  { id: 'lock', scope: 'everywhere', keys: ['Ctrl+l'], isEnabled: hasStaff, run: lock },
] as const satisfies readonly Action[]

/** The owner's, as prices and people are; a till without people is its owner's. */
function mayArrange(ui: TillUi): boolean {
  return ui.staff.getState().staff?.rights.manageStaff === true
}

function arrange(ui: TillUi): void {
  ui.catalogue.getState().setText('')
  ui.screen.getState().open({ kind: 'arrange' })
}

export function hasLine(ui: TillUi): boolean {
  return ui.cart.getState().selectedLine !== null
}

function hasStaff(ui: TillUi): boolean {
  return ui.staff.getState().staff?.isOn === true && !isCounterLocked(ui)
}

export function edits(what: 'quantity' | 'discount' | 'price' | 'note') {
  return (ui: TillUi) => {
    const { selectedLine: lineNumber } = ui.cart.getState()
    if (lineNumber !== null) ui.screen.getState().open({ kind: 'line', lineNumber, edits: what })
  }
}
