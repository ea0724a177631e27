import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { assert } from '#shared/core/result.ts'
import { childEnvironment } from '#shared/core/child-environment.ts'
import { DEFAULT_LANGUAGE, localeOf } from '#shared/languages/languages.ts'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

/** The machine's Chromium, Chrome or Edge, or null. */
export function findBrowser(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  return candidates(env, platform).find(isExecutable) ?? null
}

function candidates(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    )
    const programs = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
      'Chromium\\Application\\chrome.exe',
    ]
    return programs.flatMap((program) => roots.map((root) => join(root, program)))
  }
  if (platform === 'darwin') {
    return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  const folders = (env['PATH'] ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Is there a screen to open a window on? */
export function hasDisplay(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return (
    platform === 'win32' ||
    platform === 'darwin' ||
    Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY'])
  )
}

interface AppWindow {
  readonly browser: string
  readonly url: string
  readonly profileDir: string
  /** Further words of the command line. */
  readonly more?: readonly string[]
}

/**
 * Opens the till as an application window with a profile of its own, so that it shares nothing with
 * other browsing.
 */
export function openAppWindow({ browser, url, profileDir, more = [] }: AppWindow): ChildProcess {
  const isRoot = typeof process.getuid === 'function' && process.getuid() === 0
  return spawn(browser, browserWords({ url, profileDir, more, isRoot }), {
    stdio: 'ignore',
    env: childEnvironment(process.env),
  })
}

/** What would let somebody outside steer or read the page, or let it read more than it should. */
const OPENS_THE_PAGE =
  /^--(remote-debugging|remote-allow|inspect|auto-open-devtools|enable-automation|load-extension|disable-web-security|allow-file-access|js-flags|enable-logging|log-net-log|ssl-key-log)/

interface BrowserWords extends Omit<AppWindow, 'browser'> {
  readonly isRoot: boolean
}

/** The browser's command line; a bug's refusal of a word that would open the page to others. */
export function browserWords({ url, profileDir, more = [], isRoot }: BrowserWords): string[] {
  for (const word of more) assert(!OPENS_THE_PAGE.test(word), `${word} opens the till's page`)
  return [
    `--app=${url}`,
    `--user-data-dir=${profileDir}`,
    '--no-first-run',
    '--no-default-browser-check',
    // What somebody has put into this browser for themselves would read every sale.
    '--disable-extensions',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    // A page that is never asked for a camera or a place needs no question about one.
    '--deny-permission-prompts',
    '--window-size=1366,800',
    '--disable-features=Translate',
    `--lang=${localeOf(DEFAULT_LANGUAGE)}`,
    // Chromium refuses to sandbox as root; only then is it told to do without.
    ...(isRoot ? ['--no-sandbox'] : []),
    ...more,
  ]
}
