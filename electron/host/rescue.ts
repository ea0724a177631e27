/**
 * The till's data cannot be opened, and somebody stands before its window: the page is told what
 * happened, which backups there are and which copies on sticks and network folders, and one press
 * restores. Both hosts hold this behind the same door as the core, which is opened afterwards.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { refusal } from '#shared/languages/refusals.ts'
import {
  RESCUE_PATH,
  RESCUED_FAULTS,
  rescueInput,
  type RescueAnswer,
  type RescuedFault,
  type RescueFound,
  type RescueInput,
  type RescueMedium,
  type RescueView,
} from '#shared/backup/rescue.ts'
import { TILL_NOT_OPEN } from '#shared/bridge/not-open.ts'
import { copiesInput, isCopyName } from '#shared/backup/views.ts'
import { systemClock } from '#till/adapters/system.ts'
import { DatabaseRefused } from '#till/kernel/database.ts'
import { asOf } from '#till/kernel/backup-names.ts'
import { listBackups } from '#till/kernel/backup-files.ts'
import { tillFolder, type TillFolder } from '#till/kernel/till-folder.ts'
import { restIn } from '#till/backup/moving/rest.ts'
import { factsIn } from '#till/backup/support/copy-facts.ts'
import { readKey } from '#till/backup/support/copy-plan.ts'
import { createSupportClient, type SupportPort } from '#till/backup/support/support-client.ts'
import { doneOf, previewOf, refusedHere } from '#till/backup/support/support-commands.ts'
import { refusalOf, SupportRefused } from '#till/backup/support/trouble.ts'
import type { Log } from './machine.ts'
import { mediaWithCopies } from './mounted-media.ts'

/** Each is opened to be told of. */
const BACKUPS_SHOWN_MAX = 10
/** To tell the copies of one medium; one that hangs is let go. */
const TELLS_WITHIN_MS = 15_000
/** No order of the page is longer. */
const ORDER_CHARS_MAX = 4_000

export interface RescueOptions {
  readonly dataDir: string
  /** Does the reading and the restoring, on a thread of its own. */
  readonly workerFile: string
  /** What support types on this machine. */
  readonly supportProgram: string
  readonly refused: DatabaseRefused
  readonly log: Log
  /** Another way to the sticks of this machine, for tests. */
  readonly findMedia?: typeof mediaWithCopies
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
  const restore = async (ordered: RescueInput): Promise<RescueAnswer> => {
    if (isRestoring) return { ok: false, refusal: refusal('SUPPORT_BUSY') }
    isRestoring = true
    try {
      const done = await restoreWith(support, options.dataDir, folder, ordered)
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
  const answers: Record<string, (ordered: unknown) => unknown> = {
    'GET /view': () => viewOf(options, folder),
    'GET /media': () => mediaOf(support, folder, options.findMedia ?? mediaWithCopies),
    'POST /copies'(ordered) {
      const { success, data } = copiesInput.safeParse(ordered)
      return success ? copiesIn(support, folder, data.folder, data.code) : undefined
    },
    'POST /restore'(ordered) {
      const { success, data } = rescueInput.safeParse(ordered)
      return success && isCopyName(data.copy.name) ? restore(data) : undefined
    },
  }
  return {
    restored: restored.promise,
    async handle(request) {
      const asked = `${request.method} ${new URL(request.url).pathname.slice(RESCUE_PATH.length)}`
      const answer = await answers[asked]?.(request.method === 'POST' ? await sent(request) : null)
      return answer === undefined
        ? Response.json({ code: TILL_NOT_OPEN }, { status: 503 })
        : Response.json(answer)
    },
  }
}

/** Null for what is no order. */
async function sent(request: Request): Promise<unknown> {
  const text = await request.text()
  try {
    return text.length > ORDER_CHARS_MAX ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Whether a backup is the way out of it. What looks like another program's file is a ruined one of
 * this till only where its backups lie beside it, or the key of its copies; else it is somebody's,
 * and left alone.
 */
export const isRescued = (
  error: unknown,
  dataDir: string,
): error is DatabaseRefused & { readonly code: RescuedFault } =>
  error instanceof DatabaseRefused &&
  RESCUED_FAULTS.some((code) => code === error.code) &&
  (error.code !== 'DATABASE_FOREIGN' || isOfTill(tillFolder(dataDir)))

const isOfTill = ({ backups, secondCopyKey }: TillFolder) =>
  listBackups(backups).length > 0 || existsSync(secondCopyKey)

/** Those that answer; what is wrong with one is said to who types its folder. */
async function mediaOf(
  support: SupportPort,
  folder: TillFolder,
  find: typeof mediaWithCopies,
): Promise<readonly RescueMedium[]> {
  const found = (await find()).map((chosen) => copiesIn(support, folder, chosen, null))
  return (await Promise.all(found)).flatMap((answer) => (answer.ok ? [answer.medium] : []))
}

async function copiesIn(
  support: SupportPort,
  { secondCopyKey }: TillFolder,
  chosen: string,
  code: string | null,
): Promise<RescueFound> {
  const watch = { signal: AbortSignal.timeout(TELLS_WITHIN_MS), onProgress: () => {} }
  const order = { chosen, code, ownKey: readKey(secondCopyKey), at: systemClock.now() }
  try {
    return { ok: true, medium: { folder: chosen, ...(await support.run('tell', order, watch)) } }
  } catch (error) {
    const told = refusalOf(error)
    const isMute = told.code === 'SUPPORT_STOPPED'
    return {
      ok: false,
      refusal: isMute ? refusal('COPY_PLACE_AWAY', 'folder', { folder: chosen }) : told,
    }
  }
}

async function restoreWith(
  support: SupportPort,
  dataDir: string,
  folder: TillFolder,
  { copy, otherRut }: RescueInput,
) {
  const watch = { signal: new AbortController().signal, onProgress: () => {} }
  const at = systemClock.now()
  const { name } = copy
  const ordered =
    copy.kind === 'backup'
      ? copy
      : { ...copy, chosen: copy.folder, ownKey: readKey(folder.secondCopyKey) }
  const looked = await support.run('look', { ...ordered, dataDir, at }, watch)
  const refused = refusedHere(previewOf(name, looked), restIn(folder.database), otherRut)
  if (refused !== null) throw new SupportRefused(refused.code, refused.params, refused.field)
  const { carriesOver, moved } = looked
  const order = { dataDir, file: folder.candidate, at, carriesOver, name }
  const done = await support.run('restore', { ...order, moved: moved?.file ?? null }, watch)
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
