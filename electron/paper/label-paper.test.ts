/** Labels as a customer's scanner meets them: read back from the dots of the PDF itself. */
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import { barModuleDots, SHEET_COLUMNS, SHEET_ROWS } from '#shared/catalogue/label-layout.ts'
import { decode, rasterize } from '../../test/support/paper-raster.ts'
import { encodeBars } from './codes.ts'
import { createPaperRenderer } from './paper-renderer.ts'

const renderer = createPaperRenderer({
  fontsDir: fileURLToPath(new URL('../../resources/fonts', import.meta.url)),
})
const EAN = '7801040000035'
const coffee = { name: 'Café molido', unitGrossClp: clp(4_990), unit: null, code: EAN }
const texts = (found: readonly Uint8Array[]) => found.map((bytes) => Buffer.from(bytes).toString())

it('a sheet of A4 holds three by eight labels, each with a code that reads; the rest goes on the next', async () => {
  const perSheet = SHEET_COLUMNS * SHEET_ROWS
  const labels = [{ label: coffee, count: perSheet + 1 }]
  const pages = await rasterize(await renderer.renderLabelsPdf({ on: 'A4', labels }))
  expect(pages.map(({ widthDots, heightDots }) => [widthDots, heightDots])).toEqual([
    [1680, 2376],
    [1680, 2376],
  ])
  const [full, rest] = await Promise.all(pages.map((page) => decode(page, 'EAN-13')))
  expect(texts(full ?? [])).toEqual(Array.from({ length: perSheet }, () => EAN))
  expect(texts(rest ?? [])).toEqual([EAN])
})

it.each([58, 80] as const)('on a roll of %i mm own codes and EAN-8 read as well', async (on) => {
  const page = async (code: string, format: 'EAN-8' | 'Code128' | 'EAN-13') => {
    const labels = [{ label: { ...coffee, code }, count: 1 }]
    const [drawn] = await rasterize(await renderer.renderLabelsPdf({ on, labels }))
    return drawn === undefined ? [] : texts(await decode(drawn, format))
  }
  expect(await page('96385074', 'EAN-8')).toEqual(['96385074'])
  expect(await page('PAN-01', 'Code128')).toEqual(['PAN-01'])
  // Its check digit is wrong, so it is the shop's own.
  expect(await page('7801040000031', 'Code128')).toEqual(['7801040000031'])
  expect(await page('A'.repeat(35), 'Code128')).toEqual([])
})

it('every code a product may have is drawn, or said to be too wide, and never breaks the paper', () => {
  const code = fc.stringMatching(/^[A-Za-z0-9._\-/]{1,35}$/)
  fc.assert(
    fc.property(fc.oneof(code, fc.stringMatching(/^\d{8,13}$/)), (one) => {
      const { columns, rows, cells } = encodeBars(one)
      expect([rows, cells.length, cells[0], cells.at(-1)]).toEqual([1, columns, 1, 1])
      const dots = barModuleDots(columns, 384)
      if (dots !== null) expect(columns * dots).toBeLessThan(384)
    }),
    { numRuns: 300 },
  )
})
