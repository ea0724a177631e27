/**
 * How often whoever serves may look for credit notes and vales that pay: the name of one is short,
 * and whoever tries them one after the other finds somebody's money. Each one is a try, as a PIN
 * is, and what is found and charged is none. Kept with the PINs' own, by person: neither signing in
 * again nor a restart forgets anything.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import type { CommittedSale } from '#shared/selling/views.ts'
import { isOfReturn } from '#shared/selling/payment/payment-method.ts'
import { NO_TRIES, takeTry, waitAfterMs, type PinTries, type PinWay } from '#shared/staff/pin.ts'
import type { Clock } from '../kernel/ports.ts'
import type { Staff } from './staff-ports.ts'

/** A customer who asks what is left of each of a few papers makes nobody wait. */
const LOOK_UP: PinWay = { freeTries: 8, longestWaitMs: 15 * 60_000 }
const FORGOTTEN_AFTER_MS = 60 * 60_000
/** Beside the tries of their PIN; nobody's id is this. */
const KEPT_AS = 'look-ups'

export interface LookUps {
  /** Before one is answered: why it is not. */
  refused(field: string): Refusal | null
  /** One was answered. */
  taken(): void
  /** What was found has paid: its own try is taken back, those before it stay. */
  sold(sale: Pick<CommittedSale, 'payments'>): void
}

export function createLookUps(
  clock: Clock,
  { actor, audit, store }: Pick<Staff, 'actor' | 'audit' | 'store'>,
): LookUps {
  /** Of a till that nobody is set up at. */
  let nobodys = NO_TRIES
  const person = () => {
    const acting = actor()
    return acting.ok ? acting.value : null
  }
  const kept = (id: string | null): PinTries => {
    const tries = id === null ? nobodys : store.tries(id, KEPT_AS)
    const lastMs = tries.lockedUntilMs - waitAfterMs(LOOK_UP, tries.failedCount)
    return clock.now() - lastMs > FORGOTTEN_AFTER_MS ? NO_TRIES : tries
  }
  const keep = (id: string | null, tries: PinTries) => {
    if (id === null) nobodys = tries
    else store.setTries(id, KEPT_AS, tries)
  }
  return {
    refused(field) {
      const { waitMs } = takeTry(LOOK_UP, kept(person()?.id ?? null), clock.now())
      const seconds = String(Math.ceil(waitMs / 1000))
      return waitMs === 0 ? null : refusal('LOOKED_UP_TOO_OFTEN', field, { seconds })
    },
    taken() {
      const by = person()
      if (by === null) return
      const { tries } = takeTry(LOOK_UP, kept(by.id), clock.now())
      keep(by.id, tries)
      const detail = { tries: tries.failedCount }
      if (waitAfterMs(LOOK_UP, tries.failedCount) > 0)
        audit.write({ action: 'notes-looked-up', staff: by, detail })
    },
    sold({ payments }) {
      const id = person()?.id ?? null
      for (const { method } of payments) {
        const { failedCount, lockedUntilMs } = kept(id)
        if (isOfReturn({ id: method }) && failedCount > 0)
          keep(id, { failedCount: failedCount - 1, lockedUntilMs })
      }
    },
  }
}
