import { encodeCommands, RASTER_ROW_BYTES_MAX } from '#shared/escpos/command.ts'
import { BAND_ROWS } from '#shared/raster/bands.ts'

/** Bytes of the widest row in use: 832 dots. */
const ROW_BYTES = Math.min(RASTER_ROW_BYTES_MAX, 104)

/**
 * Puts a printer back to a known state when an earlier order may have ended inside an image:
 * otherwise the next receipt would be swallowed as the rest of that image. An idle printer ignores
 * the zeros.
 */
export function recoveryBytes(): Uint8Array {
  return encodeCommands([{ kind: 'padding', count: ROW_BYTES * BAND_ROWS }, { kind: 'initialize' }])
}
