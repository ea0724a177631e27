/**
 * How often whoever serves may look for credit notes and vales that pay: the name of one is short,
 * and whoever tries them one after the other finds somebody's money. Each one is a try, as a PIN
 * is, and what is found and charged is none. Kept in memory, by person: signing in again forgets
 * nothing.
 */
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { NO_TRIES, takeTry, waitAfterMs, type PinTries, type PinWay } from '#shared/staff/pin.ts'
import type { Clock } from '../ports.ts'
import type { Staff } from './staff-ports.ts'

/** A customer who asks what is left of each of a few papers makes nobody wait. */
const LOOK_UP: PinWay = { freeTries: 8, longestWaitMs: 15 * 60_000 }
const FORGOTTEN_AFTER_MS = 60 * 60_000

export interface LookUps {
  /** Before one is answered: why it is not. */
  refused(field: string): Refusal | null
  /** One was answered. */
  taken(): void
  /** What was found has paid: its own try is taken back, those before it stay. */
  paid(): void
}

interface Looked {
  readonly tries: PinTries
  readonly lastMs: number
}

export function createLookUps(clock: Clock, staff: Pick<Staff, 'actor' | 'audit'>): LookUps {
  const byPerson = new Map<string | null, Looked>()
  const person = () => {
    const actor = staff.actor()
    return actor.ok ? actor.value : null
  }
  const triesOf = (id: string | null, nowMs: number): PinTries => {
    const looked = byPerson.get(id)
    return looked === undefined || nowMs - looked.lastMs > FORGOTTEN_AFTER_MS
      ? NO_TRIES
      : looked.tries
  }
  return {
    refused(field) {
      const nowMs = clock.monotonicMs()
      const { waitMs } = takeTry(LOOK_UP, triesOf(person()?.id ?? null, nowMs), nowMs)
      const seconds = String(Math.ceil(waitMs / 1000))
      return waitMs === 0 ? null : refusal('LOOKED_UP_TOO_OFTEN', field, { seconds })
    },
    taken() {
      const by = person()
      if (by === null) return
      const nowMs = clock.monotonicMs()
      const { tries } = takeTry(LOOK_UP, triesOf(by.id, nowMs), nowMs)
      byPerson.set(by.id, { tries, lastMs: nowMs })
      const detail = { tries: tries.failedCount }
      if (waitAfterMs(LOOK_UP, tries.failedCount) > 0)
        staff.audit.write({ action: 'notes-looked-up', staff: by, detail })
    },
    paid() {
      const id = person()?.id ?? null
      const looked = byPerson.get(id)
      if (looked === undefined) return
      const failedCount = Math.max(0, looked.tries.failedCount - 1)
      byPerson.set(id, { ...looked, tries: { ...looked.tries, failedCount } })
    },
  }
}
