import type { ExternalReference, PrintJobId, SaleId } from '../core/brand.ts'
import type { Randomness, WallClock } from '../core/ports.ts'
import {
  makeExternalReference,
  makePrintJobId,
  makeSaleId,
  makeUlid,
  ULID_RANDOM_BYTES,
} from '../core/ulid.ts'
import { makeValeCode, VALE_CODE_BYTES } from './vale-code.ts'

/** Names for what is new. Each call makes another one. */
export interface Ids {
  /** Of whatever has no kind of id of its own: people, shifts, approvals, products. */
  next(): string
  saleId(): SaleId
  printJobId(): PrintJobId
  externalReference(registerNumber: number): ExternalReference
  /** What a vale is spent by: no name, and nobody guesses it. */
  valeCode(): string
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
    valeCode: () => makeValeCode(randomness.bytes(VALE_CODE_BYTES)),
  }
}
