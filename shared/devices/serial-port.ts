/** A serial port of this machine, for whoever chooses one. */
export interface SerialPortView {
  readonly path: string
  /** Of the adapter it sits in; null where it does not say. */
  readonly maker: string | null
  /** Of one on USB. */
  readonly usb?: UsbIdentity
}

/** What a device on USB says of itself, the same in whatever socket it is. */
export interface UsbIdentity {
  readonly vendorId: string
  readonly productId: string
  /** Null where it has none: two of its kind are then not told apart. */
  readonly serialNumber: string | null
}

/** Why a port cannot be used now. */
export type WireTrouble = 'absent' | 'busy' | 'no-permission'
