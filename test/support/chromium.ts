import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'

/** The same engine without its windows: a fifth less work for the processor. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell'
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  WITHOUT_WINDOWS,
]

/** Looked for anew, as it may have been installed meanwhile. */
export const findChromium = () =>
  process.env['MESON_CHROMIUM'] ?? PLACES.find((place) => existsSync(place)) ?? null

export const CHROMIUM = findChromium()

/** Why browser tests are skipped, for the report; null when they run. */
export const NO_CHROMIUM = CHROMIUM === null ? 'no Chromium here: npm run setup:ci' : null

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser as a shop has it. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: present(), args: ARGS })
}

let shared: Promise<Browser> | undefined

/**
 * The browser of this worker, for all its files. Nobody closes it: it ends with the worker. What a
 * test opens in it, it closes.
 */
export function sharedChromium(): Promise<Browser> {
  const isNamed = process.env['MESON_CHROMIUM'] !== undefined
  const executablePath = !isNamed && existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : present()
  shared ??= chromium.launch({ executablePath, args: ARGS })
  return shared
}

/** With a profile that stays from one run to the next, as the kiosk's browser has one. */
export function openChromiumProfile(
  profileDir: string,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profileDir, {
    executablePath: present(),
    args: ARGS,
    viewport,
  })
}

function present(): string {
  if (CHROMIUM === null) throw new Error(NO_CHROMIUM ?? '')
  return CHROMIUM
}
