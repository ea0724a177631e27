/** Rows of the contract: copies, restoring and what else support does. The owner's, all of them. */
import { answerDoubtInput } from '../support/doubt.ts'
import { command, done, laterResult, query, result } from './row.ts'
import * as support from './support.ts'

export const SUPPORT = {
  /** The second copy, and the piece of work under way or how the last one ended. */
  support: query(null, result<support.SupportView>(), 'settings'),
  /** The till's own backups, newest first. */
  backups: query(null, result<readonly support.BackupChoice[]>(), 'settings'),
  /** Copies on a stick or share. */
  copies: query(support.copiesInput, laterResult<readonly support.BackupChoice[]>(), 'settings'),
  /** Each of these only begins its work; `support` tells how it goes. */
  startCheck: command(null, done, 'settings'),
  startBackup: command(null, done, 'settings'),
  startExport: command(support.folderInput, done, 'settings', 'sales-exported'),
  startDiagnostics: command(support.folderInput, done, 'settings', 'diagnostics-written'),
  startCopy: command(null, done, 'settings'),
  /** Brings a backup here and says what is in it and what is newer. */
  startLook: command(support.lookInput, done, 'settings'),
  /** Puts what was looked at last in the place of this till's data, which are set aside. */
  startRestore: command(support.restoreInput, done, 'settings', 'till-restored'),
  /** The code of a package that is to be made: shown once, before anything is done. */
  newMoveCode: command(null, result<{ readonly code: string }>(), 'settings'),
  /** Puts this till to rest and packs it for another computer. */
  startMove: command(support.moveInput, done, 'settings', 'till-left'),
  /** Looks through a package that a till left in. */
  startMoveLook: command(support.moveInput, done, 'settings'),
  /** Opens the package that was looked at last, in the place of what is here. */
  startArrival: command(support.arrivalInput, done, 'settings', 'till-arrived'),
  /** Wakes this till with its own package, unopened. */
  startTakeBack: command(support.moveInput, done, 'settings', 'till-taken-back'),
  /** Wakes this till while no package is whole. */
  cancelMove: command(null, done, 'settings', 'till-taken-back'),
  /** What this folder is, of a till that opened in doubt. */
  answerDoubt: command(answerDoubtInput, laterResult<null>(), 'settings', 'doubt-answered'),
  stopSupport: command(null, done, 'settings'),
  /** Answers the code of a new place, once. */
  choosePlace: command(
    support.choosePlaceInput,
    result<{ readonly code: string | null }>(),
    'settings',
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
  forgetPlace: command(null, done, 'settings', 'settings-changed'),
}
