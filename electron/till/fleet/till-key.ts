/** The till's own key to its shop, kept as the service's key is. */
import { z } from 'zod'
import { hubTill } from '#shared/fleet/hub-contract.ts'
import type { Log } from '#shared/core/ports.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import { loadIfReadable, NO_STORE } from '../adapters/system.ts'
import type { SecretStore } from '../kernel/ports.ts'

const hubKeys = z.object({
  term: z.int(),
  key: z.string(),
  /** Of the hub itself: of the tills it answers. */
  tills: z.array(hubTill),
})
const stored = z.object({
  tillId: z.string(),
  key: z.string(),
  /** It opens all this till asks for: no other one is kept beside it. */
  issues: z.boolean().optional(),
  /** And deletes what the service has pending. */
  deletes: z.boolean().optional(),
  /** Opens what the shop's other tills close for this one alone (`pin-box.ts`). */
  boxKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** To the hub of its place. */
  hub: hubKeys.optional(),
})
type HubKeys = z.output<typeof hubKeys>
type StoredKey = z.output<typeof stored>

export interface TillKey {
  /** That one is there says that this till has joined. */
  readonly isThere: () => boolean
  /** Null where another till's key lies there, or none that can be read. */
  of(tillId: string): string | null
  /** Also for issuing. */
  issues(tillId: string): boolean
  readonly deletes: () => boolean
  /** Whether it does from here on; never where nothing is kept: a start would lose it. */
  keepIssuing(issues: boolean): Promise<boolean>
  boxKeyOf(tillId: string): string | null
  /** On disk before its other half is told. */
  keepBoxKey(tillId: string, boxKey: string): Promise<void>
  keep(next: StoredKey | null): Promise<void>
  /** Null where it knows of none. */
  readonly hub: () => HubKeys | null
  keepHub(next: HubKeys): Promise<void>
}

/** Reads it once, before the till opens. */
export async function openTillKey(secrets: SecretStore = NO_STORE, log: Log): Promise<TillKey> {
  let kept: StoredKey | null =
    stored.safeParse(parseJson((await loadIfReadable(secrets, log)) ?? '')).data ?? null
  const keep = async (next: StoredKey | null) => {
    await secrets.save(next === null ? null : JSON.stringify(next))
    kept = next
  }
  return {
    isThere: () => kept !== null,
    of: (tillId) => (kept?.tillId === tillId ? kept.key : null),
    issues: (tillId) => kept?.tillId === tillId && kept.issues === true,
    deletes: () => kept?.deletes === true,
    async keepIssuing(issues) {
      if (kept !== null && (kept.issues === true) !== issues && secrets !== NO_STORE)
        await keep({ ...kept, issues })
      return kept?.issues === true
    },
    boxKeyOf: (tillId) => (kept?.tillId === tillId ? (kept.boxKey ?? null) : null),
    async keepBoxKey(tillId, boxKey) {
      if (kept?.tillId === tillId) await keep({ ...kept, boxKey })
    },
    hub: () => kept?.hub ?? null,
    async keepHub(hub) {
      if (kept !== null && JSON.stringify(kept.hub) !== JSON.stringify(hub))
        await keep({ ...kept, hub })
    },
    keep,
  }
}
