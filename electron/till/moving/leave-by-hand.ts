/** Leaving and coming back as support does it by hand: the till is closed. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import type { EpochMs } from '#shared/core/brand.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { CODE_BYTES, makeCode } from '#shared/support/recovery-code.ts'
import { SEALED_MARK, systemClock } from '../adapters/system.ts'
import { sealIfPossible } from '../chain/seal-by-hand.ts'
import { lockDataFolder } from '../db/data-lock.ts'
import { openDatabase } from '../db/open-database.ts'
import { copyBeforeMigration } from '../durability/make-backup.ts'
import { presumeSent } from '../durability/requeue.ts'
import { NoTillHere } from '../durability/support-desk.ts'
import { tillFolder, type TillFolder } from '../durability/till-folder.ts'
import { doubtMails } from '../mail/mail-orders.ts'
import { createAudit, type Audit } from '../staff/audit.ts'
import { factsOf } from '../support/copy-facts.ts'
import { usable } from '../support/second-copies.ts'
import { SupportRefused } from '../support/trouble.ts'
import { QUIET } from '../support/work.ts'
import { finishArrival } from './arrival-files.ts'
import { takeBack } from './arrive.ts'
import { leave, newRest, putToRest, type MovedSecrets } from './leave.ts'
import { textOf } from './move-package.ts'
import { removeUnfinished } from './packages-in.ts'
import { createRestStore, type RestStore } from './rest.ts'

interface ByHand {
  readonly dataDir: string
  readonly at: EpochMs
}

interface LeaveByHand extends ByHand {
  /** Where the package goes. */
  readonly to: string
  /** Told the code before anything is done: a till that left without it has no way out. */
  readonly onCode: (code: string) => void
}

/** Throws SupportRefused, DataFolderInUse or DatabaseRefused. */
export function leaveByHand({ dataDir, to, at, onCode }: LeaveByHand): string[] {
  return atClosedTill({ dataDir, at }, (folder, { db, rests, audit }) => {
    if (factsOf(db).purpose === 'practice') throw new SupportRefused('MOVE_OF_PRACTICE')
    if (rests.now()?.state === 'left') throw new SupportRefused('MOVE_ALREADY_LEFT')
    const chosen = usable(to, folder)
    const secrets = secretsOf(folder)
    const code = makeCode(randomBytes(CODE_BYTES))
    onCode(code)
    const rest = newRest(randomBytes, at, chosen)
    putToRest(db, { audit, rests }, rest, { actor: actor(), approverName: null })
    db.close()
    const { packageId } = rest
    const { file, facts } = leave({ dataDir, chosen, code, packageId, secrets, at }, QUIET)
    return [
      `La caja salió de aquí, leída de vuelta: ${file}`,
      `Ventas y devoluciones: ${facts.sales}. Sin folio todavía: ${facts.unissued}. Esta caja queda en reposo.`,
    ]
  })
}

interface TakeBackByHand extends ByHand {
  /** Where the package is, and its code; null while no package was finished. */
  readonly from: string | null
  readonly code: string | null
  /** Of the shop, typed: the package is lost and was opened nowhere. */
  readonly lostRut: string | null
}

/** Throws SupportRefused, DataFolderInUse or DatabaseRefused; the till rests on then. */
export function takeBackByHand({ dataDir, at, from, code, lostRut }: TakeBackByHand): string[] {
  return atClosedTill({ dataDir, at }, (_, { db, rests, audit }) => {
    const rest = rests.now()
    if (rest === null) throw new SupportRefused('MOVE_NOT_AT_REST')
    const isLost = rest.state === 'left' && from === null
    if (rest.state === 'packing') removeUnfinished(rest.folder, rest.packageId)
    else if (from === null) refuseUnlessLost(db, lostRut)
    else {
      const own = { packageId: rest.packageId, claimId: rest.takeBackId }
      takeBack({ dataDir, chosen: from, code: code ?? '', own })
    }
    db.transaction(() => {
      rests.keep(null)
      // Somebody may have it after all: what it sends is asked for, not sent anew.
      if (isLost) {
        presumeSent(db, at)
        doubtMails(db, at)
      }
      const detail = isLost ? { what: 'paquete perdido' } : {}
      audit.write({ action: 'till-taken-back', staff: actor(), detail })
    }).immediate()
    return ['La caja vende otra vez en este computador.']
  })
}

function refuseUnlessLost(db: Database.Database, typed: string | null): void {
  if (typed === null) throw new SupportRefused('MOVE_ALREADY_LEFT')
  const { shopName: shop, rut } = factsOf(db)
  const parsed = parseRut(typed)
  if (!parsed.ok || parsed.value !== rut)
    throw new SupportRefused('MOVE_LOST_NEEDS_RUT', { shop }, 'rut')
}

interface Closed {
  readonly db: ReturnType<typeof openDatabase>
  readonly rests: RestStore
  readonly audit: Audit
}

function atClosedTill<Value>(
  { dataDir, at }: ByHand,
  work: (folder: TillFolder, closed: Closed) => Value,
): Value {
  const folder = tillFolder(dataDir)
  if (!existsSync(folder.database) && !existsSync(folder.arrival))
    throw new NoTillHere(`No hay una caja en esta carpeta: falta ${folder.database}.`)
  const unlock = lockDataFolder(folder.folder, `traslado, proceso ${process.pid}`)
  try {
    finishArrival(folder, at)
    const clock = { ...systemClock, now: () => at }
    const db = openDatabase(folder.database, {
      beforeMigration: () => void copyBeforeMigration(folder, at),
    })
    try {
      sealIfPossible(db, folder, clock)
      return work(folder, { db, rests: createRestStore(db), audit: createAudit(db, clock) })
    } finally {
      db.close()
    }
  } finally {
    unlock()
  }
}

/** Throws MOVE_ONLY_IN_WINDOW for what the system's keyring has sealed: the program opens it. */
function secretsOf(kept: TillFolder): MovedSecrets {
  const { folder, ownSecret, pinPepper, secondCopyKey, mailPassword } = kept
  const open = (file: string) => {
    const text = textOf(file)
    if (text?.startsWith(SEALED_MARK) === true) throw new SupportRefused('MOVE_ONLY_IN_WINDOW')
    return text
  }
  return {
    ownSecret: open(ownSecret),
    pinPepper: open(pinPepper),
    serviceKey: open(join(folder, 'service-key')),
    secondCopyKey: open(secondCopyKey),
    mailPassword: open(mailPassword),
  }
}

const actor = () => ({ id: null, name: `Soporte (${userInfo().username})` })
