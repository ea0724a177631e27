/**
 * Sales put aside at one till and taken up at another, under `/api/fleet`.
 *
 * The rule: a parked sale is in one hand. Until a till begins to say it, it is in that till's, and
 * is taken up there without asking. From the moment it is said it is in the service's, also for the
 * till that parked it, whether or not the answer came: nobody takes it without the service's word.
 * The word is given once, to one till, by a key that till made and wrote down before it asked; the
 * same key is answered the same again, also by a question that arrives late: what a key was not
 * granted it never is. A till that was granted one and cannot have it, or where nobody takes it up,
 * gives its key up, and the sale waits again. A till that was retired is told what was decided, and
 * has what is nowhere; nothing else is given to it. So no two tills ever have one sale, and none is
 * in no hand.
 */
import { z } from 'zod'
import { PARKED_MAX, PARKED_NAME_CHARS_MAX } from '../selling/cart/parked.ts'

/** Under these the service answers a till, and its hub. */
export const PARKED_PATH = '/api/fleet/parked'
export const CLAIMS_PATH = '/api/fleet/parked-claims'

/** Characters of a till's name, and room for whatever else a service calls it. */
const TILL_NAME_MAX = 80

/** Sales of one request. */
const PARKED_SAID_MAX = PARKED_MAX
/** Of one till that wait at once in its shop; more stay at their till. */
export const PARKED_OPEN_MAX = 2 * PARKED_MAX
/** Characters of one sale; a longer one stays at its till. */
export const PARKED_SALE_CHARS_MAX = 200_000
/** Rows of one answer. */
export const PARKED_HEARD_MAX = 500
/**
 * Days the service keeps what was in a sale after it was taken: the answer may be lost on a till
 * that is off for its holidays.
 */
export const TAKEN_KEPT_DAYS = 60
const PRODUCTS_MAX = 3
const id = z.string().min(1).max(40)
const pesos = z.int().min(0).max(999_999_999_999)

/** What a list shows of one. */
const facts = {
  parked_id: id,
  /** At its till, from 1. */
  number: z.int().min(1).max(1_000),
  name: z.string().max(PARKED_NAME_CHARS_MAX),
  line_count: z.int().min(1).max(10_000),
  total_clp: pesos,
  products: z.array(z.string().max(200)).max(PRODUCTS_MAX),
  parked_by: z.string().max(100),
}
const content = {
  /** JSON of the open sale without whom it is for; ids of products are the shop's. */
  sale: z.string().max(PARKED_SALE_CHARS_MAX),
  /** JSON of whom it is for; empty for nobody, and once that person was erased. */
  customer: z.string().max(4_000),
}

export const saidParked = z.strictObject({
  ...facts,
  ...content,
  /** RUT of whom it is for, by which an erased person is found; empty for nobody. */
  buyer: z.string().max(40),
  age_ms: z.int().min(0),
})
export type SaidParked = z.output<typeof saidParked>

/** `POST /api/fleet/parked`, with a till's key: into the list of its place. */
export const parkedBody = z.strictObject({
  parked: z.array(saidParked).min(1).max(PARKED_SAID_MAX),
})
/** `kept`: it waits, or did; `over`: another till took it; `refused`: it stays at its till. */
const PARKED_OUTCOMES = ['kept', 'over', 'refused'] as const
export const parkedAnswer = z.object({
  parked: z
    .array(z.object({ parked_id: id, outcome: z.enum(PARKED_OUTCOMES) }))
    .max(PARKED_SAID_MAX),
})
export type AnsweredParked = z.output<typeof parkedAnswer>['parked']

/** `POST /api/fleet/parked-claims`, with a till's key: one of its place. */
export const claimBody = z.strictObject({
  parked_id: id,
  key: z.string().min(8).max(64),
  /**
   * `done`: this till has it already: told again to a service whose database was put back.
   * `used`: and has taken it up; by this key it is not to be had again, as by data put back.
   * `given_up`: it was granted, and cannot be had here or was not taken up.
   */
  step: z.enum(['asked', 'done', 'used', 'given_up']),
  /** This till parked it. */
  is_own: z.boolean(),
})
export type Claim = z.output<typeof claimBody>
/**
 * `granted`: it is this till's alone; `taken`: another's; `unknown`: there is none of it; `own`:
 * nor will there be, whatever is still on its way: it stays with the till that parked it.
 */
export const claimAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('granted'), ...facts, ...content, parked_at_ms: z.int().min(0) }),
  z.object({ outcome: z.literal('taken'), by: z.int(), by_name: z.string().max(TILL_NAME_MAX) }),
  z.object({ outcome: z.literal('own') }),
  z.object({ outcome: z.literal('unknown') }),
])
export type AnsweredClaim = z.output<typeof claimAnswer>

/** One of the place of the asking till, as changes tell it. */
export const heardParked = z.object({
  ...facts,
  version: z.int().min(1),
  by: z.int().min(1),
  by_name: z.string().max(TILL_NAME_MAX),
  parked_at_ms: z.int().min(0),
  /** Null while it waits. */
  taken: z.nullable(
    z.object({ by: z.int().min(1), by_name: z.string().max(TILL_NAME_MAX), at_ms: z.int() }),
  ),
})
export type HeardParked = z.output<typeof heardParked>
