import type { ExternalReference, PrintJobId, SaleId } from './brand.ts'
import type { Randomness, WallClock } from './ports.ts'
import {
  makeExternalReference,
  makePrintJobId,
  makeSaleId,
  makeUlid,
  ULID_RANDOM_BYTES,
} from './ulid.ts'

/** Names for what is new. Each call makes another one. */
export interface Ids {
  /** Of whatever has no kind of id of its own: people, shifts, approvals, products. */
  next(): string
  saleId(): SaleId
  printJobId(): PrintJobId
  externalReference(registerNumber: number): ExternalReference
}

/** From the hour of the wall clock and ten bytes of randomness each. */
export function createIds(clock: WallClock, randomness: Randomness): Ids {
  const random = () => randomness.bytes(ULID_RANDOM_BYTES)
  return {
    next: () => makeUlid(clock.now(), random()),
    saleId: () => makeSaleId(clock.now(), random()),
    printJobId: () => makePrintJobId(clock.now(), random()),
    externalReference: (registerNumber) =>
      makeExternalReference(registerNumber, clock.now(), random()),
  }
}
