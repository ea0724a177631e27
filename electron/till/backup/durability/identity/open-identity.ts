/**
 * At each opening, once the log is sealed and before anything is sold, printed or sent: this folder
 * is held against what the machine saw of it, its counter grows, and from here on every sale is
 * witnessed behind its commit.
 */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#shared/core/ports.ts'
import { meet, type Identity, type Meeting, type Witness } from '#shared/backup/witness.ts'
import type { TillDatabase } from '../../../kernel/database.ts'
import { commitsOf } from '../../../kernel/watch-commits.ts'
import { writeDurably } from '../../../kernel/durable-files.ts'
import type { Randomness } from '../../../kernel/ports.ts'
import type { Doubts } from './doubts.ts'
import { createIdentityStore, ID_FILE, idIn, newTillId } from './identity-store.ts'
import { readMarks } from './mark.ts'
import type { WitnessPort } from './witness-port.ts'

interface IdentityPorts {
  readonly db: TillDatabase
  /** Of the till's files. */
  readonly folder: string
  /** Null: nobody witnesses this till, as in a test. */
  readonly witness: WitnessPort | null
  readonly doubts: Doubts
  /** It is at rest, and its copy may be anywhere. */
  readonly hasLeft: boolean
  readonly randomness: Randomness
  readonly log: Log
}

export async function openIdentity(ports: IdentityPorts): Promise<void> {
  const { db, witness: port, doubts, log } = ports
  if (port === null) return
  const folder = realpathSync(ports.folder)
  const machine = await port.machine()
  const store = createIdentityStore(db, folder)
  const identity = store.read()
  const witness = identity === null ? null : port.read(identity.tillId)
  const mark = readMarks(db).read(Object.keys(witness?.mark.folios ?? {}))
  const livesElsewhere =
    witness !== null && witness.folder !== folder && idIn(witness.folder) === witness.tillId
  const hasLeft = ports.hasLeft || doubts.now()?.reason === 'taken-back'
  const meeting = meet({ identity, witness, machine, folder, mark, livesElsewhere, hasLeft })
  const next = nextIdentity(meeting, identity, witness, ports.randomness)
  db.transaction(() => {
    store.keep(next)
    if (meeting.kind !== 'doubt') return doubts.heedLog()
    const of = meeting.isOwn || meeting.reason === 'retired' ? undefined : identity?.tillId
    doubts.begin({ ...meeting, seen: witness?.mark ?? null, of })
  }).immediate()
  const { tillId, starts } = next
  const isShared = doubts.now()?.isOwn === false
  const kept = { tillId, folder, machine, starts, mark, isRetired: ports.hasLeft, isShared }
  // Nothing is expected of a machine that cannot keep anything; it is known by its prints alone.
  const isUnkept = !isKept({ port, folder, log }, kept)
  if (JSON.stringify(next.machine) !== JSON.stringify(machine) || next.isUnkept !== isUnkept)
    store.keepMachine(machine, isUnkept)
  if (!isUnkept) followSales(db, port, log)
}

type KeptIdentity = Omit<Identity, 'isRestored' | 'moved'>

function nextIdentity(
  meeting: Meeting,
  identity: Identity | null,
  witness: Witness | null,
  randomness: Randomness,
): KeptIdentity {
  const isOwn = meeting.kind === 'same' || (meeting.kind === 'doubt' && meeting.isOwn)
  if (identity === null || !isOwn)
    return { tillId: newTillId(randomness), starts: 1, machine: null, isUnkept: false }
  const starts = Math.max(identity.starts, witness?.starts ?? 0) + 1
  const { tillId, machine, isUnkept = false } = identity
  return { tillId, starts, machine, isUnkept }
}

/** A machine that refuses keeps no till from selling. */
function isKept(
  { port, folder, log }: { port: WitnessPort; folder: string; log: Log },
  witness: Witness,
): boolean {
  try {
    port.keep(witness)
    if (idIn(folder) !== witness.tillId) writeDurably(join(folder, ID_FILE), witness.tillId)
    return true
  } catch (error) {
    log('the machine keeps no witness of this till', { error: String(error) })
    return false
  }
}

/** Behind the commit that made it so: never ahead of what is on disk. */
function followSales(db: TillDatabase, port: WitnessPort, log: Log): void {
  const marks = readMarks(db)
  let lastSale = marks.lastSale()
  commitsOf(db).follow(() => {
    try {
      const now = marks.lastSale()
      if (now === lastSale) return
      lastSale = now
      port.note(marks.read())
    } catch (error) {
      log('a sale was not witnessed', { error: String(error) })
    }
  })
}
