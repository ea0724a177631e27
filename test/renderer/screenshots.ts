/**
 * Takes the gallery: every screen of the till at the sizes it is made for, on real cores.
 * `node test/renderer/screenshots.ts --out DIR [--sizes 1024x768,1366x768] [--scheme light|dark]
 * [--language es|en] [--only counter,crowded,silent,shop,phones,guide,dialogs]`
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildScreens } from '../../electron/kiosk/build-parts.ts'
import { openChromium } from '../support/chromium.ts'
import { ROOT } from '../support/source-files.ts'
import type { Counter } from './counter-driver.ts'
import { GALLERY_PARTS, showPart } from './whole-gallery.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'out/screenshots' },
    sizes: { type: 'string', default: '1024x768,1366x768,1920x1080,800x1280' },
    scheme: { type: 'string', default: 'light' },
    language: { type: 'string', default: 'es' },
    only: { type: 'string', default: GALLERY_PARTS.join(',') },
  },
})
const parts = values.only.split(',')
const colorScheme = values.scheme === 'dark' ? 'dark' : 'light'
mkdirSync(values.out, { recursive: true })
await buildScreens(ROOT, () => {})
const root = join(ROOT, 'out', 'renderer')
const browser = await openChromium()
try {
  for (const size of values.sizes.split(',')) await showAll(size)
} finally {
  await browser.close()
}

async function showAll(size: string): Promise<void> {
  const [width = 1024, height = 768] = size.split('x').map(Number)
  const options = { viewport: { width, height }, colorScheme } as const
  const ending = `${size}-${colorScheme}${values.language === 'es' ? '' : `-${values.language}`}.png`
  const takeOf = (page: Counter['page']) => async (name: string) => {
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(values.out, `${name}-${ending}`), animations: 'disabled' })
  }
  const gallery = { browser, root, options, takeOf, begin, isEnglish: values.language === 'en' }
  for (const part of GALLERY_PARTS) if (parts.includes(part)) await showPart(gallery, part)
  process.stderr.write(`${size} ${colorScheme}: ready\n`)
}

async function begin(counter: Counter): Promise<void> {
  if (values.language !== 'en') return
  await counter.press('F10').tap('settings-nav-appearance')
  await counter.page.getByText('English').click()
  await counter.press('F8')
}
