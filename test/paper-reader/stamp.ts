/**
 * The stamp (timbre) of a paper judged by strangers: the symbol is read from the dots by ZXing's
 * JavaScript port, the signature is verified by the `openssl` program. The till itself reads with
 * another decoder and the service signs with another library.
 */
import { spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  PDF417Reader,
  RGBLuminanceSource,
} from '@zxing/library'
import type { Picture } from './printer.ts'

/** White around the picture, so that a symbol at the edge keeps its quiet zone. */
const MARGIN_DOTS = 24
/** The port reads dots as pixels; some pixels a dot steady its run lengths. */
const PIXELS_PER_DOT = 2

/** The words of the stamp, or null where no symbol reads in any of the four directions. */
export function readStamp(picture: Picture): string | null {
  let turned = picture
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const text = readUpright(turned)
    if (text !== null) return text
    turned = turnRight(turned)
  }
  return null
}

function readUpright(picture: Picture): string | null {
  const { luminances, width, height } = enlarge(picture)
  const bitmap = new BinaryBitmap(
    new GlobalHistogramBinarizer(new RGBLuminanceSource(luminances, width, height)),
  )
  try {
    return new PDF417Reader().decode(bitmap, new Map([[DecodeHintType.TRY_HARDER, true]])).getText()
  } catch {
    return null
  }
}

function enlarge({ widthDots, heightDots, dots }: Picture) {
  const width = (widthDots + 2 * MARGIN_DOTS) * PIXELS_PER_DOT
  const height = (heightDots + 2 * MARGIN_DOTS) * PIXELS_PER_DOT
  const luminances = new Uint8ClampedArray(width * height).fill(255)
  for (let y = 0; y < heightDots * PIXELS_PER_DOT; y += 1) {
    for (let x = 0; x < widthDots * PIXELS_PER_DOT; x += 1) {
      const isBlack =
        dots[Math.floor(y / PIXELS_PER_DOT) * widthDots + Math.floor(x / PIXELS_PER_DOT)] === 1
      if (isBlack)
        luminances[(y + MARGIN_DOTS * PIXELS_PER_DOT) * width + x + MARGIN_DOTS * PIXELS_PER_DOT] =
          0
    }
  }
  return { luminances, width, height }
}

function turnRight({ widthDots, heightDots, dots }: Picture): Picture {
  const turned = new Uint8Array(dots.length)
  for (let y = 0; y < heightDots; y += 1) {
    for (let x = 0; x < widthDots; x += 1) {
      turned[x * heightDots + (heightDots - 1 - y)] = dots[y * widthDots + x] ?? 0
    }
  }
  return { widthDots: heightDots, heightDots: widthDots, dots: turned }
}

/** What a stamp says, taken from its XML by name. */
export function stampField(
  ted: string,
  name: 'RE' | 'TD' | 'F' | 'MNT' | 'RR' | 'IT1',
): string | null {
  return new RegExp(`<DD>.*?<${name}>([^<]*)</${name}>`).exec(ted)?.[1] ?? null
}

/**
 * Does the key inside the stamp's folio range sign its data? SHA1withRSA over the DD element in
 * ISO-8859-1, as SII's format of the TED prescribes.
 */
export function opensslVerifies(ted: string): boolean {
  const data = /<DD>.*<\/DD>/s.exec(ted)?.[0]
  const signature = /<FRMT[^>]*>([^<]+)<\/FRMT>/.exec(ted)?.[1]
  const modulus = /<RSAPK><M>([^<]+)<\/M><E>([^<]+)<\/E>/.exec(ted)
  if (data === undefined || signature === undefined || modulus === null) return false
  const folder = mkdtempSync(join(tmpdir(), 'meson-stamp-'))
  try {
    const [n, e] = [modulus[1] ?? '', modulus[2] ?? ''].map((part) =>
      Buffer.from(part, 'base64').toString('base64url'),
    )
    const key = createPublicKey({ key: { kty: 'RSA', n: n ?? '', e: e ?? '' }, format: 'jwk' })
    writeFileSync(join(folder, 'key.pem'), key.export({ type: 'spki', format: 'pem' }))
    writeFileSync(join(folder, 'signature'), Buffer.from(signature, 'base64'))
    const args = [
      'dgst',
      '-sha1',
      '-verify',
      join(folder, 'key.pem'),
      '-signature',
      join(folder, 'signature'),
    ]
    const run = spawnSync('openssl', args, { input: Buffer.from(data, 'latin1') })
    if (run.error) throw run.error
    return run.status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
