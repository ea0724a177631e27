/**
 * The same papers in the language of Star's own printers. Two modes: `star-raster` (TSP100 family,
 * which knows nothing else: rows of dots between "enter" and "quit raster mode", whose end cuts)
 * and `star-line` (TSP650II, TSP700II, TSP800II: pictures between lines). What is sent is planned
 * as for every other printer and only said in other words. Sources, public: receiptline (Open
 * Foodservice System Consortium), its "Star Graphic Mode"; programs on GitHub that print on a
 * TSP143IIILAN and by pystarprnt; Star's status bytes as these read them.
 */
import { joinBytes } from '../core/bytes.ts'
import type { EscposCommand } from '../escpos/command.ts'
import { DRAWER_OFF_MS } from '../escpos/plan.ts'
import type { PrinterFault } from '../escpos/status.ts'
import type { PrinterLanguage } from '../escpos/printer-language.ts'

export type StarLanguage = Exclude<PrinterLanguage, 'escpos'>

const ESC = 0x1b
/** `ESC * r` begins every command about raster mode. */
const RASTER = [ESC, 0x2a, 0x72] as const
const QUIT_RASTER = [...RASTER, 0x42] as const
/**
 * What the end of a raster page does: 1 nothing, 9 full cut, 13 partial cut, both after the feed to
 * the blade.
 */
const PAGE_END = { tear: '1', full: '9', partial: '13' } as const
/** `ESC d`: 2 full cut, 3 partial cut, after the feed to the blade. */
const LINE_CUT = { full: 2, partial: 3 } as const
/** Dots of one empty line, as a row of the printer's own letters. */
const STAR_LINE_DOTS = 24

/** The bytes of one paper, or of the drawer's pulse alone. */
export function encodeStar(commands: readonly EscposCommand[], language: StarLanguage): Uint8Array {
  const cut = commands.find((command) => command.kind === 'cut')
  const drawer = commands.filter((command) => command.kind === 'drawer').flatMap(drawerBytes)
  const hasPaper = commands.some(
    ({ kind }) => kind === 'raster' || kind === 'line-feed' || kind === 'cut',
  )
  if (!hasPaper) return Uint8Array.from(drawer)
  // A paper that broke off may have left the printer in raster mode, where it takes everything for
  // dots.
  const start = [...QUIT_RASTER, ESC, 0x40, ...drawer]
  const end = cut?.kind === 'cut' ? cut.mode : 'tear'
  if (language === 'star-raster') {
    const enter = [...RASTER, 0x41, ...setting('P', '0'), ...setting('E', PAGE_END[end])]
    return joinBytes([start, enter, ...commands.flatMap(rasterRows), [...QUIT_RASTER]])
  }
  return joinBytes([
    start,
    ...commands.flatMap(linePictures),
    end === 'tear' ? [] : [ESC, 0x64, LINE_CUT[end]],
  ])
}

/** `ESC * r letter digits NUL`. */
function setting(letter: string, digits: string): number[] {
  return [...RASTER, letter.charCodeAt(0), ...[...digits].map((digit) => digit.charCodeAt(0)), 0]
}

/**
 * `ESC BEL n1 n2` sets the pulse in steps of 10 ms, BEL drives the first drawer and SUB the second.
 */
function drawerBytes(command: EscposCommand): number[] {
  if (command.kind !== 'drawer') return []
  const steps = (ms: number): number => Math.min(127, Math.max(1, Math.round(ms / 10)))
  return [ESC, 0x07, steps(command.onMs), steps(DRAWER_OFF_MS), command.pin === 2 ? 0x07 : 0x1a]
}

/** `b n1 n2` and the bytes of one row. */
function rasterRows(command: EscposCommand): readonly (Uint8Array | number[])[] {
  if (command.kind === 'line-feed') return [setting('Y', String(STAR_LINE_DOTS))]
  if (command.kind !== 'raster') return []
  const { bytesPerRow, heightDots, bits } = command.page
  return Array.from({ length: heightDots }, (_, row) => row).flatMap((row) => [
    [0x62, bytesPerRow & 0xff, bytesPerRow >> 8],
    bits.subarray(row * bytesPerRow, (row + 1) * bytesPerRow),
  ])
}

/** `ESC GS S 1 xL xH yL yH 0`: a picture in line mode, whole bytes a row. */
function linePictures(command: EscposCommand): readonly (Uint8Array | number[])[] {
  if (command.kind === 'line-feed') return [[0x0a]]
  if (command.kind !== 'raster') return []
  const { bytesPerRow, heightDots, bits } = command.page
  return [
    [
      ESC,
      0x1d,
      0x53,
      1,
      bytesPerRow & 0xff,
      bytesPerRow >> 8,
      heightDots & 0xff,
      heightDots >> 8,
      0,
    ],
    bits,
  ]
}

/** `ESC ACK SOH`: the status at once. */
export const ASK_STAR_STATUS = Uint8Array.of(ESC, 0x06, 0x01)
const STATUS_BYTES_MIN = 7

/**
 * What a Star printer says is wrong, null for nothing; undefined when the bytes hold no whole
 * status. A status tells its own length in its first byte; the third says cover and offline, the
 * fourth errors, the sixth the paper.
 */
export function readStarStatus(bytes: Uint8Array): PrinterFault | null | undefined {
  for (let at = bytes.length - STATUS_BYTES_MIN; at >= 0; at -= 1) {
    const [head = 0, , printer = 0, error = 0, , paper = 0] = bytes.subarray(at)
    const length = ((head & 0b1110) >> 1) | ((head & 0b110_0000) >> 2)
    const isHead =
      (head & 0b1001_0001) === 1 && length >= STATUS_BYTES_MIN && at + length <= bytes.length
    if (!isHead) continue
    if ((printer & 0x20) !== 0) return 'cover-open'
    if ((paper & 0x08) !== 0) return 'paper-out'
    if ((error & 0x2c) !== 0) return 'error'
    return (printer & 0x08) !== 0 ? 'offline' : null
  }
  return undefined
}
