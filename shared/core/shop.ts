/** The shop that signs, as papers and screens name it. */
export interface ShopView {
  readonly rut: string
  readonly legalName: string
  readonly tradeName: string
  readonly address: string
  readonly commune: string
  /** Giro; a shop of before it was asked for has none. */
  readonly activity?: string | undefined
}
