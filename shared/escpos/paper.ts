import { assert } from '../core/result.ts'
import { blankPage } from '../raster/one-bit-page.ts'
import type { OneBitPage } from '../raster/one-bit-page.ts'
import type { EscposCommand } from './command.ts'

/** Height of an empty default line, dots: 1/6 inch at 203 dpi. */
export const LINE_FEED_DOTS = 34
/** Paper between head and blade, fed by a cut that feeds, dots. */
export const HEAD_TO_BLADE_DOTS = 96
/** Longest strip of paper the picture of a job may show, dots: twelve metres. */
const PAPER_ROWS_MAX = 96_000

interface PaperMark {
  readonly kind: 'cut' | 'drawer' | 'buzzer'
  /** Row of the paper at which it happened. */
  readonly atRow: number
}

/** What a job leaves behind: the dots on the paper, and what else the printer did. */
export interface PaperImage {
  readonly page: OneBitPage
  readonly marks: readonly PaperMark[]
}

/**
 * Draws the paper a printer with a head of `dots` makes of these commands. Dots beyond the head are
 * lost.
 */
export function drawPaper(commands: readonly EscposCommand[], dots: number): PaperImage {
  const height = commands.reduce((sum, command) => sum + advance(command), 0)
  assert(height <= PAPER_ROWS_MAX, 'the paper of one job has an end')
  const page = blankPage(dots, height)
  const marks: PaperMark[] = []
  let row = 0
  for (const command of commands) {
    if (command.kind === 'raster' || command.kind === 'columns' || command.kind === 'graphics')
      copyRows(command.page, page, row)
    row += advance(command)
    if (command.kind === 'cut' || command.kind === 'drawer' || command.kind === 'buzzer') {
      marks.push({ kind: command.kind, atRow: row })
    }
  }
  return { page, marks }
}

/**
 * Dots of paper a command moves. A vertical unit counts as one dot, the default of common printers.
 */
function advance(command: EscposCommand): number {
  switch (command.kind) {
    case 'raster':
    case 'graphics':
      return command.page.heightDots
    case 'feed-units':
      return command.units
    case 'line-feed':
    case 'own-text':
      return LINE_FEED_DOTS
    case 'cut':
      return command.feedUnits === null ? 0 : HEAD_TO_BLADE_DOTS + command.feedUnits
    default:
      return 0
  }
}

function copyRows(source: OneBitPage, target: OneBitPage, atRow: number): void {
  const count = Math.min(source.bytesPerRow, target.bytesPerRow)
  for (let y = 0; y < source.heightDots && atRow + y < target.heightDots; y += 1) {
    const from = y * source.bytesPerRow
    target.bits.set(source.bits.subarray(from, from + count), (atRow + y) * target.bytesPerRow)
  }
}
