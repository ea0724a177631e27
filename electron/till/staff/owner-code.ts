/**
 * The owner's way back in when their PIN is forgotten: a code on paper, good for one new PIN. Only
 * its hash is kept, slow like a PIN's; wrong ones are counted before they are compared, and wait.
 */
import type { StaffMember } from '#shared/staff/views.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { checkPin, takeTry, waitAfterMs, type PinTries, type PinWay } from '#shared/staff/pin.ts'
import { CODE_BYTES, makeCode, parseCode } from '#shared/text/recovery-code.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { PeopleParts } from './people-parts.ts'
import { hashPin, isPin, PIN_COST, SALT_BYTES, type StoredPin } from './pin-hash.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Giver, Staff } from './staff-ports.ts'

/** Nobody is in a hurry who needs it, and nobody is kept out by it: the PIN goes on working. */
const CODE_WAY: PinWay = { longestWaitMs: 60 * 60_000 }

interface OwnerCodeParts extends PeopleParts {
  readonly db: TillDatabase
}
type OwnerCode = Pick<Staff, 'ownerCode' | 'makeOwnerCode' | 'useOwnerCode' | 'knowsOwnerCode'>

export function createOwnerCode(parts: OwnerCodeParts): OwnerCode {
  const { ports, peppering, store, audit, manager, change } = parts
  const { clock, randomness, pinCost = PIN_COST } = ports
  const row = codeRow(parts.db)
  return {
    ownerCode: () => ok({ madeAt: row.find()?.madeAtMs ?? null }),
    async makeOwnerCode() {
      const refused = onlyOwner(manager())
      if (refused !== null) return refuse(refused)
      const code = makeCode(randomness.bytes(CODE_BYTES))
      // No pepper: it has to open the shop's data on another computer too, and 120 bits need none.
      const hash = await hashPin(code, randomness.bytes(SALT_BYTES), pinCost)
      const acting = manager()
      const gone = onlyOwner(acting)
      if (!acting.ok || gone !== null) return refuse(gone ?? refusal('OWNER_REQUIRED'))
      change(() => {
        row.save(hash, clock.now())
        audit.write({ action: 'owner-code-made', staff: acting.value.actor })
      })
      ports.journal.publish()
      return ok({ code })
    },
    knowsOwnerCode: createCodeCheck(parts, row),
    async useOwnerCode({ staffId, code: typed, pin: typedPin }) {
      const owner = store.find(staffId)
      if (owner?.role !== 'owner' || owner.isDemo) return refuse(refusal('STAFF_NOT_FOUND'))
      const pin = checkPin(typedPin)
      if (!pin.ok) return pin
      const code = parseCode(typed)
      if (!code.ok) return code
      const kept = row.find()
      if (kept === null) return refuse(refusal('OWNER_CODE_NONE', 'code'))
      const { waitMs, tries } = takeTry(CODE_WAY, kept, clock.now())
      row.setTries(tries)
      if (waitMs > 0) return refuse(waiting(waitMs))
      if (!(await isPin(code.value, kept))) {
        audit.write({
          action: 'owner-code-wrong',
          staff: owner,
          detail: { tries: tries.failedCount },
        })
        const nextMs = waitAfterMs(CODE_WAY, tries.failedCount)
        return refuse(nextMs > 0 ? waiting(nextMs) : refusal('OWNER_CODE_WRONG', 'code'))
      }
      const hash = await hashPin(pin.value, randomness.bytes(SALT_BYTES), pinCost, peppering.now())
      // Comparing took a moment, in which it may have been used, or made anew, or the owner gone.
      const still = store.find(staffId)
      if (still?.role !== 'owner' || !row.isStill(kept))
        return refuse(refusal('OWNER_CODE_NONE', 'code'))
      change(() => {
        row.remove()
        store.change(still, hash)
        store.sign(still.id, owner.name)
        audit.write({ action: 'owner-code-used', staff: owner })
      })
      return ok(parts.publishView())
    },
  }
}

/** Of whoever holds it in the hand already; a wrong one is no try at the locked counter. */
function createCodeCheck(
  { manager }: Pick<OwnerCodeParts, 'manager'>,
  row: ReturnType<typeof codeRow>,
): OwnerCode['knowsOwnerCode'] {
  return async (typed) => {
    const refused = onlyOwner(manager())
    if (refused !== null) return refuse(refused)
    const code = parseCode(typed)
    if (!code.ok) return code
    const kept = row.find()
    if (kept === null) return refuse(refusal('OWNER_CODE_NONE', 'code'))
    const isGood = await isPin(code.value, kept)
    // Comparing took a moment, in which it may have been made anew, or the owner gone.
    const acting = manager()
    const gone = onlyOwner(acting)
    if (!acting.ok || gone !== null) return refuse(gone ?? refusal('OWNER_REQUIRED'))
    if (!isGood || !row.isStill(kept)) return refuse(refusal('OWNER_CODE_WRONG', 'code'))
    return ok({ owner: acting.value.actor, code: code.value })
  }
}

interface EndedBy {
  readonly actor: AuditEntry['staff']
  readonly approverName: string | null
}

/**
 * An owner who leaves, or is one no more, may have taken the paper along: it opens for nobody from
 * here on. Within the transaction that ends them.
 */
export function endCodeOf(
  { db, audit }: Pick<OwnerCodeParts, 'db' | 'audit'>,
  leaving: Pick<StaffMember, 'name' | 'role'>,
  { actor, approverName }: EndedBy,
): void {
  const row = codeRow(db)
  if (leaving.role !== 'owner' || row.find() === null) return
  row.remove()
  const detail = { name: leaving.name }
  audit.write({ action: 'owner-code-ended', staff: actor, approverName, detail })
}

/** Not even an owner's PIN over the shoulder: who stands there would walk away with the paper. */
function onlyOwner(acting: ReturnType<PeopleParts['manager']>): Refusal | null {
  if (!acting.ok) return acting.refusal
  const { actor }: Giver = acting.value
  return actor.isOwner && actor.id !== null ? null : refusal('OWNER_CODE_OWNER_ONLY')
}

const waiting = (ms: number) =>
  refusal('OWNER_CODE_LOCKED', 'code', { minutes: String(Math.ceil(ms / 60_000)) })

interface KeptCode extends StoredPin, PinTries {
  readonly madeAtMs: EpochMs
}

function codeRow(db: TillDatabase) {
  const find = db.prepare<[], Omit<KeptCode, 'pepperId'>>(`SELECT hash, salt, cost,
    made_at_ms AS madeAtMs, failed_count AS failedCount, locked_until_ms AS lockedUntilMs
    FROM owner_code`)
  const save = db.prepare(
    `INSERT INTO owner_code (id, hash, salt, cost, made_at_ms) VALUES (1, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, salt = excluded.salt,
        cost = excluded.cost, made_at_ms = excluded.made_at_ms, failed_count = 0,
        locked_until_ms = 0`,
  )
  const setTries = db.prepare('UPDATE owner_code SET failed_count = ?, locked_until_ms = ?')
  const remove = db.prepare('DELETE FROM owner_code')
  const now = (): KeptCode | null => {
    const row = find.get()
    return row === undefined ? null : { ...row, pepperId: '' }
  }
  return {
    find: now,
    isStill: ({ hash }: KeptCode) => Buffer.from(now()?.hash ?? []).equals(hash),
    save: ({ hash, salt, cost }: StoredPin, atMs: number) => void save.run(hash, salt, cost, atMs),
    setTries: ({ failedCount, lockedUntilMs }: PinTries) =>
      void setTries.run(failedCount, lockedUntilMs),
    remove: () => void remove.run(),
  }
}
