/** The page a shop gets the program from: its sums, its links, and how it looks on a phone. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { makeDownloadPage } from '../download-page.ts'
import { NO_CHROMIUM, openChromium } from '../support/chromium.ts'

const NAMES = ['Meson-1.exe', 'Meson-1.dmg', 'meson-caja_1_amd64.deb', 'Meson-1.AppImage']
const BASE = 'https://caja.cl/descargas/'
const NOTES = '- **Windows: sin firma.** Windows pregunta la primera vez. Compare antes la suma.\n'
const folder = mkdtempSync(join(tmpdir(), 'meson-download-'))
const [files, out] = [join(folder), join(folder, 'out')]
const sumOf = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(files, name)))
    .digest('hex')

for (const name of [...NAMES, 'latest.yml']) writeFileSync(join(files, name), `bytes of ${name}`)
const sums = [...NAMES, 'latest.yml'].map((name) => `${sumOf(name)}  ${name}\n`).join('')
writeFileSync(join(files, 'SHA256SUMS'), sums)
makeDownloadPage({ files, out, base: BASE, notes: NOTES })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const htmlIn = (at: string) =>
  readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
const index = readFileSync(join(out, 'index.html'), 'utf8')

describe('the download page', () => {
  it('names every installer with its own sum, and says which has no signature', () => {
    const shown = [...index.matchAll(/<li><a href="([^"]+)"[^]*?SHA-256 ([0-9a-f]{64})/g)]
    const found = shown.map(([, href = '', sum]) => [href.split('/').at(-1), sum])
    expect(found).toEqual(NAMES.map((name) => [name, sumOf(name)]))
    expect(index).toContain('class="unsigned">Sin firma. Windows pregunta la primera vez.')
    expect(index.match(/class="unsigned"/g)).toHaveLength(1)
    expect(index).not.toContain('latest.yml')
    expect(index).not.toContain('{{')
  })

  it('is not made of a file that is not what its sum says', () => {
    const other = mkdtempSync(join(folder, 'other-'))
    writeFileSync(join(other, 'Meson-1.exe'), 'other bytes')
    writeFileSync(join(other, 'SHA256SUMS'), sums)
    expect(() => makeDownloadPage({ files: other, out: join(other, 'out') })).toThrow('Meson-1.exe')
  })

  it('names nothing that has another name where it is got', () => {
    const other = mkdtempSync(join(folder, 'named-'))
    writeFileSync(join(other, 'SHA256SUMS'), `${sumOf('Meson-1.exe')}  Mesón Setup 1.exe\n`)
    const make = () => makeDownloadPage({ files: other, out: join(other, 'out') })
    expect(make).toThrow('Mesón Setup 1.exe')
    expect(packageJson.build.artifactName).toMatch(/^[\w.${}-]+$/)
  })

  it('leads nowhere that is not there, and has no script', () => {
    const pages = htmlIn(out)
    expect(pages.length).toBe(1 + 26 + 12)
    const gone = pages.flatMap((page) => {
      const text = readFileSync(join(out, page), 'utf8')
      expect(text).not.toMatch(/<script|javascript:|\son\w+=/i)
      return [...text.matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, to = '']) => {
        if (to.startsWith(BASE)) return NAMES.includes(to.slice(BASE.length)) ? [] : [to]
        const [path = '', id] = to.split('#')
        const file = resolve(out, dirname(page), path)
        const isThere = existsSync(file)
        const hasPlace = id === undefined || readFileSync(file, 'utf8').includes(`id="${id}"`)
        return isThere && hasPlace ? [] : [`${page}: ${to}`]
      })
    })
    expect(gone).toEqual([])
  })

  it.skipIf(NO_CHROMIUM !== null)('fits a phone and a desk, light and dark', async () => {
    const browser = await openChromium()
    try {
      const page = await browser.newPage()
      for (const [width, colorScheme] of [
        [360, 'light'],
        [1366, 'dark'],
      ] as const)
        for (const name of ['index.html', 'manual/vender.html']) {
          await page.setViewportSize({ width, height: 768 })
          await page.emulateMedia({ colorScheme })
          await page.goto(pathToFileURL(join(out, name)).href)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth)
          expect(wide, `${name} at ${width}`).toBeLessThanOrEqual(width)
        }
    } finally {
      await browser.close()
    }
  })
})
