import { describe, expect, it } from 'vitest'
import type { PrinterConfig } from '#shared/bridge/views.ts'
import { modelOfProduct, PROFILES, traitsOf } from './profiles.ts'

const PRINTER: PrinterConfig = {
  id: 'p', name: 'p', widthMm: 80, dots: 576, transport: { kind: 'virtual' }, hasCutter: true, hasDrawer: true,
}

describe('printer profiles', () => {
  it('are known by one name each, and fit their paper', () => {
    expect(new Set(PROFILES.map(({ id }) => id)).size).toBe(PROFILES.length)
    const tooWide = PROFILES.filter(({ dots, dpi, widthMm }) => (dots / dpi) * 25.4 > widthMm - 5)
    expect(tooWide).toEqual([])
    expect(PROFILES.length).toBeGreaterThanOrEqual(12)
  })

  it.each([
    ['TM-T20II', 'epson-tm-t20', 576], ['TM-T88V', 'epson-tm-t88', 512], ['POS58 Printer', 'zjiang-58', 384],
    ['USB Printing Support', 'generic-80', 576], [null, 'generic-80', 576],
  ] as const)('%s is taken for %s', (product, profileId, dots) => {
    expect(modelOfProduct(product)).toMatchObject({ profileId, dots })
  })

  it('a printer without a profile is a plain one of eight dots a millimetre', () => {
    expect(traitsOf(PRINTER)).toMatchObject({ dotsPerMm: 8, handling: { cut: 'partial' } })
    expect(traitsOf({ ...PRINTER, hasCutter: false }).handling.cut).toBe('tear')
  })

  it('a 180 dpi head is drawn for at 180 dpi', () => {
    expect(traitsOf({ ...PRINTER, profileId: 'epson-tm-t88' }).dotsPerMm).toBeCloseTo(7.087, 3)
  })
})
