/** The rows of support, answered: what is begun beside the counter, and who answers for it. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditAction, AuditRow } from '#shared/staff/views.ts'
import { isCopyName } from '#shared/backup/views.ts'
import type {
  BackupChoice,
  RestoreDone,
  RestorePreview,
  SupportDone,
} from '#shared/backup/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { shopText } from '#shared/backup/shop-text.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { parseRut } from '#shared/rut/rut.ts'
import { asOf, backupsAmong } from '../../kernel/backup-names.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import type { Durability } from '../durability/durability.ts'
import type { Restored } from '../durability/restore.ts'
import type { TillFolder } from '../../kernel/till-folder.ts'
import { createMoveCommands, type MoveCommands, type MoveParts } from '../moving/move-commands.ts'
import type { Rest } from '../moving/rest.ts'
import type { Audit } from '../../audit/audit.ts'
import type { Handlers, Manager } from '../../staff/staff-ports.ts'
import { isOtherShop } from './copy-facts.ts'
import type { Looked } from './look.ts'
import { answered, usable } from './second-copies.ts'
import type { SupportDesk } from './support-desk.ts'
import type { SecondCopies } from './second-copies.ts'
import type { SupportPort, Watch } from './support-client.ts'
import { refusalOf } from './trouble.ts'

type SupportCommands = MoveCommands &
  Handlers<
    | 'support'
    | 'backups'
    | 'copies'
    | 'startCheck'
    | 'startBackup'
    | 'startExport'
    | 'startDiagnostics'
    | 'startCopy'
    | 'startLook'
    | 'startRestore'
    | 'stopSupport'
    | 'choosePlace'
    | 'remindAfter'
    | 'forgetPlace'
  >

interface Parts {
  readonly options: MoveParts['options'] & {
    readonly version: string
    /** Does support's work off this thread; without it there is none but a backup. */
    readonly support?: SupportPort
  }
  readonly store: MoveParts['store'] & {
    readonly durability: Pick<Durability, 'backUp'>
    readonly secondCopies: SecondCopies
  }
  readonly desk: SupportDesk
}

export function createSupportCommands(parts: Parts): SupportCommands {
  const { options, store, desk } = parts
  const { dataDir, clock, version } = options
  const { jobs, folder } = desk
  const begin = beginner(parts)
  return {
    support: () => ok({ secondCopy: store.secondCopies.view(), job: jobs.view() }),
    backups: () => ok(backupsOf(folder, clock.now())),
    async copies({ folder: typed, code }) {
      const { support } = options
      if (support === undefined) return refuse(refusal('SUPPORT_NOT_HERE'))
      try {
        const order = { chosen: typed, code, ownKey: store.secondCopies.ownKey() }
        return ok(await support.run('copies', order, UNWATCHED()))
      } catch (error) {
        return refuse(refusalOf(error))
      }
    },
    startCheck: () =>
      begin('check', async (support, watch) => ({
        task: 'check',
        ...(await support.run('check', { dataDir }, watch)),
      })),
    startBackup: () =>
      jobs.start('backup', async () => ({
        task: 'backup',
        file: (await store.durability.backUp()).file,
      })),
    startExport: ({ folder: typed }, _, who) =>
      intoFolder(parts, { typed, who, action: 'sales-exported' }, (chosen) => {
        const outFile = join(chosen, `Meson-ventas-${stampOf(clock.now())}.jsonl`)
        return begin('export', async (support, watch) => {
          const { faults } = await support.run('export', { dataDir, outFile }, watch)
          return { task: 'export', file: outFile, faults }
        })
      }),
    startDiagnostics: ({ folder: typed }, _, who) =>
      intoFolder(parts, { typed, who, action: 'diagnostics-written' }, (chosen) => {
        const order = { dataDir, folder: chosen, version, at: clock.now() }
        return begin('diagnostics', async (support, watch) => ({
          task: 'diagnostics',
          ...(await support.run('diagnostics', order, watch)),
        }))
      }),
    startCopy: store.secondCopies.makeNow,
    ...restoring(parts, begin),
    ...createMoveCommands(parts, begin),
    stopSupport() {
      jobs.stop()
      return ok(null)
    },
    ...placing(store),
  }
}

type Begin = ReturnType<typeof beginner>

function beginner({ options, desk }: Parts) {
  return (
    task: SupportDone['task'],
    work: (support: SupportPort, watch: Watch) => Promise<SupportDone>,
  ): Result<null, Refusal> => {
    const { support } = options
    if (support === undefined) return refuse(refusal('SUPPORT_NOT_HERE'))
    return desk.jobs.start(task, (watch) => work(support, watch))
  }
}

/** Nobody can stop it: it is short, or must not be left half done. */
const UNWATCHED = (): Watch => ({ signal: new AbortController().signal, onProgress: () => {} })

/** Customers and sales leave the till here: who took them is written down. */
function intoFolder(
  { store, desk }: Parts,
  {
    typed,
    who,
    action,
  }: { readonly typed: string; readonly who: Manager; readonly action: AuditAction },
  work: (chosen: string) => Result<null, Refusal>,
): Result<null, Refusal> {
  const chosen = answered(() => usable(typed, desk.folder))
  if (!chosen.ok) return chosen
  const begun = work(chosen.value)
  if (begun.ok) note(store.staff.audit, who, action, { what: chosen.value })
  return begun
}

function note(
  audit: Audit,
  { actor, approverName }: Manager,
  action: AuditAction,
  detail: AuditRow['detail'],
): void {
  audit.write({ action, staff: actor, approverName, detail })
}

function placing(
  store: Parts['store'],
): Pick<SupportCommands, 'choosePlace' | 'remindAfter' | 'forgetPlace'> {
  const { secondCopies, staff } = store
  const changed = <Value>(
    who: Manager,
    work: () => Result<Value, Refusal>,
  ): Result<Value, Refusal> => {
    const placeOf = () => {
      const { folder, remindAfterDays } = secondCopies.view() ?? {}
      return folder === undefined ? '—' : `${folder}, ${remindAfterDays} días`
    }
    const from = placeOf()
    const answer = work()
    const to = placeOf()
    if (answer.ok && from !== to)
      note(staff.audit, who, 'settings-changed', { what: 'secondCopy', from, to })
    return answer
  }
  return {
    choosePlace: ({ folder, code }, _, who) =>
      changed(who, () => secondCopies.choose(folder, code)),
    remindAfter: ({ remindAfterDays }, _, who) =>
      changed(who, () => secondCopies.remindAfter(remindAfterDays)),
    forgetPlace: (_, who) => changed(who, () => secondCopies.forget()),
  }
}

function restoring(
  { options, store, desk }: Parts,
  begin: Begin,
): Pick<SupportCommands, 'startLook' | 'startRestore'> {
  const { dataDir, clock } = options
  return {
    startLook(input) {
      if (!isCopyName(input.name)) return refuse(refusal('COPY_NOT_FOUND'))
      // A backup of before would wake the till beside the one that left.
      if (input.kind === 'backup' && store.rest.now() !== null)
        return refuse(refusal('TILL_AT_REST'))
      desk.looked = null
      const order =
        input.kind === 'backup'
          ? { ...input, dataDir, at: clock.now() }
          : {
              ...input,
              dataDir,
              at: clock.now(),
              chosen: input.folder,
              ownKey: store.secondCopies.ownKey(),
            }
      return begin('look', async (support, watch) => {
        const looked = await support.run('look', order, watch)
        const preview = previewOf(input.name, looked)
        desk.looked = preview
        desk.lookedMove = looked.moved?.file ?? null
        return { task: 'look', preview }
      })
    },
    startRestore({ name, otherRut }, _, { actor, approverName }) {
      const preview = desk.looked
      if (preview?.name !== name) return refuse(refusal('COPY_NOT_FOUND'))
      const refused = refusedHere(preview, store.rest.now(), otherRut)
      if (refused !== null) return refuse(refused)
      const order = {
        dataDir,
        file: desk.folder.candidate,
        at: clock.now(),
        carriesOver: preview.keepsSalesSince,
        name,
        moved: desk.lookedMove,
      }
      return begin('restore', async (support, { onProgress }) => {
        // What is begun is finished: stopped in the middle it would be finished at the next start.
        const restored = await desk.exchange(
          () => support.run('restore', order, { ...UNWATCHED(), onProgress }),
          (log) =>
            note(
              log,
              { actor, approverName },
              order.moved === null ? 'till-restored' : 'till-arrived',
              { what: name, to: shopText(preview) },
            ),
        )
        rmSync(desk.folder.candidate, { force: true })
        return { task: 'restore', ...doneOf(name, restored) }
      })
    },
  }
}

/** Why what was looked at may not be put in place here. */
export function refusedHere(
  { moved, isOtherShop: isOther, rut, shopName: shop }: RestorePreview,
  rest: Rest | null,
  otherRut: string | null,
): Refusal | null {
  // Put aside before it left, it would sell nowhere.
  if (rest !== null && (rest.state === 'packing' || moved === null)) return refusal('TILL_AT_REST')
  const typed = parseRut(otherRut ?? '')
  return isOther && !(typed.ok && typed.value === rut)
    ? refusal('BACKUP_OF_OTHER_SHOP', 'otherRut', { shop, rut })
    : null
}

export function previewOf(
  name: string,
  { facts, present, moved, carriesOver, ...newer }: Looked,
): RestorePreview {
  const isOther = isOtherShop(facts, present)
  return {
    name,
    at: atOf(name),
    shopName: facts.shopName,
    rut: facts.rut,
    registerNumber: facts.registerNumber,
    sales: facts.sales,
    lastFolio: facts.lastFolio,
    lastSaleAt: facts.lastSaleAt,
    ...newer,
    unissued: facts.unissued,
    keepsSalesSince: carriesOver,
    moved: moved === null ? null : moved.isOpened ? 'again' : 'first',
    isOtherShop: isOther,
  }
}

export function doneOf(name: string, restored: Restored): RestoreDone {
  const { sales, salvaged, requeued, doubtfulPapers, quarantine } = restored
  return {
    name,
    sales,
    carriedOver: salvaged.sales,
    unreadable: salvaged.unreadable,
    lost: salvaged.lost,
    requeued,
    doubtfulPapers,
    quarantine,
  }
}

const backupsOf = ({ backups }: TillFolder, now: EpochMs): BackupChoice[] =>
  asOf(listBackups(backups), now).map(({ name, at }) => ({ name, at }))

/** As its name says; the command has looked at it. */
const atOf = (name: string) =>
  backupsAmong([name.endsWith('.db') ? name : `${name}.db`])[0]?.at ?? (0 as EpochMs)

const stampOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')
