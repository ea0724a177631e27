/** Support in memory: each piece of work ends at once, as the folder's name wants it to. */
import type {
  SecondCopyView,
  SupportDone,
  SupportJob,
  RestorePreview,
} from '#shared/backup/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal, type RefusalCode } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { SupportCommands } from '#till/backup/support/support-commands.ts'

const AT = Date.UTC(2026, 10, 19, 22) as EpochMs
const CODE = '7K2MD-Q0XTR-9FHWB-3ZC5N-VE8PA'
const BACKUP = 'till-20261119T220000000Z-close.db'
/** A folder with this in its name goes wrong in this way. */
const TROUBLES: readonly [string, RefusalCode][] = [
  ['lleno', 'COPY_PLACE_FULL'],
  ['lejos', 'COPY_PLACE_AWAY'],
]

const PREVIEW: RestorePreview = {
  name: BACKUP,
  at: AT,
  shopName: 'Almacén Don Pepe',
  rut: '76192083-9',
  registerNumber: 1,
  sales: 1_284,
  lastFolio: 41_208,
  lastSaleAt: AT,
  salesSince: 12,
  salesSinceClp: clp(84_350),
  unissued: 0,
  keepsSalesSince: true,
  moved: null,
  isOtherShop: false,
}

const MOVED = 'till-20261119T220000000Z-moved'
const MOVE_PREVIEW: RestorePreview = {
  ...PREVIEW,
  name: MOVED,
  unissued: 3,
  salesSince: 2,
  keepsSalesSince: false,
  moved: 'first',
}

export function createMemorySupport(): Pick<TillApi, keyof SupportCommands> &
  Pick<TillApi, 'replacePrinter'> {
  let secondCopy: SecondCopyView | null = null
  let job: SupportJob | null = null
  const troubleOf = (folder: string) =>
    TROUBLES.find(([word]) => folder.includes(word))?.[1] ?? null
  const end = (done: SupportDone, folder = '') => {
    const code = troubleOf(folder)
    job = {
      task: done.task,
      isRunning: folder.includes('lento'),
      progress: folder.includes('lento') ? { phase: 'sending', done: 42, total: 100 } : null,
      done: code === null ? done : null,
      refusal: code === null ? null : refusal(code, null, { folder }),
    }
    return ok(null)
  }
  return {
    support: () => ok({ secondCopy, job }),
    backups: () => ok([{ name: BACKUP, at: AT }]),
    copies: ({ code }) =>
      Promise.resolve(
        code === null && secondCopy === null
          ? refuse(refusal('COPY_PLACE_OF_ANOTHER', 'code'))
          : ok([
              { name: 'till-20261119T220000000Z-asked', at: AT },
              { name: MOVED, at: AT },
            ]),
      ),
    startCheck: () =>
      end({ task: 'check', faults: [], sales: 1_284, unissued: 2, papers: 1_290, freeBytes: 5e10 }),
    startBackup: () => end({ task: 'backup', file: `/home/caja/Meson/till/backups/${BACKUP}` }),
    startExport: ({ folder }) =>
      end({ task: 'export', file: `${folder}/Meson-ventas.jsonl`, faults: 0 }, folder),
    startDiagnostics: ({ folder }) =>
      end({ task: 'diagnostics', file: `${folder}/Meson-diagnostico.tar.gz` }, folder),
    startCopy() {
      if (secondCopy === null) return refuse(refusal('COPY_PLACE_NOT_CHOSEN'))
      const { folder } = secondCopy
      const code = troubleOf(folder)
      const trouble = code === null ? null : refusal(code, null, { folder })
      secondCopy = { ...secondCopy, lastAt: code === null ? AT : null, lastSales: 1_284, trouble }
      if (code === null) secondCopy = { ...secondCopy, codeToNote: null }
      const copied = { sales: 1_284, copyBytes: 1_820_000, fileBytes: 9_400_000 }
      return end({ task: 'copy', ...copied }, folder)
    },
    startLook: ({ name }) =>
      end({ task: 'look', preview: name === MOVED ? MOVE_PREVIEW : PREVIEW }),
    startRestore: ({ name }) =>
      end({
        task: 'restore',
        name,
        sales: 1_296,
        carriedOver: 12,
        unreadable: 0,
        lost: [],
        requeued: 3,
        doubtfulPapers: 1,
        quarantine: '/home/caja/Meson/till/quarantine/2026-11-20T12-00-00-000Z',
      }),
    stopSupport() {
      if (job?.isRunning === true)
        job = { ...job, isRunning: false, progress: null, refusal: refusal('SUPPORT_STOPPED') }
      return ok(null)
    },
    choosePlace({ folder, code }) {
      if (!/^(\/|[A-Z]:)/.test(folder)) return refuse(refusal('FOLDER_NOT_VALID', 'folder'))
      secondCopy = {
        folder,
        remindAfterDays: 7,
        lastAt: null,
        lastSales: null,
        isDue: false,
        codeToNote: code === null ? CODE : null,
        trouble: null,
      }
      return ok({ code: code === null ? CODE : null })
    },
    remindAfter({ remindAfterDays }) {
      if (secondCopy !== null) secondCopy = { ...secondCopy, remindAfterDays }
      return ok(null)
    },
    newMoveCode: () => ok({ code: CODE }),
    startMove: ({ folder }) =>
      /^(\/|[A-Z]:)/.test(folder)
        ? end({ task: 'move', file: `${folder}/${MOVED}.age`, sales: 1_284, unissued: 3 }, folder)
        : refuse(refusal('FOLDER_NOT_VALID', 'folder')),
    startTakeBack: () => end({ task: 'take-back' }),
    cancelMove: () => end({ task: 'take-back' }),
    replacePrinter: () => Promise.resolve(ok({ moved: 2, unsure: 1 })),
    forgetPlace() {
      secondCopy = null
      return ok(null)
    },
  }
}
