/** The whole seal looked through for the owner's screen, a piece at a time: the counter goes on. */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { SealView } from '#shared/staff/views.ts'
import { anchorText, parseAnchor } from '#shared/shifts/anchor.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { TillFolder } from '../kernel/till-folder.ts'
import { pause } from '../kernel/pause.ts'
import type { Clock } from '../kernel/ports.ts'
import { backupEnds, hasAnchor } from './chain-findings.ts'
import { walkChain, type ChainCheck, type ChainFault } from './check-chain.ts'
import type { SealKey } from './chain.ts'
import { sealNotes } from './seal-notes.ts'
import { nameOfState } from './state-names.ts'

/** What was found is told again for so long, unless somebody wants it looked at anew. */
export const SEAL_KNOWN_MS = 10 * 60_000

/** Times without an answer that the screen names; `check` names them all. */
const NOTES_SHOWN = 3

interface SealCheckPorts {
  readonly db: TillDatabase
  readonly folder: TillFolder
  readonly clock: Clock
  /** Null where nothing is sealed: no key, or one that does not open. */
  readonly sealKey: SealKey | null
  /** The database is closed when it aborts. */
  readonly ended: AbortController
}

type CheckSeal = (input: {
  readonly isAnew: boolean
  readonly onPaper?: string | null | undefined
}) => Promise<Result<SealView, Refusal>>

/** Two who ask at a time share one look. */
export function createSealCheck(ports: SealCheckPorts): CheckSeal {
  const { clock } = ports
  let known: { readonly view: SealView; readonly atMs: number } | null = null
  let running: Promise<SealView> | null = null
  return async ({ isAnew, onPaper = null }) => {
    const asked = onPaper === null ? null : parseAnchor(onPaper)
    if (onPaper !== null && asked === null) return refuse(refusal('SEAL_NOT_VALID', 'onPaper'))
    const paperOf = () =>
      asked === null ? null : { text: anchorText(asked), isThere: hasAnchor(ports.db, asked) }
    const isFresh = known !== null && clock.monotonicMs() - known.atMs < SEAL_KNOWN_MS
    if (running === null && known !== null && isFresh && !isAnew)
      return ok({ ...known.view, paper: paperOf() })
    running ??= look(ports).finally(() => (running = null))
    const view = await running
    known = { view, atMs: clock.monotonicMs() }
    return ok({ ...view, paper: view.state === 'none' ? null : paperOf() })
  }
}

async function look({ db, folder, clock, sealKey, ended }: SealCheckPorts): Promise<SealView> {
  const checkedAt = clock.now()
  const none = {
    state: 'none',
    checkedAt,
    sealedCount: 0,
    pendingCount: 0,
    fault: null,
    anchor: null,
    paper: null,
    notes: [],
  } as const
  if (sealKey === null) return none
  const steps = walkChain(db, sealKey.key, backupEnds(folder))
  for (;;) {
    if (ended.signal.aborted) return none
    const step = steps.next()
    if (step.done === true) return viewOf(db, step.value, checkedAt)
    // A turn for whoever has asked something meanwhile.
    await pause(clock, 0, ended.signal)
  }
}

function viewOf(
  db: TillDatabase,
  { faults, sealedCount, pendingCount, anchor, epochs }: ChainCheck,
  checkedAt: SealView['checkedAt'],
): SealView {
  const [first] = faults
  return {
    state: first === undefined ? 'whole' : 'broken',
    checkedAt,
    sealedCount,
    pendingCount,
    fault: first === undefined ? null : faultView(db, first),
    anchor: anchor === null ? null : anchorText(anchor),
    paper: null,
    notes: sealNotes(db, epochs).slice(-NOTES_SHOWN),
  }
}

function faultView(
  db: TillDatabase,
  fault: ChainCheck['faults'][number],
): NonNullable<SealView['fault']> {
  const { code, kind } = fault
  return 'own' in fault
    ? { code, kind, ref: nameOfState(db, fault), at: fault.at }
    : { code, kind, ref: nameOf(db, fault), at: null }
}

/** As a person finds it: the reference of a sale, the number of a shift; else as it is stored. */
function nameOf(db: TillDatabase, { kind, ref }: ChainFault): string {
  const statement =
    kind === 'sale'
      ? 'SELECT external_reference FROM sale WHERE id = ?'
      : kind === 'close'
        ? 'SELECT CAST(number AS TEXT) FROM shift WHERE id = ?'
        : null
  if (statement === null) return ref
  return db.prepare<[string], string>(statement).pluck().get(ref) ?? ref
}
