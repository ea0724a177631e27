import { ok, refuse } from '../core/result.ts'
import type { Result } from '../core/result.ts'
import { RASTER_ROW_BYTES_MAX } from './command.ts'
import type { EscposCommand } from './command.ts'
import { readColumns, readGraphics, type ReadPicture } from './picture-ways.ts'

interface PlacedCommand {
  /** Offset of its first byte. */
  readonly offset: number
  readonly command: EscposCommand
}

interface ParseFailure {
  readonly offset: number
  /** `unknown` bytes, or a command `cut-short` by the end of the input. */
  readonly kind: 'unknown' | 'cut-short'
  readonly detail: string
}

/**
 * Reads bytes the way a strict printer would. Printers print what they do not understand as
 * letters, so any byte outside the commands of this till is a failure, with its offset.
 */
export function parseEscpos(bytes: Uint8Array): Result<readonly PlacedCommand[], ParseFailure> {
  const commands: PlacedCommand[] = []
  let offset = 0
  while (offset < bytes.length) {
    const step = parseOne(bytes, offset)
    if (step.kind !== 'read') return refuse({ kind: step.kind, detail: step.detail, offset })
    commands.push({ offset, command: step.command })
    offset += step.length
  }
  return ok(commands)
}

type Step =
  | { readonly kind: 'read'; readonly length: number; readonly command: EscposCommand }
  | { readonly kind: 'unknown'; readonly detail: string }
  | { readonly kind: 'cut-short'; readonly detail: string }

const CUT_SHORT: Step = { kind: 'cut-short', detail: 'the input ends inside a command' }

/** Reads the command at `at`. Exported for readers that get their bytes in pieces. */
export function parseOne(bytes: Uint8Array, at: number): Step {
  const first = bytes[at]
  if (first === 0x00) return readPadding(bytes, at)
  if (first === 0x0a) return read(1, { kind: 'line-feed' })
  const second = bytes[at + 1]
  if (second === undefined) return isLead(first) ? CUT_SHORT : unknown(bytes, at)
  if (first === 0x1b) return readEsc(bytes, at, second)
  if (first === 0x1d) return readGs(bytes, at, second)
  if (first === 0x10 && second === 0x04) {
    return withBytes(bytes, at, 3, ([what = 0]) =>
      what >= 1 && what <= 4 ? { kind: 'ask-real-time', what: what as 1 | 2 | 3 | 4 } : null,
    )
  }
  if (first === 0x12 && second === 0x23) {
    return withBytes(bytes, at, 3, ([value = 0]) => ({ kind: 'density', value }))
  }
  return unknown(bytes, at)
}

function readEsc(bytes: Uint8Array, at: number, second: number): Step {
  switch (second) {
    case 0x40:
      return read(2, { kind: 'initialize' })
    case 0x2a:
      return picture(bytes, at, 'columns', readColumns(bytes, at))
    case 0x4a:
      return withBytes(bytes, at, 3, ([units = 0]) => ({ kind: 'feed-units', units }))
    case 0x42:
      return withBytes(bytes, at, 4, ([times = 0, steps = 0]) => ({ kind: 'buzzer', times, steps }))
    case 0x74:
      return readOwnText(bytes, at)
    case 0x70:
      return withBytes(bytes, at, 5, ([pin = 0, on = 0, off = 0]) =>
        pin > 1 ? null : { kind: 'drawer', pin: pin === 0 ? 2 : 5, onMs: on * 2, offMs: off * 2 },
      )
    default:
      return unknown(bytes, at)
  }
}

function readGs(bytes: Uint8Array, at: number, second: number): Step {
  switch (second) {
    case 0x76:
      return readRaster(bytes, at)
    case 0x56:
      return readCut(bytes, at)
    case 0x61:
      return withBytes(bytes, at, 3, ([mask = 0]) => ({ kind: 'auto-status', mask }))
    case 0x72:
      return withBytes(bytes, at, 3, ([what = 0]) =>
        what === 1 || what === 2 ? { kind: 'ask-status', what } : null,
      )
    case 0x50:
      return withBytes(bytes, at, 4, ([across = 0, perInch = 0]) =>
        across === 0 ? { kind: 'feed-unit', perInch } : null,
      )
    case 0x28:
      if (bytes[at + 2] === 0x4c) return picture(bytes, at, 'graphics', readGraphics(bytes, at))
      return bytes[at + 2] === 0x4b ? readEpsonDensity(bytes, at) : readAskWhenPrinted(bytes, at)
    default:
      return unknown(bytes, at)
  }
}

function readRaster(bytes: Uint8Array, at: number): Step {
  if (at + 8 > bytes.length) return CUT_SHORT
  const [digit = 0, mode = 0, xL = 0, xH = 0, yL = 0, yH = 0] = bytes.subarray(at + 2, at + 8)
  const bytesPerRow = xL + xH * 256
  const heightDots = yL + yH * 256
  if (digit !== 0x30 || mode !== 0 || heightDots === 0) return unknown(bytes, at)
  if (bytesPerRow === 0 || bytesPerRow > RASTER_ROW_BYTES_MAX) return unknown(bytes, at)
  const length = 8 + bytesPerRow * heightDots
  if (at + length > bytes.length) return CUT_SHORT
  const page = {
    widthDots: bytesPerRow * 8,
    heightDots,
    bytesPerRow,
    bits: bytes.subarray(at + 8, at + length),
  }
  return read(length, { kind: 'raster', page })
}

function picture(
  bytes: Uint8Array,
  at: number,
  kind: 'columns' | 'graphics',
  step: ReadPicture,
): Step {
  if (step.kind === 'read') return read(step.length, { kind, page: step.page })
  return step.kind === 'cut-short' ? CUT_SHORT : unknown(bytes, at)
}

function readCut(bytes: Uint8Array, at: number): Step {
  const mode = bytes[at + 2]
  if (mode === undefined) return CUT_SHORT
  if (mode === 0 || mode === 1)
    return read(3, { kind: 'cut', mode: mode === 0 ? 'full' : 'partial', feedUnits: null })
  if (mode !== 0x41 && mode !== 0x42) return unknown(bytes, at)
  const feedUnits = bytes[at + 3]
  if (feedUnits === undefined) return CUT_SHORT
  return read(4, { kind: 'cut', mode: mode === 0x41 ? 'full' : 'partial', feedUnits })
}

function readAskWhenPrinted(bytes: Uint8Array, at: number): Step {
  if (at + 11 > bytes.length) return CUT_SHORT
  const head = [0x48, 0x06, 0x00, 0x30, 0x30]
  if (head.some((value, index) => bytes[at + 2 + index] !== value)) return unknown(bytes, at)
  const token = String.fromCharCode(...bytes.subarray(at + 7, at + 11))
  return read(11, { kind: 'ask-when-printed', token })
}

function readEpsonDensity(bytes: Uint8Array, at: number): Step {
  if (at + 7 > bytes.length) return CUT_SHORT
  const level = ((bytes[at + 6] ?? 0) << 24) >> 24
  const isKnown =
    [0x02, 0x00, 0x31].every((value, index) => bytes[at + 3 + index] === value) &&
    Math.abs(level) <= 6
  return isKnown ? read(7, { kind: 'epson-density', level }) : unknown(bytes, at)
}

function readOwnText(bytes: Uint8Array, at: number): Step {
  const end = bytes.findIndex((value, index) => index >= at + 3 && value < 0x20)
  if (end === -1) return CUT_SHORT
  if (bytes[end] !== 0x0a) return unknown(bytes, at)
  return read(end + 1 - at, {
    kind: 'own-text',
    codePage: bytes[at + 2] ?? 0,
    text: bytes.slice(at + 3, end),
  })
}

function readPadding(bytes: Uint8Array, at: number): Step {
  let end = at
  while (bytes[end] === 0) end += 1
  return read(end - at, { kind: 'padding', count: end - at })
}

function withBytes(
  bytes: Uint8Array,
  at: number,
  length: number,
  make: (rest: Uint8Array) => EscposCommand | null,
): Step {
  if (at + length > bytes.length) return CUT_SHORT
  const command = make(bytes.subarray(at + 2, at + length))
  return command === null ? unknown(bytes, at) : read(length, command)
}

function read(length: number, command: EscposCommand): Step {
  return { kind: 'read', length, command }
}

function unknown(bytes: Uint8Array, at: number): Step {
  const shown = [...bytes.subarray(at, at + 4)]
    .map((value) => value.toString(16).padStart(2, '0'))
    .join(' ')
  return { kind: 'unknown', detail: `no command of this till starts with ${shown}` }
}

function isLead(byte: number | undefined): boolean {
  return byte === 0x1b || byte === 0x1d || byte === 0x10 || byte === 0x12
}
