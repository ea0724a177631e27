/** The decision as a table, versions as a property, and what a feed and a place may say. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayHandOver, mayOfferUpdate, UPDATE_BACKUP_AGE_MS_MAX, type UpdateFacts } from './offer.ts'
import { parsePlace } from './place.ts'
import { feedName, installerIn, readRelease } from './release.ts'
import { compareVersions } from './version.ts'

const QUIET: UpdateFacts = {
  wish: 'update',
  here: { version: '1.2.0', schema: 20 },
  there: { version: '1.3.0', schema: 21 },
  isSaleOpen: false,
  unsentCount: 0,
  printingCount: 0,
  isShiftOpen: false,
}
const BACK: Partial<UpdateFacts> = { wish: 'way-back', there: { version: '1.1.9', schema: 20 } }

describe('an update is offered', () => {
  it.each<[string, Partial<UpdateFacts>, string | null]>([
    ['when nothing is under way', {}, null],
    ['of the same schema', { there: { version: '1.2.1', schema: 20 } }, null],
    ['not before its installer is here', { there: null }, 'UPDATE_NOT_READY'],
    ['not to what is here', { there: { version: '1.2.0', schema: 21 } }, 'UPDATE_NOT_NEWER'],
    ['not to an older one', { there: { version: '1.1.9', schema: 21 } }, 'UPDATE_NOT_NEWER'],
    [
      'not to one that cannot read',
      { there: { version: '2.0.0', schema: 19 } },
      'UPDATE_SCHEMA_OLDER',
    ],
    ['not while a sale is open', { isSaleOpen: true }, 'UPDATE_SALE_OPEN'],
    ['not over an unsent receipt', { unsentCount: 1 }, 'UPDATE_UNSENT'],
    ['not over a paper under way', { printingCount: 2 }, 'UPDATE_PRINTING'],
    ['not in an open shift', { isShiftOpen: true }, 'UPDATE_SHIFT_OPEN'],
    ['as the way back, asked for', BACK, null],
    [
      'as the way back, to nothing newer',
      { ...BACK, there: { version: '1.3.0', schema: 21 } },
      'UPDATE_NOT_OLDER',
    ],
    ['as the way back, to nothing equal', { ...BACK, there: QUIET.here }, 'UPDATE_NOT_OLDER'],
    [
      'as the way back, not to what cannot read the data',
      { ...BACK, there: { version: '1.1.9', schema: 19 } },
      'UPDATE_SCHEMA_OLDER',
    ],
    [
      'as the way back, not while a sale is open',
      { ...BACK, isSaleOpen: true },
      'UPDATE_SALE_OPEN',
    ],
  ])('%s', (_, part, code) => {
    const may = mayOfferUpdate({ ...QUIET, ...part })
    expect(may.ok ? null : may.refusal.code).toBe(code)
  })

  it.each<[number | null, string | null]>([
    [0, null],
    [UPDATE_BACKUP_AGE_MS_MAX, null],
    [UPDATE_BACKUP_AGE_MS_MAX + 1, 'UPDATE_NEEDS_BACKUP'],
    [-1, 'UPDATE_NEEDS_BACKUP'],
    [null, 'UPDATE_NEEDS_BACKUP'],
  ])('and handed over after a backup of %s ms ago', (ageMs, code) => {
    const may = mayHandOver(QUIET, ageMs)
    expect(may.ok ? null : may.refusal.code).toBe(code)
    expect(mayHandOver({ ...QUIET, isSaleOpen: true }, ageMs).ok).toBe(false)
  })
})

it('versions are ordered by their numbers', () => {
  const part = fc.integer({ min: 0, max: 99_999 })
  const version = fc.tuple(part, part, part)
  fc.assert(
    fc.property(version, version, (first, second) => {
      const at = first.findIndex((one, index) => one !== second[index])
      const expected = at === -1 ? 0 : Math.sign((first[at] ?? 0) - (second[at] ?? 0))
      expect(Math.sign(compareVersions(first.join('.'), second.join('.')))).toBe(expected)
    }),
  )
  expect(compareVersions('1.2.3-beta', '0.0.0')).toBeLessThan(0)
})

const RELEASE = {
  version: '1.3.0',
  releaseDate: '2026-11-22T12:00:00.000Z',
  system: 'linux',
  schema: 21,
  files: [
    { url: 'meson-caja_1.3.0_amd64.deb', sha512: `${'A'.repeat(86)}==`, size: 100 },
    { url: 'Meson-1.3.0.AppImage', sha512: `${'B'.repeat(86)}==`, size: 100 },
  ],
}

describe('a feed', () => {
  it('is read, each way to install with its own file', () => {
    const release = readRelease(JSON.stringify(RELEASE))
    expect(release).toEqual(RELEASE)
    if (release === null) throw new Error('it was read')
    expect(installerIn(release, 'deb')?.url).toBe('meson-caja_1.3.0_amd64.deb')
    expect(installerIn(release, 'AppImage')?.url).toBe('Meson-1.3.0.AppImage')
    expect(installerIn(release, 'nsis')).toBeNull()
    expect(feedName('windows', null)).toBe('latest.yml')
    expect(feedName('linux', '1.2.0')).toBe('meson-1.2.0-linux.yml')
  })

  it.each<[string, object]>([
    ['a way out of its folder', { files: [{ ...RELEASE.files[0], url: '../x.deb' }] }],
    ['another address', { files: [{ ...RELEASE.files[0], url: 'https://x.cl/x.deb' }] }],
    ['no file', { files: [] }],
    ['a file without end', { files: [{ ...RELEASE.files[0], size: 5e9 }] }],
    ['half a hash', { files: [{ ...RELEASE.files[0], sha512: 'AAAA' }] }],
    ['a version of its own making', { version: '1.3.0-beta' }],
    ['a field nobody knows', { script: 'rm' }],
  ])('is none with %s', (_, part) => {
    expect(readRelease(JSON.stringify({ ...RELEASE, ...part }))).toBeNull()
  })

  it('is none when it is no JSON', () => expect(readRelease('version: 1.3.0')).toBeNull())
})

describe('a place', () => {
  it.each([
    ['https://meson.cl/caja', { kind: 'web', baseUrl: 'https://meson.cl/caja/' }],
    [' https://127.0.0.1:8443/ ', { kind: 'web', baseUrl: 'https://127.0.0.1:8443/' }],
    ['/media/pendrive/meson', { kind: 'folder', path: '/media/pendrive/meson' }],
    [String.raw`D:\meson`, { kind: 'folder', path: String.raw`D:\meson` }],
    [String.raw`\\servidor\meson`, { kind: 'folder', path: String.raw`\\servidor\meson` }],
  ])('%s is one', (typed, place) => {
    expect(parsePlace(typed)).toEqual({ ok: true, value: place })
  })

  it.each([
    'http://meson.cl/',
    'https://user:key@meson.cl/',
    'https://meson.cl/?x=1',
    'file:///tmp',
    'meson',
    '',
    '/media/../etc',
    'https://meson.cl/a/../b',
    '/media/\u0000x',
    `/${'x'.repeat(500)}`,
  ])('%j is none', (typed) => {
    expect(parsePlace(typed)).toMatchObject({ refusal: { code: 'UPDATE_PLACE_NOT_VALID' } })
  })
})
