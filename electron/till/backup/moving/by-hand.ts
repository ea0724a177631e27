/** Leaving and waking as support does it by hand: the till is closed. Arriving is a restore. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { EpochMs } from '#shared/core/brand.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { SEALED_MARK, systemClock } from '../../adapters/system.ts'
import { sealIfPossible } from '../seal-by-hand.ts'
import { lockDataFolder } from '../../kernel/data-lock.ts'
import { createIdentityStore } from '../durability/identity/identity-store.ts'
import { createDoubts } from '../durability/identity/doubts.ts'
import { openClosedTill } from '../durability/open-closed.ts'
import { finishRestore } from '../durability/restore.ts'
import { NoTillHere } from '../durability/support-desk.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'
import { createAudit, type Audit } from '../../audit/audit.ts'
import { claimCopy } from '../support/copies-on-medium.ts'
import { factsOf } from '../support/copy-facts.ts'
import { usable } from '../support/second-copies.ts'
import { textOf } from '../support/medium-files.ts'
import { SupportRefused } from '../support/trouble.ts'
import { QUIET } from '../support/work.ts'
import { leave, putToRest, removeUnfinished, type MovedSecrets } from './leave.ts'
import { createRestStore, type RestStore } from './rest.ts'
import { expectLost, expectWakeable, wake } from './wake.ts'
import { OWN_FILES } from '../durability/restored-files.ts'

interface ByHand {
  readonly dataDir: string
  readonly at: EpochMs
}

interface LeaveByHand extends ByHand {
  /** Where the copy goes. */
  readonly to: string
  /** Told the code before anything is done: a till that left without it has no way out. */
  readonly onCode: (code: string) => void
  /** Tells this machine that another one of that till's data is to be the till. */
  readonly retire: (tillId: string) => void
}

/** Throws SupportRefused, DataFolderInUse or DatabaseRefused. */
export function leaveByHand(order: LeaveByHand): Promise<string[]> {
  const { dataDir, to, at, onCode } = order
  return atClosedTill({ dataDir, at }, async (folder, { db, rests, audit }) => {
    if (factsOf(db).purpose === 'practice') throw new SupportRefused('MOVE_OF_PRACTICE')
    if (rests.now()?.state === 'left') throw new SupportRefused('MOVE_ALREADY_LEFT')
    const chosen = usable(to, folder)
    const secrets = secretsOf(folder)
    const code = makeCode(randomBytes(CODE_BYTES))
    onCode(code)
    putToRest(db, { audit, rests }, { chosen, code, at }, { staff: actor() })
    const identity = createIdentityStore(db, folder.folder).read()
    db.close()
    const { name, file, facts } = await leave({ dataDir, chosen, code, secrets, at }, QUIET)
    if (identity !== null) retireQuietly(order, identity.tillId)
    return [
      `La caja salió de aquí, en un archivo ya comprobado: ${file}`,
      `Ventas y devoluciones: ${facts.sales}. Sin folio todavía: ${facts.unissued}. Esta caja queda en reposo.`,
      `En el otro computador: restore ${name} --from CARPETA, con el código.`,
    ]
  })
}

/** What cannot be kept now is at its next opening here. */
function retireQuietly({ retire }: LeaveByHand, tillId: string): void {
  try {
    retire(tillId)
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).code !== 'string') throw error
  }
}

interface TakeBackByHand extends ByHand {
  /** Of its copy; null while none was finished. */
  readonly code: string | null
  /** Of the shop, typed: copy and code are lost. */
  readonly lostRut: string | null
}

/** Throws SupportRefused, DataFolderInUse or DatabaseRefused; the till rests on then. */
export function takeBackByHand({ dataDir, at, code, lostRut }: TakeBackByHand): Promise<string[]> {
  return atClosedTill({ dataDir, at }, (_, { db, rests, audit }) => {
    const rest =
      lostRut === null ? expectWakeable(rests.now(), code) : expectLost(db, rests.now(), lostRut)
    if (rest.state === 'packing') removeUnfinished(rest.file)
    const isClaimed = rest.state === 'left' && claimCopy(rest.file)
    const clock = { ...systemClock, now: () => at }
    const doubts = createDoubts({ db, clock, log: () => {}, onChange: () => {} })
    wake({ db, rests, doubts, audit }, rest, isClaimed, { staff: actor() })
    return [
      'La caja vende otra vez en este computador.',
      ...(rest.state === 'packing'
        ? []
        : ['Queda en duda: sus papeles salen como COPIA hasta aclararlo en Ajustes, Soporte.']),
    ]
  })
}

interface Closed {
  readonly db: ReturnType<typeof openClosedTill>
  readonly rests: RestStore
  readonly audit: Audit
}

async function atClosedTill<Value>(
  { dataDir, at }: ByHand,
  work: (folder: TillFolder, closed: Closed) => Value | Promise<Value>,
): Promise<Value> {
  const folder = tillFolder(dataDir)
  if (!existsSync(folder.database) && !existsSync(folder.restored))
    throw new NoTillHere(`No hay una caja en esta carpeta: falta ${folder.database}.`)
  const unlock = lockDataFolder(folder.folder, `traslado, proceso ${process.pid}`)
  try {
    finishRestore(folder, at)
    const clock = { ...systemClock, now: () => at }
    const db = openClosedTill(folder, at)
    try {
      sealIfPossible(db, folder, clock)
      return await work(folder, { db, rests: createRestStore(db), audit: createAudit(db, clock) })
    } finally {
      db.close()
    }
  } finally {
    unlock()
  }
}

/** Throws MOVE_ONLY_IN_WINDOW for what the system's keyring has sealed: the program opens it. */
function secretsOf(kept: TillFolder): MovedSecrets {
  const open = (file: string) => {
    const text = textOf(file)
    if (text?.startsWith(SEALED_MARK) === true) throw new SupportRefused('MOVE_ONLY_IN_WINDOW')
    return text
  }
  return Object.fromEntries(OWN_FILES.map((file) => [file, open(join(kept.folder, file))]))
}

const actor = () => ({ id: null, name: `Soporte (${userInfo().username})` })
