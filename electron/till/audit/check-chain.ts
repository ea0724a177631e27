/** Reads the whole chain again and says the first row that is not as it was sealed. Reads only. */
import type Database from 'better-sqlite3'
import type { SealFaultCode, StateFaultCode } from '#shared/staff/views.ts'
import type { AnchorOfSeal } from '#shared/shifts/anchor.ts'
import {
  anchorOf,
  isHead,
  keyIdOf,
  lastMac,
  macOf,
  startBytes,
  type EpochInfo,
  type Head,
} from './chain.ts'
import { countPending, readPending } from './pending.ts'
import { walkStates, type StateFault } from './check-states.ts'
import { createSealedRows, SEALED_KINDS, type SealedKind, type SealedRows } from './sealed-rows.ts'

/** What is wrong, and at which row. */
export interface ChainFault {
  readonly code: Exclude<SealFaultCode, StateFaultCode>
  readonly kind: SealedKind | 'start' | null
  readonly ref: string
}

export interface ChainCheck {
  /** The first of each epoch, then all of what may change, in order; none = as it was sealed. */
  readonly faults: readonly (ChainFault | StateFault)[]
  /** Rows that were read and found as they were sealed. */
  readonly sealedCount: number
  /** Rows that were there before the seal and wait for it: it does not answer for them yet. */
  readonly pendingCount: number
  /** Where the chain ends; null without one. */
  readonly anchor: AnchorOfSeal | null
  /** Epochs and why each began, the first one first. */
  readonly epochs: readonly EpochInfo[]
}

/** The end of the chain in a backup. */
export interface BackupEnd {
  readonly head: Head
  readonly madeAtMs: number
}

interface Link {
  readonly seq: number
  readonly kind: SealedKind | 'start'
  readonly ref: string
  readonly mac: Buffer
}

/** Pieces of this many links, between which a till may serve. */
const PIECE_LINKS = 500

/** All at one go. */
export function checkChain(
  db: Database.Database,
  key: Buffer,
  backups: readonly BackupEnd[] = [],
): ChainCheck {
  const steps = walkChain(db, key, backups)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Yields now and then; what is written meanwhile is sealed and does no harm. */
export function* walkChain(
  db: Database.Database,
  key: Buffer,
  backups: readonly BackupEnd[] = [],
): Generator<void, ChainCheck> {
  const rows = createSealedRows(db)
  const epochs = epochsOf(db)
  const own = keyIdOf(key)
  const faults: ChainFault[] = []
  let sealedCount = 0
  for (const [index, epoch] of epochs.entries()) {
    if (epoch.epoch !== index + 1) faults.push(fault('LINK_MISSING', 'start', String(index + 1)))
    if (epoch.reason === 'broken' || epoch.reason === 'other-key')
      faults.push(fault('BEGUN_ANEW', 'start', String(epoch.epoch)))
    // Under another key, as before a restore on another machine: the next one sealed its rows.
    if (epoch.keyId !== own) {
      if (index === epochs.length - 1) faults.push(fault('OTHER_KEY', 'start', String(epoch.epoch)))
      continue
    }
    const walk = yield* walkEpoch(db, key, epoch, rows)
    sealedCount = walk.count
    if (walk.fault !== null) faults.push(walk.fault)
  }
  const last = epochs.at(-1)
  const head = headOf(db)
  if (last === undefined || head === undefined) {
    faults.push(fault('NO_CHAIN', null, ''))
  } else {
    faults.push(...endFaults(db, key, { last, head, rows, backups, epochs }))
  }
  // Under another key no digest says anything, and that is a fault already.
  const states = last?.keyId === own ? yield* walkStates(db, key) : []
  return {
    faults: [...faults, ...states],
    sealedCount,
    pendingCount: countPending(db, rows),
    anchor: head === undefined ? null : anchorOf(head),
    epochs,
  }
}

/** Also of a database that an earlier till has left. */
function headOf(db: Database.Database): Head | undefined {
  const row = db
    .prepare<[], Omit<Head, 'pendingJson'> & { readonly pending_json?: string | null }>(
      'SELECT * FROM chain_head',
    )
    .get()
  return row === undefined ? undefined : { ...row, pendingJson: row.pending_json ?? null }
}

function* walkEpoch(
  db: Database.Database,
  key: Buffer,
  epoch: EpochInfo,
  rows: SealedRows,
): Generator<void, { readonly count: number; readonly fault: ChainFault | null }> {
  const piece = db.prepare<[number, number], Link>(
    `SELECT seq, kind, ref, mac FROM chain WHERE epoch = ? AND seq >= ? ORDER BY seq LIMIT ${PIECE_LINKS}`,
  )
  let states = 0
  /** Rows of the log, sales and shifts. */
  const sealed = () => Math.max(0, seq - 1 - states)
  let before = lastMac(db, epoch.epoch)
  let seq = 0
  for (;;) {
    const links = piece.all(epoch.epoch, seq)
    const bytesOf = readPiece(rows, links)
    for (const { kind, ref, mac, seq: own } of links) {
      if (own !== seq) return { count: sealed(), fault: fault('LINK_MISSING', kind, ref) }
      const bytes = kind === 'start' ? startBytes(epoch) : bytesOf(kind, ref)
      if (bytes === null) return { count: sealed(), fault: fault('ROW_MISSING', kind, ref) }
      if (!macOf(key, before, { kind, ref, bytes }).equals(mac))
        return { count: sealed(), fault: fault('ROW_CHANGED', kind, ref) }
      if ((seq === 0) !== (kind === 'start'))
        return { count: sealed(), fault: fault('LINK_CHANGED', kind, ref) }
      before = mac
      seq += 1
      if (kind === 'state') states += 1
    }
    if (links.length < PIECE_LINKS)
      return seq === 0
        ? { count: 0, fault: fault('LINK_MISSING', 'start', String(epoch.epoch)) }
        : { count: sealed(), fault: null }
    yield
  }
}

/** Null for a row that is not there. */
function readPiece(rows: SealedRows, links: readonly Link[]) {
  const found = new Map(
    SEALED_KINDS.map((kind) => [
      kind,
      rows.readMany(
        kind,
        links.filter((link) => link.kind === kind).map(({ ref }) => ref),
      ),
    ]),
  )
  return (kind: SealedKind, ref: string) => found.get(kind)?.get(ref) ?? null
}

interface End {
  readonly last: EpochInfo
  readonly head: Head
  readonly rows: SealedRows
  readonly backups: readonly BackupEnd[]
  readonly epochs: readonly EpochInfo[]
}

function endFaults(
  db: Database.Database,
  key: Buffer,
  { last, head, rows, backups, epochs }: End,
): ChainFault[] {
  const faults: ChainFault[] = []
  if (last.epoch !== head.epoch || !isHead(db, key, head)) faults.push(fault('END_CUT', null, ''))
  for (const kind of SEALED_KINDS) {
    const [first] = rows.unsealed(kind, last.epoch, readPending(head.pendingJson)[kind])
    if (first !== undefined) faults.push(fault('ROW_ADDED', kind, first))
  }
  const macAt = db
    .prepare<[number, number], Buffer>('SELECT mac FROM chain WHERE epoch = ? AND seq = ?')
    .pluck()
  const restored = epochs.findLast(({ reason }) => reason === 'restored')
  // A copy that reaches further than the till itself: the till was cut back to before it. Also one
  // under another key: a chain that was wiped with its key begins as if there had been none.
  const isAhead = backups
    .filter(({ madeAtMs }) => madeAtMs > (restored?.startedAtMs ?? 0))
    .some(({ head: { epoch, seq, mac } }) => macAt.get(epoch, seq)?.equals(mac) !== true)
  if (isAhead) faults.push(fault('OLDER_THAN_BACKUP', null, ''))
  return faults
}

function epochsOf(db: Database.Database): EpochInfo[] {
  return db
    .prepare<[], EpochInfo>(
      'SELECT epoch, started_at_ms AS startedAtMs, reason, form, key_id AS keyId FROM chain_epoch ORDER BY epoch',
    )
    .all()
}

function fault(code: ChainFault['code'], kind: ChainFault['kind'], ref: string): ChainFault {
  return { code, kind, ref }
}
