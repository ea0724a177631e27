import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { LOGO_BYTES_MAX, readLogo } from './logo.ts'

function picture(width: number, height: number, grey: number): Uint8Array {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = `rgb(${grey}, ${grey}, ${grey})`
  context.fillRect(0, 0, width, height)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

const blackShare = (cells: Uint8Array) => cells.reduce((sum, cell) => sum + cell, 0) / cells.length

it('keeps a logo that fits dot for dot', async () => {
  const logo = await readLogo(picture(200, 100, 0))
  expect(logo).toMatchObject({ columns: 200, rows: 100 })
  expect(blackShare(logo!.cells)).toBe(1)
})

it('shrinks a large one in proportion', async () => {
  expect(await readLogo(picture(1600, 400, 0))).toMatchObject({ columns: 384, rows: 96 })
  expect(await readLogo(picture(100, 1600, 0))).toMatchObject({ columns: 10, rows: 160 })
})

it('dithers grey instead of turning it all black or all white', async () => {
  const logo = await readLogo(picture(120, 60, 128))
  expect(blackShare(logo!.cells)).toBeGreaterThan(0.35)
  expect(blackShare(logo!.cells)).toBeLessThan(0.65)
})

it('leaves transparent parts white', async () => {
  const logo = await readLogo(new Uint8Array(createCanvas(30, 30).toBuffer('image/png')))
  expect(blackShare(logo!.cells)).toBe(0)
})

it('does without a logo that is broken, empty or too large', async () => {
  const broken = picture(50, 50, 0).subarray(0, 60)
  expect(await readLogo(broken)).toBeNull()
  expect(await readLogo(new TextEncoder().encode('<svg onload="x">'))).toBeNull()
  expect(await readLogo(new Uint8Array(0))).toBeNull()
  expect(await readLogo(new Uint8Array(LOGO_BYTES_MAX + 1))).toBeNull()
})

it('takes no time and no memory for a small file that claims to be enormous', async () => {
  const bomb = picture(30, 30, 0)
  for (const at of [16, 20]) new DataView(bomb.buffer, bomb.byteOffset).setUint32(at, 60_000)
  expect(await readLogo(bomb)).toBeNull()
})
