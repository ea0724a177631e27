/** `electron.session`. Permission handlers are taken and never asked: only real Chromium asks. */
import { EventEmitter } from 'node:events'
import type { Session } from 'electron'
import { note, strict } from './notes.ts'

const modelled = {
  setPermissionRequestHandler: () => {},
  setPermissionCheckHandler: () => {},
  setDevicePermissionHandler: () => {},
  setSpellCheckerEnabled: () => {},
  setDownloadPath: (path) => note('downloadPath', { path }),
  clearCache: () => Promise.resolve(),
  flushStorageData: () => {},
} satisfies Partial<Session>

export const defaultSession = strict(
  'session.defaultSession',
  Object.assign(new EventEmitter(), modelled),
)
export const session = strict('session', { defaultSession })
