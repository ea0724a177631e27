/**
 * Gives a primitive its own type, so that pesos, folios and ids cannot be mixed up. Costs nothing
 * at run time.
 */
export type Brand<Base, Name extends string> = Base & { readonly __brand: Name }

/** Identity of a sale inside this till: 26 characters, time-ordered (ULID alphabet). */
export type SaleId = Brand<string, 'SaleId'>
/**
 * One screen of this till, from the moment it opens until it is closed; a reload keeps it. Letters,
 * digits and dashes, at most 40.
 */
export type ScreenId = Brand<string, 'ScreenId'>
/**
 * The client's own reference of a document (spec part 2): `P<register>-<ULID>`, at most 40
 * characters of [A-Z0-9-].
 */
export type ExternalReference = Brand<string, 'ExternalReference'>
/** Id of a product row in the till's catalogue. */
export type ProductId = Brand<string, 'ProductId'>
/** Id of a printing order; one piece of paper, one id. */
export type PrintJobId = Brand<string, 'PrintJobId'>
/** A folio number of a tax document, 1 to 9,999,999,999. */
export type Folio = Brand<number, 'Folio'>
/** Milliseconds since 1970-01-01T00:00Z, from the clock port. */
export type EpochMs = Brand<number, 'EpochMs'>
/** A calendar day in America/Santiago, `YYYY-MM-DD`. */
export type IsoDate = Brand<string, 'IsoDate'>
