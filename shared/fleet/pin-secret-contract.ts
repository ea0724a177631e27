/**
 * How the tills of a shop come to one secret of their PINs, under `/api/fleet/pin-secret`, with a
 * till's key. The service never has it: who has it closes it in a box that one other till opens,
 * with a key whose other half never leaves that till. So a copy of the service's database, with the
 * hashes of the PINs in it, is not enough to try one PIN.
 */
import { z } from 'zod'
import { boxKey, TILL_NUMBER_MAX, TILLS_MAX } from './contract.ts'

/** Characters of base64. */
const BOX_MAX = 400
const tillId = z.string().min(1).max(40)
const pepperId = z.string().regex(/^[0-9a-f]{16}$/)
const box = z.string().min(1).max(BOX_MAX)

export const pinSecretBody = z.strictObject({
  /** As it was said when the till was paired: who steals the till's key changes it not. */
  box_key: boxKey,
  /** The secret this till has, or would share while the shop has none. Null: it asks for one. */
  pepper_id: pepperId.nullable(),
  /** The box it was given does not open: another till closes one anew. */
  is_box_wrong: z.boolean().default(false),
  /** For tills that ask. */
  boxes: z.array(z.strictObject({ till_id: tillId, box })).max(TILLS_MAX),
})

export const pinSecretAnswer = z.object({
  /** Of the shop; null while there is none. */
  pepper_id: pepperId.nullable(),
  /** There is none, or no till of the shop has it: whoever says one gives the shop its own. */
  is_free: z.boolean(),
  /** The key this till said is the one that is kept. */
  is_box_key: z.boolean(),
  /** For the asking till. */
  box: box.nullable(),
  /** Tills that ask for a box; told to who has the secret. */
  asking: z
    .array(
      z.object({
        till_id: tillId,
        number: z.int().min(1).max(TILL_NUMBER_MAX),
        name: z.string(),
        box_key: boxKey,
      }),
    )
    .max(TILLS_MAX),
})
