import { joinBytes } from '../core/bytes.ts'
import { assert } from '../core/result.ts'
import type { OneBitPage } from '../raster/one-bit-page.ts'
import { encodeColumns, encodeGraphics } from './picture-ways.ts'

/**
 * The part of ESC/POS this till speaks, as data. Everything is drawn as dots; the test page alone
 * has text in it.
 */
export type EscposCommand =
  /** ESC @: forgets modes and what was not printed yet. */
  | { readonly kind: 'initialize' }
  /** GS v 0, normal size. */
  | { readonly kind: 'raster'; readonly page: OneBitPage }
  /** ESC *: a picture of 24 rows in columns, printed by the feed behind it. */
  | { readonly kind: 'columns'; readonly page: OneBitPage }
  /** GS ( L: a picture stored and printed. */
  | { readonly kind: 'graphics'; readonly page: OneBitPage }
  /**
   * GS P: how many vertical units an inch has; at the head's own dots an inch, a unit of ESC J is
   * one dot.
   */
  | { readonly kind: 'feed-unit'; readonly perInch: number }
  /** ESC J: feeds in the printer's own vertical unit, usually half a dot or one dot. */
  | { readonly kind: 'feed-units'; readonly units: number }
  /** LF on an empty line: one default line, about 30 dots. */
  | { readonly kind: 'line-feed' }
  /** GS V. With `feedUnits` the paper first moves to the blade and that much further. */
  | { readonly kind: 'cut'; readonly mode: 'full' | 'partial'; readonly feedUnits: number | null }
  /** ESC p: opens the drawer on connector pin 2 or 5. Times in steps of 2 ms. */
  | { readonly kind: 'drawer'; readonly pin: 2 | 5; readonly onMs: number; readonly offMs: number }
  /** GS a: the printer reports changes by itself. Bit 0 drawer, 1 online, 2 error, 3 paper. */
  | { readonly kind: 'auto-status'; readonly mask: number }
  /**
   * GS ( H, function 48: the printer answers with the four characters once all before it is
   * printed.
   */
  | { readonly kind: 'ask-when-printed'; readonly token: string }
  /** GS r: an in-order status byte; 1 paper sensor, 2 drawer. */
  | { readonly kind: 'ask-status'; readonly what: 1 | 2 }
  /** DLE EOT: a real-time status byte; 1 printer, 2 why offline, 3 error, 4 paper. */
  | { readonly kind: 'ask-real-time'; readonly what: 1 | 2 | 3 | 4 }
  /** ESC B: buzzer of many Asian printers, `times` beeps of `steps` x 100 ms. */
  | { readonly kind: 'buzzer'; readonly times: number; readonly steps: number }
  /** DC2 #: density and break time of many Asian printers. */
  | { readonly kind: 'density'; readonly value: number }
  /** GS ( K, function 49: density of Epson's printers, -6 light to 6 dark. */
  | { readonly kind: 'epson-density'; readonly level: number }
  /** ESC t and one line in the printer's own letters, to see which code page it has. */
  | { readonly kind: 'own-text'; readonly codePage: number; readonly text: Uint8Array }
  /** NUL bytes: ignored by an idle printer, and they complete an image that was cut short. */
  | { readonly kind: 'padding'; readonly count: number }

/** Longest line a raster command may have, bytes; wider than any head on the market. */
export const RASTER_ROW_BYTES_MAX = 256

type Encode<Kind extends EscposCommand['kind']> = (
  command: Extract<EscposCommand, { kind: Kind }>,
) => Uint8Array

const ENCODE: { readonly [Kind in EscposCommand['kind']]: Encode<Kind> } = {
  initialize: () => Uint8Array.of(0x1b, 0x40),
  raster: ({ page }) => encodeRaster(page),
  columns: ({ page }) => encodeColumns(page),
  graphics: ({ page }) => encodeGraphics(page),
  'feed-unit': ({ perInch }) => Uint8Array.of(0x1d, 0x50, 0, byte(perInch)),
  'feed-units': ({ units }) => Uint8Array.of(0x1b, 0x4a, byte(units)),
  'line-feed': () => Uint8Array.of(0x0a),
  cut: ({ mode, feedUnits }) => encodeCut(mode, feedUnits),
  drawer: ({ pin, onMs, offMs }) =>
    Uint8Array.of(0x1b, 0x70, pin === 2 ? 0 : 1, halfMs(onMs), halfMs(offMs)),
  'auto-status': ({ mask }) => Uint8Array.of(0x1d, 0x61, byte(mask)),
  'ask-when-printed': ({ token }) =>
    Uint8Array.of(0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30, ...tokenBytes(token)),
  'ask-status': ({ what }) => Uint8Array.of(0x1d, 0x72, what),
  'ask-real-time': ({ what }) => Uint8Array.of(0x10, 0x04, what),
  buzzer: ({ times, steps }) => Uint8Array.of(0x1b, 0x42, byte(times), byte(steps)),
  density: ({ value }) => Uint8Array.of(0x12, 0x23, byte(value)),
  'epson-density': ({ level }) => {
    assert(Number.isInteger(level) && Math.abs(level) <= 6, 'a density lies between -6 and 6')
    return Uint8Array.of(0x1d, 0x28, 0x4b, 0x02, 0x00, 0x31, level & 0xff)
  },
  'own-text': ({ text, codePage }) => {
    assert(
      text.every((letter) => letter >= 0x20),
      'a line holds letters and nothing else',
    )
    return Uint8Array.of(0x1b, 0x74, byte(codePage), ...text, 0x0a)
  },
  padding: ({ count }) => new Uint8Array(count),
}

/** The exact bytes of one command. */
export const encodeCommand = <Kind extends EscposCommand['kind']>(
  command: Extract<EscposCommand, { kind: Kind }>,
): Uint8Array => (ENCODE[command.kind] as Encode<Kind>)(command)

export const encodeCommands = (commands: readonly EscposCommand[]): Uint8Array =>
  joinBytes(commands.map(encodeCommand))

function encodeRaster(page: OneBitPage): Uint8Array {
  const { bytesPerRow, heightDots, bits } = page
  assert(bytesPerRow >= 1 && bytesPerRow <= RASTER_ROW_BYTES_MAX, 'a raster row has 1-256 bytes')
  assert(heightDots >= 1 && heightDots <= 0xffff, 'a raster has 1-65535 rows')
  assert(bits.length === bytesPerRow * heightDots, 'a raster holds its rows and nothing else')
  const bytes = new Uint8Array(8 + bits.length)
  bytes.set([
    0x1d,
    0x76,
    0x30,
    0,
    bytesPerRow & 0xff,
    bytesPerRow >> 8,
    heightDots & 0xff,
    heightDots >> 8,
  ])
  bytes.set(bits, 8)
  return bytes
}

function encodeCut(mode: 'full' | 'partial', feedUnits: number | null): Uint8Array {
  if (feedUnits === null) return Uint8Array.of(0x1d, 0x56, mode === 'full' ? 0 : 1)
  return Uint8Array.of(0x1d, 0x56, mode === 'full' ? 0x41 : 0x42, byte(feedUnits))
}

function tokenBytes(token: string): number[] {
  assert(/^[ -~]{4}$/.test(token), 'a print token is four printable ASCII characters')
  return [...token].map((character) => character.charCodeAt(0))
}

function halfMs(ms: number): number {
  assert(ms % 2 === 0, 'drawer times go in steps of 2 ms')
  return byte(ms / 2)
}

function byte(value: number): number {
  assert(Number.isInteger(value) && value >= 0 && value <= 255, 'a byte is 0-255')
  return value
}
