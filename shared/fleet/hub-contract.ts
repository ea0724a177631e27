/**
 * The hub of a place: one till that the others of that place ask where the service is silent.
 *
 * Each choice of a hub is a term with a number of its own, rising in the shop with the clock, so
 * that a service that was put back gives none again. What the hub keeps
 * it keeps for its term. A till that hears of another term has left the one before in the same
 * moment, for good, and says so with what it was granted there. A term is over once every till that
 * was told of it has left it: nobody can be granted anything there any more, and what was granted
 * is known. Only then is what a till had given to that hub in its own hand again. Where all have
 * but a hub that was retired, or lost its data, what that one took up itself nobody can say: a
 * person does.
 *
 * A term ends with another choice, or by itself where the hub is off while its tills are heard
 * (hub-silence.ts): the choice stands, and the hub's next word begins a new term.
 *
 * Both ends of a connection prove that they have the key of that till for that term (TLS with a key
 * known beforehand): the service makes it, and tells it to that till and to the hub alone. An
 * address is only a hint.
 */
import { z } from 'zod'
import { TILLS_MAX } from './contract.ts'
import { PARKED_OPEN_MAX } from './parked-contract.ts'

/** Where a hub listens, if the port is free. */
export const HUB_PORT = 47_811
/** Addresses a hub may have at once: cable, wireless, and what else its computer has. */
export const HUB_ADDRESSES_MAX = 8
export const ADDRESS_CHARS_MAX = 60
/** Parked sales one till was granted in one term; more is said to be not all of it. */
export const GRANTED_MAX = 5_000
/** Parked sales a hub says it gave out, with the till; of more it cannot say all. */
export const KEPT_MAX = 8_000
/** Terms a till has to do with at once. */
export const TERMS_MAX = 20

const id = z.string().min(1).max(40)
const term = z.int().min(1)
/** Hex. */
const key = z.string().regex(/^[0-9a-f]{64}$/)
const address = z.string().min(1).max(ADDRESS_CHARS_MAX)
const addresses = z.array(address).max(HUB_ADDRESSES_MAX)

/** `POST /api/fleet/hub`, with a till's key. */
export const hubBody = z.strictObject({
  /** The term it goes by; of any other the answer never came, or it has left it. */
  at: z.nullable(term),
  /** That it was told of last, ever: the service may have been put back to before it; 0: none. */
  last: z.int().min(0).default(0),
  /** Rises with each visit: one that comes late leaves no term this till was told of since. */
  visit: z.int().min(1),
  /** Its data were put back: what it was granted since it does not know, nor what it kept. */
  is_restored: z.boolean(),
  /** Of the hub itself: where it listens, as its computer has it. */
  addresses,
  /** Terms this till has left, with what it was granted there. */
  left: z
    .array(
      z.strictObject({
        term,
        granted: z.array(id).max(GRANTED_MAX),
        /** Nothing was cut off. */
        is_whole: z.boolean(),
        /** Of the hub itself: all that it granted, and to which till; null where it is too much. */
        kept: z.nullable(z.record(id, id)),
      }),
    )
    .max(TERMS_MAX),
  /** Of terms before: what it gave to their hubs. */
  waits: z.array(z.strictObject({ term, parked: z.array(id).max(PARKED_OPEN_MAX) })).max(TERMS_MAX),
  /**
   * Terms it has left, and has not told all that it gave or asked for there of vales and credit
   * notes; of the hub itself: has not given back all it had.
   */
  owes: z.array(term).max(TERMS_MAX).default([]),
  /**
   * In which it has heard the shop (`changesQuery`), having given back all it was lent before;
   * empty where it has not.
   */
  epoch: z.string().max(40).default(''),
})
export type HubAsked = z.output<typeof hubBody>

export const hubTill = z.object({ till_id: id, number: z.int().min(1), name: z.string(), key })
export type HubTill = z.output<typeof hubTill>

export const hubAnswer = z.object({
  hub: z.nullable(
    z.object({
      term,
      till_id: id,
      number: z.int().min(1),
      name: z.string().max(80),
      key,
      addresses,
      /** For the hub alone: whom it answers. */
      tills: z.array(hubTill).max(TILLS_MAX).default([]),
    }),
  ),
  /** Of those that were waited for. `granted`: of what was asked. */
  over: z.array(z.object({ term, granted: z.array(id).max(PARKED_OPEN_MAX) })).max(TERMS_MAX),
  /** Of those too: what its hub took up itself nobody can say. `granted`: to the others. */
  lost: z
    .array(z.object({ term, granted: z.array(id).max(PARKED_OPEN_MAX) }))
    .max(TERMS_MAX)
    .default([]),
  /** Chosen for its place, and silent for so long that its term has ended; null: it is not. */
  missed: z
    .nullable(z.object({ number: z.int().min(1), name: z.string().max(80), since_ms: z.int() }))
    .default(null),
  /** Whether it ever heard of a hub, as far as the service knows. */
  was_told: z.boolean(),
})
export type HubAnswer = z.output<typeof hubAnswer>
export type HubOfPlace = NonNullable<HubAnswer['hub']>

/** `192.168.1.20`, or with a port; null where it is none. */
export function readHubAddress(typed: string): string | null {
  const found = /^(\d{1,3}(?:\.\d{1,3}){3})(?::(\d{1,5}))?$/.exec(typed.trim())
  return found === null ? null : `${found[1]}:${found[2] ?? HUB_PORT}`
}

/** As a till says who it is when it connects. */
export const hubIdentity = (of: number, tillId: string) => `${of}.${tillId}`
