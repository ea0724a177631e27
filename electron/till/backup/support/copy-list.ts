/** What stands first in a copy: of whom it is, and what else is in it. */
import { z } from 'zod'
import type { EpochMs } from '#shared/core/brand.ts'
import type { CopyFacts } from './copy-facts.ts'
import { SupportRefused } from './trouble.ts'

export const LIST_FILE = 'lista.json'
export const LIST_BYTES_MAX = 4 * 1024 * 1024
/** Packed and sealed one at a time, and all that is held of a copy in memory. */
export const PIECE_BYTES = 1024 * 1024
/** What the length in the header of a tar can say: 8 GiB. */
export const FILE_BYTES_MAX = 8 ** 11 - 1

/** The database first; of a till that moves its own files and the papers still to come as well. */
const DATABASE = 'till.db'
const BESIDE =
  /^(own-secret|pin-pepper|service-key|second-copy-key|mail-password|card-token|pdf\/\w[\w.-]{0,79})$/

const listSchema = z.object({
  at: z.number(),
  isOfMove: z.boolean(),
  files: z
    .array(
      z.object({
        name: z.string(),
        bytes: z.int().min(0).max(FILE_BYTES_MAX),
        sha256: z.string().length(64),
      }),
    )
    .min(1)
    .refine((files) =>
      files.every(({ name }, at) => (at === 0 ? name === DATABASE : BESIDE.test(name))),
    ),
})

export interface CopyList {
  readonly at: EpochMs
  readonly facts: CopyFacts
  /** The till it is of was put to rest before it was sealed. */
  readonly isOfMove: boolean
  readonly files: readonly { readonly name: string; readonly bytes: number; sha256: string }[]
}

export const damaged = (detail: string) => new SupportRefused('COPY_DAMAGED', { detail })

/** Throws COPY_DAMAGED. */
export function parseList(text: string): CopyList {
  try {
    const json = JSON.parse(text) as CopyList
    listSchema.parse(json)
    return json
  } catch {
    throw damaged(LIST_FILE)
  }
}

export const totalOf = ({ files }: CopyList) => files.reduce((sum, { bytes }) => sum + bytes, 0)
