/** Rows of the contract: copies, restoring and what else support does. The owner's, all of them. */
import { answerDoubtInput } from './doubt.ts'
import { atRest, command, done, laterResult, query, result } from '../staff/row.ts'
import * as support from './views.ts'

export const SUPPORT = {
  /** The second copy, and the piece of work under way or how the last one ended. */
  support: query(null, result<support.SupportView>(), 'settings'),
  /** The till's own backups, newest first. */
  backups: query(null, result<readonly support.BackupChoice[]>(), 'settings'),
  /** Copies on a stick or share. */
  copies: query(support.copiesInput, laterResult<readonly support.BackupChoice[]>(), 'settings'),
  /** Each of these only begins its work; `support` tells how it goes. */
  startCheck: atRest(command(null, done, 'settings')),
  startBackup: atRest(command(null, done, 'settings')),
  startExport: atRest(command(support.folderInput, done, 'own:manageStaff', 'sales-exported')),
  startDiagnostics: atRest(command(support.folderInput, done, 'settings', 'diagnostics-written')),
  startCopy: atRest(command(null, done, 'settings')),
  /** Brings a backup here and says what is in it and what is newer. */
  startLook: atRest(command(support.lookInput, done, 'settings')),
  /** Puts what was looked at last in the place of this till's data, which are set aside. */
  startRestore: atRest(
    command(support.restoreInput, done, 'owner', 'till-restored', 'till-arrived'),
  ),
  /** The code of the copy a till leaves in: shown once, before anything is done. */
  newMoveCode: atRest(command(null, result<{ readonly code: string }>(), 'own:manageStaff')),
  /** Puts this till to rest and copies it for another computer. */
  startMove: atRest(command(support.moveInput, done, 'owner', 'till-left')),
  /** Wakes this till where it is, in doubt: by the code of its copy. */
  startTakeBack: atRest(
    command(support.takeBackInput, done, 'own:manageStaff', 'till-taken-back', 'till-in-doubt'),
  ),
  /** Wakes this till while no copy is whole. */
  cancelMove: atRest(command(null, done, 'own:manageStaff', 'till-taken-back')),
  /** What this folder is, of a till that opened in doubt. */
  answerDoubt: atRest(
    command(answerDoubtInput, laterResult<null>(), 'own:manageStaff', 'doubt-answered'),
  ),
  stopSupport: atRest(command(null, done, 'settings')),
  /** Answers the code of a new place, once. */
  choosePlace: command(
    support.choosePlaceInput,
    result<{ readonly code: string | null }>(),
    'own:manageStaff',
    'settings-changed',
  ),
  remindAfter: command(support.remindInput, done, 'settings', 'settings-changed'),
  /** Another printer in the place of a broken one: chosen, with what waited for it. */
  replacePrinter: command(
    support.replacePrinterInput,
    laterResult<support.PrinterReplaced>(),
    'settings',
    'printer-replaced',
    'settings-changed',
  ),
  /** What it forgets ends the copies, also tomorrow. */
  forgetPlace: command(null, done, 'own:manageStaff', 'settings-changed'),
}
