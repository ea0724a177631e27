import { splitBands, BAND_ROWS } from '../raster/bands.ts'
import type { OneBitPage } from '../raster/one-bit-page.ts'
import { blankPage } from '../raster/one-bit-page.ts'
import { breakRealTimeCodes } from '../raster/real-time-codes.ts'
import type { EscposCommand } from './command.ts'
import type { PictureWay } from './head.ts'
import { COLUMN_ROWS, graphicsRowsMax } from './picture-ways.ts'
import type { Confirmation } from './status.ts'
import type { PrinterLanguage } from './printer-language.ts'

/** How a printer ends a paper and opens the drawer. */
export interface PaperHandling {
  /** How the paper is cut; `tear` feeds it past the tear bar instead. */
  readonly cut: 'full' | 'partial' | 'tear'
  /** Whether the cut command itself moves the paper to the blade (GS V 65/66). */
  readonly cutFeeds: boolean
  /** Lines fed before tearing, or before a cut that does not feed. */
  readonly endLines: number
  readonly drawerPin: 2 | 5
  readonly bandRows: number
  readonly pictures: PictureWay
  readonly language: PrinterLanguage
  /** Dots of the head an inch, for the feeds between columns. */
  readonly dpi: number
  readonly buzzer: { readonly times: number; readonly steps: number } | null
  /** Set before the paper; null leaves the printer's own. */
  readonly density: EscposCommand | null
  readonly drawerOnMs: number
}

export const PLAIN_HANDLING: PaperHandling = {
  cut: 'partial',
  cutFeeds: true,
  endLines: 4,
  drawerPin: 2,
  bandRows: BAND_ROWS,
  pictures: 'raster',
  language: 'escpos',
  dpi: 203,
  buzzer: null,
  density: null,
  // 50 ms on, 500 ms off: opens every drawer in use without heating its coil.
  drawerOnMs: 50,
}

export const DRAWER_OFF_MS = 500

export function drawerPulse({
  drawerPin,
  drawerOnMs,
}: Pick<PaperHandling, 'drawerPin' | 'drawerOnMs'>): EscposCommand {
  return { kind: 'drawer', pin: drawerPin, onMs: drawerOnMs, offMs: DRAWER_OFF_MS }
}

interface PaperExtras {
  /** What the printer is asked to answer once the paper is finished. */
  readonly confirmation?: Confirmation | null
  /** Lines in the printer's own letters below the page, for the test page. */
  readonly ownText?: readonly Extract<EscposCommand, { kind: 'own-text' }>[]
}

/** Changes of cover, paper and error tell themselves while a paper is under way. */
const AUTO_STATUS_MASK = 0x0e

/**
 * Everything sent for one paper, in order. The drawer opens first: the cashier gives change while
 * it prints.
 */
export function planPaper(
  page: OneBitPage,
  handling: PaperHandling,
  opensDrawer: boolean,
  { confirmation = null, ownText = [] }: PaperExtras = {},
): EscposCommand[] {
  const commands: EscposCommand[] = [{ kind: 'initialize' }]
  const saysStatus = confirmation?.kind === 'process-id'
  if (saysStatus) commands.push({ kind: 'auto-status', mask: AUTO_STATUS_MASK })
  if (handling.density !== null) commands.push(handling.density)
  if (opensDrawer) commands.push(drawerPulse(handling))
  commands.push(...pictureOf(page, handling), ...ownText, ...ending(handling))
  if (handling.buzzer !== null) commands.push({ kind: 'buzzer', ...handling.buzzer })
  if (confirmation?.kind === 'process-id')
    commands.push({ kind: 'ask-when-printed', token: confirmation.token })
  if (confirmation?.kind === 'status') commands.push({ kind: 'ask-status', what: 1 })
  // Nobody listens between two papers, and a full line of answers would stop some printers.
  if (saysStatus) commands.push({ kind: 'auto-status', mask: 0 })
  return commands
}

/** A page as the commands that print it on this head. */
export function pictureOf(
  page: OneBitPage,
  { pictures, bandRows, dpi }: PaperHandling,
): EscposCommand[] {
  // GS P cannot name a unit of 1/300 inch; no head that fine is without GS v 0.
  const way = pictures === 'columns' && dpi > FEED_UNITS_MAX ? 'raster' : pictures
  if (way === 'columns') {
    // Whatever the printer's own vertical unit is, 24 rows are fed for 24 rows.
    const lines = splitBands(page, COLUMN_ROWS).flatMap((band): EscposCommand[] => [
      { kind: 'columns', page: wholeLine(band) },
      { kind: 'feed-units', units: COLUMN_ROWS },
    ])
    return [{ kind: 'feed-unit', perInch: dpi }, ...lines]
  }
  const unbroken = breakRealTimeCodes(page)
  const rows = way === 'graphics' ? Math.min(bandRows, graphicsRowsMax(page.bytesPerRow)) : bandRows
  return splitBands(unbroken, rows).map((band) => ({ kind: way, page: band }))
}

/** GS P says its units an inch in one byte. */
const FEED_UNITS_MAX = 255

/** The last line of columns is filled up with white. */
function wholeLine(band: OneBitPage): OneBitPage {
  if (band.heightDots === COLUMN_ROWS) return band
  const whole = blankPage(band.widthDots, COLUMN_ROWS)
  whole.bits.set(band.bits)
  return whole
}

/** Feeds and cuts. */
export function ending(handling: PaperHandling): EscposCommand[] {
  const lines: EscposCommand[] = Array.from({ length: handling.endLines }, () => ({
    kind: 'line-feed',
  }))
  if (handling.cut === 'tear') return lines
  if (handling.cutFeeds) return [{ kind: 'cut', mode: handling.cut, feedUnits: 0 }]
  return [...lines, { kind: 'cut', mode: handling.cut, feedUnits: null }]
}
