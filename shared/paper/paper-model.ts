import type { Clp } from '../money/clp.ts'

/**
 * Width of the paper roll. The printable part is 48 mm (384 dots) and 72 mm (576 dots) at 8 dots
 * per mm.
 */
export type PaperWidthMm = 58 | 80

/** Printable dots of a head of 8 dots per mm for each roll. */
export const PRINTABLE_DOTS: Readonly<Record<PaperWidthMm, number>> = { 58: 384, 80: 576 }

export interface LabelledText {
  readonly label: string
  readonly value: string
}

/** A line as the customer reads it: gross pesos, discount already written out. */
export interface PaperLine {
  readonly description: string
  /** Already formatted, es-CL: `2`, `0,35`. */
  readonly quantity: string
  readonly unit: string | null
  readonly unitGrossClp: Clp
  /** 0 when there is none. */
  readonly discountClp: Clp
  /** The discount in percent as it was given, `15 %`, where that is known. */
  readonly discountGiven?: string
  /** After the discount. */
  readonly grossClp: Clp
  readonly isExempt: boolean
}

/**
 * Everything that stands on a printed receipt of type 39 or 41 (domain: mandatory content, Res.
 * 80/2014 and FAQ), and on a credit note over one.
 */
export interface ReceiptPaper {
  readonly widthMm: PaperWidthMm
  readonly issuer: {
    /** `76192083-9`; formatted by the layout. */
    readonly rut: string
    readonly legalName: string
    readonly activity: string
    /** Head office: street and commune. */
    readonly address: string
    /** The selling branch, when it is not the head office. */
    readonly branchAddress: string | null
    /** Tax office of the head office, e.g. `SANTIAGO CENTRO`. */
    readonly taxOffice: string
    /** PNG or JPEG bytes. */
    readonly logo: Uint8Array | null
  }
  /**
   * `BOLETA ELECTRÓNICA`, `BOLETA NO AFECTA O EXENTA ELECTRÓNICA` or `NOTA DE CRÉDITO ELECTRÓNICA`.
   */
  readonly documentName: string
  readonly folio: number
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Internal data under the date: register, cashier, time. */
  readonly headerInfo: readonly LabelledText[]
  /**
   * Null for the anonymous buyer 66666666-6 of a receipt who left no contact; a credit note names
   * him too.
   */
  readonly recipient: {
    /** Whom it is for; null where only the contact is printed. */
    readonly named: { readonly rut: string; readonly legalName: string } | null
    readonly address: string | null
    readonly contact: string | null
  } | null
  /** What a credit note is about; null on a receipt. */
  readonly credits: {
    /** `Boleta electrónica N° 123 del 21-11-2026` */
    readonly document: string
    /** What the note does to it, and why, each on a line of its own. */
    readonly reasons: readonly string[]
  } | null
  readonly lines: readonly PaperLine[]
  readonly totals: {
    readonly exentoClp: Clp
    readonly netoClp: Clp
    readonly ivaClp: Clp
    readonly ivaRatePercent: number
    /** Sum of the line discounts, gross. */
    readonly discountClp: Clp
    readonly totalClp: Clp
  }
  /** Payment block and remarks, in order: rounding, cash, tendered, change. Not tax data. */
  readonly footerInfo: readonly LabelledText[]
  /**
   * The signed TED, ISO-8859-1 text of the electronic stamp. Null only for a document without a
   * folio range key.
   */
  readonly tedXml: string | null
  readonly resolution: { readonly number: number; readonly year: number }
  /** Where the customer can check the document, e.g. `www.sii.cl`. */
  readonly verifyAt: string
  /** Prints SIN VALIDEZ TRIBUTARIA: the document comes from a test environment. */
  readonly isTest: boolean
}

/**
 * The slip: handed over while the service cannot be reached, or beside a card voucher that is the
 * receipt. Clearly not the tax document.
 */
export interface SlipPaper {
  readonly widthMm: PaperWidthMm
  readonly shopName: string
  readonly shopRut: string
  readonly shopAddress: string
  /** Giro; absent where the shop has said none. */
  readonly shopActivity?: string
  /** `DD-MM-YYYY HH:MM`. */
  readonly soldAt: string
  readonly register: string
  readonly cashier: string
  readonly externalReference: string
  /** The code as people read it, where that is not what stands in the square. */
  readonly codeText?: string
  /** Under their own discounts only. */
  readonly lines: readonly PaperLine[]
  /** A discount on the whole sale, between the lines and the total. */
  readonly saleDiscount?: { readonly given: string; readonly discountClp: Clp }
  readonly totalClp: Clp
  readonly payments: readonly LabelledText[]
  /** A receipt or a credit note follows, or the card voucher is the receipt and none does. */
  readonly standsFor:
    | 'receipt-to-come'
    | 'invoice-to-come'
    | 'credit-note-to-come'
    | 'debit-note-to-come'
    | 'voucher'
    /** A gift receipt: goods and the code of their return, and no price anywhere. */
    | 'gift'
    /** A vale: a sum for whoever brings it, spent by the code. */
    | 'vale'
  /** Where the customer will find the document, as its QR code says it; absent for nowhere. */
  readonly page?: string
  /** More about a return: what it takes back and why. */
  readonly about?: readonly LabelledText[]
  /** From a till to practise with: nothing on it has happened. */
  readonly isPractice?: boolean
}
