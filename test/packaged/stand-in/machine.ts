/** The rest of Electron that touches the machine: keyring, dialogs, power, screens. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { app } from './app.ts'
import { note, PLAIN_EVENT, strict } from './notes.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const keyringMode = process.env['MESON_STANDIN_KEYRING'] ?? 'new'

/** A keyring whose key has a generation: `rotated` opens the older one and asks to seal again. */
function keyring(): { readonly key: Buffer } {
  const file = join(app.getPath('userData'), 'stand-in-keyring')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 })
  return { key: readFileSync(file) }
}

export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => keyringMode !== 'none',
  getSelectedStorageBackend: () => (keyringMode === 'none' ? 'unknown' : 'gnome_libsecret'),
  isAsyncEncryptionAvailable: () => Promise.resolve(keyringMode !== 'none'),
  encryptStringAsync(text) {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', keyring().key, iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Promise.resolve(Buffer.concat([iv, cipher.getAuthTag(), body]))
  },
  decryptStringAsync(sealed) {
    if (keyringMode === 'none') return Promise.reject(new Error('Decryption is not available'))
    const cipher = createDecipheriv('aes-256-gcm', keyring().key, sealed.subarray(0, IV_BYTES))
    cipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const text = Buffer.concat([
      cipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)),
      cipher.final(),
    ])
    return Promise.resolve({
      result: text.toString('utf8'),
      shouldReEncrypt: keyringMode === 'rotated',
    })
  },
} satisfies Partial<Electron.SafeStorage>)

/** What a person answers: the number of the button, by MESON_STANDIN_ANSWER; else the default. */
const answerOf = (options: Electron.MessageBoxOptions | undefined): number =>
  Number(process.env['MESON_STANDIN_ANSWER'] ?? options?.defaultId ?? 0)

export const dialog = strict('dialog', {
  showErrorBox: (title: string, text: string) => note('dialog', { kind: 'error', title, text }),
  showMessageBox: (...args: unknown[]) => {
    const options = args.at(-1) as Electron.MessageBoxOptions
    note('dialog', { kind: 'message', ...options })
    return Promise.resolve({ response: answerOf(options), checkboxChecked: false })
  },
  showMessageBoxSync: (...args: unknown[]) => {
    const options = args.at(-1) as Electron.MessageBoxSyncOptions
    note('dialog', { kind: 'message', ...options })
    return answerOf(options)
  },
} satisfies Partial<Electron.Dialog>)

export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(new EventEmitter(), {
    isOnBatteryPower: () => false,
    getSystemIdleTime: () => 0,
  } satisfies Partial<Electron.PowerMonitor>),
)

const blockers = new Set<number>()
export const powerSaveBlocker = strict('powerSaveBlocker', {
  start(type) {
    const id = blockers.size + 1
    blockers.add(id)
    note('powerSaveBlocker', { type })
    return id
  },
  stop(id) {
    note('powerSaveBlocker stopped')
    return blockers.delete(id)
  },
  isStarted: (id) => blockers.has(id),
} satisfies Electron.PowerSaveBlocker)

const SIZE = { x: 0, y: 0, width: 1366, height: 800 }
const displayOf = (id: number, area: Electron.Rectangle) =>
  ({ id, label: '', bounds: area, workArea: area, scaleFactor: 1 }) as Electron.Display
const display = displayOf(1, SIZE)
/** A second screen to the right of the first, by MESON_STANDIN_SECOND_SCREEN=1. */
const second = displayOf(2, { x: SIZE.width, y: 0, width: 1920, height: 1080 })
let displays = process.env['MESON_STANDIN_SECOND_SCREEN'] === '1' ? [display, second] : [display]
export const screen = strict(
  'screen',
  Object.assign(new EventEmitter(), {
    getAllDisplays: () => displays,
    getPrimaryDisplay: () => display,
    getDisplayMatching: ({ x }) =>
      displays.find(({ bounds }) => x >= bounds.x && x < bounds.x + bounds.width) ?? display,
  } satisfies Partial<Electron.Screen>),
)
/** A hand at the cable of the second screen. */
export function plugSecondScreen(isPlugged: boolean): void {
  displays = isPlugged ? [display, second] : [display]
  screen.emit(isPlugged ? 'display-added' : 'display-removed', PLAIN_EVENT, second)
}
export const shell = strict('shell', {
  openExternal: (url) => Promise.resolve(note('openExternal', { url })),
  openPath: (path) => {
    note('openPath', { path })
    return Promise.resolve('')
  },
  showItemInFolder: (path) => note('showItemInFolder', { path }),
} satisfies Partial<Electron.Shell>)
export const crashReporter = strict('crashReporter', {
  start: (options) => note('crashReporter', options),
} satisfies Partial<Electron.CrashReporter>)
