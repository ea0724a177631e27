import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import type { OneBitPage } from '#shared/raster/one-bit-page.ts'
import { encodePaperPng } from './paper-png.ts'

async function decode(png: Uint8Array): Promise<string[]> {
  const image = await loadImage(Buffer.from(png))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  return Array.from({ length: image.height }, (_, y) =>
    Array.from({ length: image.width }, (_, x) =>
      data[(y * image.width + x) * 4] === 0 ? '#' : '.',
    ).join(''),
  )
}

const PAGE: OneBitPage = {
  widthDots: 8,
  heightDots: 2,
  bytesPerRow: 1,
  bits: Uint8Array.of(0b1100_0001, 0b0000_1000),
}

it('is the paper dot by dot', async () => {
  expect(await decode(encodePaperPng(PAGE))).toEqual(['##.....#', '....#...'])
})

it('shows the white sides of the roll the head does not reach', async () => {
  expect(await decode(encodePaperPng(PAGE, 14))).toEqual(['...##.....#...', '.......#......'])
})

it('is a picture even of no paper at all', async () => {
  expect(await decode(encodePaperPng({ ...PAGE, heightDots: 0, bits: new Uint8Array(0) }))).toEqual(
    ['........'],
  )
})
