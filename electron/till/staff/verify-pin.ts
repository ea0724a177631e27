/** Whose PIN this is: wrong ones are counted before they are compared, and cost waits. */
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { DOOR, NO_TRIES, SHOULDER, takeTry, waitAfterMs } from '#shared/staff/pin.ts'
import { hashPin, isPin, PIN_COST, SALT_BYTES } from './pin-hash.ts'
import type { PeopleParts } from './people-parts.ts'
import type { Staff } from './staff-ports.ts'
import { PIN_ELSEWHERE, type StoredMember } from './staff-store.ts'

export function createVerifier({
  ports,
  peppering,
  store,
  audit,
}: Pick<PeopleParts, 'ports' | 'peppering' | 'store' | 'audit'>): Staff['verify'] {
  const { clock, randomness, pinCost = PIN_COST, supportProgram = '' } = ports
  /** Signing in is counted apart: whoever stands there with the right PIN is told so. */
  const locked = (ms: number, askedBy: string | null) => {
    const seconds = String(Math.ceil(ms / 1000))
    const code = askedBy === null ? 'PIN_LOCKED' : 'PIN_LOCKED_FOR_PERMISSIONS'
    return refuse(refusal(code, 'pin', { seconds }))
  }
  /** Whose PIN is still the one that was compared, after a moment in which anything was saved. */
  const stillOf = ({ id, pin }: StoredMember) => {
    const still = store.find(id)
    return still !== null && Buffer.from(still.pin.hash).equals(pin.hash) ? still : null
  }
  /** A hash of an older till, or of another pepper, is made again as they are made today. */
  const isOutdated = ({ pin, isDemo }: StoredMember) =>
    !isDemo && (pin.cost < pinCost || pin.pepperId !== (peppering.now()?.id ?? ''))
  const verify: Staff['verify'] = async (staffId, pin, askedBy) => {
    const member = store.find(staffId)
    if (!member) return refuse(refusal('STAFF_NOT_FOUND'))
    // No PIN would be right, so none is counted.
    if (member.pin.pepperId === PIN_ELSEWHERE)
      return refuse(refusal('PIN_ELSEWHERE', 'pin', { name: member.name }))
    if (!peppering.knows(member.pin))
      return refuse(refusal('PIN_OF_ANOTHER_MACHINE', 'pin', { program: supportProgram }))
    const way = askedBy === null ? DOOR : SHOULDER
    const { waitMs, tries } = takeTry(way, store.tries(staffId, askedBy), clock.now())
    // Counted before it is compared: a hundred guesses at once cost as much as one after the other.
    store.setTries(staffId, askedBy, tries)
    if (waitMs > 0) return locked(waitMs, askedBy)
    const isRight = await isPin(pin, member.pin, peppering.of(member.pin))
    // Another PIN meanwhile: what was compared says nothing about it.
    if (stillOf(member) === null) return verify(staffId, pin, askedBy)
    if (isRight) {
      store.setTries(staffId, askedBy, NO_TRIES)
      // Only now is the PIN at hand.
      if (isOutdated(member)) {
        const anew = await hashPin(pin, randomness.bytes(SALT_BYTES), pinCost, peppering.now())
        const still = stillOf(member)
        if (still === null) return verify(staffId, pin, askedBy)
        store.renew(still.id, anew)
      }
      const now = store.find(staffId)
      return now === null ? refuse(refusal('STAFF_NOT_FOUND')) : ok(now)
    }
    const { failedCount } = tries
    audit.write({ action: 'pin-wrong', staff: member, detail: { tries: failedCount } })
    const next = waitAfterMs(way, failedCount)
    return next > 0 ? locked(next, askedBy) : refuse(refusal('PIN_WRONG', 'pin'))
  }
  return verify
}
