import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
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

function isExecutable(file: string): boolean {
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

export interface AppWindow {
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
  return spawn(
    browser,
    [
      `--app=${url}`,
      `--user-data-dir=${profileDir}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-sync',
      '--disable-background-networking',
      '--disable-component-update',
      '--window-size=1366,800',
      '--disable-features=Translate',
      `--lang=${localeOf(DEFAULT_LANGUAGE)}`,
      // Chromium refuses to sandbox as root; only then is it told to do without.
      ...(isRoot ? ['--no-sandbox'] : []),
      ...more,
    ],
    { stdio: 'ignore', env: childEnvironment(process.env) },
  )
}
