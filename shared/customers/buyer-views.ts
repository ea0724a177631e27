/** Who buys, as a screen sees it. */
/** A customer of this shop, as last named. */
export interface CustomerView {
  readonly rut: string
  readonly legalName: string
  readonly phone: string
  readonly email: string
  /** The price list it buys by; absent or null: the shelf's prices. */
  readonly priceListId?: string | null
  /** Each receipt goes to its e-mail by itself. */
  readonly isMailed?: boolean
  /** As the last invoice said it; empty without one. */
  readonly activity?: string
  readonly address?: string
  readonly commune?: string
}

export type TaxpayerAnswer =
  | {
      readonly kind: 'found'
      readonly legalName: string
      /** For an invoice; absent where the authority tells none. */
      readonly activity?: string
      readonly address?: string
      readonly commune?: string
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' }
