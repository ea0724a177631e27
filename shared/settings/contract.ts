/** Rows of the contract: settings, printers and the scale. */
import { atRest, command, gives, laterResult, query, result } from '../staff/row.ts'
import { settingsBehindLock } from './behind-the-lock.ts'
import type { SettingsHistory } from './history.ts'
import { saveSettingsInput } from './inputs.ts'
import type { ServiceTest } from '../issuing/service-answer.ts'
import type { SettingsView } from './views.ts'

export const SETTINGS = {
  settings: query(null, gives<SettingsView>(), { lockedPart: settingsBehindLock }),
  /** When each was changed last, by whom, and what each would be if it were put back. */
  settingsHistory: query(null, result<SettingsHistory>(), 'settings'),
  /** A few fields are anyone's, most are the owner's. */
  saveSettings: command(
    saveSettingsInput,
    laterResult<SettingsView>(),
    'content',
    'settings-changed',
  ),
  /**
   * Calls the stored address with the stored key, and compares the company where it can be read.
   * Passed, the till sells.
   */
  testService: command(null, laterResult<ServiceTest>(), 'settings', 'service-tested'),
  /** Gives up a test that is under way. */
  cancelServiceTest: atRest(command(null, gives<null>(), { locked: null })),
}
