/** What the raster worker is asked to make of a paper, for one printer. */
import { encodeCommands } from '#shared/escpos/command.ts'
import type { EscposCommand } from '#shared/escpos/command.ts'
import { encodeStar } from '#shared/star/star.ts'
import type { PaperHandling } from '#shared/escpos/plan.ts'
import type { PrinterConfig } from '#shared/printing/printers.ts'
import type { PrintOrder } from '#till/kernel/ports.ts'
import type { Letterhead } from './letterhead.ts'
import { traitsOf } from './profiles.ts'
import type { RasterJob } from './raster-protocol.ts'

export function encodeFor(
  { language }: PaperHandling,
  commands: readonly EscposCommand[],
): Uint8Array {
  return language === 'escpos' ? encodeCommands(commands) : encodeStar(commands, language)
}

export function asNeverHeard(printer: PrinterConfig): PrinterConfig {
  return printer.options === undefined
    ? printer
    : { ...printer, options: { ...printer.options, heard: null } }
}

export function rasterJob(
  { jobId, printer, pdf, opensDrawer }: PrintOrder,
  { above, below }: Letterhead,
): RasterJob {
  const { handling, dotsPerMm, dots, answers } = traitsOf(printer)
  return {
    pdf,
    above,
    below,
    dots,
    dotsPerMm,
    paperDots: Math.round(printer.widthMm * dotsPerMm),
    handling,
    opensDrawer: opensDrawer && printer.hasDrawer,
    // The end of a job's id differs from one paper to the next.
    confirmation:
      answers === 'none'
        ? null
        : answers === 'status'
          ? { kind: 'status' }
          : { kind: 'process-id', token: jobId.slice(-4).padStart(4, '0') },
    isTestPage: false,
  }
}
