/**
 * What the Linux kernel itself says about plugged printers, read from sysfs. Empty answers on other
 * systems.
 */
import { closeSync, constants, openSync, readdirSync, readFileSync } from 'node:fs'

const DEVICES = '/sys/bus/usb/devices'

/**
 * `bus:address` of every device with a printer interface; null where the kernel does not tell.
 * libusb learns of plugging through udev, which containers and small systems lack: its list then
 * stays as it was when the process started.
 */
export function kernelPrinters(): ReadonlySet<string> | null {
  if (process.platform !== 'linux') return null
  try {
    const found = new Set<string>()
    for (const name of readdirSync(DEVICES).filter((entry) => entry.includes(':'))) {
      if (text(`${DEVICES}/${name}/bInterfaceClass`) !== '07') continue
      const device = name.slice(0, name.indexOf(':'))
      const [bus, address] = [
        text(`${DEVICES}/${device}/busnum`),
        text(`${DEVICES}/${device}/devnum`),
      ]
      if (bus !== null && address !== null) found.add(`${bus}:${address}`)
    }
    return found
  } catch {
    return null
  }
}

/**
 * Whether a program has the kernel's printer file of this device open. Detaching the driver would
 * cut that program's print short without a word, so it counts as busy.
 */
export function isOpenByAnotherProgram(portPath: string): boolean {
  if (process.platform !== 'linux') return false
  return entries(`${DEVICES}/${portPath}`)
    .filter((name) => name.includes(':'))
    .flatMap((name) => entries(`${DEVICES}/${portPath}/${name}/usbmisc`))
    .some((name) => isBusy(`/dev/usb/${name}`))
}

function entries(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

function text(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    // Unplugged between listing and reading.
    return null
  }
}

/** The kernel's driver lets only one program in at a time. */
function isBusy(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_WRONLY | constants.O_NONBLOCK))
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EBUSY'
  }
}
