/** The icons of the three systems, read back: every size, and taken by electron-builder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertIcon, type IconFormat } from 'app-builder-lib/out/util/iconConverter.js'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { ROOT } from '../support/source-files.ts'

const { build } = packageJson
const iconOf = (system: 'linux' | 'win' | 'mac') => join(ROOT, build[system].icon)
const PNG = '89504e470d0a1a0a'

function pngSize(bytes: Buffer): readonly [widthPx: number, heightPx: number] {
  expect(bytes.subarray(0, 8).toString('hex')).toBe(PNG)
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

describe('the icon', () => {
  it("of Windows holds a picture of its own for each size, up to Explorer's largest", () => {
    const bytes = readFileSync(iconOf('win'))
    const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => 6 + 16 * index)
    const sizes = entries.map((at) => {
      const [length, offset] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)]
      expect(offset + length).toBeLessThanOrEqual(bytes.length)
      const size = bytes[at] || 256
      expect(pngSize(bytes.subarray(offset, offset + length))).toEqual([size, size])
      return size
    })
    expect(sizes).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
  })

  it("of macOS holds Apple's types, each with as many dots as it says", () => {
    const bytes = readFileSync(iconOf('mac'))
    expect([bytes.toString('latin1', 0, 4), bytes.readUInt32BE(4)]).toEqual(['icns', bytes.length])
    const found: Record<string, number> = {}
    for (let at = 8; at < bytes.length; at += bytes.readUInt32BE(at + 4)) {
      const [widthPx, heightPx] = pngSize(bytes.subarray(at + 8, at + bytes.readUInt32BE(at + 4)))
      expect(widthPx).toBe(heightPx)
      found[bytes.toString('latin1', at, at + 4)] = widthPx
    }
    expect(found).toEqual({
      ...{ icp4: 16, icp5: 32, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 },
      ...{ ic11: 32, ic12: 64, ic13: 256, ic14: 512 },
    })
  })

  it.each<[IconFormat, 'linux' | 'win' | 'mac', readonly number[]]>([
    ['set', 'linux', [16, 24, 32, 48, 64, 128, 256, 512]],
    ['ico', 'win', [256]],
    // It does not look inside.
    ['icns', 'mac', [0]],
  ])('as %s is taken by electron-builder without its converter', async (format, system, sizes) => {
    const source = { sources: [iconOf(system)], fallbackSources: [], roots: [ROOT] }
    const taken = await convertIcon({ ...source, format, outDir: join(ROOT, 'never') })
    expect(taken.icons.map(({ size }) => size)).toEqual(sizes)
    for (const { file, size } of taken.icons)
      if (format === 'set') expect(pngSize(readFileSync(file))).toEqual([size, size])
  })
})
