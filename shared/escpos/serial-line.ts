import { z } from 'zod'

/** Speeds of printers on the market, bits a second. */
export const SERIAL_SPEEDS = [9_600, 19_200, 38_400, 57_600, 115_200] as const
/** Eight bits always: pictures are whole bytes, and a line of seven would tear them. */
export const SERIAL_FRAMINGS = ['8N1', '8E1', '8O1'] as const
/**
 * How a printer says that its memory is full: by wire (RTS/CTS, also what its makers call DTR/DSR),
 * by byte, or not.
 */
export const SERIAL_FLOWS = ['rtscts', 'xonxoff', 'none'] as const

export const serialLine = z.object({
  baudRate: z.literal(SERIAL_SPEEDS).default(19_200),
  framing: z.enum(SERIAL_FRAMINGS).default('8N1'),
  flow: z.enum(SERIAL_FLOWS).default('rtscts'),
})
/** The settings of a serial line; both ends must have the same. */
export type SerialLine = z.output<typeof serialLine>

/** Start bit, eight data bits, parity and stop bit. */
export function bytesPerMs({
  baudRate,
  framing,
}: Pick<SerialLine, 'baudRate' | 'framing'>): number {
  return baudRate / (framing === '8N1' ? 10 : 11) / 1_000
}
