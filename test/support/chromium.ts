import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', 'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe']

export const CHROMIUM = process.env['MESON_CHROMIUM'] ?? PLACES.find((place) => existsSync(place)) ?? null

/** Why browser tests are skipped, for the report; null when they run. */
export const NO_CHROMIUM = CHROMIUM === null ? 'no Chromium here: apt-get install -y --no-install-recommends chromium' : null

export function openChromium(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error(NO_CHROMIUM ?? '')
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  })
}
