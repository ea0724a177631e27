/**
 * The copies on a medium for whoever has to choose one while the till's own data cannot be read:
 * each with what its sealed list tells, as far as the key at hand opens it.
 */
import { z } from 'zod'
import type { RescueBackup, RescueMedium } from '#shared/backup/rescue.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { asOf } from '../../kernel/backup-names.ts'
import { allCopies, keyTo, type CopyFile } from './copies-on-medium.ts'
import { tagOf, type CopyKey } from './copy-key.ts'
import { readList } from './read-copy.ts'
import { onMedium, SupportRefused } from './trouble.ts'

/** Each is opened to be told of, on a stick as slow as sticks are. */
const COPIES_TOLD_MAX = 10

export interface TellOrder {
  readonly chosen: string
  /** Typed; null for the till's own key. */
  readonly code: string | null
  readonly ownKey: CopyKey | null
  readonly at: EpochMs
}

export type CopiesTold = Omit<RescueMedium, 'folder'>

/** Throws COPY_PLACE_AWAY, RECOVERY_CODE_NOT_VALID, COPY_CODE_WRONG and what the medium says. */
export async function tellCopies({ chosen, code, ownKey, at }: TellOrder): Promise<CopiesTold> {
  const found = onMedium(chosen, false, () => allCopies(chosen))
  if (found === null) throw new SupportRefused('COPY_PLACE_AWAY', { folder: chosen })
  const all = asOf(found, at)
  const key = code === null ? ownKey : keyTo(chosen, code, ownKey)
  const tag = key === null ? null : tagOf(key)
  const copies: RescueBackup[] = []
  for (const copy of all.filter((one) => one.tag === tag).slice(0, COPIES_TOLD_MAX))
    if (key !== null) copies.push(await told(chosen, copy, key))
  const sealed = all.filter((one) => one.tag !== tag)
  const [newest] = sealed
  return {
    copies,
    sealed: newest === undefined ? null : { count: sealed.length, newestAt: newest.at },
  }
}

/** A list is what whoever has the key wrote there: what is shown of it is looked at first. */
const shown = z.object({
  shopName: z.string().max(200),
  sales: z.int(),
  lastSaleAt: z.int().nullable(),
  lastFolio: z.int().nullable(),
})

async function told(chosen: string, copy: CopyFile, key: CopyKey): Promise<RescueBackup> {
  const { name, at, file } = copy
  try {
    const { facts } = await readList({ chosen, file, key })
    return { name, at, facts: shown.parse(facts) as RescueBackup['facts'] }
  } catch (error) {
    const isDamaged = error instanceof SupportRefused && error.refusal.code === 'COPY_DAMAGED'
    if (isDamaged || error instanceof z.ZodError) return { name, at, facts: null }
    throw error
  }
}
