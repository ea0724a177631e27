/**
 * Reads `encodeStar`'s bytes back as the commands they stand for: what cannot be read back never
 * leaves the till.
 */
import { refuse, ok, type Result } from '../core/result.ts'
import type { EscposCommand } from '../escpos/command.ts'

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
  const [first, second = 0, third = 0] = bytes.subarray(at, at + 3)
  if (first === 0x62 && isRaster) {
    const width = second + third * 256
    return { length: 3 + width, command: picture(bytes.subarray(at + 3, at + 3 + width), width, 1) }
  }
  if (first === 0x0a) return { length: 1, command: { kind: 'line-feed' } }
  return first === 0x1b ? (AFTER_ESC[second]?.(bytes, at) ?? null) : null
}

/** By the byte behind ESC. */
const AFTER_ESC: Readonly<Record<number, (bytes: Uint8Array, at: number) => Step | null>> = {
  0x40: () => ({ length: 2, command: { kind: 'initialize' } }),
  0x64: (bytes, at) => ({
    length: 3,
    command: { kind: 'cut', mode: bytes[at + 2] === 2 ? 'full' : 'partial', feedUnits: 0 },
  }),
  0x07: readDrawer,
  0x1d: readPicture,
  0x2a: (bytes, at) => (bytes[at + 2] === 0x72 ? readRasterSetting(bytes, at) : null),
}

function readDrawer(bytes: Uint8Array, at: number): Step | null {
  const [on = 0, off = 0, drive] = bytes.subarray(at + 2, at + 5)
  if (drive !== 0x07 && drive !== 0x1a) return null
  const pin = drive === 0x07 ? 2 : 5
  return { length: 5, command: { kind: 'drawer', pin, onMs: on * 10, offMs: off * 10 } }
}

function readPicture(bytes: Uint8Array, at: number): Step | null {
  if (bytes[at + 2] !== 0x53 || bytes[at + 3] !== 1) return null
  const word = (place: number): number =>
    (bytes[at + place] ?? 0) + 256 * (bytes[at + place + 1] ?? 0)
  const [width, height] = [word(4), word(6)]
  const length = 9 + width * height
  return { length, command: picture(bytes.subarray(at + 9, at + length), width, height) }
}

/** `ESC * r letter`, its digits and NUL. */
const SETTING_BYTES_MAX = 12

function readRasterSetting(bytes: Uint8Array, at: number): Step | null {
  const letter = bytes[at + 3]
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

function picture(bits: Uint8Array, bytesPerRow: number, heightDots: number): EscposCommand {
  const page = { widthDots: bytesPerRow * 8, heightDots, bytesPerRow, bits }
  return { kind: 'raster', page }
}
