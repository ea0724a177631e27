/** Which card terminal the till sends its amounts to, and where it is plugged in. */
import { z } from 'zod'
import type { SerialPortView, UsbIdentity } from '../devices/serial-port.ts'
import { isSerialPath, SCALE_PATH_CHARS_MAX } from '../devices/config.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { plainText, typedText } from '../text/typed-text.ts'

const ID_CHARS_MAX = 80
const id = plainText().min(1).max(ID_CHARS_MAX)

/**
 * By what the device says of itself, so that it is found in whatever socket it is; by the name of
 * its port alone where that says nothing. Nothing is opened that is not exactly this one.
 */
const place = z.union([
  z.object({ usb: z.object({ vendorId: id, productId: id, serialNumber: id.nullable() }) }),
  z.object({ path: plainText().min(1).max(SCALE_PATH_CHARS_MAX) }),
])
type CardPlace = Readonly<z.output<typeof place>>

/** The way to pay whose amounts go to it. */
const method = typedText().min(1).max(20)

/**
 * Its own close follows that of the shift, sent by the till where both agree; or a person makes it
 * on the terminal at each end of a shift, by the shop's word. Absent: nobody says when.
 */
export const CLOSES = ['with-shift', 'by-hand'] as const

export const cardTerminalSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('practice'), method }),
  z.object({ kind: z.literal('transbank'), method, place, closes: z.enum(CLOSES).exactOptional() }),
  z.object({
    kind: z.literal('point'),
    method,
    /** As the account of Mercado Pago lists it. */
    terminalId: id,
  }),
])
export type CardTerminalConfig = Readonly<z.output<typeof cardTerminalSchema>>

export function checkCardTerminal(
  config: CardTerminalConfig | null,
): Result<CardTerminalConfig | null, Refusal> {
  return config?.kind === 'transbank' && 'path' in config.place && !isSerialPath(config.place.path)
    ? refuse(refusal('CARD_PORT_NOT_VALID', 'cardTerminal'))
    : ok(config)
}

/** How a port is remembered once somebody has chosen it. */
export function placeOf({ usb, path }: SerialPortView): CardPlace {
  return usb === undefined ? { path } : { usb }
}

/** What names a terminal for good, beside what it is called. */
export function placeName(config: CardTerminalConfig): string {
  if (config.kind === 'practice') return 'practice'
  if (config.kind === 'point') return config.terminalId
  if ('path' in config.place) return config.place.path
  const { vendorId, productId, serialNumber } = config.place.usb
  return [vendorId, productId, serialNumber ?? ''].join(':')
}

const isSame = (a: UsbIdentity, b: UsbIdentity) =>
  a.vendorId === b.vendorId && a.productId === b.productId && a.serialNumber === b.serialNumber

/** The port it is at now: exactly one, or why there is none. */
export function portOf(
  chosen: CardPlace,
  ports: readonly SerialPortView[],
): Result<string, 'absent' | 'ambiguous'> {
  if ('path' in chosen) return ok(chosen.path)
  const [first, ...others] = ports.filter(({ usb }) => usb !== undefined && isSame(usb, chosen.usb))
  if (first === undefined) return refuse('absent')
  return others.length === 0 ? ok(first.path) : refuse('ambiguous')
}
