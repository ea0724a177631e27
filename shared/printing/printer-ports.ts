/**
 * Ports a printer can be on, by their names. What is no printer's name is refused: a paper written
 * to a disk, to memory or to a file that is open already (`/dev/fd/24`) destroys what is there.
 */

/** Parallel and USB printer ports, and the serial ports that are plugged in or built in. */
const UNIX_PORT =
  /^\/dev\/(usb\/lp|lp|usblp|ttyUSB|ttyACM|ttyS|ttyAMA|ttyXRUSB|rfcomm)\d{1,3}$|^\/dev\/(cu|tty)\.usb[\w.-]{1,60}$/
/** Names that follow the plug; they are links, and where they lead is judged by `UNIX_PORT`. */
const UNIX_NAME_OF_PORT = /^\/dev\/serial\/by-(id|path)\/[\w.:+-]{1,150}$/
const WINDOWS_PORT = /^(\\\\\.\\)?(COM|LPT)[1-9]\d{0,2}$/i

export function isPrinterPort(path: string): boolean {
  return UNIX_PORT.test(path) || WINDOWS_PORT.test(path)
}

/** What may be typed: a port, or a name that leads to one. */
export function isNameOfPrinterPort(path: string): boolean {
  return isPrinterPort(path) || UNIX_NAME_OF_PORT.test(path)
}
