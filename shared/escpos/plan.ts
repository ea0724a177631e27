import { splitBands, BAND_ROWS } from '../raster/bands.ts'
import type { OneBitPage } from '../raster/one-bit-page.ts'
import { breakRealTimeCodes } from '../raster/real-time-codes.ts'
import type { EscposCommand } from './command.ts'
import type { Confirmation } from './status.ts'

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
  /** Set before the paper; null leaves the printer's own. */
  readonly density: EscposCommand | null
  readonly drawerOnMs: number
}

export const PLAIN_HANDLING: PaperHandling = {
  cut: 'partial', cutFeeds: true, endLines: 4, drawerPin: 2, bandRows: BAND_ROWS, buzzer: null, density: null,
  // 50 ms on, 500 ms off: opens every drawer in use without heating its coil.
  drawerOnMs: 50,
}

export const DRAWER_OFF_MS = 500

export function drawerPulse({ drawerPin, drawerOnMs }: Pick<PaperHandling, 'drawerPin' | 'drawerOnMs'>): EscposCommand {
  return { kind: 'drawer', pin: drawerPin, onMs: drawerOnMs, offMs: DRAWER_OFF_MS }
}

export interface PaperExtras {
  /** What the printer is asked to answer once the paper is finished. */
  readonly confirmation?: Confirmation | null
  /** Lines in the printer's own letters below the page, for the test page. */
  readonly ownText?: readonly Extract<EscposCommand, { kind: 'own-text' }>[]
}

/** Changes of cover, paper and error tell themselves while a paper is under way. */
const AUTO_STATUS_MASK = 0x0e

/** Everything sent for one paper, in order. The drawer opens first: the cashier gives change while it prints. */
export function planPaper(
  page: OneBitPage, handling: PaperHandling, opensDrawer: boolean, { confirmation = null, ownText = [] }: PaperExtras = {},
): EscposCommand[] {
  const commands: EscposCommand[] = [{ kind: 'initialize' }]
  const saysStatus = confirmation?.kind === 'process-id'
  if (saysStatus) commands.push({ kind: 'auto-status', mask: AUTO_STATUS_MASK })
  if (handling.density !== null) commands.push(handling.density)
  if (opensDrawer) commands.push(drawerPulse(handling))
  for (const band of splitBands(breakRealTimeCodes(page), handling.bandRows)) {
    commands.push({ kind: 'raster', page: band })
  }
  commands.push(...ownText, ...ending(handling))
  if (handling.buzzer !== null) commands.push({ kind: 'buzzer', ...handling.buzzer })
  if (confirmation?.kind === 'process-id') commands.push({ kind: 'ask-when-printed', token: confirmation.token })
  if (confirmation?.kind === 'status') commands.push({ kind: 'ask-status', what: 1 })
  // Nobody listens between two papers, and a full line of answers would stop some printers.
  if (saysStatus) commands.push({ kind: 'auto-status', mask: 0 })
  return commands
}

function ending(handling: PaperHandling): EscposCommand[] {
  const lines: EscposCommand[] = Array.from({ length: handling.endLines }, () => ({ kind: 'line-feed' }))
  if (handling.cut === 'tear') return lines
  if (handling.cutFeeds) return [{ kind: 'cut', mode: handling.cut, feedUnits: 0 }]
  return [...lines, { kind: 'cut', mode: handling.cut, feedUnits: null }]
}
