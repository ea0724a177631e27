/** The price lists a cart knows of. */
export interface PriceListed {
  /** The one somebody chose for it. */
  readonly priceListId?: string | undefined
  /** That of its customer, where none was chosen; the core looks it up again. */
  readonly customerListId?: string | undefined
}

/** Which price list it goes by, or null for none. */
export function withList<Of extends PriceListed>(
  cart: Of,
  by: keyof PriceListed,
  listId: string | null,
): Of {
  if ((cart[by] ?? null) === listId) return cart
  return { ...cart, [by]: listId ?? undefined }
}
