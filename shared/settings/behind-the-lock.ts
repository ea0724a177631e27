/** What a screen that waits for a PIN is told of the settings. */
import type { SettingsView } from './views.ts'
import { eachSetting } from './rows.ts'

/** How the screen looks, locks itself and reads a scanner. Nothing of the service or of money. */
export const settingsBehindLock = (whole: SettingsView): SettingsView => ({
  ...eachSetting((row, name) => (row.isShownLocked ? whole[name] : row.first)),
  serviceUrlFromHost: null,
  serviceUrl: null,
  companyId: null,
  pathCodes: '',
  apiKeyTail: null,
  keyPlace: 'file',
  emission: null,
})
