/**
 * What the machine's browser is told by its administrator, so that nobody at the counter opens
 * developer tools or steers the till's window from outside. It holds for every window of that
 * browser on this machine, which is the till's.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeDurably } from '#till/kernel/durable-files.ts'

/** Chrome's, Edge's and Chromium's names for it; 2 = nowhere, also not for extensions. */
const POLICY = {
  DeveloperToolsAvailability: 2,
  RemoteDebuggingAllowed: false,
  URLBlocklist: ['javascript:*', 'view-source:*', 'devtools://*'],
  ExtensionInstallBlocklist: ['*'],
  PasswordManagerEnabled: false,
} as const

export const POLICY_TEXT = `${JSON.stringify(POLICY, null, 2)}\n`
const NAME = 'meson-caja.json'
const READABLE_BY_ALL = 0o644

/** Where each browser of Linux looks, below the root of the system. */
const FOLDERS = {
  chromium: ['etc', 'chromium', 'policies', 'managed'],
  'chromium-browser': ['etc', 'chromium-browser', 'policies', 'managed'],
  'google-chrome': ['etc', 'opt', 'chrome', 'policies', 'managed'],
  'microsoft-edge': ['etc', 'opt', 'edge', 'policies', 'managed'],
} as const

interface PolicyPlace {
  readonly platform: NodeJS.Platform
  /** `/`, but for tests. */
  readonly systemRoot?: string
}

/** The files, one for each browser; none where they are no files. */
export function policyFiles({ platform, systemRoot = '/' }: PolicyPlace): readonly string[] {
  return platform === 'linux'
    ? Object.values(FOLDERS).map((folder) => join(systemRoot, ...folder, NAME))
    : []
}

/** Answers what to tell the person: where it was written, or how an administrator does it. */
export function writePolicy(place: PolicyPlace): string {
  if (place.platform === 'win32')
    return `Como administrador (as administrator):\n${windowsCommands().join('\n')}`
  try {
    for (const file of policyFiles(place)) {
      mkdirSync(dirname(file), { recursive: true })
      // The browser runs as another user and only reads it.
      writeDurably(file, POLICY_TEXT, READABLE_BY_ALL)
    }
    return 'Herramientas de desarrollador cerradas (developer tools closed).'
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code)) throw error
    return (
      'Las herramientas de desarrollador siguen abiertas; como root (developer tools are still ' +
      'open; as root):\n  sudo npm run kiosk:install -- --policy'
    )
  }
}

/** Whether the machine's browser is told so. Windows keeps it in its registry and is not asked. */
export function hasPolicy(place: PolicyPlace, browser: string): boolean {
  if (place.platform !== 'linux') return true
  const own = Object.entries(FOLDERS).find(([name]) => browser.endsWith(name))?.[1]
  const { systemRoot = '/' } = place
  const files = own === undefined ? policyFiles(place) : [join(systemRoot, ...own, NAME)]
  return files.some((file) => isPolicy(file))
}

function isPolicy(file: string): boolean {
  try {
    const { DeveloperToolsAvailability: tools } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly DeveloperToolsAvailability?: unknown
    }
    return tools === POLICY.DeveloperToolsAvailability
  } catch {
    // Not there, or no JSON: the browser takes it for none as well.
    return false
  }
}

function windowsCommands(): string[] {
  return ['Google\\Chrome', 'Microsoft\\Edge', 'Chromium'].flatMap((browser) => [
    `  reg add "HKLM\\SOFTWARE\\Policies\\${browser}" /v DeveloperToolsAvailability /t REG_DWORD /d 2 /f`,
    `  reg add "HKLM\\SOFTWARE\\Policies\\${browser}" /v RemoteDebuggingAllowed /t REG_DWORD /d 0 /f`,
  ])
}
