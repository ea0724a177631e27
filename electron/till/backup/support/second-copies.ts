/**
 * Where the second copy goes, how old it is, and when one is made by itself: once a day, when the
 * stick is there. The key stays beside the database and goes into no backup; the code it was made
 * from is shown once and kept nowhere.
 */
import { realpathSync, rmSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { type SecondCopyView } from '#shared/backup/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { isRefusalCode } from '#shared/languages/core-words.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { CODE_BYTES, makeCode } from '#shared/text/recovery-code.ts'
import { nowOrInTurn, unattended } from '../../kernel/background.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import { writeDurably } from '../../kernel/durable-files.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import type { Journal } from '../../kernel/journal.ts'
import type { Clock, Randomness } from '../../kernel/ports.ts'
import { allCopies, beginPlace, keyTo, placeMark } from './copies-on-medium.ts'
import { factsOf } from './copy-facts.ts'
import { keyFromCode, tagOf, tillTagOf, type CopyKey } from './copy-key.ts'
import { createPlanStore, readKey, storedPlan, type Plan } from './copy-plan.ts'
import type { Jobs } from './jobs.ts'
import type { SupportPort } from './support-client.ts'
import { onMedium, SupportRefused } from './trouble.ts'

const DAY_MS = 86_400_000
const LOOK_EVERY_MS = 3_600_000
/** A shop opens at about the same hour; a full day would drift to the evening. */
const BY_ITSELF_AFTER_MS = 20 * 3_600_000

export interface SecondCopies {
  start(): void
  stop(): void
  view(): SecondCopyView | null
  /** Days since the last one, where that is too long; else null. */
  overdueDays(): number | null
  /** `code` of copies that are there already. Answers a new code where none was needed. */
  choose(folder: string, code: string | null): Result<{ readonly code: string | null }, Refusal>
  remindAfter(days: number): Result<null, Refusal>
  forget(): Result<null, Refusal>
  makeNow(): Result<null, Refusal>
  ownKey(): CopyKey | null
}

interface SecondCopiesPorts {
  readonly db: TillDatabase
  readonly journal: Pick<Journal, 'announceStatus'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly folder: TillFolder
  readonly jobs: Jobs
  /** Without it none is made. */
  readonly support?: SupportPort
  /** Whether the file is there now; may never answer. */
  readonly isFileThere?: (file: string) => Promise<boolean>
}

export function createSecondCopies(ports: SecondCopiesPorts): SecondCopies {
  const { journal, clock, folder } = ports
  const plans = createPlanStore(ports.db)
  const keep = (plan: Plan | null) => {
    plans.keep(plan)
    journal.announceStatus()
  }
  const ownKey = () => readKey(folder.secondCopyKey)
  let codeToNote: string | null = null
  const makeNow = () => {
    const plan = plans.read()
    if (plan?.isCodeNew === true && codeToNote === null)
      return refuse(refusal('COPY_CODE_FORGOTTEN'))
    return makeCopy(ports, {
      plan,
      key: ownKey(),
      read: plans.read,
      keep(next) {
        if (next?.isCodeNew === false) codeToNote = null
        keep(next)
      },
    })
  }
  const daily = createDaily(ports, plans.read, makeNow)
  const overdueDays = () => {
    const plan = plans.read()
    if (plan === null || plan.remindAfterDays === 0) return null
    const days = Math.floor(Math.abs(clock.now() - (plan.lastAt ?? plan.since)) / DAY_MS)
    return days >= plan.remindAfterDays ? days : null
  }
  const change = (work: (plan: Plan) => Plan | null): Result<null, Refusal> => {
    const plan = plans.read()
    if (plan === null) return refuse(refusal('COPY_PLACE_NOT_CHOSEN'))
    keep(work(plan))
    return ok(null)
  }
  return {
    ...daily,
    view: () => viewOf(plans.read(), overdueDays() !== null, codeToNote),
    overdueDays,
    choose(chosen, code) {
      const answer = answered(() => choosePlace(ports, plans.read(), chosen, code, keep))
      if (answer.ok) codeToNote = answer.value.code
      return answer
    },
    remindAfter: (remindAfterDays) => change((plan) => ({ ...plan, remindAfterDays })),
    forget() {
      rmSync(folder.secondCopyKey, { force: true })
      codeToNote = null
      return change(() => null)
    },
    makeNow,
    ownKey,
  }
}

/** Made by itself, when the stick is there. */
function createDaily(
  { db, clock, jobs, journal, isFileThere = isFileOnDisk }: SecondCopiesPorts,
  read: () => Plan | null,
  makeNow: () => unknown,
): Pick<SecondCopies, 'start' | 'stop'> {
  let cancelTimer: () => void = () => {}
  let isLooking = false
  /** A network folder whose cable is out may never answer: nobody waits, and one look is enough. */
  const makeIfThere = async ({ folder }: Plan) => {
    if (isLooking) return
    isLooking = true
    const isThere = await isFileThere(placeMark(folder))
    isLooking = false
    nowOrInTurn(clock, () => {
      if (isThere && db.open && read()?.folder === folder && !jobs.isRunning()) makeNow()
    })
  }
  const tick = () => {
    look()
    cancelTimer = clock.after(LOOK_EVERY_MS, tick)
  }
  const look = () => {
    const plan = read()
    if (plan === null || jobs.isRunning()) return
    // Under a code that may be on no paper nothing is copied: the first copy is the owner's own.
    // One of tomorrow was made by a clock that was ahead, and tells nothing.
    const agoMs = Math.abs(clock.now() - (plan.lastAt ?? 0))
    const isTime = !plan.isCodeNew && agoMs >= BY_ITSELF_AFTER_MS
    if (isTime) unattended(clock, makeIfThere(plan))
    journal.announceStatus()
  }
  return {
    start() {
      cancelTimer = clock.after(LOOK_EVERY_MS, tick)
    },
    stop: () => cancelTimer(),
  }
}

interface Copying {
  readonly plan: Plan | null
  readonly key: CopyKey | null
  readonly read: () => Plan | null
  readonly keep: (plan: Plan | null) => void
}

function makeCopy(ports: SecondCopiesPorts, { plan, key, read, keep }: Copying) {
  const { folder, jobs, support, clock } = ports
  if (support === undefined) return refuse(refusal('SUPPORT_NOT_HERE'))
  if (plan === null || key === null) return refuse(refusal('COPY_PLACE_NOT_CHOSEN'))
  const note = (part: Partial<Plan>) => {
    const now = read()
    if (now !== null && ports.db.open) keep({ ...now, ...part })
  }
  const order = {
    databaseFile: folder.database,
    workDir: folder.copying,
    chosen: plan.folder,
    key,
    at: clock.now(),
  }
  return jobs.start('copy', async (watch) => {
    try {
      const { facts, copyBytes, fileBytes, at } = await support.run('copy', order, watch)
      note({ lastAt: at, lastSales: facts.sales, trouble: null, isCodeNew: false })
      return { task: 'copy', sales: facts.sales, copyBytes, fileBytes }
    } catch (error) {
      const { code, params } = error instanceof SupportRefused ? error.refusal : NOT_DONE
      if (code !== 'SUPPORT_STOPPED') note({ trouble: { code, params } })
      throw error
    }
  })
}

const NOT_DONE = refusal('SUPPORT_FAILED', null, { detail: '' })

/** Throws SupportRefused. */
function choosePlace(
  { db, folder, randomness, clock }: SecondCopiesPorts,
  before: Plan | null,
  typed: string,
  typedCode: string | null,
  keep: (plan: Plan) => void,
): { readonly code: string | null } {
  const chosen = usable(typed, folder)
  return onMedium(chosen, false, () => {
    const all = allCopies(chosen)
    // A code that opens nothing yet may have been shown to nobody: another one is.
    const isNew = all === null || (typedCode === null && all.length === 0)
    const code = isNew ? makeCode(randomness.bytes(CODE_BYTES)) : null
    const key =
      code === null ? keyTo(chosen, typedCode, readKey(folder.secondCopyKey)) : keyFromCode(code)
    refuseOtherTill(db, chosen, key)
    beginPlace(chosen)
    // After the place: one that cannot be begun leaves the present one its key.
    writeDurably(folder.secondCopyKey, key)
    keep(
      storedPlan.parse({
        folder: chosen,
        isCodeNew: code !== null,
        since: clock.now(),
        remindAfterDays: before?.remindAfterDays,
      }),
    )
    return { code }
  })
}

/** Two tills under one code would throw away each other's copies. */
function refuseOtherTill(db: TillDatabase, chosen: string, key: CopyKey): void {
  const [newest] = (allCopies(chosen) ?? []).filter(({ tag }) => tag === tagOf(key))
  if (newest !== undefined && newest.tillTag !== tillTagOf(key, factsOf(db)))
    throw new SupportRefused('COPY_PLACE_OF_ANOTHER', {}, 'folder')
}

/** A folder that is there, and is not the till's own. */
export function usable(typed: string, { folder }: Pick<TillFolder, 'folder'>): string {
  if (!isAbsolute(typed)) throw new SupportRefused('FOLDER_NOT_VALID', {}, 'folder')
  const chosen = resolve(typed)
  const inside = onMedium(chosen, false, () =>
    relative(realpathSync(join(folder, '..')), realpathSync(chosen)),
  )
  if (inside === '' || (!inside.startsWith('..') && !isAbsolute(inside)))
    throw new SupportRefused('COPY_PLACE_IS_TILL', {}, 'folder')
  const isFolder = onMedium(chosen, false, () => statSync(chosen).isDirectory())
  if (!isFolder) throw new SupportRefused('FOLDER_NOT_VALID', {}, 'folder')
  return chosen
}

export function answered<Value>(work: () => Value): Result<Value, Refusal> {
  try {
    return ok(work())
  } catch (error) {
    if (error instanceof SupportRefused) return refuse(error.refusal)
    throw error
  }
}

/** Off the core's own thread. */
function isFileOnDisk(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
}

function viewOf(
  plan: Plan | null,
  isDue: boolean,
  codeToNote: string | null,
): SecondCopyView | null {
  if (plan === null) return null
  const { folder, remindAfterDays, lastAt, lastSales, trouble } = plan
  return {
    folder,
    remindAfterDays,
    lastAt: lastAt as EpochMs | null,
    lastSales,
    isDue,
    codeToNote,
    trouble:
      trouble !== null && isRefusalCode(trouble.code)
        ? refusal(trouble.code, null, trouble.params)
        : null,
  }
}
