/**
 * The till's data cannot be opened, and somebody stands before its window: the page is told what
 * happened and which backups there are, and one press restores. Both hosts hold this behind the
 * same door as the core, which is opened afterwards.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { refusal } from '#shared/languages/refusals.ts'
import { RESCUE_PATH, RESCUED_FAULTS, TILL_NOT_OPEN } from '#shared/backup/rescue.ts'
import type { RescueAnswer, RescuedFault, RescueView } from '#shared/backup/rescue.ts'
import { isCopyName } from '#shared/backup/views.ts'
import { systemClock } from '#till/adapters/system.ts'
import { DatabaseRefused } from '#till/kernel/database.ts'
import { asOf, listBackups } from '#till/kernel/backup-names.ts'
import { tillFolder, type TillFolder } from '#till/kernel/till-folder.ts'
import { factsIn } from '#till/backup/support/copy-facts.ts'
import { createSupportClient, type SupportPort } from '#till/backup/support/support-client.ts'
import { doneOf } from '#till/backup/support/support-commands.ts'
import { refusalOf } from '#till/backup/support/trouble.ts'
import type { Log } from './machine.ts'

/** Each is opened to be told of. */
const BACKUPS_SHOWN_MAX = 10

export interface RescueOptions {
  readonly dataDir: string
  /** Does the reading and the restoring, on a thread of its own. */
  readonly workerFile: string
  /** What support types on this machine. */
  readonly supportProgram: string
  readonly refused: DatabaseRefused
  readonly log: Log
}

export interface Rescue {
  readonly handle: (request: Request) => Promise<Response>
  /** Resolves once a backup is in place. */
  readonly restored: Promise<void>
}

/** The caller holds the lock on the folder, and has no database open. */
export function beginRescue(options: RescueOptions): Rescue {
  const folder = tillFolder(options.dataDir)
  const support = createSupportClient(options.workerFile, systemClock, options.log)
  const restored = Promise.withResolvers<void>()
  let isRestoring = false
  const restore = async (name: string): Promise<RescueAnswer> => {
    if (isRestoring) return { ok: false, refusal: refusal('SUPPORT_BUSY') }
    isRestoring = true
    try {
      const done = await restoreWith(support, options.dataDir, folder, name)
      // What is opened next answers nothing of this page, which has its answer by then.
      setImmediate(restored.resolve)
      return { ok: true, done }
    } catch (error) {
      options.log('a backup was not restored before the opening', { error: String(error) })
      return { ok: false, refusal: refusalOf(error) }
    } finally {
      isRestoring = false
    }
  }
  return {
    restored: restored.promise,
    async handle(request) {
      const { pathname } = new URL(request.url)
      const asked = `${request.method} ${pathname}`
      if (asked === `GET ${RESCUE_PATH}/view`) return Response.json(viewOf(options, folder))
      const [, name = ''] = asked.split(`POST ${RESCUE_PATH}/restore/`)
      return isCopyName(name)
        ? Response.json(await restore(name))
        : Response.json({ code: TILL_NOT_OPEN }, { status: 503 })
    },
  }
}

/**
 * Whether a backup is the way out of it. What looks like another program's file is a ruined one of
 * this till only where its backups lie beside it; else it is somebody's, and left alone.
 */
export const isRescued = (
  error: unknown,
  dataDir: string,
): error is DatabaseRefused & { readonly code: RescuedFault } =>
  error instanceof DatabaseRefused &&
  RESCUED_FAULTS.some((code) => code === error.code) &&
  (error.code !== 'DATABASE_FOREIGN' || listBackups(tillFolder(dataDir).backups).length > 0)

async function restoreWith(
  support: SupportPort,
  dataDir: string,
  folder: TillFolder,
  name: string,
) {
  const watch = { signal: new AbortController().signal, onProgress: () => {} }
  const at = systemClock.now()
  const looked = await support.run('look', { kind: 'backup', dataDir, name, at }, watch)
  const { carriesOver } = looked
  const order = { dataDir, file: folder.candidate, at, carriesOver, name, moved: null }
  const done = await support.run('restore', order, watch)
  rmSync(folder.candidate, { force: true })
  return doneOf(name, done)
}

function viewOf({ refused, supportProgram, dataDir }: RescueOptions, folder: TillFolder) {
  const backups = asOf(listBackups(folder.backups), systemClock.now())
    .slice(0, BACKUPS_SHOWN_MAX)
    .map(({ name, at }) => {
      const facts = factsIn(join(folder.backups, name))
      if (facts === null) return { name, at, facts }
      const { shopName, sales, lastSaleAt, lastFolio } = facts
      return { name, at, facts: { shopName, sales, lastSaleAt, lastFolio } }
    })
  const program = `${supportProgram} restore COPIA --from CARPETA --data "${dataDir}"`
  const fault = refused.code as RescuedFault
  return { fault, detail: refused.message, backups, program } satisfies RescueView
}
