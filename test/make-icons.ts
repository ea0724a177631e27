/**
 * The icons of each system from the drawing: `node test/make-icons.ts` writes `icon.ico`,
 * `icon.icns` and Linux's folder beside it. Each size is drawn, so that no system scales a picture;
 * without them electron-builder would fetch a converter while it packs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { ROOT } from './support/source-files.ts'

const FOLDER = join(ROOT, 'resources', 'icons')
/** Windows: title bar, task bar at 100 to 200 %, lists, the desktop. */
const ICO_PX = [16, 20, 24, 32, 40, 48, 64, 128, 256]
/** The folders of hicolor. */
const LINUX_PX = [16, 24, 32, 48, 64, 128, 256, 512]
/** Apple's types for a PNG of this many dots; those of a double are the same picture. */
const ICNS = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const

async function drawn(sizePx: number): Promise<Buffer> {
  const svg = readFileSync(join(FOLDER, 'meson.svg'), 'utf8')
  // Drawn at this very size, not scaled from another.
  const sized = svg.replace('<svg ', `<svg width="${sizePx}" height="${sizePx}" `)
  const canvas = createCanvas(sizePx, sizePx)
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(sized)), 0, 0, sizePx, sizePx)
  return canvas.toBuffer('image/png')
}

function ico(images: readonly (readonly [sizePx: number, png: Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let at = head.length
  for (const [index, [sizePx, png]] of images.entries()) {
    const entry = 6 + 16 * index
    // 256 is written as 0.
    head.writeUInt8(sizePx % 256, entry)
    head.writeUInt8(sizePx % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += png.length
  }
  return Buffer.concat([head, ...images.map(([, png]) => png)])
}

function icns(images: readonly (readonly [type: string, png: Buffer])[]): Buffer {
  const block = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'latin1')
    head.writeUInt32BE(8 + body.length, 4)
    return Buffer.concat([head, body])
  }
  return block('icns', Buffer.concat(images.map(([type, png]) => block(type, png))))
}

const drawings = new Map<number, Buffer>()
for (const sizePx of new Set([...ICO_PX, ...LINUX_PX, ...ICNS.map(([, px]) => px)]))
  drawings.set(sizePx, await drawn(sizePx))
const pngOf = (sizePx: number) => drawings.get(sizePx) ?? Buffer.alloc(0)
writeFileSync(join(FOLDER, 'icon.ico'), ico(ICO_PX.map((px) => [px, pngOf(px)])))
writeFileSync(join(FOLDER, 'icon.icns'), icns(ICNS.map(([type, px]) => [type, pngOf(px)])))
mkdirSync(join(FOLDER, 'linux'), { recursive: true })
for (const px of LINUX_PX) writeFileSync(join(FOLDER, 'linux', `${px}x${px}.png`), pngOf(px))
