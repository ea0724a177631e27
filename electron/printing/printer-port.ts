/**
 * Opening the port of a printer, and nothing else: by a printer's name, through no link, and only
 * where a character device answers. A data file put in a port's place is never written to.
 */
import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { isPrinterPort } from '#shared/printing/printer-ports.ts'
import type { PrinterTrouble } from '../till/kernel/ports.ts'

export interface PortRules {
  /** Judges where a name leads in the end. */
  readonly isPort: (path: string) => boolean
  /** A port is a character device; anything else only in tests, which have no such device. */
  readonly wantsDevice: boolean
}
export const PORTS: PortRules = { isPort: isPrinterPort, wantsDevice: true }

/** Where a name leads; null where that is no printer's port. Windows's ports are no files. */
export async function portAt(path: string, { isPort }: PortRules = PORTS): Promise<string | null> {
  const place = path.startsWith('/') ? await realpath(path) : path
  return isPort(place) ? place : null
}

/** Without blocking: a printer without paper ties up no thread. Windows has no such mode. */
export async function openPort(
  path: string,
  rules: PortRules = PORTS,
): Promise<FileHandle | PrinterTrouble> {
  try {
    const place = await portAt(path, rules)
    if (place === null) return 'PRINTER_NOT_FOUND'
    const careful =
      process.platform === 'win32'
        ? 0
        : constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW
    const handle = await open(place, constants.O_WRONLY | careful)
    if (!rules.wantsDevice || process.platform === 'win32' || (await isDevice(handle)))
      return handle
    await handle.close()
    return 'PRINTER_NOT_FOUND'
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EACCES' || code === 'EPERM') return 'PRINTER_NO_PERMISSION'
    return code === 'EBUSY' ? 'PRINTER_BUSY' : 'PRINTER_NOT_FOUND'
  }
}

/** Asked of what is open: what stood under the name before may be another thing by now. */
async function isDevice(handle: FileHandle): Promise<boolean> {
  return (await handle.stat()).isCharacterDevice()
}
