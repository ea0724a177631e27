/** A printer, as a screen sees it. */
import type { PrinterConfig, PrinterOptions } from './printers.ts'

/** A printer as the settings show it. */
export interface PrinterView extends PrinterState {
  readonly options: PrinterOptions
  readonly hasLogo: boolean
  /** Told to the till by its address, so it can be taken away again. */
  readonly isAdded: boolean
}

export interface PrinterState {
  readonly config: PrinterConfig
  readonly present: boolean
  /** A PrinterTrouble code, or null. */
  readonly trouble: string | null
  /**
   * The system's queue prints again what broke off in the middle: a second receipt without the word
   * COPIA could come out.
   */
  readonly repeatsByItself?: boolean
}
