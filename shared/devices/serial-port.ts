/** A serial port of this machine, for whoever chooses one. */
export interface SerialPortView {
  readonly path: string
  /** Of the adapter it sits in; null where it does not say. */
  readonly maker: string | null
}
