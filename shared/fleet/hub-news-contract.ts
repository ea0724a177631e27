/** What a till and the hub of its place say to each other, beside parked sales and claims. */
import { z } from 'zod'
import { sharedFields } from './contract.ts'
import { STOCK_MILLI_MAX } from '../catalogue/decide-stock.ts'
import { heardParked, PARKED_HEARD_MAX } from './parked-contract.ts'
import type { SharedKind } from './shared-records.ts'

/**
 * Words: what a till changed or moved and the service has not heard. They go on among the tills
 * only for the time without it: each till says its own to the service itself, once, and whatever
 * the others wrote by such a word gives way to the service's first answer. A move the service has
 * counted since the hub was told of it is known by its till's `seq`. So nothing is counted twice,
 * whoever heard what meanwhile.
 */
/** Kinds of records whose changes go on; what is about people and rights waits for the service. */
export const HUB_KINDS = [
  ...(['category', 'product', 'price_list', 'list_price', 'list_percent', 'promotion'] as const),
] as const satisfies readonly SharedKind[]
/** Of one request, and of one answer. */
export const HUB_WORDS_MAX = 200
/** Of one till that the hub has at once; more wait for the service. */
export const HUB_WORDS_OF_ONE_MAX = 5_000
/** Of one record, that one of them says it has heard. */
export const HUB_WORDS_SEEN_MAX = 20
export const HUB_WORD_CHARS_MAX = 20_000
/** Of all in one request, and in one answer, as JSON. */
const HUB_WORDS_CHARS_MAX = 400_000

const wordId = z.string().min(1).max(100)
/** One move beyond that is none of a counter. */
const milli = z.int().min(-STOCK_MILLI_MAX).max(STOCK_MILLI_MAX)
const shopId = z.string().min(1).max(81)
const hubWord = z.discriminatedUnion('about', [
  z.strictObject({
    ...{ about: z.literal('edit'), word_id: wordId, kind: z.enum(HUB_KINDS), id: shopId },
    fields: sharedFields,
    /** What its till had heard of the service by then: a later word about that record stands. */
    heard_version: z.int().min(0),
    /** Words about that record it had heard by then: it stands over them. */
    after: z.array(wordId).max(HUB_WORDS_SEEN_MAX).default([]),
  }),
  z.strictObject({
    ...{ about: z.literal('move'), word_id: wordId, product: shopId, milli },
    /** Of the till that made it, and which of its moves it is (`countedUpTo`). */
    ...{ installation: z.string().max(64), seq: z.int().min(1) },
  }),
])
export type HubWord = z.output<typeof hubWord>

/** The first of them, as many as go at once. */
export function wordsThatFit<Word>(words: readonly Word[], text: (word: Word) => string): Word[] {
  let chars = 0
  const end = words.findIndex((word) => (chars += text(word).length) > HUB_WORDS_CHARS_MAX)
  return words.slice(0, end < 0 ? words.length : end)
}

export const HUB_NEWS_PATH = '/api/fleet/hub-news'

/** `POST /api/fleet/hub-news`. */
export const hubNewsBody = z.strictObject({
  /** Up to which version of what the hub keeps this till has heard. */
  after: z.int().min(0),
  /** Null where the service is heard: it says them there, and goes by what is said there. */
  words: z.nullable(
    z.strictObject({ after: z.int().min(0), said: z.array(hubWord).max(HUB_WORDS_MAX) }),
  ),
})
export type HubNewsAsked = z.output<typeof hubNewsBody>

export const hubNewsAnswer = z.object({
  version: z.int().min(0),
  has_more: z.boolean(),
  parked: z.array(heardParked).max(PARKED_HEARD_MAX),
  /** Of the other tills, up to `words_seq`. */
  words: z.array(hubWord).max(HUB_WORDS_MAX),
  words_seq: z.int().min(0),
})
export type HubNews = z.output<typeof hubNewsAnswer>
