/** The one list that may be on its way into the catalogue: received, looked at, accepted. */
import type { z } from 'zod'
import type {
  arrangeImportInput,
  ImportArrangement,
  ImportDone,
  importPartInput,
  ImportPlanView,
  importRowsInput,
  ImportView,
  PlannedRow,
} from '#shared/importing/importing.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { IMPORT_LIMITS } from '#shared/catalogue/import/limits.ts'
import type { Log } from '#shared/core/ports.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { unattended } from '../kernel/background.ts'
import { waitForOthers, type TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import type { ImportTold } from './import-session.ts'
import type { ImportPort, ImportThread } from './import-thread.ts'

export interface ImportDesk {
  view(): ImportView | null
  receive(part: z.output<typeof importPartInput>): Result<null, Refusal>
  arrange(input: z.output<typeof arrangeImportInput>): Result<null, Refusal>
  rows(input: z.output<typeof importRowsInput>): ReturnType<TillApi['importRows']>
  /** Begins to write what is planned; `onDone` hears how far it came, once; null where it fell. */
  accept(
    importId: string,
    staffName: string,
    onDone: (done: ImportDone | null) => void,
  ): Result<ImportPlanView, Refusal>
  /** While it writes: after the slice under way. Else it is forgotten at once. */
  cancel(importId: string): Result<null, Refusal>
  /** The core closes: nothing of it holds the database any more. */
  end(): Promise<void>
}

interface Ports {
  readonly port: ImportPort | undefined
  readonly db: TillDatabase
  /** Its file. */
  readonly database: string
  /** Null where the till has no secret. */
  readonly sealKey: Uint8Array | null
  readonly clock: Clock
  readonly log: Log
}

const MEGABYTE = 1024 * 1024

export function createImportDesk(ports: Ports): ImportDesk {
  let current: OneImport | null = null
  const found = (importId: string): Result<OneImport, Refusal> =>
    current?.view().importId === importId ? ok(current) : refuse(refusal('IMPORT_GONE'))
  const open = (part: z.output<typeof importPartInput>) => {
    const before = current
    if (before?.view().phase === 'writing') return refuse(refusal('IMPORT_BUSY'))
    unattended(ports.clock, before?.end())
    current = openImport(ports, part)
    return ok(current)
  }
  return {
    view: () => current?.view() ?? null,
    receive(part) {
      const { port } = ports
      if (port === undefined) return refuse(refusal('SUPPORT_NOT_HERE'))
      if (part.totalBytes > IMPORT_LIMITS.fileBytes)
        return refuse(
          refusal('IMPORT_FILE_TOO_LARGE', 'file', {
            most: String(IMPORT_LIMITS.fileBytes / MEGABYTE),
          }),
        )
      const taken = part.offset === 0 ? open(part) : found(part.importId)
      return taken.ok ? taken.value.receive(part) : taken
    },
    arrange({ importId, ...arrangement }) {
      const one = found(importId)
      return one.ok ? one.value.arrange(arrangement) : one
    },
    async rows({ importId, ...asked }) {
      const one = found(importId)
      return one.ok ? one.value.rows(asked) : one
    },
    accept(importId, staffName, onDone) {
      const one = found(importId)
      return one.ok ? one.value.accept(staffName, onDone) : one
    },
    cancel(importId) {
      const one = found(importId)
      if (!one.ok) return one
      if (one.value.stop()) return ok(null)
      unattended(ports.clock, one.value.end())
      current = null
      return ok(null)
    },
    async end() {
      await current?.end()
      current = null
    },
  }
}

type OneImport = ReturnType<typeof openImport>

interface State {
  view: ImportView
  thread: ImportThread | null
  /** Nothing that its thread still says is heard: the next list may be at work by then. */
  isOver: boolean
  whenDone: ((done: ImportDone | null) => void) | null
  readonly asked: ReturnType<typeof createAsked>
}

function openImport(ports: Ports, part: z.output<typeof importPartInput>) {
  const { importId, list = 'goods', name, totalBytes } = part
  const nothing = { plan: null, done: null, refusal: null }
  const state: State = {
    view: { importId, list, name, phase: 'receiving', progress: 0, ...nothing },
    thread: null,
    isOver: false,
    whenDone: null,
    asked: createAsked(),
  }
  const file = createReceiving(totalBytes)
  const set = (phase: ImportView['phase'], progress = 0) => {
    state.view = { ...state.view, phase, progress }
  }
  return {
    view: () => state.view,
    receive(piece: z.output<typeof importPartInput>): Result<null, Refusal> {
      if (state.view.phase !== 'receiving' || !file.take(piece))
        return refuse(refusal('IMPORT_GONE'))
      set('receiving', file.share())
      if (file.share() < 1) return ok(null)
      set('reading')
      state.thread =
        ports.port?.({ database: ports.database, of: list, sealKey: ports.sealKey }, (told) =>
          hear(ports, state, told),
        ) ?? null
      state.thread?.ask({ kind: 'read', bytes: file.bytes })
      return ok(null)
    },
    arrange(arrangement: ImportArrangement): Result<null, Refusal> {
      if (state.view.phase !== 'ready') return refuse(refusal('IMPORT_NOT_READY'))
      set('reading')
      state.thread?.ask({ kind: 'arrange', arrangement })
      return ok(null)
    },
    rows(input: Parameters<typeof state.asked.ask>[1]) {
      return state.thread === null || state.view.phase !== 'ready'
        ? refuse(refusal('IMPORT_NOT_READY'))
        : state.asked.ask(state.thread, input)
    },
    accept(
      staffName: string,
      onDone: (done: ImportDone | null) => void,
    ): Result<ImportPlanView, Refusal> {
      const { plan, phase } = state.view
      if (phase !== 'ready' || plan === null) return refuse(refusal('IMPORT_NOT_READY'))
      if (plan.problem !== null) return refuse(plan.problem)
      state.whenDone = onDone
      set('writing')
      waitForOthers(ports.db, true)
      state.thread?.ask({ kind: 'write', at: ports.clock.now(), staffName })
      return ok(plan)
    },
    /** Whether there was something to stop. */
    stop(): boolean {
      if (state.view.phase !== 'writing') return false
      state.thread?.ask({ kind: 'stop' })
      return true
    },
    async end(): Promise<void> {
      state.isOver = true
      state.asked.drop()
      await state.thread?.end()
      state.thread = null
      if (state.view.phase === 'writing') noteInterrupted(ports, state)
    },
  }
}

/** A core that closes over a damaged database closes all the same. */
function noteInterrupted(ports: Ports, state: State): void {
  try {
    state.whenDone?.(null)
  } catch (error) {
    ports.log('import: failed', { detail: String(error) })
  }
}

function hear(ports: Ports, state: State, told: ImportTold): void {
  if (state.isOver) return
  const close = (part: Partial<ImportView>) => {
    state.isOver = true
    waitForOthers(ports.db, false)
    state.view = { ...state.view, progress: 1, ...part }
    unattended(ports.clock, state.thread?.end())
    state.thread = null
    state.asked.drop()
  }
  if (told.kind === 'plan')
    state.view = { ...state.view, phase: 'ready', progress: 1, plan: told.plan }
  else if (told.kind === 'progress') state.view = { ...state.view, progress: told.share }
  else if (told.kind === 'rows') state.asked.answer(told)
  else if (told.kind === 'done') {
    close({ phase: 'done', done: told.done })
    state.whenDone?.(told.done)
  } else {
    ports.log('import: failed', { code: told.refusal.code, detail: told.detail })
    const wasWriting = state.view.phase === 'writing'
    close({ phase: 'failed', refusal: told.refusal })
    if (wasWriting) state.whenDone?.(null)
  }
}

/** A file piece by piece, each where the one before ended. */
function createReceiving(totalBytes: number) {
  const bytes = new Uint8Array(totalBytes)
  let received = 0
  return {
    bytes,
    share: () => received / totalBytes,
    take(part: z.output<typeof importPartInput>): boolean {
      const piece = Buffer.from(part.base64, 'base64')
      const fits = part.offset === received && received + piece.length <= totalBytes
      if (!fits || part.totalBytes !== totalBytes || piece.length === 0) return false
      bytes.set(piece, received)
      received += piece.length
      return true
    },
  }
}

type RowsAnswer = Result<{ readonly rows: readonly PlannedRow[]; readonly total: number }, Refusal>

/** Questions on their way to the thread. */
function createAsked() {
  const waiting = new Map<number, (answer: RowsAnswer) => void>()
  let last = 0
  return {
    ask(
      thread: ImportThread,
      input: Omit<z.output<typeof importRowsInput>, 'importId'>,
    ): Promise<RowsAnswer> {
      last += 1
      const ask = last
      return new Promise((resolve) => {
        waiting.set(ask, resolve)
        thread.ask({ kind: 'rows', ask, ...input })
      })
    },
    answer({ ask, rows, total }: Extract<ImportTold, { kind: 'rows' }>): void {
      waiting.get(ask)?.(ok({ rows, total }))
      waiting.delete(ask)
    },
    drop(): void {
      for (const resolve of waiting.values()) resolve(refuse(refusal('IMPORT_GONE')))
      waiting.clear()
    },
  }
}
