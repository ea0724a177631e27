import type { LabelledText } from '#shared/paper/paper-model.ts'

/** Everything that stands on a document that is no receipt: texts are formatted already. */
export interface DocumentPaper {
  readonly widthMm: 58 | 80
  readonly issuer: {
    readonly legalName: string
    readonly taxNumberLabel: string
    readonly taxNumber: string
    readonly activity: string
    readonly address: string
    /** Of the branch that sells, where that is another one. */
    readonly branchAddress: string | null
    readonly logo: Uint8Array | null
  }
  /** `FACTURA ELECTRÓNICA` */
  readonly documentName: string
  /** Argentina: the letter beside the name. */
  readonly letter: string | null
  /** `N° 123`, or what says that the number is still to come. */
  readonly number: string
  readonly taxOffice: string | null
  readonly date: string
  readonly recipient: readonly LabelledText[]
  readonly headerInfo: readonly LabelledText[]
  readonly references: readonly string[]
  /** Exports: what customs asks for, by name; empty elsewhere. */
  readonly customs: readonly LabelledText[]
  readonly lines: readonly DocumentPaperLine[]
  readonly totals: readonly LabelledText[]
  readonly footerInfo: readonly LabelledText[]
  /**
   * Argentina: what stands beside the letter: retention, payment to the informed account with its
   * code.
   */
  readonly legends: readonly string[]
  readonly tedXml: string | null
  /** Argentina: the text of the authority's QR code. */
  readonly qrText: string | null
  readonly resolution: { readonly number: number; readonly year: number } | null
  readonly verifyAt: string
  readonly isTest: boolean
}

export interface DocumentPaperLine {
  readonly description: string
  /** `2 UN x 1.000` */
  readonly detail: string
  /** Before its discount, where that has a row of its own. */
  readonly amount: string
  readonly discount?: LabelledText
  readonly isExempt: boolean
}
