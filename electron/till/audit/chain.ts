/**
 * The seal over the log, the sales and the closed shifts: each row is a link of one chain of HMACs,
 * so that none can be changed, taken out, put in or moved without the key. Written in the
 * transaction of the row it seals. What may change is sealed by its digests (states.ts).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type Database from 'better-sqlite3'
import type { AnchorOfSeal } from '#shared/shifts/anchor.ts'
import type { Clock } from '../kernel/ports.ts'
import { allPending, nextPiece, pendingText, readPending } from './pending.ts'
import {
  createSealedRows,
  SEAL_FORM,
  SEALED_KINDS,
  type SealedKind,
  type SealedRows,
} from './sealed-rows.ts'
import { putTablesRight } from './put-tables-right.ts'
import { watchStates } from './states.ts'

/** Why a chain was begun. `first`: what was there is sealed as it is. */
type EpochReason = 'first' | 'restored' | 'new-form' | 'other-key' | 'broken'

interface Chain {
  /** Seals a row that is there, whole. In the caller's transaction. */
  add(kind: SealedKind, ref: string | number | bigint): void
  /**
   * Seals what may change and is not as it was left, as something written while the key was closed.
   * In the caller's transaction; answers how many.
   */
  takeChanged(): number
  /** Where the chain ends now; null for a till without a seal. */
  anchor(): AnchorOfSeal | null
  /** Seals the next of what was there before the seal; false when none of it is left. */
  sealMore(isOver: () => boolean): boolean
}

export interface Head {
  readonly epoch: number
  readonly seq: number
  readonly mac: Buffer
  readonly proof: Buffer
  /** What this epoch has still to seal, as text; null for nothing. */
  readonly pendingJson: string | null
}

/** A till without a key, in tests and in the demonstration on paper. */
const NO_CHAIN: Chain = {
  add: () => {},
  takeChanged: () => 0,
  anchor: () => null,
  sealMore: () => false,
}

/** A connection is sealed or it is not, whoever writes through it. */
const chains = new WeakMap<Database.Database, Chain>()

/** The chain of this connection. */
export function chainOf(db: Database.Database): Chain {
  return chains.get(db) ?? NO_CHAIN
}

const CODE_DIGITS = 12

/** The key, and whether it was made at this start: only then there may be no chain yet. */
export interface SealKey {
  readonly key: Buffer
  readonly isNew: boolean
}

/**
 * Goes on where the chain ends, or begins an epoch over everything that is there: a first slice of
 * it at once, the rest by `sealMore`. What is written by this connection from here on is sealed.
 * `tables`: what makes a database of this till.
 */
export function openChain(
  db: Database.Database,
  sealKey: SealKey,
  clock: Clock,
  tables: readonly string[],
): void {
  const { rows, writer, states } = join(db, sealKey.key, clock, tables)
  db.transaction(() => {
    const reason = whyAnew(db, { ...sealKey, head: writer.head(), rows })
    if (reason === null) return states.takeSchema()
    // Before it begins: what a trigger wrote meanwhile would be sealed with the rest.
    const werePutRight = putTablesRight(db, tables)
    writer.begin(reason, Math.max(clock.now(), lastRestoreMs(db)))
    states.takeAll({ isFirst: reason === 'first', werePutRight })
  }).immediate()
}

/** A further connection to a till that is open: what it writes goes on where the chain ends. */
export function joinChain(
  db: Database.Database,
  key: Buffer,
  clock: Clock,
  tables: readonly string[],
): void {
  join(db, key, clock, tables)
}

function join(db: Database.Database, key: Buffer, clock: Clock, tables: readonly string[]) {
  const rows = createSealedRows(db)
  const writer = createWriter(db, key, rows)
  const link = (seq: number | bigint) => writer.add('state', seq)
  const states = watchStates({ db, key, clock, link, tables })
  const sealMore = db.transaction(writer.sealMore)
  chains.set(db, {
    add: writer.add,
    takeChanged: () => states.takeChanged(),
    anchor() {
      const head = writer.head()
      return head === undefined ? null : anchorOf(head)
    },
    sealMore: (isOver) => sealMore.immediate(isOver),
  })
  return { rows, writer, states }
}

const NOTHING = Buffer.alloc(0)
/** Read together; between two of them a slice may end. */
const PIECE_ROWS = 50
/** Sealed before the window opens: less than anybody notices. */
const FIRST_ROWS = 500
/** By a clock that stands still. */
const SLICE_ROWS_MAX = 1_000

/** All of it inside the caller's transaction. */
function createWriter(db: Database.Database, key: Buffer, rows: SealedRows) {
  const readHead = db.prepare<[], Head>(
    'SELECT epoch, seq, mac, proof, pending_json AS pendingJson FROM chain_head',
  )
  const insert = db.prepare('INSERT INTO chain (epoch, seq, kind, ref, mac) VALUES (?, ?, ?, ?, ?)')
  const keep = db.prepare(`INSERT INTO chain_head (only_row, epoch, seq, mac, proof, pending_json)
    VALUES (1, ?, ?, ?, ?, ?) ON CONFLICT (only_row) DO UPDATE
    SET epoch = excluded.epoch, seq = excluded.seq, mac = excluded.mac, proof = excluded.proof,
      pending_json = excluded.pending_json`)

  const link = (head: Head, kind: SealedKind | 'start', ref: string, bytes: string): Head => {
    const seq = head.seq + 1
    const mac = macOf(key, head.mac, { kind, ref, bytes })
    insert.run(head.epoch, seq, kind, ref, mac)
    return { ...head, seq, mac, proof: NOTHING }
  }
  const settle = (head: Head) =>
    keep.run(head.epoch, head.seq, head.mac, proofOf(key, head), head.pendingJson)
  const sealPieces = (start: Head, isEnough: (sealed: number) => boolean): Head => {
    let head = start
    for (let sealed = 0; !isEnough(sealed); ) {
      const piece = nextPiece(rows, readPending(head.pendingJson), PIECE_ROWS)
      if (piece === null) break
      const bytes = rows.readMany(piece.kind, piece.refs)
      for (const ref of piece.refs) head = link(head, piece.kind, ref, bytes.get(ref) ?? '')
      head = { ...head, pendingJson: pendingText(piece.rest) }
      sealed += piece.refs.length
    }
    return head
  }
  return {
    head: () => readHead.get(),
    begin(reason: EpochReason, startedAtMs: number) {
      // Never before the restore it follows, whose clock may have been ahead: once is enough.
      const info = {
        epoch: lastEpoch(db) + 1,
        startedAtMs,
        reason,
        form: SEAL_FORM,
        keyId: keyIdOf(key),
      }
      const before = lastMac(db)
      db.prepare(
        'INSERT INTO chain_epoch (epoch, started_at_ms, reason, form, key_id) VALUES (?, ?, ?, ?, ?)',
      ).run(info.epoch, info.startedAtMs, info.reason, info.form, info.keyId)
      const pendingJson = pendingText(allPending(rows))
      const none: Head = { epoch: info.epoch, seq: -1, mac: before, proof: NOTHING, pendingJson }
      const begun = link(none, 'start', '', startBytes(info))
      settle(sealPieces(begun, (sealed) => sealed >= FIRST_ROWS))
    },
    add(kind: SealedKind, ref: string | number | bigint) {
      const head = readHead.get()
      // Taken away while the till runs: the row is written all the same, and the check says it.
      if (head === undefined) return
      const bytes = rows.read(kind, String(ref))
      if (bytes !== null) settle(link(ownPending(key, head), kind, String(ref), bytes))
    },
    sealMore(isOver: () => boolean): boolean {
      const head = readHead.get()
      if (head === undefined || ownPending(key, head).pendingJson === null) return false
      const done = sealPieces(
        head,
        (sealed) => sealed > 0 && (isOver() || sealed >= SLICE_ROWS_MAX),
      )
      settle(done)
      return done.pendingJson !== null
    },
  }
}

/** What somebody else has put into the head waits for nothing: its rows stay a fault. */
function ownPending(key: Buffer, head: Head): Head {
  return head.pendingJson === null || isProven(key, head) ? head : { ...head, pendingJson: null }
}

interface Present extends SealKey {
  readonly head: Head | undefined
  readonly rows: SealedRows
}

/** Null: it goes on as it is. */
function whyAnew(db: Database.Database, { key, isNew, head, rows }: Present): EpochReason | null {
  const last = db
    .prepare<[], { epoch: number; startedAtMs: number; form: number; keyId: string }>(
      'SELECT epoch, started_at_ms AS startedAtMs, form, key_id AS keyId FROM chain_epoch ORDER BY epoch DESC LIMIT 1',
    )
    .get()
  const hasNothing = () => isNew || SEALED_KINDS.every((kind) => rows.isEmpty(kind))
  if (last === undefined && head === undefined && hasNothing()) return 'first'
  const isOwn = last?.keyId === keyIdOf(key)
  const isWhole = head !== undefined && isHead(db, key, head)
  // A backup ends where its chain ends: one that was cut did not come out of a backup.
  if (lastRestoreMs(db) > (last?.startedAtMs ?? 0)) return isOwn && !isWhole ? 'broken' : 'restored'
  if (last === undefined) return 'broken'
  if (!isOwn) return 'other-key'
  if (!isWhole) return 'broken'
  return last.form === SEAL_FORM ? null : 'new-form'
}

/** Asked at each start: the few restores have an index of their own in the journal of years. */
export const LAST_RESTORE = "SELECT max(at_ms) FROM journal WHERE kind = 'restore'"

/** 0 for none. */
function lastRestoreMs(db: Database.Database): number {
  return db.prepare<[], number | null>(LAST_RESTORE).pluck().get() ?? 0
}

function lastEpoch(db: Database.Database): number {
  return db.prepare<[], number | null>('SELECT max(epoch) FROM chain_epoch').pluck().get() ?? 0
}

/** The end of the epoch before, which the next one is bound to. */
export function lastMac(db: Database.Database, before = Number.MAX_SAFE_INTEGER): Buffer {
  return (
    db
      .prepare<[number], Buffer>(
        'SELECT mac FROM chain WHERE epoch < ? ORDER BY epoch DESC, seq DESC LIMIT 1',
      )
      .pluck()
      .get(before) ?? NOTHING
  )
}

/** The head stands at the end of the chain, and was written by who has the key. */
export function isHead(db: Database.Database, key: Buffer, head: Head): boolean {
  const end = db
    .prepare<[], { epoch: number; seq: number; mac: Buffer }>(
      'SELECT epoch, seq, mac FROM chain ORDER BY epoch DESC, seq DESC LIMIT 1',
    )
    .get()
  return (
    end?.epoch === head.epoch &&
    end.seq === head.seq &&
    end.mac.equals(head.mac) &&
    isProven(key, head)
  )
}

function isProven(key: Buffer, head: Head): boolean {
  const proof = proofOf(key, head)
  return proof.length === head.proof.length && timingSafeEqual(proof, head.proof)
}

export interface EpochInfo {
  readonly epoch: number
  readonly startedAtMs: number
  readonly reason: EpochReason
  readonly form: number
  readonly keyId: string
}

export function startBytes({ epoch, startedAtMs, reason, form, keyId }: EpochInfo): string {
  return JSON.stringify(['start', epoch, startedAtMs, reason, form, keyId])
}

export function macOf(
  key: Buffer,
  before: Buffer,
  { kind, ref, bytes }: { readonly kind: string; readonly ref: string; readonly bytes: string },
): Buffer {
  return createHmac('sha256', key)
    .update(before)
    .update(JSON.stringify([kind, ref]) + bytes)
    .digest()
}

/** To know a key again without showing it. */
export function keyIdOf(key: Buffer): string {
  return createHmac('sha256', key).update('key').digest('hex').slice(0, 16)
}

export function anchorOf({ epoch, seq, mac }: Omit<Head, 'proof' | 'pendingJson'>): AnchorOfSeal {
  return { epoch, seq, code: mac.toString('hex').slice(0, CODE_DIGITS).toUpperCase() }
}

function proofOf(key: Buffer, { epoch, seq, mac, pendingJson }: Omit<Head, 'proof'>): Buffer {
  const pending = pendingJson === null ? '' : `pending ${pendingJson} `
  return createHmac('sha256', key).update(`${pending}head ${epoch} ${seq} `).update(mac).digest()
}
