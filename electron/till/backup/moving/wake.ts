/** A till at rest wakes where it is: with the code of its copy, or while nobody can have one. */
import type Database from 'better-sqlite3'
import { parseRut } from '#shared/rut/rut.ts'
import { parseCode } from '#shared/text/recovery-code.ts'
import type { Doubts } from '../durability/identity/doubts.ts'
import type { Audit, AuditEntry } from '../../audit/audit.ts'
import { factsOf } from '../support/copy-facts.ts'
import { keyFromCode, tagOf } from '../support/copy-key.ts'
import { SupportRefused } from '../support/trouble.ts'
import type { Rest, RestStore } from './rest.ts'

/** Throws MOVE_NOT_AT_REST, MOVE_ALREADY_LEFT and what is wrong with the code. */
export function expectWakeable(rest: Rest | null, code: string | null): Rest {
  if (rest === null) throw new SupportRefused('MOVE_NOT_AT_REST')
  if (rest.state === 'packing') return rest
  if (code === null) throw new SupportRefused('MOVE_ALREADY_LEFT')
  const parsed = parseCode(code)
  if (!parsed.ok) throw new SupportRefused(parsed.refusal.code, {}, 'code')
  if (tagOf(keyFromCode(parsed.value)) !== rest.tag)
    throw new SupportRefused('COPY_CODE_WRONG', {}, 'code')
  return rest
}

/** Without copy and code: whoever types the shop's RUT knows what it is. */
export function expectLost(db: Database.Database, rest: Rest | null, typed: string): Rest {
  if (rest === null) throw new SupportRefused('MOVE_NOT_AT_REST')
  const { shopName: shop, rut } = factsOf(db)
  const parsed = parseRut(typed)
  if (!parsed.ok || parsed.value !== rut)
    throw new SupportRefused('MOVE_LOST_NEEDS_RUT', { shop }, 'rut')
  return rest
}

interface Sleeper {
  readonly db: Database.Database
  readonly rests: RestStore
  readonly doubts: Pick<Doubts, 'begin'>
  readonly audit: Audit
}

/**
 * `isClaimed`: its copy was found unopened, and nobody can wake the till out of it any more.
 * Without that another one may sell: it is in doubt like any clone.
 */
export function wake(
  { db, rests, doubts, audit }: Sleeper,
  { state }: Rest,
  isClaimed: boolean,
  who: Pick<AuditEntry, 'staff' | 'approverName'>,
): void {
  db.transaction(() => {
    rests.keep(null)
    if (state === 'left')
      doubts.begin({
        reason: 'taken-back',
        isOwn: false,
        seen: null,
        word: isClaimed ? 'goes-on' : null,
      })
    audit.write({ action: 'till-taken-back', ...who })
  }).immediate()
}
