/** What the screen asks of support, and sees of it. */
import { z } from 'zod'
import { plainText, typedText } from '../text/typed-text.ts'
import type { EpochMs } from '../core/brand.ts'
import type { Refusal } from '../languages/refusals.ts'
import type { Clp } from '../money/clp.ts'
import type { LostPart } from '../languages/lost-part.ts'
import { CODE_CHARS_MAX } from '../text/recovery-code.ts'

const PATH_CHARS_MAX = 500
/** Days without a second copy after which the screen says so; 0 = never. */
export const REMIND_AFTER_DAYS_MAX = 365
export const REMIND_AFTER_DAYS_DEFAULT = 7

const path = plainText().trim().min(1).max(PATH_CHARS_MAX)
const code = typedText().max(CODE_CHARS_MAX)
const copyName = typedText().min(1).max(60)

/** A backup's or a copy's own name; never a way to another folder. */
export const isCopyName = (name: string): boolean =>
  /^till-[\dTZ]{10,30}-[a-z]{3,12}(\.db)?$/.test(name)

export const folderInput = z.object({ folder: path })
export const choosePlaceInput = z.object({ folder: path, code: code.nullable() })
export const remindInput = z.object({ remindAfterDays: z.int().min(0).max(REMIND_AFTER_DAYS_MAX) })
export const copiesInput = z.object({ folder: path, code: code.nullable() })
export const lookInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('backup'), name: copyName }),
  z.object({ kind: z.literal('copy'), name: copyName, folder: path, code: code.nullable() }),
])
/** `otherRut`: of another shop, typed by whoever wants it all the same. */
export const restoreInput = z.object({ name: copyName, otherRut: typedText().max(20).nullable() })
/** A folder on a stick or share for the copy of a till that leaves, and the code that seals it. */
export const moveInput = z.object({ folder: path, code })
/** The code of the copy this till left in. */
export const takeBackInput = z.object({ code })
export const replacePrinterInput = z.object({
  fromPrinterId: typedText().min(1).max(80),
  toPrinterId: typedText().min(1).max(80),
})

/** `unsure`: papers the old one may have put out; a person is asked about each. */
export interface PrinterReplaced {
  readonly moved: number
  readonly unsure: number
}

export type SupportTask =
  | 'check'
  | 'backup'
  | 'export'
  | 'diagnostics'
  | 'copy'
  | 'look'
  | 'restore'
  | 'move'
  | 'take-back'

export interface SupportProgress {
  readonly phase: 'copying' | 'sending' | 'reading' | 'checking' | 'installing'
  readonly done: number
  readonly total: number
}

export interface CheckDone {
  readonly faults: readonly string[]
  readonly sales: number | null
  readonly unissued: number | null
  readonly papers: number | null
  readonly freeBytes: number
}

/** A backup before it is used: whose it is, and what is newer here. */
export interface RestorePreview {
  readonly name: string
  readonly at: EpochMs
  readonly shopName: string
  readonly rut: string
  readonly registerNumber: number
  readonly sales: number
  readonly lastFolio: number | null
  readonly lastSaleAt: EpochMs | null
  /** Sold here and not in it. */
  readonly salesSince: number
  readonly salesSinceClp: Clp
  /** Receipts and notes without a folio. */
  readonly unissued: number
  /** They are carried over; of another shop's backup they stay behind, in quarantine. */
  readonly keepsSalesSince: boolean
  /** A till at rest elsewhere wakes out of it: the first time, or once more and in doubt. */
  readonly moved: 'first' | 'again' | null
  readonly isOtherShop: boolean
}

export interface RestoreDone {
  readonly name: string
  readonly sales: number
  readonly carriedOver: number
  readonly unreadable: number
  readonly lost: readonly LostPart[]
  readonly requeued: number
  readonly doubtfulPapers: number
  readonly quarantine: string | null
}

/** `packing`: nobody can have it yet. `left`: its copy is whole, and may be anywhere. */
export interface RestView {
  readonly state: 'packing' | 'left'
  readonly since: EpochMs
}

export interface CopyDone {
  readonly sales: number
  /** On the medium, packed and sealed. */
  readonly copyBytes: number
  readonly fileBytes: number
}

export type SupportDone =
  | ({ readonly task: 'check' } & CheckDone)
  | { readonly task: 'backup' | 'diagnostics'; readonly file: string }
  | { readonly task: 'export'; readonly file: string; readonly faults: number }
  | ({ readonly task: 'copy' } & CopyDone)
  | { readonly task: 'look'; readonly preview: RestorePreview }
  | ({ readonly task: 'restore' } & RestoreDone)
  | {
      readonly task: 'move'
      readonly file: string
      readonly sales: number
      readonly unissued: number
    }
  | { readonly task: 'take-back' }

/** The one piece of work under way, or how the last one ended. */
export interface SupportJob {
  readonly task: SupportTask
  readonly isRunning: boolean
  readonly progress: SupportProgress | null
  readonly done: SupportDone | null
  readonly refusal: Refusal | null
}

export interface SecondCopyView {
  readonly folder: string
  readonly remindAfterDays: number
  readonly lastAt: EpochMs | null
  readonly lastSales: number | null
  readonly isDue: boolean
  /** Of a place that was just begun: shown again until the first copy is made. */
  readonly codeToNote: string | null
  /** Why the last try came to nothing. */
  readonly trouble: Refusal | null
}

export interface SupportView {
  readonly secondCopy: SecondCopyView | null
  readonly job: SupportJob | null
}

export interface BackupChoice {
  readonly name: string
  readonly at: EpochMs
}
