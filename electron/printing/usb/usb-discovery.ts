/** Finding USB printers again after they were unplugged, moved or joined by a twin. */
import type { UsbDevice, UsbLibraries } from './usb-library.ts'
import type { UsbFound, UsbTarget } from './usb-protocol.ts'
import { portPathOf, troubleOfError } from './usb-printer.ts'
import { kernelPrinters } from './usb-sysfs.ts'

/** Longest a text descriptor may take. */
const TEXT_TIMEOUT_MS = 1_000

interface Named {
  readonly device: UsbDevice
  readonly found: UsbFound
}

export interface UsbDirectory {
  list(): Promise<readonly UsbFound[]>
  find(target: UsbTarget): Promise<UsbDevice | null>
  /** Whether the library has missed a plugging. Only a new process sees it then. */
  isStale(): boolean
}

export function createUsbDirectory(libraries: UsbLibraries): UsbDirectory {
  /**
   * Texts already read, by bus and address, which change with every plugging. Asking again would
   * disturb a print.
   */
  const named = new Map<string, UsbFound>()
  /** What the library did not list then, it will never list. */
  const atStart = kernelPrinters()
  /**
   * Models of which two were seen at once: for these the port decides, even while one of them is
   * away.
   */
  const twins = new Set<string>()

  async function all(): Promise<Named[]> {
    const kernel = kernelPrinters()
    const devices = libraries.EscposUsb.findPrinter().filter(
      (device) => kernel?.has(addressOf(device)) ?? true,
    )
    const present = new Set(devices.map(addressOf))
    for (const address of named.keys()) if (!present.has(address)) named.delete(address)
    const printers: Named[] = []
    for (const device of devices) {
      const known = named.get(addressOf(device))
      const found = known ?? (await describe(libraries, device))
      if (found.trouble === null) named.set(addressOf(device), found)
      printers.push({ device, found })
    }
    for (const { found } of printers) {
      if (printers.filter((other) => isSameModel(other.found, found)).length > 1)
        twins.add(modelOf(found))
    }
    return printers
  }

  return {
    isStale: () => {
      const kernel = kernelPrinters()
      if (kernel === null) return false
      const listed = new Set(libraries.EscposUsb.findPrinter().map(addressOf))
      return [...kernel].some((address) => !listed.has(address) && atStart?.has(address) !== true)
    },
    list: async () => (await all()).map(({ found }) => found),
    find: async (target) => {
      const candidates = (await all()).filter(
        ({ found }) => isSameModel(found, target) && serialFits(found, target),
      )
      const there = candidates.find(({ found }) => found.portPath === target.portPath)
      if (there !== undefined) return there.device
      const only = candidates[0]
      if (candidates.length !== 1 || only === undefined) return null
      // A lone printer may have been moved to another socket, but a twin must not print the other's
      // receipts.
      const isCertain = target.serial !== null && only.found.serial === target.serial
      return isCertain || target.portPath === null || !twins.has(modelOf(target))
        ? only.device
        : null
    },
  }
}

async function describe(libraries: UsbLibraries, device: UsbDevice): Promise<UsbFound> {
  const { idVendor, idProduct, iManufacturer, iProduct, iSerialNumber } = device.deviceDescriptor
  const base = { vendorId: idVendor, productId: idProduct, portPath: portPathOf(device) }
  try {
    device.open()
  } catch (error) {
    return {
      ...base,
      serial: null,
      manufacturer: null,
      product: null,
      trouble: troubleOfError(libraries, error),
    }
  }
  try {
    const manufacturer = await textOf(device, iManufacturer)
    const product = await textOf(device, iProduct)
    const serial = await textOf(device, iSerialNumber)
    return { ...base, serial, manufacturer, product, trouble: null }
  } finally {
    try {
      device.close()
    } catch {
      // A text that never came is still pending; the next listing tries again.
    }
  }
}

function textOf(device: UsbDevice, index: number): Promise<string | null> {
  if (index === 0) return Promise.resolve(null)
  device.timeout = TEXT_TIMEOUT_MS
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(null), TEXT_TIMEOUT_MS * 2)
    device.getStringDescriptor(index, (error, text) => {
      clearTimeout(limit)
      const plain = error ? '' : (text ?? '').replaceAll('\0', '').trim()
      resolve(plain === '' ? null : plain)
    })
  })
}

/** Changes with every plugging. */
export function addressOf(device: UsbDevice): string {
  return `${device.busNumber}:${device.deviceAddress}`
}

function modelOf(target: UsbTarget): string {
  return `${target.vendorId}:${target.productId}`
}

function isSameModel(a: UsbTarget, b: UsbTarget): boolean {
  return a.vendorId === b.vendorId && a.productId === b.productId
}

/**
 * A printer whose text cannot be read (no permission) may still be the one; opening it will say
 * why.
 */
function serialFits(found: UsbFound, target: UsbTarget): boolean {
  return target.serial === null || found.serial === target.serial || found.trouble !== null
}
