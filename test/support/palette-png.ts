/**
 * A screen's picture with a palette of 64 colours: a quarter of the bytes, and no difference to be
 * seen on flat surfaces.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { crc32, deflateSync } from 'node:zlib'

const COLOURS_MAX = 64
const CHANNELS = [0, 1, 2] as const

interface Tally {
  readonly rgb: readonly [number, number, number]
  count: number
}

export async function toPalettePng(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const tallies = countColours(data)
  const { palette, indexOf } = choosePalette([...tallies.values()])
  // One filter byte before each row; 0 leaves the row as it is, which suits a palette.
  const rows = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] =
      indexOf.get(keyAt(data, pixel)) ?? 0
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function keyAt(data: Uint8ClampedArray, pixel: number): number {
  const at = pixel * 4
  return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
}

function countColours(data: Uint8ClampedArray): Map<number, Tally> {
  const tallies = new Map<number, Tally>()
  for (let pixel = 0; pixel < data.length / 4; pixel += 1) {
    const key = keyAt(data, pixel)
    const known = tallies.get(key)
    if (known) known.count += 1
    else tallies.set(key, { rgb: [key >> 16, (key >> 8) & 255, key & 255], count: 1 })
  }
  return tallies
}

/** Median cut: the box with the most to lose is halved until there are as many boxes as colours. */
function choosePalette(colours: readonly Tally[]): {
  palette: number[][]
  indexOf: Map<number, number>
} {
  const boxes: Tally[][] = [[...colours]]
  while (boxes.length < COLOURS_MAX) {
    let widest = { box: -1, channel: 0, loss: 0 }
    for (const [index, box] of boxes.entries()) {
      const spread = widestChannel(box)
      const loss = spread.range * Math.sqrt(box.reduce((sum, { count }) => sum + count, 0))
      if (box.length > 1 && loss > widest.loss)
        widest = { box: index, channel: spread.channel, loss }
    }
    const box = boxes[widest.box]
    if (!box) break
    const sorted = box.toSorted(
      (a, b) => (a.rgb[widest.channel] ?? 0) - (b.rgb[widest.channel] ?? 0),
    )
    boxes.splice(widest.box, 1, ...halves(sorted))
  }
  const indexOf = new Map<number, number>()
  for (const [index, box] of boxes.entries())
    for (const {
      rgb: [r, g, b],
    } of box)
      indexOf.set((r << 16) | (g << 8) | b, index)
  return { palette: boxes.map(meanOf), indexOf }
}

function widestChannel(box: readonly Tally[]): { channel: number; range: number } {
  let widest = { channel: 0, range: -1 }
  for (const channel of CHANNELS) {
    let [low, high] = [255, 0]
    for (const { rgb } of box) {
      low = Math.min(low, rgb[channel])
      high = Math.max(high, rgb[channel])
    }
    if (high - low > widest.range) widest = { channel, range: high - low }
  }
  return widest
}

/** By weight, so that a large flat surface gets a colour of its own. */
function halves(sorted: readonly Tally[]): [Tally[], Tally[]] {
  const total = sorted.reduce((sum, { count }) => sum + count, 0)
  let [at, seen] = [0, 0]
  while (at < sorted.length - 2 && seen + (sorted[at]?.count ?? 0) < total / 2)
    seen += sorted[at++]?.count ?? 0
  return [sorted.slice(0, at + 1), sorted.slice(at + 1)]
}

function meanOf(box: readonly Tally[]): number[] {
  const total = box.reduce((sum, { count }) => sum + count, 0)
  return CHANNELS.map((channel) =>
    Math.round(box.reduce((sum, { rgb, count }) => sum + rgb[channel] * count, 0) / total),
  )
}

function chunk(type: string, body: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)])
}
