/**
 * A serial port by the library, with what it can throw made into values. Nothing here knows what
 * the device at its end says.
 */
import type { AutoDetectTypes } from '@serialport/bindings-cpp'
import type { OpenOptions, SerialPortStream } from '@serialport/stream'
import type { SerialPortView, WireTrouble } from '#shared/devices/serial-port.ts'
import { watchPlug } from './watch-plug.ts'
import type { OpenWire, WireFraming, WirePort } from '../till/kernel/ports.ts'

/** The ports of this machine, for whatever speaks over one. */
export const serialWires: WirePort = { list: listSerialPorts, open: openSerialWire }

export function openSerialWire(
  { path, speed, framing }: Parameters<OpenWire>[0],
  { onOpen, onBytes, onGone }: Parameters<OpenWire>[1],
): ReturnType<OpenWire> {
  let isOver = false
  let unwatch = () => {}
  let port: SerialPort | null = null
  const gone = (error: unknown) => {
    if (isOver) return
    isOver = true
    unwatch()
    // After a failed read it is still open, and would be in its own way when it is opened again.
    if (port?.isOpen === true) port.close(() => undefined)
    onGone(troubleOf(error))
  }
  const opening = openPort({ path, baudRate: speed, ...BITS[framing] })
    .then((opened) => {
      port = opened
      // Without a listener an error would end the program.
      opened.on('error', gone)
      opened.on('close', gone)
      if (isOver) return
      opened.on('data', (bytes: Buffer) => {
        if (!isOver) onBytes(bytes)
      })
      unwatch = watchPlug(path, () => opened.close())
      onOpen?.()
    })
    .catch(gone)
  return {
    send(bytes) {
      if (!isOver && port?.isOpen === true) port.write(bytes)
    },
    async close() {
      isOver = true
      unwatch()
      await opening
      const opened = port
      if (opened?.isOpen === true)
        await new Promise<void>((resolve) => opened.close(() => resolve()))
    },
  }
}

type SerialPort = SerialPortStream<AutoDetectTypes>
type Opening = Pick<
  OpenOptions<AutoDetectTypes>,
  'path' | 'baudRate' | 'dataBits' | 'parity' | 'stopBits'
>

/**
 * Loaded where a wire is used: a till without one needs nothing of it, not even that its native
 * part runs here.
 */
async function openPort(options: Opening): Promise<SerialPort> {
  const { SerialPortStream: Port } = await import('@serialport/stream')
  const { autoDetect } = await import('@serialport/bindings-cpp')
  return new Promise((resolve, reject) => {
    const binding: unknown = autoDetect()
    const port: SerialPort = new Port({ ...options, binding, autoOpen: false })
    port.open((error) => (error === null ? resolve(port) : reject(error)))
  })
}

const PORTS_MAX = 50

/** What is asked of the library: its own types cannot be read under its own exports. */
interface PortLister {
  list(): Promise<readonly FoundPort[]>
}

/** What is read of what it finds. */
interface FoundPort {
  readonly path: string
  readonly manufacturer?: string | undefined
  readonly vendorId?: string | undefined
  readonly productId?: string | undefined
  readonly serialNumber?: string | undefined
}

/** Ports of this machine; an empty list where it cannot be asked. */
export async function listSerialPorts(): Promise<readonly SerialPortView[]> {
  const found: readonly FoundPort[] = await import('@serialport/bindings-cpp')
    .then(({ autoDetect }) => (autoDetect() as PortLister).list())
    .catch(() => [])
  return found
    .slice(0, PORTS_MAX)
    .map((port) => ({ path: port.path, maker: port.manufacturer ?? null, ...usbOf(port) }))
}

/** Of a port on USB, by what the device says of itself and keeps wherever it is plugged in. */
function usbOf({ vendorId, productId, serialNumber }: FoundPort): Pick<SerialPortView, 'usb'> {
  if (vendorId === undefined || productId === undefined) return {}
  const [vendor, product] = [vendorId.toLowerCase(), productId.toLowerCase()]
  return { usb: { vendorId: vendor, productId: product, serialNumber: serialNumber ?? null } }
}

const BITS = {
  '8N1': { dataBits: 8, parity: 'none', stopBits: 1 },
  '7E1': { dataBits: 7, parity: 'even', stopBits: 1 },
  '7O1': { dataBits: 7, parity: 'odd', stopBits: 1 },
  '8E1': { dataBits: 8, parity: 'even', stopBits: 1 },
} as const satisfies Readonly<Record<WireFraming, Omit<Opening, 'path' | 'baudRate'>>>

/** The library says by its sentences what went wrong. */
function troubleOf(error: unknown): WireTrouble {
  const text = error instanceof Error ? error.message : ''
  if (/permission|access denied|EACCES/i.test(text)) return 'no-permission'
  if (/lock|busy|EBUSY/i.test(text)) return 'busy'
  return 'absent'
}
