import type { EpochMs, ExternalReference, PrintJobId, SaleId } from './brand.ts'
import { assert } from './result.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/**
 * Random bytes an id takes: 80 bits, so that two tills, or one restored from a backup, never meet.
 */
export const ULID_RANDOM_BYTES = 10

/** A ULID: 10 characters of time and 16 of randomness. Both come in as arguments. */
export function makeUlid(at: EpochMs, random: Uint8Array): string {
  assert(random.length === ULID_RANDOM_BYTES, 'a ULID takes ten random bytes')
  assert(at >= 0 && at < 2 ** 48, 'the time of a ULID fits 48 bits')
  return (
    encode(BigInt(at), 10) +
    encode(
      random.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n),
      16,
    )
  )
}

export function makeSaleId(at: EpochMs, random: Uint8Array): SaleId {
  return makeUlid(at, random) as SaleId
}

export function makePrintJobId(at: EpochMs, random: Uint8Array): PrintJobId {
  return makeUlid(at, random) as PrintJobId
}

/**
 * `P<register>-<ULID>`: at most 40 characters of [A-Z0-9-]. Never a counter: a restored backup
 * would repeat it.
 */
export function makeExternalReference(
  registerNumber: number,
  at: EpochMs,
  random: Uint8Array,
): ExternalReference {
  assert(
    Number.isInteger(registerNumber) && registerNumber >= 1 && registerNumber <= 9999,
    'register number 1-9999',
  )
  return `P${registerNumber}-${makeUlid(at, random)}` as ExternalReference
}

function encode(value: bigint, characters: number): string {
  let text = ''
  for (let index = 0; index < characters; index += 1) {
    text = (ALPHABET[Number(value & 31n)] ?? '') + text
    value >>= 5n
  }
  return text
}
