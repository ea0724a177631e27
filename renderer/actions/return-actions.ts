/** What the cashier does to take something back; the registry lists the keys with all others. */
import type { SaleId } from '#shared/core/brand.ts'
import { refundDeed } from '#shared/staff/deeds.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { CREDIT_ID, isCash, isVale, VALE_ID } from '#shared/selling/payment/payment-method.ts'
import { clp } from '#shared/money/clp.ts'
import { rightToGiveBack } from '#shared/returns/refund-limits.ts'
import { quantityLeft } from '#shared/returns/return-shares.ts'
import { callCore, lookAtDocument, toEmptySale, withRight } from './counter.ts'
import { printVale } from './vale-actions.ts'
import type { ReturnableSale } from '#shared/returns/views.ts'
import { restOf, totalOf, waysOf } from '../stores/return-store.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { isReturnable, isUndoable } from './state-words.ts'
import { goTo, opens, type Action } from './action.ts'

export const RETURN_ACTIONS = [
  {
    id: 'returnReceipt',
    scope: 'receipts',
    keys: ['F4'],
    isEnabled: (ui) => isReturnable(ui.receipts.getState().detail) || inHandOf(ui) !== undefined,
    run: askToReturn,
  },
  {
    id: 'undoReturn',
    scope: 'receipts',
    keys: ['Shift+F7'],
    isEnabled: (ui) => isUndoable(ui.receipts.getState().detail),
    run: askToUndo,
  },
  {
    id: 'returnOutside',
    scope: 'receipts',
    keys: ['Shift+F4'],
    run: opens({ kind: 'outside-receipt' }),
  },
  { id: 'openVales', scope: 'receipts', keys: ['Shift+F2'], run: opens({ kind: 'vales' }) },

  {
    id: 'returnAll',
    scope: 'return',
    keys: ['F2'],
    run: (ui) => ui.returns.getState().toggleAll(),
  },
  { id: 'moreBack', scope: 'return', keys: ['+'], run: (ui) => step(ui, 1) },
  { id: 'lessBack', scope: 'return', keys: ['-'], run: (ui) => step(ui, -1) },
  {
    id: 'previousBack',
    scope: 'return',
    keys: ['ArrowUp'],
    run: (ui) => ui.returns.getState().selectNeighbour(-1),
  },
  {
    id: 'nextBack',
    scope: 'return',
    keys: ['ArrowDown'],
    run: (ui) => ui.returns.getState().selectNeighbour(1),
  },
  {
    id: 'returnReason',
    scope: 'return',
    keys: ['F6'],
    run: (ui) => ui.inputs.get('return-reason')?.focus(),
  },
  { id: 'nextRefund', scope: 'return', keys: ['F7'], run: nextRefund },
  { id: 'leaveReturn', scope: 'return', keys: ['Escape'], run: leaveReturn },
  {
    id: 'confirmReturn',
    scope: 'return',
    keys: ['F12', 'Ctrl+Enter'],
    run: (ui) => void confirmReturn(ui),
  },

  { id: 'afterReturn', scope: 'returned', keys: ['Enter'], run: afterReturn },
  {
    id: 'copyNote',
    scope: 'returned',
    keys: ['F6'],
    run: (ui) => void ui.receipts.getState().reprint(),
  },
  { id: 'viewNote', scope: 'returned', keys: ['F7'], run: goTo('receipts') },
] as const satisfies readonly Action[]

/** Whoever serves may look; what goes back, and whether it may, is asked at its end. */
function askToReturn(ui: TillUi): void {
  const saleId = ui.receipts.getState().selected ?? inHandOf(ui)?.saleId
  if (saleId !== undefined) openReturnOf(ui, saleId)
}

/** The one whose paper was typed or scanned and that is not shown, while none is looked at. */
function inHandOf(ui: TillUi) {
  const { selected, sight } = ui.receipts.getState()
  const [only, ...others] = sight?.inHand ?? []
  return selected === null && others.length === 0 ? only : undefined
}

export function openReturnOf(ui: TillUi, saleId: SaleId): void {
  void callCore(ui, ui.returns.getState().open(saleId, refundMethods(ui))).then((problem) => {
    if (problem === null && ui.returns.getState().sale?.originalId === saleId)
      return ui.screen.getState().go('return')
    if (problem !== null) ui.receipts.setState({ trouble: { ...problem, field: null } })
    return ui.sounds.refuse()
  })
}

/** The question what to undo it for comes after the question who may. */
function askToUndo(ui: TillUi): void {
  const { selected, detail } = ui.receipts.getState()
  if (selected === null || detail === null) return
  withRight(
    ui,
    'refund',
    selected,
    (approvalId) => ui.screen.getState().open({ kind: 'undo-return', approvalId }),
    { amountClp: detail.totalClp },
  )
}

/** A receipt of another till was looked up: the screen of the return. */
export function openOutside(ui: TillUi, sale: ReturnableSale): void {
  ui.screen.getState().close()
  ui.returns.getState().show(sale, refundMethods(ui))
  ui.screen.getState().go('return')
}

/** A product that comes back is scanned like one that is sold. */
export function scanBack(ui: TillUi, code: string): void {
  const { sale, typed, step: more, select, complain } = ui.returns.getState()
  if (sale?.outside !== undefined) return ui.sounds.refuse()
  const lines = sale?.lines.filter((line) => line.code === code) ?? []
  const line =
    lines.find(
      (candidate) => quantityLeft(candidate) > 0 && typed[candidate.lineNumber] === undefined,
    ) ?? lines[0]
  if (line === undefined) {
    complain('form', refusal('RETURN_CODE_NOT_SOLD', null, { code }))
    return ui.sounds.refuse()
  }
  select(line.lineNumber)
  more(line.lineNumber, 1)
}

/** Ways the money may go back, in the order of the screen. */
function refundMethods(ui: TillUi): readonly string[] {
  return [...ui.payment.getState().methods.map(({ id }) => id), CREDIT_ID, VALE_ID]
}

/** Somebody's PIN is for what goes back now, and how: for more or another way it is asked again. */
function confirmReturn(ui: TillUi): Promise<void> {
  const state = ui.returns.getState()
  const { sale, allowed, method } = state
  const amountClp = totalOf(state)
  const allowedClp = allowed?.method === method ? allowed.amountClp : 0
  if (sale === null || amountClp <= allowedClp || amountClp < 1) return commit(ui)
  const subject = sale.outside === undefined ? sale.originalId : sale.returnId
  const valeClp = isVale({ id: method }) ? amountClp : clp(Math.min(amountClp, sale.valeDueClp))
  const cashClp = isCash({ id: method }) ? restOf(state) : clp(0)
  const right = rightToGiveBack({ totalClp: amountClp, valeClp, cashClp }, sale.limits)
  return new Promise((resolve) =>
    withRight(
      ui,
      right,
      refundDeed(subject, method, amountClp).subject,
      (approvalId) => {
        if (approvalId !== null) ui.returns.setState({ allowed: { approvalId, amountClp, method } })
        resolve(commit(ui))
      },
      { amountClp },
    ),
  )
}

function commit(ui: TillUi): Promise<void> {
  return ui.inOrder(async () => {
    if (ui.screen.getState().screen !== 'return') return
    const made = await ui.returns.getState().commit()
    if (made === null) return ui.sounds.refuse()
    ui.screen.getState().go('returned')
    if (made.vale !== null) void printGivenVale(ui, made.vale.number)
    lookAtDocument(ui, made.saleId)
  })
}

/** On to the next sale; a value kept for an exchange is offered when it is charged. */
export function afterReturn(ui: TillUi): void {
  ui.returns.getState().leave()
  toEmptySale(ui)
}

/** What is wrong with the paper of the vale that was given is said where it is. */
export function printGivenVale(ui: TillUi, number: number): Promise<void> {
  return printVale(ui, number, (trouble) => {
    ui.returns.setState({ valeTrouble: trouble })
    if (trouble !== null) ui.sounds.refuse()
  })
}

function leaveReturn(ui: TillUi): void {
  if (ui.returns.getState().phase === 'committing') return
  ui.returns.getState().leave()
  ui.screen.getState().go('receipts')
}

function nextRefund(ui: TillUi): void {
  const { sale, method, setMethod } = ui.returns.getState()
  const methods = sale === null ? [] : waysOf(sale, refundMethods(ui))
  setMethod(methods[(methods.indexOf(method) + 1) % methods.length] ?? method)
}

function step(ui: TillUi, by: 1 | -1): void {
  const { selectedLine, step: change } = ui.returns.getState()
  if (selectedLine !== null) change(selectedLine, by)
}
