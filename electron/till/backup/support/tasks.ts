/** What support does on a thread of its own: each with what it is told and what it answers. */
import type { CheckDone } from '#shared/backup/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { inspectTill, exportTill } from '../durability/support-desk.ts'
import { restoreBackup, type Restored } from '../durability/restore.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { leave, type Left, type LeaveOrder } from '../moving/leave.ts'
import { claimCopy } from './copies-on-medium.ts'
import type { CopyKey } from './copy-key.ts'
import { writeDiagnostics, type DiagnosticsOrder } from './diagnostics.ts'
import { listCopies, lookAtBackup, type Looked, type LookOrder } from './look.ts'
import { tellCopies, type CopiesTold, type TellOrder } from './tell-copies.ts'
import { makeSecondCopy, type SecondCopyMade, type SecondCopyOrder } from './second-copy.ts'
import type { Work } from './work.ts'
import type { BackupChoice } from '#shared/backup/views.ts'

interface CopiesOrder {
  readonly chosen: string
  readonly code: string | null
  readonly ownKey: CopyKey | null
}
interface RestoreOrder {
  readonly dataDir: string
  readonly file: string
  readonly at: EpochMs
  readonly carriesOver: boolean
  readonly name: string
  /** The file a till that moves wakes out of; null for any other copy. */
  readonly moved: string | null
}

export interface Tasks {
  copy: { readonly order: SecondCopyOrder; readonly answer: SecondCopyMade }
  copies: { readonly order: CopiesOrder; readonly answer: BackupChoice[] }
  tell: { readonly order: TellOrder; readonly answer: CopiesTold }
  check: { readonly order: { readonly dataDir: string }; readonly answer: CheckDone }
  export: {
    readonly order: { readonly dataDir: string; readonly outFile: string }
    readonly answer: { readonly faults: number }
  }
  diagnostics: { readonly order: DiagnosticsOrder; readonly answer: { readonly file: string } }
  look: { readonly order: LookOrder; readonly answer: Looked }
  restore: { readonly order: RestoreOrder; readonly answer: Restored }
  leave: { readonly order: LeaveOrder; readonly answer: Left }
  /** Whether nobody woke this till out of that file, and nobody can from here on. */
  claim: { readonly order: { readonly file: string }; readonly answer: boolean }
}
export type TaskName = keyof Tasks

type Doing = {
  [Name in TaskName]: (
    order: Tasks[Name]['order'],
    work: Work,
  ) => Tasks[Name]['answer'] | Promise<Tasks[Name]['answer']>
}

export const TASKS: Doing = {
  copy: makeSecondCopy,
  copies: ({ chosen, code, ownKey }) => listCopies(chosen, code, ownKey),
  tell: tellCopies,
  check: ({ dataDir }) => inspectTill(dataDir),
  export: ({ dataDir, outFile }) => ({ faults: exportTill(dataDir, outFile).faults ?? 0 }),
  diagnostics: writeDiagnostics,
  look: lookAtBackup,
  restore({ dataDir, file, at, moved, ...options }, work) {
    work.step('installing', 0, 1)
    const claim = moved === null ? null : () => claimCopy(moved)
    return restoreBackup(tillFolder(dataDir), file, at, { ...options, claim })
  },
  leave,
  claim: ({ file }) => claimCopy(file),
}
