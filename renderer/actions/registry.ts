/**
 * Everything a cashier can do with a key, in one table. Buttons take their label and key from here,
 * the window's key listener runs it, the list of keys shows it and the tests walk it.
 */
import type { TillUi } from '../stores/till-ui.ts'
import { TIP_ACTIONS } from './tip-actions.ts'
import { PAGE_ACTIONS } from './page-actions.ts'
import { PAYMENT_ACTIONS } from './payment-actions.ts'
import { isDeletable, isReturnable } from './state-words.ts'
import { SHIFT_ACTIONS } from './shift-actions.ts'
import { CHANGE_ACTIONS } from './change-actions.ts'
import { RETURN_ACTIONS } from './return-actions.ts'
import { REPORT_ACTIONS } from './report-actions.ts'
import { GOODS_ACTIONS } from './goods-actions.ts'
import { CUSTOMER_ACTIONS } from './customer-actions.ts'
import { COUNTER_ACTIONS, edits, hasLine } from './counter-actions.ts'
import {
  askToDelete,
  createProduct,
  isCounterLocked,
  isSaleElsewhere,
  takeSale,
} from './counter.ts'
import { confirmPayment, nextSale, openPayment, removeLine, stepQuantity } from './selling.ts'
import { goTo, opens, type Action } from './action.ts'

export const ACTIONS = [
  { id: 'help', scope: 'everywhere', keys: ['F1'], run: opens({ kind: 'manual' }) },
  { id: 'shortcuts', scope: 'everywhere', keys: ['Ctrl+F1'], run: opens({ kind: 'shortcuts' }) },
  { id: 'goSale', scope: 'everywhere', keys: ['F8'], run: (ui) => goSale(ui) },
  { id: 'goReceipts', scope: 'everywhere', keys: ['F9'], run: goTo('receipts') },
  { id: 'goSettings', scope: 'everywhere', keys: ['F10'], run: goTo('settings') },

  { id: 'search', scope: 'sale', keys: ['F2'], run: (ui) => focus(ui, 'search') },
  { id: 'favourites', scope: 'sale', keys: ['F3'], run: toggleFavourites },
  { id: 'freeLine', scope: 'sale', keys: ['F4'], run: opens({ kind: 'free-line' }) },
  { id: 'price', scope: 'sale', keys: ['F5'], run: opens({ kind: 'price', answer: null }) },
  { id: 'newProduct', scope: 'sale', keys: ['Shift+F5'], run: (ui) => createProduct(ui, '') },
  { id: 'quantity', scope: 'sale', keys: ['F6'], isEnabled: hasLine, run: edits('quantity') },
  { id: 'discount', scope: 'sale', keys: ['F7'], isEnabled: hasLine, run: edits('discount') },
  {
    id: 'cartDiscount',
    scope: 'sale',
    keys: ['Shift+F7'],
    isEnabled: hasLines,
    run: opens({ kind: 'cart-discount' }),
  },
  {
    id: 'more',
    scope: 'sale',
    keys: ['+'],
    isEnabled: canKeyLine,
    run: (ui) => stepQuantity(ui, selected(ui), 1),
  },
  {
    id: 'less',
    scope: 'sale',
    keys: ['-'],
    isEnabled: canKeyLine,
    run: (ui) => stepQuantity(ui, selected(ui), -1),
  },
  { id: 'remove', scope: 'sale', keys: ['Delete'], isEnabled: canKeyLine, run: removeSelected },
  { id: 'previousLine', scope: 'sale', keys: ['ArrowUp'], run: (ui) => move(ui, -1) },
  { id: 'nextLine', scope: 'sale', keys: ['ArrowDown'], run: (ui) => move(ui, 1) },
  {
    id: 'clearCart',
    scope: 'sale',
    keys: ['Shift+Delete'],
    isEnabled: hasLines,
    run: opens({ kind: 'clear-cart' }),
  },
  {
    id: 'clearSearch',
    scope: 'sale',
    keys: ['Escape'],
    run: (ui) => ui.catalogue.getState().setText(''),
  },
  { id: 'pay', scope: 'sale', keys: ['F12', 'Ctrl+Enter'], run: (ui) => void openPayment(ui) },

  ...COUNTER_ACTIONS,
  { id: 'takeSale', scope: 'elsewhere', keys: ['Enter', 'F12'], run: takeSale },

  ...PAYMENT_ACTIONS,
  ...TIP_ACTIONS,
  { id: 'customer', scope: 'payment', keys: ['F6'], run: (ui) => focus(ui, 'customer') },
  { id: 'back', scope: 'payment', keys: ['Escape'], run: (ui) => goSale(ui) },
  {
    id: 'confirm',
    scope: 'payment',
    keys: ['Enter', 'Ctrl+Enter'],
    run: (ui) => void confirmPayment(ui),
  },

  { id: 'nextSale', scope: 'result', keys: ['Enter'], run: nextSale },
  { id: 'copy', scope: 'result', keys: ['F6'], run: (ui) => void ui.receipts.getState().reprint() },
  {
    id: 'gift',
    scope: 'result',
    keys: ['F5'],
    run: (ui) => void ui.receipts.getState().printGift(),
  },
  { id: 'viewReceipt', scope: 'result', keys: ['F7'], run: goTo('receipts') },

  { id: 'searchSettings', scope: 'settings', keys: ['F2'], run: (ui) => focus(ui, 'settings') },
  {
    id: 'backUp',
    scope: 'settings',
    keys: ['F5'],
    isEnabled: (ui) => ui.staff.getState().staff?.mayChangeSettings === true,
    run: backUp,
  },
  { id: 'searchReceipts', scope: 'receipts', keys: ['F2'], run: (ui) => focus(ui, 'receipts') },
  {
    id: 'onlyPending',
    scope: 'receipts',
    keys: ['F3'],
    run: (ui) => ui.receipts.getState().setOnlyPending(!ui.receipts.getState().onlyPending),
  },
  {
    id: 'reprint',
    scope: 'receipts',
    keys: ['F6'],
    run: (ui) => void ui.receipts.getState().reprint(),
  },
  {
    id: 'giftAgain',
    scope: 'receipts',
    keys: ['Shift+F6'],
    isEnabled: (ui) => isReturnable(ui.receipts.getState().detail),
    run: (ui) => void ui.receipts.getState().printGift(),
  },
  {
    id: 'deleteReceipt',
    scope: 'receipts',
    keys: ['Shift+Delete'],
    isEnabled: (ui) => isDeletable(ui.receipts.getState().detail),
    run: askToDelete,
  },
  {
    id: 'retryHeld',
    scope: 'receipts',
    keys: ['Shift+F3'],
    isEnabled: (ui) => (ui.status.getState().status?.heldTogether.length ?? 0) > 0,
    run: (ui) => void ui.receipts.getState().retryHeld(),
  },
  {
    id: 'retryNow',
    scope: 'receipts',
    keys: ['F7'],
    run: (ui) => void ui.receipts.getState().retryNow(),
  },

  ...PAGE_ACTIONS,
  ...RETURN_ACTIONS,
  ...CHANGE_ACTIONS,
  ...SHIFT_ACTIONS,
  ...GOODS_ACTIONS,
  ...CUSTOMER_ACTIONS,
  ...REPORT_ACTIONS,
] as const satisfies readonly Action[]

export type ActionId = (typeof ACTIONS)[number]['id']

export function actionById(id: ActionId): Action {
  const action = ACTIONS.find((candidate) => candidate.id === id)
  if (!action) throw new Error(`no action ${id}`)
  return action
}

/** The key that is shown for an action. */
export function keyOf(id: ActionId): string {
  return actionById(id).keys[0] ?? ''
}

/** The action a key stands for on a screen, if it applies now. */
export function actionForKey(ui: TillUi, key: string): Action | null {
  if (isCounterLocked(ui)) return null
  const screen = isSaleElsewhere(ui) ? 'elsewhere' : ui.screen.getState().screen
  const match = (ACTIONS as readonly Action[]).find(
    (action) =>
      (action.scope === 'everywhere' || action.scope === screen) && action.keys.includes(key),
  )
  return match && (match.isEnabled?.(ui) ?? true) ? match : null
}

/** A key press by the name used in the table: `F12`, `Shift+F7`, `Ctrl+Enter`, `+`. */
export function keyName(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): string {
  const isCharacter = event.key.length === 1
  const modifiers = [
    event.ctrlKey || event.metaKey ? 'Ctrl' : null,
    event.altKey ? 'Alt' : null,
    // Shift is part of a character already (`+` is Shift and another key on many keyboards).
    event.shiftKey && !isCharacter ? 'Shift' : null,
  ].filter((name) => name !== null)
  // Caps lock changes nothing about what a shortcut means.
  const key = isCharacter && modifiers.length > 0 ? event.key.toLowerCase() : event.key
  return [...modifiers, key].join('+')
}

/** The same key as assistive technology wants to hear it. */
export function ariaKey(name: string): string {
  return name.replace('Ctrl+', 'Control+').replace(/^\+$/, 'Plus')
}

/** Keys that edit text or press buttons unless nothing editable has the focus. */
export function isPlainKey(name: string): boolean {
  return !/^(F\d+|.*(Ctrl|Alt)\+.*|Shift\+F\d+)$/.test(name)
}

function focus(
  ui: TillUi,
  name: 'search' | 'tendered' | 'customer' | 'receipts' | 'settings',
): void {
  const input = ui.inputs.get(name)
  input?.focus()
  input?.select()
}

/** Where it says how far it is; what is typed and not saved is asked about first. */
function backUp(ui: TillUi): void {
  const pointsAt = { to: 'support-backup', isPressed: true }
  const show = () => ui.settings.setState({ section: 'support', pointsAt })
  // Pressed right after F10 there is nobody to ask yet, and nothing typed.
  const { guard } = ui.screen.getState()
  if (guard === null) show()
  else guard(show)
}

function goSale(ui: TillUi): void {
  if (ui.payment.getState().phase === 'committing') return
  if (ui.payment.getState().result !== null) nextSale(ui)
  else ui.screen.getState().go('sale')
}

function toggleFavourites(ui: TillUi): void {
  const { shelf, setShelf } = ui.catalogue.getState()
  setShelf(shelf === 'favourites' ? 'all' : 'favourites')
}

function selected(ui: TillUi): number | null {
  return ui.cart.getState().selectedLine
}

function hasLines(ui: TillUi): boolean {
  return ui.cart.getState().cart.lines.length > 0
}

/** With something typed in the search field, plus, minus and Delete belong to the text. */
function canKeyLine(ui: TillUi): boolean {
  return hasLine(ui) && ui.catalogue.getState().text === ''
}

function removeSelected(ui: TillUi): void {
  const lineNumber = selected(ui)
  if (lineNumber !== null) removeLine(ui, lineNumber)
}

/** Arrows walk the results while searching, else the lines of the cart. */
function move(ui: TillUi, step: 1 | -1): void {
  if (ui.catalogue.getState().text === '') ui.cart.getState().selectNeighbour(step)
  else ui.catalogue.getState().highlight(step)
}
