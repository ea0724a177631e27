/**
 * The shift on screen: what is open, what is being counted, and the reports of those before. Sums
 * are the core's own.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type {
  CountView,
  KeptReport,
  MoveCashInput,
  ShiftReportView,
  ShiftRow,
  ShiftView,
  ShiftCommand,
} from '#shared/shifts/views.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { CASH_ID } from '#shared/selling/payment/payment-method.ts'
import { farFloat } from '#shared/shifts/opening-float.ts'
import { PIECES_CLP } from '#shared/shifts/shift-count.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createNewest, type Newest } from './newest.ts'
import { isUncounted, numberIn, typedCount, type CountWay } from './typed-count.ts'

type Stage = 'overview' | 'count' | 'result'

interface ShiftState {
  /** Null until the core has answered. */
  readonly view: ShiftView | null
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly stage: Stage
  /** What is typed; empty takes the float of the shift before, which stands as a suggestion. */
  readonly floatText: string
  /** A float far from the last one that was asked about: the same again is meant so. */
  readonly floatAsked: string | null
  readonly way: CountWay
  /** What is typed, by field: `piece-1000`, `count-EF`, `count-TC*`. */
  readonly typed: Readonly<Record<string, string>>
  /** Where the keys on the screen type. */
  readonly activeField: string
  readonly counted: CountView | null
  readonly reason: string
  readonly note: string
  readonly work: 'idle' | 'busy' | 'unanswered'
  readonly trouble: Refusal | null
  readonly notice: 'x-printed' | 'drawer-shut' | null
  readonly rows: readonly ShiftRow[]
  readonly nextCursor: number | null
  /** The report on screen: of a closed shift, or the one just closed. */
  readonly shown: KeptReport | null
  readonly justClosed: number | null
  load(): Promise<void>
  loadMore(): Promise<void>
  hear(event: FeedEvent | null): void
  setFloat(text: string): void
  setWay(way: CountWay): void
  type(field: string, text: string): void
  activate(field: string): void
  setReason(text: string): void
  setNote(text: string): void
  go(stage: Stage): void
  /** True once it is open. */
  open(): Promise<boolean>
  /** What is wrong, or null once it is written down. */
  move(order: MoveCashInput): Promise<Refusal | null>
  read(approvalId: string | null): Promise<void>
  count(approvalId: string | null): Promise<boolean>
  close(approvalId: string | null): Promise<boolean>
  show(shiftId: string): Promise<void>
  leaveReport(): void
  /** Nobody serves: the page keeps no report of before, and takes none that is on its way. */
  forget(): void
  reprint(): Promise<void>
}

export type ShiftStore = StoreApi<ShiftState>
type ShiftPort = Pick<TillPort, Exclude<ShiftCommand, 'shiftFile'> | 'askCardTotals'>
type Parts = readonly [
  port: ShiftPort,
  set: ShiftStore['setState'],
  get: () => ShiftState,
  newest: { readonly list: Newest; readonly shown: Newest },
]

const FRESH_COUNT = {
  stage: 'overview',
  typed: {},
  activeField: '',
  counted: null,
  reason: '',
  note: '',
} as const
const CLEAR = { trouble: null, notice: null } as const
const ROWS_A_TIME = 30
/** The core answers with no more at once. */
const ROWS_MAX = 100

export function createShiftStore(port: ShiftPort): ShiftStore {
  return createStore<ShiftState>((set, get) => {
    const newest = { list: createNewest(), shown: createNewest() }
    const parts: Parts = [port, set, get, newest]
    return {
      view: null,
      phase: 'loading',
      floatText: '',
      floatAsked: null,
      way: 'pieces',
      work: 'idle',
      trouble: null,
      notice: null,
      rows: [],
      nextCursor: null,
      shown: null,
      justClosed: null,
      ...FRESH_COUNT,
      ...reading(parts),
      ...typing(set),
      open: () => open(parts),
      move: (order) => move(parts, order),
      async read(approvalId) {
        const read = await answered(parts, (work) => work.readShift({ approvalId }))
        if (read !== null) set({ notice: 'x-printed', shown: keptNow(read) })
      },
      count: (approvalId) => count(parts, approvalId),
      close: (approvalId) => close(parts, approvalId),
      async show(shiftId) {
        const found = await answered(parts, (work) => work.shiftReport(shiftId))
        if (found !== null) set({ shown: found, justClosed: null })
      },
      leaveReport: () => set({ shown: null, justClosed: null, ...CLEAR }),
      async reprint() {
        const shiftId = get().shown?.report.shift.shiftId
        if (shiftId === undefined) return
        await answered(parts, (work) => work.reprintReport(shiftId))
      },
    }
  })
}

/** What the core says of shifts, as long as somebody looks at them. */
function reading(parts: Parts): Pick<ShiftState, 'load' | 'loadMore' | 'hear' | 'forget'> {
  const [port, set, get, newest] = parts
  let isWanted = false
  return {
    load() {
      isWanted = true
      return load(parts)
    },
    async loadMore() {
      const { nextCursor } = get()
      if (nextCursor === null) return
      const page = await port.closedShifts({ cursor: nextCursor, limit: ROWS_A_TIME })
      // Asked twice, or the list is another one meanwhile: these rows are not what comes next.
      if (get().nextCursor !== nextCursor) return
      set((state) => ({ rows: [...state.rows, ...page.rows], nextCursor: page.nextCursor }))
    },
    hear(event) {
      // What is on its way already may have been answered before this.
      if (!isWanted) return
      // A paper or an e-mail of no sale is of a report.
      const isOfReport = event?.kind === 'print' && event.saleId === null
      const isNews =
        event === null ||
        isOfReport ||
        event.kind === 'shift' ||
        event.kind === 'staff' ||
        event.kind === 'settings'
      // How the backup goes is told with the state of the till.
      if (isNews || get().view?.backup === 'running') void load(parts)
      if (event === null || isOfReport || event.kind === 'shift') void renewShown(parts)
    },
    forget() {
      newest.list.changed()
      newest.shown.changed()
      set({ rows: [], nextCursor: null, shown: null, justClosed: null })
    },
  }
}

/** What is typed takes the last trouble and notice away. */
function typing(
  set: ShiftStore['setState'],
): Pick<ShiftState, 'setFloat' | 'setWay' | 'type' | 'activate' | 'setReason' | 'setNote' | 'go'> {
  return {
    setFloat: (floatText) => set({ floatText, floatAsked: null, ...CLEAR }),
    setWay: (way) =>
      set({
        way,
        activeField: way === 'sum' ? `count-${CASH_ID}` : `piece-${PIECES_CLP[0]}`,
        ...CLEAR,
      }),
    type: (field, text) =>
      set((state) => ({ typed: { ...state.typed, [field]: text }, activeField: field, ...CLEAR })),
    activate: (activeField) => set({ activeField }),
    setReason: (reason) => set({ reason, ...CLEAR }),
    setNote: (note) => set({ note, ...CLEAR }),
    go: (stage) =>
      set({
        ...(stage === 'overview' ? FRESH_COUNT : { stage }),
        shown: null,
        justClosed: null,
        work: 'idle',
        ...CLEAR,
      }),
  }
}

async function load([port, set, get, newest]: Parts): Promise<void> {
  try {
    const limit = Math.max(ROWS_A_TIME, Math.min(get().rows.length, ROWS_MAX))
    const asked = Promise.all([port.shift(), port.closedShifts({ cursor: null, limit })])
    await newest.list.ask(asked, ([view, page]) =>
      set({
        view,
        phase: 'ready',
        rows: page.rows,
        nextCursor: page.nextCursor,
        ...(view.open === null && get().stage !== 'overview' ? FRESH_COUNT : {}),
      }),
    )
  } catch {
    set({ phase: 'failed' })
  }
}

type Refusable<Value> = Promise<
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: Refusal }
>

/**
 * One order at a time. A lost answer is no refusal: pressed again, the same order goes again and is
 * written once.
 */
async function answered<Value>(
  [port, set, get]: Parts,
  ask: (port: ShiftPort) => Refusable<Value>,
): Promise<Value | null> {
  if (get().work === 'busy') return null
  set({ work: 'busy', trouble: null, notice: null })
  try {
    const answer = await ask(port)
    set(answer.ok ? { work: 'idle' } : { work: 'idle', trouble: answer.refusal })
    return answer.ok ? answer.value : null
  } catch {
    set({ work: 'unanswered' })
    return null
  }
}

/** What has become of the Z on screen: its paper, what was still to be issued. */
async function renewShown([port, set, get, newest]: Parts): Promise<void> {
  const { shown } = get()
  if (shown === null || shown.report.kind !== 'Z') return
  await newest.shown
    .ask(port.shiftReport(shown.report.shift.shiftId), (found) => {
      if (found.ok && get().shown?.report.reportId === found.value.report.reportId)
        set({ shown: found.value })
    })
    // It stands as it was read, until the next word about it.
    .catch(() => undefined)
}

async function open(parts: Parts): Promise<boolean> {
  const [, set, get, newest] = parts
  const { view, floatText, floatAsked } = get()
  if (view === null) return false
  const typedClp = numberIn(floatText)
  const floatClp = floatText === '' ? (view.lastFloatClp ?? typedClp) : typedClp
  const far = floatAsked === floatText ? null : farFloat(floatClp, view.lastFloatClp)
  if (far !== null) {
    set({ floatAsked: floatText, trouble: far, notice: null })
    return false
  }
  const opened = await answered(parts, (port) => port.openShift({ shiftId: view.nextId, floatClp }))
  if (opened === null) return false
  newest.list.changed()
  set({
    view: opened,
    floatText: '',
    floatAsked: null,
    shown: null,
    justClosed: null,
    ...FRESH_COUNT,
  })
  return true
}

/** What is wrong with it stands in its dialog, and nowhere else. */
async function move(
  [port, set, get, newest]: Parts,
  order: MoveCashInput,
): Promise<Refusal | null> {
  if (get().work === 'busy') return null
  set({ work: 'busy', trouble: null, notice: null })
  try {
    const moved = await port.moveCash(order)
    if (moved.ok) newest.list.changed()
    set({
      work: 'idle',
      ...(moved.ok
        ? { view: moved.value.shift, notice: moved.value.isDrawerOpen ? null : 'drawer-shut' }
        : {}),
    })
    return moved.ok ? null : moved.refusal
  } catch {
    set({ work: 'unanswered' })
    return null
  }
}

async function count(parts: Parts, approvalId: string | null): Promise<boolean> {
  const [, set, get] = parts
  const { view, way } = get()
  const shift = view?.open
  if (view === null || shift === undefined || shift === null) return false
  if (isUncounted(get())) {
    set({
      trouble: refusal(
        'COUNT_CASH_REQUIRED',
        way === 'sum' ? `count-${CASH_ID}` : `piece-${PIECES_CLP[0]}`,
      ),
      notice: null,
    })
    return false
  }
  const typedNow = typedCount(get())
  if (typedNow === null) return false
  const order = { countId: view.nextId, shiftId: shift.shiftId, ...typedNow, approvalId }
  const counted = await answered(parts, (port) => port.countShift(order))
  if (counted === null) return false
  set({ counted, stage: 'result' })
  await load(parts)
  return true
}

async function close(parts: Parts, approvalId: string | null): Promise<boolean> {
  const [, set, get] = parts
  const { view, counted, reason, note } = get()
  const shift = view?.open
  if (shift === undefined || shift === null || counted === null) return false
  const order = { shiftId: shift.shiftId, countId: counted.countId, reason, note, approvalId }
  const z = await answered(parts, async (port) => {
    // What it does not say, the Z says; nobody is kept by it.
    await port.askCardTotals({ shiftId: shift.shiftId }).catch(() => null)
    return port.closeShift(order)
  })
  if (z === null) return false
  set({ ...FRESH_COUNT, shown: keptNow(z), justClosed: z.shift.number })
  await load(parts)
  // Its paper may be out already.
  await renewShown(parts)
  return true
}

function keptNow(report: ShiftReportView): KeptReport {
  return {
    report,
    paper: 'queued',
    mail: null,
    terminalClosing: null,
    pendingNow: report.report.pending.count,
  }
}
