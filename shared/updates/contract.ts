/** Rows of the contract: other versions of the program. The owner's, all of them. */
import { z } from 'zod'
import { plainText } from '../text/typed-text.ts'
import type { Refusal } from '../languages/refusals.ts'
import type { Result } from '../core/result.ts'
import type { MachineUpdates } from './machine-updates.ts'
import { PLACE_CHARS_MAX } from './place.ts'
import { VERSION_TEXT } from './version.ts'
import { command, later, laterResult, query } from '../staff/row.ts'

export interface UpdatesView {
  /** A folder or an https:// address; empty while nobody has said. */
  readonly place: string
  readonly machine: MachineUpdates
  /** Why the program may not be replaced now, by what is ready and by what was before. */
  readonly mayNotUpdate: Refusal | null
  readonly mayNotGoBack: Refusal | null
}

type Done = Result<null, Refusal>

export const UPDATES = {
  updates: query(null, laterResult<UpdatesView>(), 'settings'),
  /** Empty: nowhere. */
  chooseUpdatePlace: command(
    z.object({ place: plainText().trim().max(PLACE_CHARS_MAX) }),
    later<Done>(),
    'own:manageStaff',
    'settings-changed',
  ),
  /** These two only begin; `updates` tells how it goes. */
  lookForUpdate: command(null, later<Done>(), 'settings'),
  fetchUpdate: command(null, later<Done>(), 'settings'),
  /** Copies the till, and has the installer take over when the till ends. */
  orderUpdate: command(
    z.object({ wish: z.enum(['update', 'way-back']), version: z.string().regex(VERSION_TEXT) }),
    later<Done>(),
    'own:manageStaff',
    'update-ordered',
    'way-back-ordered',
  ),
  cancelUpdate: command(null, later<Done>(), 'settings'),
}
