/** The parts of `usb` 1.9.2 and `escpos-usb` 3.0.0-alpha.4 this room uses; neither brings types. */
import { createRequire } from 'node:module'

export interface UsbError extends Error {
  readonly errno?: number
}

export interface UsbTransfer {
  submit(bytes: Buffer): this
  cancel(): boolean
}

export interface UsbEndpoint {
  readonly direction: 'in' | 'out'
  readonly transferType: number
  readonly address: number
  makeTransfer(
    timeoutMs: number,
    callback: (error: UsbError | undefined, bytes: Buffer, actual: number) => void,
  ): UsbTransfer
}

export interface UsbInterface {
  readonly interfaceNumber: number
  readonly descriptor: { readonly bInterfaceClass: number; readonly bInterfaceProtocol: number }
  readonly endpoints: readonly UsbEndpoint[]
  claim(): void
  release(closeEndpoints: boolean, callback: (error?: UsbError) => void): void
  isKernelDriverActive(): boolean
  detachKernelDriver(): void
  attachKernelDriver(): void
}

export interface UsbDevice {
  readonly busNumber: number
  readonly deviceAddress: number
  readonly portNumbers?: readonly number[]
  readonly deviceDescriptor: {
    readonly idVendor: number
    readonly idProduct: number
    readonly iManufacturer: number
    readonly iProduct: number
    readonly iSerialNumber: number
  }
  readonly configDescriptor: {
    readonly interfaces: readonly (readonly { readonly bInterfaceClass: number }[])[]
  } | null
  readonly interfaces: readonly UsbInterface[] | null
  timeout: number
  open(): void
  close(): void
  controlTransfer(
    requestType: number,
    request: number,
    value: number,
    index: number,
    dataOrLength: Buffer | number,
    callback: (error: UsbError | undefined, data?: Buffer) => void,
  ): void
  getStringDescriptor(
    index: number,
    callback: (error: UsbError | undefined, text?: string) => void,
  ): void
}

interface UsbModule {
  on(event: 'attach' | 'detach', listener: (device: UsbDevice) => void): void
  listeners(event: 'detach'): ((device: UsbDevice) => void)[]
  removeListener(event: 'detach', listener: (device: UsbDevice) => void): void
  unrefHotplugEvents(): void
  readonly LIBUSB_ERROR_ACCESS: number
  readonly LIBUSB_ERROR_BUSY: number
  readonly LIBUSB_ERROR_NO_DEVICE: number
  readonly LIBUSB_ERROR_NOT_FOUND: number
  readonly LIBUSB_ERROR_NOT_SUPPORTED: number
  readonly LIBUSB_TRANSFER_CANCELLED: number
  readonly LIBUSB_TRANSFER_TYPE_BULK: number
}

interface EscposUsbAdapter {
  readonly endpoint?: UsbEndpoint
  open(callback: (error: Error | null) => void): void
}

interface EscposUsbClass {
  new (device: UsbDevice): EscposUsbAdapter
  findPrinter(): UsbDevice[]
}

export interface UsbLibraries {
  readonly usb: UsbModule
  readonly EscposUsb: EscposUsbClass
}

/** Loads the native library. Only the USB process calls this. */
export function loadUsbLibraries(): UsbLibraries {
  const require = createRequire(import.meta.url)
  const usb = require('usb') as UsbModule
  const EscposUsb = require('escpos-usb') as EscposUsbClass
  return { usb, EscposUsb }
}
