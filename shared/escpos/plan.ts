import { splitBands, BAND_ROWS } from '../raster/bands.ts'
import type { OneBitPage } from '../raster/one-bit-page.ts'
import { breakRealTimeCodes } from '../raster/real-time-codes.ts'
import type { EscposCommand } from './command.ts'

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
  readonly buzzer: { readonly times: number; readonly steps: number } | null
  readonly density: number | null
}

export const PLAIN_HANDLING: PaperHandling = {
  cut: 'partial', cutFeeds: true, endLines: 4, drawerPin: 2, bandRows: BAND_ROWS, buzzer: null, density: null,
}

/** 50 ms on, 500 ms off: opens every drawer in use without heating its coil. */
export const DRAWER_ON_MS = 50
export const DRAWER_OFF_MS = 500

export function drawerPulse(pin: 2 | 5): EscposCommand {
  return { kind: 'drawer', pin, onMs: DRAWER_ON_MS, offMs: DRAWER_OFF_MS }
}

/** Everything sent for one paper, in order. The drawer opens first: the cashier gives change while it prints. */
export function planPaper(page: OneBitPage, handling: PaperHandling, opensDrawer: boolean): EscposCommand[] {
  const commands: EscposCommand[] = [{ kind: 'initialize' }]
  if (handling.density !== null) commands.push({ kind: 'density', value: handling.density })
  if (opensDrawer) commands.push(drawerPulse(handling.drawerPin))
  for (const band of splitBands(breakRealTimeCodes(page), handling.bandRows)) {
    commands.push({ kind: 'raster', page: band })
  }
  commands.push(...ending(handling))
  if (handling.buzzer !== null) commands.push({ kind: 'buzzer', ...handling.buzzer })
  return commands
}

function ending(handling: PaperHandling): EscposCommand[] {
  const lines: EscposCommand[] = Array.from({ length: handling.endLines }, () => ({ kind: 'line-feed' }))
  if (handling.cut === 'tear') return lines
  if (handling.cutFeeds) return [{ kind: 'cut', mode: handling.cut, feedUnits: 0 }]
  return [...lines, { kind: 'cut', mode: handling.cut, feedUnits: null }]
}
