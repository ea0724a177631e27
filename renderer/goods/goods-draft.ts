/** A product as it is being typed. */
export interface GoodsDraft {
  readonly code: string
  readonly name: string
  readonly price: string
  readonly asksPrice: boolean
  readonly isExempt: boolean
  readonly unit: string
  /** Empty until somebody chooses, which the core then asks for. */
  readonly categoryId: string
  readonly isFavourite: boolean
  /** As typed: separated by anything no code has. */
  readonly moreCodes: string
  /** Digits; empty while it is not known. */
  readonly cost: string
  /** On the grid; empty without one. */
  readonly place: string
}

export interface PartProps {
  readonly draft: GoodsDraft
  readonly change: (part: Partial<GoodsDraft>) => void
}
