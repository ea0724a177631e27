/**
 * One USB printer, open: a thin wrapper around escpos-usb that adds limits, status and a clean end.
 */
import { readPortStatus } from '#shared/escpos/status.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import type {
  UsbDevice,
  UsbEndpoint,
  UsbError,
  UsbInterface,
  UsbLibraries,
  UsbTransfer,
} from './usb-library.ts'
import { CONTROL_TIMEOUT_MS } from './usb-protocol.ts'
import { UsbEar } from './usb-ear.ts'
import type { Heard } from './usb-ear.ts'
import { isOpenByAnotherProgram } from './usb-sysfs.ts'

const PRINTER_CLASS = 7
const GET_PORT_STATUS = { type: 0xa1, request: 1 }
const SOFT_RESET = { type: 0x21, request: 2 }

export interface ChunkResult {
  readonly bytesAccepted: number
  /** Null when all bytes were taken or the transfer was cancelled by us. */
  readonly error: UsbError | null
  readonly cancelled: boolean
}

export interface PendingChunk {
  readonly done: Promise<ChunkResult>
  cancel(): void
}

export interface UsbPrinter {
  /**
   * Offers one chunk. There is no limit of its own: whoever waits decides how long, and cancels.
   */
  write(bytes: Uint8Array): PendingChunk
  /** What the port says is wrong, null for nothing, undefined when it does not answer. */
  portTrouble(): Promise<PrinterTrouble | null | undefined>
  /** Reads what the printer says from now on; a printer without a way back says nothing. */
  listen(): void
  /** Waits until what was heard since `listen` is so, the line is broken, or the time is over. */
  heard(condition: (answers: Uint8Array) => boolean, limitMs: number): Promise<Heard>
  /**
   * The last trouble the printer told by itself, null when it is over; undefined when it told
   * nothing.
   */
  reportedTrouble(): PrinterTrouble | null | undefined
  /** Makes the printer forget what it was sent; false when it does not know the request. */
  softReset(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Opens a printer for one order. Throws what libusb throws; `troubleOfError` says what it means.
 */
export async function openUsbPrinter(
  libraries: UsbLibraries,
  device: UsbDevice,
): Promise<UsbPrinter> {
  if (isOpenByAnotherProgram(portPathOf(device))) throw busyError(libraries)
  const own = await claimPrinter(libraries, device)
  const endpoint = own.interface.endpoints.find(
    (candidate) =>
      candidate.direction === 'out' &&
      candidate.transferType === libraries.usb.LIBUSB_TRANSFER_TYPE_BULK,
  )
  if (endpoint === undefined) {
    await closeDevice(device, own)
    throw new Error('the printer interface has no bulk output')
  }
  const inward = own.interface.endpoints.find(
    (candidate) =>
      candidate.direction === 'in' &&
      candidate.transferType === libraries.usb.LIBUSB_TRANSFER_TYPE_BULK,
  )
  const ear = new UsbEar(inward ?? null)
  return {
    listen: () => ear.open(),
    heard: (condition, limitMs) => ear.until(condition, limitMs),
    reportedTrouble: () => ear.trouble(),
    write: (bytes) => writeChunk(libraries, endpoint, bytes),
    portTrouble: () => portTrouble(device, own.interface),
    softReset: () => softReset(device, own.interface),
    close: async () => {
      await ear.close()
      await closeDevice(device, own)
    },
  }
}

/** Bus and sockets, e.g. `1-2.3`: stays the same while the cable stays in its socket. */
export function portPathOf(device: UsbDevice): string {
  return `${device.busNumber}-${(device.portNumbers ?? []).join('.')}`
}

/** What a libusb error means for the cashier. */
export function troubleOfError({ usb }: UsbLibraries, error: unknown): PrinterTrouble {
  const errno = (error as UsbError).errno
  if (errno === usb.LIBUSB_ERROR_ACCESS || errno === usb.LIBUSB_ERROR_NOT_SUPPORTED)
    return 'PRINTER_NO_PERMISSION'
  if (errno === usb.LIBUSB_ERROR_BUSY) return 'PRINTER_BUSY'
  if (errno === usb.LIBUSB_ERROR_NO_DEVICE || errno === usb.LIBUSB_ERROR_NOT_FOUND)
    return 'PRINTER_NOT_FOUND'
  return 'PRINTER_NOT_TAKING_DATA'
}

interface Claimed {
  readonly interface: UsbInterface
  /** The listeners escpos-usb left on the module; its own `close` would remove everybody's. */
  removeListeners(): void
}

async function claimPrinter({ usb, EscposUsb }: UsbLibraries, device: UsbDevice): Promise<Claimed> {
  const before = new Set(usb.listeners('detach'))
  const adapter = new EscposUsb(device)
  usb.unrefHotplugEvents()
  const removeListeners = (): void => {
    for (const listener of usb.listeners('detach'))
      if (!before.has(listener)) usb.removeListener('detach', listener)
  }
  try {
    // escpos-usb claims every interface and may pick the wrong one, so it opens only the plain
    // printers.
    if ((device.configDescriptor?.interfaces.length ?? 0) === 1) {
      await new Promise<void>((resolve, reject) => {
        adapter.open((error) => (error === null ? resolve() : reject(error)))
      })
    } else {
      device.open()
      claimInterface(printerInterface(device))
    }
    return { interface: printerInterface(device), removeListeners }
  } catch (error) {
    removeListeners()
    closeQuietly(device)
    throw error
  }
}

function printerInterface(device: UsbDevice): UsbInterface {
  const found = device.interfaces?.find(
    (candidate) => candidate.descriptor.bInterfaceClass === PRINTER_CLASS,
  )
  if (found === undefined) throw new Error('the device has no printer interface')
  return found
}

function claimInterface(own: UsbInterface): void {
  if (process.platform === 'linux' && own.isKernelDriverActive()) own.detachKernelDriver()
  own.claim()
}

function writeChunk({ usb }: UsbLibraries, endpoint: UsbEndpoint, bytes: Uint8Array): PendingChunk {
  let transfer: UsbTransfer | null = null
  const done = new Promise<ChunkResult>((resolve) => {
    // libusb's own time limit never fires with newer versions on Linux, so it is 0 and the caller
    // cancels.
    transfer = endpoint.makeTransfer(0, (error, _bytes, actual) => {
      const cancelled = error?.errno === usb.LIBUSB_TRANSFER_CANCELLED
      resolve({ bytesAccepted: actual ?? 0, error: error && !cancelled ? error : null, cancelled })
    })
    try {
      transfer.submit(Buffer.from(bytes))
    } catch (error) {
      resolve({ bytesAccepted: 0, error: error as UsbError, cancelled: false })
    }
  })
  return {
    done,
    cancel: () => {
      try {
        transfer?.cancel()
      } catch {
        // It ended in the meantime; its callback says how.
      }
    },
  }
}

async function portTrouble(
  device: UsbDevice,
  own: UsbInterface,
): Promise<PrinterTrouble | null | undefined> {
  const answer = await control(
    device,
    GET_PORT_STATUS.type,
    GET_PORT_STATUS.request,
    own.interfaceNumber,
    1,
  )
  const byte = answer?.[0]
  if (byte === undefined) return undefined
  const { paperEmpty, selected, noError } = readPortStatus(byte)
  if (paperEmpty) return 'PAPER_OUT'
  return selected && !noError ? 'COVER_OPEN' : null
}

async function softReset(device: UsbDevice, own: UsbInterface): Promise<boolean> {
  return (
    (await control(
      device,
      SOFT_RESET.type,
      SOFT_RESET.request,
      own.interfaceNumber,
      Buffer.alloc(0),
    )) !== undefined
  )
}

/**
 * A request on the control pipe, which works while the printer takes no data. Undefined when it is
 * not answered.
 */
function control(
  device: UsbDevice,
  type: number,
  request: number,
  index: number,
  dataOrLength: Buffer | number,
): Promise<Buffer | undefined> {
  device.timeout = CONTROL_TIMEOUT_MS
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(undefined), CONTROL_TIMEOUT_MS * 2)
    const settle = (answer: Buffer | undefined): void => {
      clearTimeout(limit)
      resolve(answer)
    }
    try {
      device.controlTransfer(type, request, 0, index, dataOrLength, (error, data) =>
        settle(error ? undefined : (data ?? Buffer.alloc(0))),
      )
    } catch {
      settle(undefined)
    }
  })
}

async function closeDevice(device: UsbDevice, own: Claimed): Promise<void> {
  own.removeListeners()
  await new Promise<void>((resolve) => {
    try {
      own.interface.release(true, () => resolve())
    } catch {
      resolve()
    }
  })
  if (process.platform === 'linux') {
    try {
      own.interface.attachKernelDriver()
    } catch {
      // No kernel driver wants it, or the cable is out.
    }
  }
  closeQuietly(device)
}

function closeQuietly(device: UsbDevice): void {
  try {
    if (device.interfaces !== null && device.interfaces !== undefined) device.close()
  } catch {
    // A device that is gone cannot be closed.
  }
}

function busyError({ usb }: UsbLibraries): UsbError {
  return Object.assign(new Error('another program has the printer open'), {
    errno: usb.LIBUSB_ERROR_BUSY,
  })
}
