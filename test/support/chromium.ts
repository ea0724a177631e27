import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

export const CHROMIUM =
  process.env['MESON_CHROMIUM'] ?? PLACES.find((place) => existsSync(place)) ?? null

/** Why browser tests are skipped, for the report; null when they run. */
export const NO_CHROMIUM =
  CHROMIUM === null ? 'no Chromium here: apt-get install -y --no-install-recommends chromium' : null

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function openChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: present(), args: ARGS })
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
