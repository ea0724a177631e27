/** The day that `npm run demo -- --story` tells: played whole, each scene with its picture. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { runToEnd } from '../support/programs.ts'

/** One looks at fifteen of them on a telephone. */
const PICTURE_BYTES_MAX = 120_000
const STORY_BYTES_MAX = 1_000_000

it.skipIf(NO_CHROMIUM !== null)('a day at the counter is told in pictures', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meson-day-'))
  try {
    const run = await runToEnd('electron/kiosk/demo.ts', ['--story', '--out', folder])
    expect(run, run.stderr).toMatchObject({ code: 0 })
    const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
    const sizes = pictures.map((name) => statSync(join(folder, name)).size)
    expect(Math.max(...sizes)).toBeLessThan(PICTURE_BYTES_MAX)
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(STORY_BYTES_MAX)
    const story = readFileSync(join(folder, 'historia.html'), 'utf8')
    const shown = [...story.matchAll(/<img src="([^"]+)"/g)].map(([, name]) => name)
    expect(shown).toEqual(pictures.toSorted())
    const page = await (await sharedChromium()).newPage()
    await page.goto(pathToFileURL(join(folder, 'historia.html')).href)
    const words = await page.locator('body').innerText()
    await page.close()
    for (const scene of ['Abre el turno', 'Deja en espera', 'Retoma', 'efectivo', 'tarjeta'])
      expect(words).toContain(scene)
    for (const scene of ['devolución', 'sin conexión', 'Vuelve la conexión', 'con la Z', 'el día'])
      expect(words).toContain(scene)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
