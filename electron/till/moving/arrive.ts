/**
 * A till from another computer: looked at, unpacked beside the one that is here, opened under a
 * name of its own so that nobody else opens it, and only then put in place.
 */
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { systemClock, systemRandomness } from '../adapters/system.ts'
import { openChain } from '../chain/chain.ts'
import { keysIn } from '../chain/seal-key.ts'
import { openDatabase } from '../db/open-database.ts'
import { flushFile, flushFolder, renameDurably } from '../durability/durable-files.ts'
import { presumeSent } from '../durability/requeue.ts'
import { checkBackup, RestoreRefused } from '../durability/restore.ts'
import { tillFolder, type TillFolder } from '../durability/till-folder.ts'
import { beginIdentity } from '../durability/identity/identity-store.ts'
import { createAudit } from '../staff/audit.ts'
import { factsIn, refuseNewer, type CopyFacts } from '../support/copy-facts.ts'
import { onOwnDisk, SupportRefused } from '../support/trouble.ts'
import type { Work } from '../support/work.ts'
import { finishArrival, OWN_FILES, PACKAGE } from './arrival-files.ts'
import { claimOf, readClaims } from './claims.ts'
import { readPackage, textOf } from './move-package.ts'
import { claimPackage, findPackage, type FoundPackage, type Opener } from './packages-in.ts'
import { createRestStore } from './rest.ts'

export interface MoveLookOrder {
  readonly dataDir: string
  readonly chosen: string
  /** As it was typed. */
  readonly code: string
  /** Of a till at rest, which may take its own package back. */
  readonly own: { readonly packageId: string; readonly claimId: string } | null
}

export interface LookedAtMove {
  readonly packageId: string
  readonly at: EpochMs
  readonly facts: CopyFacts
  /** The till's that is here; null when there is none that can be read. */
  readonly present: CopyFacts | null
}

/** Reads it to its end and changes nothing. Throws SupportRefused. */
export function lookAtPackage(order: MoveLookOrder, work: Work): LookedAtMove {
  const folder = tillFolder(order.dataDir)
  const found = findPackage(order.chosen, order.code, openerOf(folder, order.own))
  const { at, facts } = readPackage(found.file, found.key, { into: null, phase: 'checking' }, work)
  refuseNewer(facts)
  return { packageId: found.packageId, at, facts, present: factsIn(folder.database) }
}

/** The till at rest opens its own package, so that nobody else does. Throws SupportRefused. */
export function takeBack({ chosen, code, own, dataDir }: MoveLookOrder): null {
  const found = findPackage(chosen, code, openerOf(tillFolder(dataDir), own))
  if (own === null || found.packageId !== own.packageId)
    throw new SupportRefused('MOVE_OF_ANOTHER', {}, 'folder')
  claimPackage(found, own.claimId)
  return null
}

export interface ArriveOrder {
  readonly dataDir: string
  readonly chosen: string
  readonly code: string
  /** What was looked at. */
  readonly packageId: string
  readonly who: {
    readonly id: string | null
    readonly name: string
    readonly approver: string | null
  }
  readonly at: EpochMs
}

export interface Arrived {
  readonly facts: CopyFacts
  /** Receipts that go to the service from here, under the references they have. */
  readonly requeued: number
  readonly quarantine: string | null
}

/**
 * The caller holds the lock and has no database open. Throws SupportRefused; nothing is changed.
 */
export function arrive(order: ArriveOrder, work: Work): Arrived {
  const { chosen, code, packageId, at } = order
  const folder = tillFolder(order.dataDir)
  finishArrival(folder, at)
  const found = findPackage(chosen, code, openerOf(folder, null))
  if (found.packageId !== packageId) throw new SupportRefused('MOVE_NOT_FOUND', { folder: chosen })
  try {
    const facts = unpack(found, folder, work)
    refuseNewer(facts)
    work.step('installing', 0, 1)
    const requeued = onOwnDisk(() => settleHere(folder, order, facts))
    // Known here before it is opened there: cut off in between, this till opens it once more.
    claimPackage(found, claimOf(folder, packageId))
    renameDurably(folder.arriving, folder.arrival)
    return { facts, requeued, quarantine: finishArrival(folder, at) }
  } catch (error) {
    rmSync(folder.arriving, { recursive: true, force: true })
    throw error
  }
}

function unpack(found: FoundPackage, { arriving }: TillFolder, work: Work): CopyFacts {
  const written: string[] = []
  let handle: number | null = null
  const close = () => {
    if (handle !== null) closeSync(handle)
    handle = null
  }
  rmSync(arriving, { recursive: true, force: true })
  onOwnDisk(() => mkdirSync(join(arriving, 'pdf'), { recursive: true, mode: 0o700 }))
  // What the till that arrives has not is empty: what is here of it is set aside all the same.
  for (const name of OWN_FILES) writeFileSync(join(arriving, name), '', { mode: 0o600 })
  writeFileSync(join(arriving, PACKAGE), found.packageId, { mode: 0o600 })
  written.push(join(arriving, PACKAGE))
  const into = (name: string) => {
    close()
    const file = join(arriving, name)
    const opened = onOwnDisk(() => openSync(file, 'w', 0o600))
    handle = opened
    written.push(file)
    return (plain: Buffer) =>
      onOwnDisk(() => {
        for (let done = 0; done < plain.length; ) done += writeSync(opened, plain, done)
      })
  }
  try {
    const { facts } = readPackage(found.file, found.key, { into, phase: 'reading' }, work)
    close()
    onOwnDisk(() => written.forEach(flushFile))
    return facts
  } finally {
    close()
  }
}

/** The till that arrives wakes, asks again for what it has not issued, and has a row in its log. */
function settleHere(
  { arriving, folder }: TillFolder,
  { who, at }: ArriveOrder,
  told: CopyFacts,
): number {
  const file = join(arriving, 'till.db')
  try {
    checkBackup(file)
  } catch (error) {
    if (!(error instanceof RestoreRefused)) throw error
    throw new SupportRefused('COPY_DAMAGED', { detail: error.code })
  }
  // What was shown to a person is what is opened.
  if (JSON.stringify(factsIn(file)) !== JSON.stringify(told))
    throw new SupportRefused('COPY_DAMAGED', { detail: 'lista' })
  const clock = { ...systemClock, now: () => at }
  const db = openDatabase(file)
  let requeued = 0
  try {
    const keys = keysIn(textOf(join(arriving, 'own-secret')) ?? '')
    if (keys !== null) openChain(db, keys.seal, clock)
    db.transaction(() => {
      createRestStore(db).keep(null)
      beginIdentity(db, systemRandomness)
      requeued = presumeSent(db, at)
      createAudit(db, clock).write({
        action: 'till-arrived',
        staff: { id: who.id, name: who.name },
        approverName: who.approver,
        detail: { what: String(requeued) },
      })
    }).immediate()
    db.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.close()
  }
  flushFile(file)
  for (const changed of [join(arriving, 'pdf'), arriving, folder]) flushFolder(changed)
  return requeued
}

function openerOf(folder: TillFolder, own: MoveLookOrder['own']): Opener {
  const claimIds = readClaims(folder).map(({ claimId }) => claimId)
  return { claimIds: own === null ? claimIds : [own.claimId], ownPackageId: own?.packageId ?? null }
}
