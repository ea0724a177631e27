/**
 * What a till and the service say about the tills of one shop, under `/api/fleet`. An extension of
 * the contract of ours: a service that answers 404 there has none of it, and a till goes on alone.
 *
 * A shop is a company of the service. Each of its tills is paired once, by a code that is good for
 * one till and one hour, and has a key of its own (`x-till-key`) beside its installation
 * (`x-installation`): a copied disk has the key and another installation, and is refused.
 *
 * Records go up as edits, kept by id: an edit that is sent again is answered with what it was
 * answered. A field goes to whoever changed it last by the service's clock; how long ago that was
 * the till says, so its own clock may be wrong. A code is the product's that goes by it, whenever
 * that was said; as a further code of another it gives way. Records come down by version: whoever
 * has heard everything up to a version asks what came after it.
 */
import { z } from 'zod'
import { STOCK_MOVE_KINDS } from '../catalogue/stock.ts'
import { healthView } from './health-contract.ts'
import { heardParked } from './parked-contract.ts'
import { heardWorth } from './worth-contract.ts'
import { FIRST_KINDS, SHARED_KINDS, type SharedValue } from './shared-records.ts'

/** Edits of one request. */
export const EDITS_MAX = 500
/** Bytes of one request of edits; a larger one is sent in parts. */
export const EDITS_BYTES_MAX = 1_048_576
/** Moves of stock of one request. */
export const MOVES_MAX = 500
/** Records of one answer. */
export const CHANGES_MAX = 1_000
/** Bytes of the fields of one answer; a larger record comes alone. */
export const CHANGES_BYTES_MAX = 4_194_304
/** Milliseconds the service holds a question it has no news for. */
export const WAIT_MS_MAX = 25_000
export const PAIRING_CODE_MS = 3_600_000
/** Of one shop. */
export const TILLS_MAX = 200
/** A number is for good, also of a till that is no more. */
export const TILL_NUMBER_MAX = 9_999
/** Characters. */
export const TILL_NAME_MAX = 40
export const BRANCH_MAX = 40
/** A code is of so many letters that are not mistaken for each other. */
export const PAIRING_CODE_LETTERS = 10
export const PAIRING_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const KEY_CHARS_MAX = 100
const RECORD_ID_MAX = 40
/** Of one whose id is made of two others'. */
const SHARED_ID_MAX = RECORD_ID_MAX + '/2026-12-31/'.length + BRANCH_MAX
const MOVE_ID_MAX = 100
/** Kinds of moves a till makes itself. */
const OWN_MOVES = STOCK_MOVE_KINDS.filter((kind) => kind !== 'elsewhere')

/** As typed or read aloud: spaces, dashes and case make no difference. Null where it is none. */
export function readPairingCode(typed: string): string | null {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  const isOne = letters.length === PAIRING_CODE_LETTERS
  return isOne && [...letters].every((letter) => PAIRING_ALPHABET.includes(letter)) ? letters : null
}

/** In two halves, as it is shown. */
export const shownPairingCode = (code: string) =>
  `${code.slice(0, PAIRING_CODE_LETTERS / 2)}-${code.slice(PAIRING_CODE_LETTERS / 2)}`

/** A place as tills of it are told from others: as people write it, a capital is no other place. */
export const placeOf = (branch: string | null) => (branch ?? '').trim().toLowerCase()

const trimmed = (most: number) => z.string().trim().min(1).max(most)
const name = trimmed(TILL_NAME_MAX)
const branch = trimmed(BRANCH_MAX)
const installation = z.string().regex(/^[0-9A-Za-z-]{8,64}$/)

/**
 * `POST /api/fleet/codes`, with an API key of the company. Of several companies `company_id` or
 * `issuer` (tax number) in the query says which.
 */
export const codeBody = z.strictObject({
  /** Another computer takes the place of this till: its installation and key end with it. */
  till_id: z.string().max(RECORD_ID_MAX).optional(),
})
export const codeAnswer = z.object({ code: z.string(), expires_at_ms: z.int() })

/** Half of a key, X25519, as base64url. */
export const boxKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
/** `POST /api/fleet/pair`, with the code alone. */
export const pairBody = z.strictObject({
  code: z.string().max(40),
  installation_id: installation,
  name,
  branch: branch.optional(),
  /** For which the shop's other tills close what is this one's; without it they close nothing. */
  box_key: boxKey.optional(),
})
/** The till's key opens all it asks for, issuing too. An older service says nothing. */
const keyIssues = z.boolean().default(false)
export const pairAnswer = z.object({
  shop_id: z.string().max(64),
  /** Tax number and name of the company: the till looks whether it is its own. */
  rut: z.string().max(20),
  legal_name: z.string().max(200),
  till_id: z.string().max(RECORD_ID_MAX),
  /** From 1, for good. */
  number: z.int().min(1).max(TILL_NUMBER_MAX),
  name: z.string(),
  branch: z.string().nullable(),
  till_key: z.string().min(20).max(KEY_CHARS_MAX),
  key_issues: keyIssues,
  /** Let in by an ADMIN or the head office, it deletes what is pending, too. */
  key_deletes: z.boolean().default(false),
})
export type Paired = z.output<typeof pairAnswer>

/** `GET /api/fleet/tills`, with an API key of the company or a till's key. */
export const tillView = z.object({
  till_id: z.string(),
  number: z.int(),
  name: z.string(),
  branch: z.string().nullable(),
  paired_at_ms: z.int(),
  seen_at_ms: z.int().nullable(),
  /** Its key ends with it. */
  retired_at_ms: z.int().nullable(),
  /** Another computer was this till before. */
  is_replaced: z.boolean().optional(),
  /** Of its place (`hub-contract.ts`); absent where it is none. */
  is_hub: z.boolean().optional(),
  /** As it told last; absent where it has told nothing, or an older service is asked. */
  health: healthView.optional(),
})
export const tillsAnswer = z.object({ data: z.array(tillView).max(TILLS_MAX) })

/**
 * `PUT /api/fleet/tills/{till_id}`, with an API key of the company. Its place stays: whoever moves
 * a till to another one joins it anew, because its stock is another one.
 */
export const changeTillBody = z.strictObject({
  name: name.optional(),
  is_retired: z.literal(true).optional(),
  /** From now on it is the hub of its place, in the place of any other; or no more. */
  is_hub: z.boolean().optional(),
})

const sharedValue = z.union([
  z.string().max(70_000),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.string().max(200)).max(50),
]) as z.ZodType<SharedValue>
export const sharedFields = z.record(z.string().max(40), sharedValue)
const kind = z.enum(SHARED_KINDS)

/** One change of one record. */
const editShape = z.strictObject({
  edit_id: z.string().min(1).max(RECORD_ID_MAX),
  kind,
  id: z.string().min(1).max(SHARED_ID_MAX),
  /** Those that changed; all of a new record. Empty where it is deleted. */
  fields: sharedFields,
  is_deleted: z.boolean(),
  /**
   * Milliseconds since a person changed it. Null: nobody did now, it was here before the shop was
   * joined; what the shop has is newer.
   */
  age_ms: z.int().min(0).nullable(),
  /** Up to which version whoever changed it had heard. */
  heard_version: z.int().min(0),
})
export type Edit = z.output<typeof editShape>

/** `POST /api/fleet/edits`, with a till's key. */
export const editsBody = z.strictObject({ edits: z.array(editShape).min(1).max(EDITS_MAX) })

const lostField = z.object({
  field: z.string(),
  /** What stands there now. */
  value: sharedValue,
  /** `LATER`: it was changed elsewhere after this; `TAKEN`: another record has that value. */
  reason: z.enum(['LATER', 'TAKEN']),
  /** Number of the till whose value stands; null for the head office. */
  by: z.int().nullable(),
})

const EDIT_OUTCOMES = ['taken', 'same_as', 'refused'] as const
const EDIT_REFUSALS = ['RECORD_UNKNOWN', 'RECORD_DELETED', 'FIELD_WRONG'] as const

export const editResult = z.object({
  edit_id: z.string(),
  /** `same_as`: the shop has this record under another id, which this one stands for from now. */
  outcome: z.enum(EDIT_OUTCOMES),
  same_as: z.string().max(SHARED_ID_MAX).optional(),
  refusal: z.enum(EDIT_REFUSALS).optional(),
  field: z.string().optional(),
  lost: z.array(lostField),
})
export type EditResult = z.output<typeof editResult>
export const editsAnswer = z.object({
  results: z.array(editResult),
  /** Of the shop, with them in it: whoever has heard it has heard what became of them. */
  version: z.int(),
})
export type AnsweredEdits = z.output<typeof editsAnswer>

/**
 * What came or went of a product at one till. The same id again is the same move. `opening`: what
 * there was before this till joined; it counts where its place has no stock of the product yet.
 */
const moveShape = z.strictObject({
  move_id: z.string().min(1).max(MOVE_ID_MAX),
  kind: z.enum(['opening', ...OWN_MOVES]),
  /** Id of the product. */
  product: z.string().min(1).max(RECORD_ID_MAX),
  /** Thousandths; less than 0 went out. */
  milli: z.int(),
  age_ms: z.int().min(0),
  /** Rises with each move of the till; of an opening there is none. */
  seq: z.int().min(1).optional(),
})
export type Move = z.output<typeof moveShape>

/** `POST /api/fleet/moves`, with a till's key: into the stock of its place (`branch`). */
export const movesBody = z.strictObject({ moves: z.array(moveShape).min(1).max(MOVES_MAX) })
export const movesAnswer = z.object({
  /** The version at which the stock of its product has the move in it. */
  moves: z.array(z.object({ move_id: z.string(), version: z.int() })),
})
export type CountedMoves = z.output<typeof movesAnswer>['moves']

/**
 * `GET /api/fleet/changes`, with a till's key. Beyond what the shop has (its database was put back)
 * it is 409 `VERSION_AHEAD`, and the next epoch begins, and so it is where that version came about
 * in another history, which `epoch` says too; with another epoch than now it is 409 `EPOCH_OVER`.
 * Either way the till reads everything anew, from 0.
 */
export const changesQuery = z.strictObject({
  after: z.coerce.number().int().min(0),
  /** As it came with that version. */
  epoch: z.string().max(40).default(''),
  limit: z.coerce.number().int().min(1).max(CHANGES_MAX).default(CHANGES_MAX),
  wait_ms: z.coerce.number().int().min(0).max(WAIT_MS_MAX).default(0),
})

/**
 * Kinds of records a till knows, with spaces between them, beside its question: of others it is
 * told nothing. Whoever says none knows the first ones. What was heard up to a version was heard
 * of a set of kinds: where the till or the service learns more, the till hears everything anew.
 */
export const KINDS_HEADER = 'x-kinds'
/** The term of a hub that a till was told of last, ever: beside its question, as in its visits. */
export const HUB_TERM_HEADER = 'x-hub-term'
/** Claims it has in hand, or has not told what came of: while there is any, none goes back. */
export const IN_HAND_HEADER = 'x-in-hand'

const changedRecord = z.object({
  kind,
  id: z.string(),
  version: z.int(),
  /** All of them; empty where it is deleted. */
  fields: sharedFields,
  is_deleted: z.boolean(),
})
export type ChangedRecord = z.output<typeof changedRecord>

/** A value of the asking till that another one replaced without having seen it. */
const overruledValue = z.object({
  version: z.int(),
  kind,
  id: z.string(),
  field: z.string(),
  lost: sharedValue,
  won: sharedValue,
  by: z.int().nullable(),
  at_ms: z.int(),
})
export type Overruled = z.output<typeof overruledValue>

/** What there is of a product at the place of the asking till: the sum of moves up to `version`. */
const stockOfProduct = z.object({ product: z.string(), milli: z.int(), version: z.int() })
export type StockOfProduct = z.output<typeof stockOfProduct>

/** The last move of an installation that the stock of the place has in it: none before it lacks. */
const countedUpTo = z.object({ installation, seq: z.int().min(1), version: z.int() })
export type CountedUpTo = z.output<typeof countedUpTo>

export const changesAnswer = z.object({
  /** What whoever has read this has heard up to: it is stored with what came. */
  version: z.int(),
  epoch: z.string().max(40),
  has_more: z.boolean(),
  records: z.array(changedRecord),
  overruled: z.array(overruledValue),
  stock: z.array(stockOfProduct),
  /** A hub may tell of the same moves. An older service says none. */
  counted: z.array(countedUpTo).default([]),
  /** Those it knows of the kinds that were asked for (`KINDS_HEADER`). */
  kinds: z
    .array(z.string().max(40))
    .max(100)
    .default([...FIRST_KINDS]),
  key_issues: keyIssues,
  /** An older service tells of none. */
  parked: z.array(heardParked).default([]),
  /** Of what the asking till gave: what was taken of it. */
  worths: z.array(heardWorth).default([]),
})
export type Changes = z.output<typeof changesAnswer>
