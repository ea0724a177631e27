/** What is done with a shift; the registry lists the keys with all others. */
import type { OpenShiftView } from '#shared/shifts/views.ts'
import { isBeyondLimit } from '#shared/shifts/shift.ts'
import { checkCount } from '#shared/shifts/shift-count.ts'
import { closingDeed, readingDeed, recountDeed } from '#shared/staff/deeds.ts'
import { typedCount } from '../stores/typed-count.ts'
import { callCore, withDeed, withRight } from './counter.ts'
import type { Clp } from '#shared/money/clp.ts'
import type { CashOrder } from '../stores/screen-store.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { goTo, type Action } from './action.ts'

export const SHIFT_ACTIONS = [
  { id: 'goShift', scope: 'everywhere', keys: ['F11'], isEnabled: usesShifts, run: goTo('shift') },

  {
    id: 'cashIn',
    scope: 'shift',
    keys: ['F2'],
    isEnabled: isOverview,
    run: (ui) => askToMove(ui, 'in'),
  },
  {
    id: 'cashOut',
    scope: 'shift',
    keys: ['F3'],
    isEnabled: isOverview,
    run: (ui) => askToMove(ui, 'out'),
  },
  { id: 'readShift', scope: 'shift', keys: ['F4'], isEnabled: isOverview, run: readShift },
  { id: 'countShift', scope: 'shift', keys: ['F12', 'Ctrl+Enter'], run: (ui) => void advance(ui) },
  {
    id: 'leaveCount',
    scope: 'shift',
    keys: ['Escape'],
    isEnabled: (ui) => !isOverview(ui) || ui.shift.getState().shown !== null,
    run: leave,
  },
] as const satisfies readonly Action[]

/**
 * The key at the foot of the screen: opens, begins to count, compares, closes, whatever is next.
 */
function advance(ui: TillUi): Promise<void> {
  return ui.inOrder(async () => {
    const { view, stage, go, shown } = ui.shift.getState()
    if (view === null) return
    if (view.open === null) return void (await openNow(ui))
    if (shown !== null) return leave(ui)
    if (stage === 'overview') return beginCount(ui)
    if (stage === 'count') return askToCount(ui, view.open)
    if (stage === 'result') return askToClose(ui)
    return go('overview')
  })
}

/** True once it is open, and the picture of the till says so. */
export async function openNow(ui: TillUi): Promise<boolean> {
  const isOpen = await ui.shift.getState().open()
  if (!isOpen) ui.sounds.refuse()
  await ui.status.getState().refresh()
  return isOpen
}

function usesShifts(ui: TillUi): boolean {
  return ui.status.getState().status?.shift !== undefined
}

function isOverview(ui: TillUi): boolean {
  const { view, stage, shown } = ui.shift.getState()
  return view?.open != null && stage === 'overview' && shown === null
}

function askToMove(ui: TillUi, move: 'in' | 'out'): void {
  ui.screen.getState().open({ kind: 'cash', move })
}

/** Somebody's PIN, where one is needed, is for this amount and no other. */
export function moveCash(ui: TillUi, order: CashOrder): void {
  const move = (approvalId: string | null) => {
    void ui.shift
      .getState()
      .move({ ...order, approvalId })
      .then((problem) => {
        if (problem === null && ui.shift.getState().work === 'idle')
          return ui.screen.getState().close()
        ui.sounds.refuse()
        ui.screen.getState().open({ kind: 'cash', move: order.kind, typed: { ...order, problem } })
      })
  }
  const { kind, amountClp } = order
  if (!isAmount(amountClp)) return move(null)
  withRight(ui, 'moveCash', kind, move, { amountClp })
}

const isAmount = (amount: number): amount is Clp => Number.isSafeInteger(amount) && amount > 0

/** Where the count is blind, what should be there is a supervisor's to see. */
function readShift(ui: TillUi): void {
  const open = ui.shift.getState().view?.open
  if (open == null) return
  if (open.report !== null) return void ui.shift.getState().read(null)
  withDeed(
    ui,
    readingDeed(open.shiftId),
    (approvalId) => void ui.shift.getState().read(approvalId),
    { named: 'read-shift' },
  )
}

function beginCount(ui: TillUi): void {
  const { way, setWay, go } = ui.shift.getState()
  go('count')
  setWay(way)
  // What is still unsent gets its chance while somebody counts.
  void callCore(ui, ui.status.getState().refresh())
}

/**
 * Counting again where the count is blind is seen by a supervisor, who stands there when it is
 * compared.
 */
function askToCount(ui: TillUi, { shiftId, recountNeedsSupervisor }: OpenShiftView): void {
  const compare = (approvalId: string | null) =>
    void ui.shift
      .getState()
      .count(approvalId)
      .then((isCounted) => isCounted || ui.sounds.refuse())
  const typed = typedCount(ui.shift.getState())
  const checked = typed === null ? null : checkCount(typed)
  // What is no count is refused in any case: nobody is called for that.
  if (!recountNeedsSupervisor || checked?.ok !== true) return compare(null)
  withDeed(ui, recountDeed(shiftId, checked.value), compare)
}

function askToClose(ui: TillUi): void {
  const { view, counted, reason, close } = ui.shift.getState()
  if (view?.open == null || counted === null) return
  const done = (isClosed: boolean) => {
    if (!isClosed) ui.sounds.refuse()
    void ui.status.getState().refresh()
  }
  const isLarge = isBeyondLimit(counted.result, view.differenceLimitClp)
  // Without its reason it is refused in any case: nobody is called for that.
  if (!isLarge || reason.trim() === '') return void close(null).then(done)
  withDeed(
    ui,
    closingDeed(counted.countId, counted.result),
    (approvalId) => void close(approvalId).then(done),
  )
}

function leave(ui: TillUi): void {
  const { shown, leaveReport, go, work } = ui.shift.getState()
  if (work === 'busy') return
  if (shown !== null) return leaveReport()
  go('overview')
}
