/** The list of receipts and the one being looked at, with their state as the feed tells it. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SaleId } from '#shared/core/brand.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { PaperWord } from '#shared/paper/print-moves.ts'
import type { FeedEvent } from '#shared/bridge/views.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { coalesce, FEED_INTERVAL_MS } from './coalesce.ts'
import type { Timers } from './draft-saver.ts'
import { createNewest, type Newest } from './newest.ts'
import type { ReceiptDetail, ReceiptRow, SightView } from '#shared/receipts/views.ts'
import { withWord } from './worth-word.ts'

const PAGE_ROWS = 60
/** With more changed receipts than this at once the list is read again instead of row by row. */
const ROWS_REFRESHED_ONE_BY_ONE_MAX = 8

export interface ReceiptsState {
  readonly rows: readonly ReceiptRow[]
  /** What was looked for in the rows that are here; the text of the field may be ahead of them. */
  readonly rowsFor: string
  readonly nextCursor: number | null
  /** How far back is shown; null: all there is. */
  readonly sight: SightView | null
  readonly text: string
  readonly onlyPending: boolean
  /** Only those with a paper that nobody has. */
  readonly onlyUnprinted: boolean
  /** Only those that only a person can settle. */
  readonly onlyAttention: boolean
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly selected: SaleId | null
  readonly detail: ReceiptDetail | null
  /** Shown at the detail: why a reprint or retry was not done. */
  readonly trouble: Refusal | null
  readonly isBusy: boolean
  /** Copies of the selected receipt asked for since it was selected. */
  readonly copies: number
  load(): Promise<void>
  loadMore(): Promise<void>
  setText(text: string): void
  /** What a scanner read, of a receipt or its slip: the only match is opened at once. */
  find(text: string): Promise<void>
  setOnlyPending(onlyPending: boolean): void
  /**
   * With `opens` the latest of them is opened at once: whoever asks for them wants to settle them.
   */
  setOnlyUnprinted(onlyUnprinted: boolean, opens?: boolean): Promise<void>
  setOnlyAttention(onlyAttention: boolean, opens?: boolean): Promise<void>
  select(saleId: SaleId | null): Promise<void>
  reprint(): Promise<void>
  /** Gift receipts printed of the selected sale since it was selected. */
  readonly gifts: number
  printGift(): Promise<void>
  retryNow(): Promise<void>
  /** Times a person had the held ones tried again; null = never. */
  readonly heldTries: number | null
  retryHeld(): Promise<void>
  settlePaper(jobId: string, word: PaperWord): Promise<void>
  settleLatePapers(word: 'print' | 'drop'): Promise<void>
  resendFixed(input: Parameters<TillPort['resendFixed']>[0]): Promise<void>
  setAside(input: Parameters<TillPort['setAside']>[0]): Promise<void>
  adoptId(input: Parameters<TillPort['adoptId']>[0]): Promise<void>
  /** True when there is no such receipt any more, or soon will not be. */
  deleteReceipt(reason: string, approvalId: string | null): Promise<boolean>
  /** True when the return is undone; then its debit note is shown. */
  undoReturn(reason: string, approvalId: string | null): Promise<boolean>
  /** The list is on the screen, or no longer: only then is it kept up to date. */
  setShown(isShown: boolean): void
  hear(event: FeedEvent | null): void
  /** Nobody serves: the page keeps none. What was looked for and chosen is read again later. */
  forget(): void
}

export type ReceiptsStore = StoreApi<ReceiptsState>
type ReceiptsPort = Pick<
  TillPort,
  | 'listReceipts'
  | 'receipt'
  | 'reprint'
  | 'printGift'
  | 'retryNow'
  | 'retryHeld'
  | 'settlePaper'
  | 'settleLatePapers'
  | 'resendFixed'
  | 'setAside'
  | 'adoptId'
  | 'deleteReceipt'
  | 'undoReturn'
  | 'claimWorths'
>

const NOTHING_READ = {
  rows: [],
  rowsFor: '',
  nextCursor: null,
  sight: null,
  text: '',
  onlyPending: false,
  onlyUnprinted: false,
  onlyAttention: false,
  phase: 'loading',
  selected: null,
  detail: null,
  trouble: null,
  isBusy: false,
  copies: 0,
  gifts: 0,
  heldTries: null,
} as const satisfies Partial<ReceiptsState>

export function createReceiptsStore(port: ReceiptsPort, timers: Timers): ReceiptsStore {
  return createStore<ReceiptsState>((set, get) => {
    const parts: Parts = {
      port,
      set,
      get,
      turn: 0,
      read: new Map(),
      changed: new Set(),
      isListStale: false,
      isDetailStale: false,
      isShown: false,
    }
    const catchUpSoon = coalesce(timers, FEED_INTERVAL_MS, () => catchUp(parts))
    return {
      ...NOTHING_READ,
      load: () => load(parts),
      loadMore: () => loadMore(parts),
      setText(text) {
        set({ text })
        void load(parts)
      },
      async find(text) {
        set({ text })
        await load(parts)
        const [only, ...others] = get().rows
        if (only !== undefined && others.length === 0) await get().select(only.saleId)
      },
      setOnlyPending(onlyPending) {
        set({ onlyPending, onlyUnprinted: false, onlyAttention: false })
        void load(parts)
      },
      async select(saleId) {
        set({ selected: saleId, detail: null, trouble: null, copies: 0, gifts: 0 })
        if (saleId !== null) await refreshDetail(parts, saleId)
      },
      async reprint() {
        if (await isDone(parts, (saleId) => port.reprint(saleId))) set({ copies: get().copies + 1 })
      },
      async printGift() {
        if (await isDone(parts, (saleId) => port.printGift(saleId))) set({ gifts: get().gifts + 1 })
      },
      retryNow: () => act(parts, (saleId) => port.retryNow(saleId)),
      ...paperCommands(parts),
      resendFixed: (input) => act(parts, () => port.resendFixed(input)),
      setAside: (input) => act(parts, () => port.setAside(input)),
      adoptId: (input) => act(parts, () => port.adoptId(input)),
      async deleteReceipt(reason, approvalId) {
        await act(parts, (saleId) => port.deleteReceipt({ saleId, reason, approvalId }))
        return get().trouble === null
      },
      undoReturn: (reason, approvalId) => undoReturn(parts, reason, approvalId),
      setShown(isShown) {
        parts.isShown = isShown
      },
      forget: () => forget(parts),
      hear(event) {
        const isUnnamed = event === null || event.kind === 'receipts' || event.kind === 'reread'
        if (isUnnamed) parts.isDetailStale = true
        if (isUnnamed || event.kind === 'sale') parts.isListStale = true
        if (!isUnnamed && event.saleId === null) return
        if (event?.saleId) parts.changed.add(event.saleId)
        catchUpSoon()
      },
    }
  })
}

function paperCommands(
  parts: Parts,
): Pick<
  ReceiptsState,
  'retryHeld' | 'settlePaper' | 'settleLatePapers' | 'setOnlyUnprinted' | 'setOnlyAttention'
> {
  const { port, set, get } = parts
  const show = async (only: Partial<ReceiptsState>, opens: boolean) => {
    set({ onlyUnprinted: false, onlyAttention: false, onlyPending: false, text: '', ...only })
    await load(parts)
    const [latest] = get().rows
    if (opens && latest !== undefined) await get().select(latest.saleId)
  }
  return {
    async retryHeld() {
      set({ heldTries: (get().heldTries ?? 0) + 1 })
      // What could not be said is asked again: what is held stays on the screen until it goes.
      await port.retryHeld().catch(() => undefined)
    },
    settlePaper: (jobId, word) => act(parts, () => port.settlePaper({ jobId, word })),
    async settleLatePapers(word) {
      // What could not be said is asked again: the question stays until the core has its answer.
      await port.settleLatePapers({ word }).catch(() => undefined)
      await load(parts)
      const { selected } = get()
      if (selected !== null) await refreshDetail(parts, selected)
    },
    setOnlyUnprinted: (onlyUnprinted, opens = false) => show({ onlyUnprinted }, opens),
    setOnlyAttention: (onlyAttention, opens = false) => show({ onlyAttention }, opens),
  }
}

interface Parts {
  readonly port: ReceiptsPort
  readonly set: ReceiptsStore['setState']
  readonly get: () => ReceiptsState
  /** Number of the last list asked for; an older answer is dropped. */
  turn: number
  /** Those that were read by themselves: of each the newest answer is shown. */
  readonly read: Map<SaleId, Newest>
  /** Sales the feed named since the last catching up. */
  readonly changed: Set<SaleId>
  isListStale: boolean
  /** Receipts changed that nobody named; the one being looked at may be among them. */
  isDetailStale: boolean
  isShown: boolean
}

/** What is still on its way comes to nobody. */
function forget(parts: Parts): void {
  parts.turn += 1
  for (const newest of parts.read.values()) newest.changed()
  parts.read.clear()
  parts.set({ rows: [], nextCursor: null, sight: null, detail: null, phase: 'loading' })
}

async function load(parts: Parts): Promise<void> {
  const turn = (parts.turn += 1)
  const { text, onlyPending, onlyUnprinted, onlyAttention } = parts.get()
  const rowsFor = `${onlyAttention ? 'attention' : onlyUnprinted ? 'unprinted' : onlyPending ? 'pending' : 'all'} ${text}`
  try {
    const page = await pageFrom(parts, null)
    if (turn === parts.turn)
      parts.set({
        rows: page.rows,
        rowsFor,
        nextCursor: page.nextCursor,
        sight: page.sight ?? null,
        phase: 'ready',
      })
  } catch {
    if (turn === parts.turn) parts.set({ phase: 'failed' })
  }
}

async function loadMore(parts: Parts): Promise<void> {
  const { nextCursor } = parts.get()
  if (nextCursor === null) return
  const { turn } = parts
  // Taken at once, so that scrolling on does not ask for the same page twice.
  parts.set({ nextCursor: null })
  try {
    const page = await pageFrom(parts, nextCursor)
    if (turn === parts.turn)
      parts.set(({ rows }) => ({ rows: [...rows, ...page.rows], nextCursor: page.nextCursor }))
  } catch {
    if (turn === parts.turn) parts.set({ nextCursor })
  }
}

/** Of the list as it is asked for now. */
function pageFrom({ port, get }: Parts, cursor: ReceiptsState['nextCursor']) {
  const { text, onlyPending, onlyUnprinted, onlyAttention } = get()
  return port.listReceipts({
    cursor,
    limit: PAGE_ROWS,
    text,
    onlyPending,
    onlyUnprinted,
    onlyAttention,
  })
}

async function refreshDetail({ port, set, get, read }: Parts, saleId: SaleId): Promise<void> {
  const newest = read.get(saleId) ?? createNewest()
  read.set(saleId, newest)
  await newest.ask(port.receipt(saleId), (answer) => {
    if (answer.ok) {
      const detail = answer.value
      set((state) => ({
        rows: state.rows.map((row) => (row.saleId === saleId ? detail : row)),
        detail: state.selected === saleId ? detail : state.detail,
      }))
      return
    }
    // It may not be seen, or no longer: what is shown of it goes, and why is said.
    const isHidden = answer.refusal.code === 'RECEIPT_NOT_SEEN'
    if (isHidden && get().selected === saleId) set({ detail: null, trouble: answer.refusal })
  })
}

/**
 * Brings what is shown up to date with the feed: few changes row by row, many by reading the list
 * again.
 */
function catchUp(parts: Parts): void {
  const ids = [...parts.changed]
  parts.changed.clear()
  const { rows, selected, onlyPending, onlyUnprinted, onlyAttention } = parts.get()
  if (parts.isDetailStale && selected !== null && !ids.includes(selected)) ids.push(selected)
  parts.isDetailStale = false
  // Away from the list nobody reads it, and it is read afresh on the way back: a backlog that
  // drains costs no page its time.
  const isFiltered = onlyPending || onlyUnprinted || onlyAttention
  const readsList =
    parts.isShown && (parts.isListStale || isFiltered || ids.length > ROWS_REFRESHED_ONE_BY_ONE_MAX)
  parts.isListStale = false
  if (readsList) void load(parts)
  const shown = ids.filter(
    (id) =>
      id === selected || (parts.isShown && !readsList && rows.some((row) => row.saleId === id)),
  )
  // A detail that cannot be read now is read at the next event; the banner already says that the
  // core is away.
  for (const id of shown) void refreshDetail(parts, id).catch(() => undefined)
}

type ReceiptCommand = (saleId: SaleId) => Promise<Result<unknown, Refusal>>

async function act(parts: Parts, command: ReceiptCommand): Promise<void> {
  await isDone(parts, command)
}

async function isDone(parts: Parts, command: ReceiptCommand): Promise<boolean> {
  const { selected: saleId, isBusy } = parts.get()
  if (saleId === null || isBusy) return false
  parts.set({ isBusy: true, trouble: null })
  try {
    const answer = await command(saleId)
    if (!answer.ok) parts.set({ trouble: answer.refusal })
    await refreshDetail(parts, saleId)
    return answer.ok
  } finally {
    parts.set({ isBusy: false })
  }
}

async function undoReturn(
  parts: Parts,
  reason: string,
  approvalId: string | null,
): Promise<boolean> {
  let undoId: SaleId | null = null
  await act(parts, async (returnId) => {
    const { port } = parts
    const made = await withWord(
      () => port.claimWorths({ for: 'undo', returnId }),
      () => port.undoReturn({ returnId, reason, approvalId }),
    )
    if (made.ok) undoId = made.value.saleId
    return made
  })
  if (undoId !== null) await parts.get().select(undoId)
  return undoId !== null
}
