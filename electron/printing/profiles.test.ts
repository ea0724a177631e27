import { describe, expect, it } from 'vitest'
import { DEFAULT_OPTIONS, withOptions, type PrinterConfig } from '#shared/printing/printers.ts'
import { modelOfProduct, PROFILES, traitsOf, UNSUITED } from './profiles.ts'

const PRINTER: PrinterConfig = {
  id: 'p',
  name: 'p',
  widthMm: 80,
  dots: 576,
  transport: { kind: 'virtual' },
  hasCutter: true,
  hasDrawer: true,
}

describe('printer profiles', () => {
  it('are known by one name each, and fit their paper', () => {
    expect(new Set(PROFILES.map(({ id }) => id)).size).toBe(PROFILES.length)
    // Half a millimetre, because sources round; without a source that says more, 5 mm of every roll
    // stay white.
    const roomMm = ({ widthMm, printableMm }: (typeof PROFILES)[number]) =>
      printableMm === undefined ? widthMm - 5 : printableMm + 0.5
    const tooWide = PROFILES.filter(
      (profile) => (profile.dots / profile.dpi) * 25.4 > roomMm(profile),
    )
    expect(tooWide).toEqual([])
    expect(PROFILES.length).toBeGreaterThanOrEqual(12)
  })

  it('what was taken over from elsewhere says from where, and what was not in there', () => {
    const added = [
      'epson-tm-t88ii-iv',
      'epson-tm-l90',
      'epson-tm-p80',
      'citizen-ct-s651',
      'bixolon-srp-s300',
      'rongta-rp326',
      'rongta-rp332',
      'netum-nt-5890k',
      'netum-80-v-ul',
      'seiko-rp-f10-80',
      'seiko-rp-f10-58',
      'star-tsp600',
      'star-tup500',
      'star-tsp800',
      'wincor-th230',
    ]
    for (const id of added)
      expect(PROFILES.find((profile) => profile.id === id)?.source, id).toMatch(/\.yml/)
    expect(UNSUITED.map(({ name }) => name)).toEqual(['Epson TM-U220'])
    expect(PROFILES.some(({ hardwareChecked }) => hardwareChecked)).toBe(false)
  })

  it("a language of Star's comes with the model, and no way to send pictures takes its place", () => {
    const star = {
      ...PRINTER,
      profileId: 'star-tsp100',
      options: { ...DEFAULT_OPTIONS, pictures: 'columns' as const },
    }
    expect(traitsOf(star)).toMatchObject({
      handling: { language: 'star-raster', pictures: 'raster' },
      answers: 'none',
    })
    for (const { language, source } of PROFILES)
      if (language !== 'escpos') expect(source).toMatch(/receiptline/)
  })

  it('the Wincor that garbles rasters gets columns, unless the shop says otherwise', () => {
    const wincor = { ...PRINTER, profileId: 'wincor-th230' }
    expect(traitsOf(wincor).handling.pictures).toBe('columns')
    expect(
      traitsOf({ ...wincor, options: { ...DEFAULT_OPTIONS, pictures: 'graphics' } }).handling
        .pictures,
    ).toBe('graphics')
    expect(traitsOf(PRINTER).handling.pictures).toBe('raster')
  })

  it('a head set by hand wins over its model, and rows are whole bytes', () => {
    const options = { ...DEFAULT_OPTIONS, head: { dots: 546, dpi: 180 } as const }
    const traits = traitsOf(withOptions({ ...PRINTER, profileId: 'generic-80' }, options, null))
    expect(traits).toMatchObject({ dots: 544, handling: { dpi: 180 } })
    expect(traits.dotsPerMm).toBeCloseTo(7.087, 3)
    expect(withOptions(PRINTER, { ...options, head: { dots: 432, dpi: 203 } }, null)).toMatchObject(
      { dots: 432, widthMm: 58 },
    )
  })

  it.each([
    ['TM-T88III', 'epson-tm-t88ii-iv', 512],
    ['TM-T88IV', 'epson-tm-t88ii-iv', 512],
    ['TM-T20II', 'epson-tm-t20', 576],
    ['TM-T88V', 'epson-tm-t88', 512],
    ['POS58 Printer', 'zjiang-58', 384],
    ['USB Printing Support', 'generic-80', 576],
    [null, 'generic-80', 576],
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
