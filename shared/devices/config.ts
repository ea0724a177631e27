/** Where the shop's scale is plugged in, and how it speaks. */
import { z } from 'zod'
import { plainText } from '../text/typed-text.ts'

/**
 * `lines` sends a line of text several times a second by itself: CAS, A&D, Ohaus and their like.
 * `cas-asked` is the cash register protocol of CAS and Ohaus Aviator, with a check character.
 * `toledo-asked` answers the letter W, as Toledo 8213 and those that copy it.
 */
export const SCALE_PROTOCOLS = ['lines', 'cas-asked', 'toledo-asked'] as const
export type ScaleProtocol = (typeof SCALE_PROTOCOLS)[number]

/** Bits a second. */
export const SCALE_SPEEDS = [1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200] as const
/** Data bits, parity (none, even, odd), stop bits. */
export const SCALE_FRAMINGS = ['8N1', '7E1', '7O1', '8E1'] as const

export const SCALE_PATH_CHARS_MAX = 100

export const scaleConfigSchema = z.object({
  path: plainText().max(SCALE_PATH_CHARS_MAX),
  speed: z.literal([...SCALE_SPEEDS]),
  framing: z.enum(SCALE_FRAMINGS),
  protocol: z.enum(SCALE_PROTOCOLS),
})
export type ScaleConfig = Readonly<z.output<typeof scaleConfigSchema>>

export const DEFAULT_SCALE: Omit<ScaleConfig, 'path'> = {
  speed: 9_600,
  framing: '8N1',
  protocol: 'lines',
}

/**
 * A serial port by its name: `COM3`, `/dev/ttyUSB0`, `/dev/serial/by-id/...`; never a way out of
 * /dev.
 */
export function isSerialPath(path: string): boolean {
  if (/^(\\\\\.\\)?COM[1-9]\d{0,2}$/i.test(path)) return true
  return /^\/dev\/[\w.:+-]+(\/[\w.:+-]+){0,3}$/.test(path) && !path.includes('..')
}

/** Two names of one port: Windows tells no capitals apart, and knows each by two names. */
export function isSamePort(a: string, b: string): boolean {
  const name = (path: string) =>
    path.startsWith('/') ? path : path.replace(/^\\\\\.\\/, '').toUpperCase()
  return name(a) === name(b)
}
