/**
 * Reads `encodeStar`'s bytes back as the commands they stand for: what cannot be read back never
 * leaves the till.
 */
import { refuse, ok, type Result } from '../core/result.ts'
import type { EscposCommand } from '../escpos/command.ts'
import type { OneBitPage } from '../raster/one-bit-page.ts'

interface StarFailure {
  readonly offset: number
  readonly detail: string
}

/** Every row comes back as a picture of its own; feeds and cuts as in `EscposCommand`. */
export function readStar(bytes: Uint8Array): Result<readonly EscposCommand[], StarFailure> {
  const commands: EscposCommand[] = []
  let at = 0
  let pageEnd = 1
  let isRaster = false
  while (at < bytes.length) {
    const step = readOne(bytes, at, isRaster)
    if (step === null || at + step.length > bytes.length)
      return refuse({ offset: at, detail: `byte ${String(bytes[at])}` })
    if (step.pageEnd !== undefined) pageEnd = step.pageEnd
    const wasRaster = isRaster
    isRaster = step.isRaster ?? isRaster
    if (step.command !== undefined) commands.push(step.command)
    if (wasRaster && step.isRaster === false && pageEnd !== 1) {
      commands.push({ kind: 'cut', mode: pageEnd === 9 ? 'full' : 'partial', feedUnits: 0 })
    }
    at += step.length
  }
  return ok(commands)
}

interface Step {
  readonly length: number
  readonly command?: EscposCommand
  readonly isRaster?: boolean
  readonly pageEnd?: number
}

function readOne(bytes: Uint8Array, at: number, isRaster: boolean): Step | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4)
  if (first === 0x62 && isRaster) {
    const width = second + third * 256
    return {
      length: 3 + width,
      command: { kind: 'raster', page: pageOf(bytes.subarray(at + 3, at + 3 + width), width, 1) },
    }
  }
  if (first === 0x0a) return { length: 1, command: { kind: 'line-feed' } }
  if (first !== 0x1b) return null
  if (second === 0x40) return { length: 2, command: { kind: 'initialize' } }
  if (second === 0x64)
    return {
      length: 3,
      command: { kind: 'cut', mode: third === 2 ? 'full' : 'partial', feedUnits: 0 },
    }
  if (second === 0x07) {
    const drive = bytes[at + 4]
    if (drive !== 0x07 && drive !== 0x1a) return null
    return {
      length: 5,
      command: {
        kind: 'drawer',
        pin: drive === 0x07 ? 2 : 5,
        onMs: third * 10,
        offMs: fourth * 10,
      },
    }
  }
  if (second === 0x1d && third === 0x53 && fourth === 1) {
    const word = (place: number): number =>
      (bytes[at + place] ?? 0) + 256 * (bytes[at + place + 1] ?? 0)
    const [width, height] = [word(4), word(6)]
    const length = 9 + width * height
    return {
      length,
      command: { kind: 'raster', page: pageOf(bytes.subarray(at + 9, at + length), width, height) },
    }
  }
  return second === 0x2a && third === 0x72 ? readRasterSetting(bytes, at, fourth) : null
}

/** `ESC * r letter`, its digits and NUL. */
const SETTING_BYTES_MAX = 12

function readRasterSetting(bytes: Uint8Array, at: number, letter: number): Step | null {
  if (letter === 0x41) return { length: 4, isRaster: true }
  if (letter === 0x42) return { length: 4, isRaster: false }
  const end = bytes.indexOf(0, at + 4)
  if (end < 0 || end - at > SETTING_BYTES_MAX) return null
  const value = Number(textOf(bytes.subarray(at + 4, end)))
  if (!Number.isInteger(value)) return null
  const length = end + 1 - at
  if (letter === 0x50 && value === 0) return { length }
  if (letter === 0x45) return { length, pageEnd: value }
  return letter === 0x59 ? { length, command: { kind: 'line-feed' } } : null
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function pageOf(bits: Uint8Array, bytesPerRow: number, heightDots: number): OneBitPage {
  return { widthDots: bytesPerRow * 8, heightDots, bytesPerRow, bits }
}
