/** Who serves at this counter, as the core says. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StaffView } from '#shared/staff/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createNewest } from './newest.ts'

interface StaffState {
  /** Null until the core has answered. */
  readonly staff: StaffView | null
  /** Who served last: most likely to come back. */
  readonly lastId: string | null
  /** Codes scanned at the locked counter since it was locked: none of them is in the sale. */
  readonly scansRefused: number
  load(): Promise<void>
  /** What is wrong, or null once they serve. */
  signIn(staffId: string, pin: string, takesPayments?: boolean): Promise<Refusal | null>
  lock(): Promise<void>
  refuseScan(): void
  take(staff: StaffView): void
}

export type StaffStore = StoreApi<StaffState>

export function createStaffStore(port: Pick<TillPort, 'staff' | 'signIn' | 'signOut'>): StaffStore {
  const newest = createNewest()
  return createStore<StaffState>((set, get) => ({
    staff: null,
    lastId: null,
    scansRefused: 0,
    load: () => newest.ask(port.staff(), (staff) => get().take(staff)),
    async signIn(staffId, pin, takesPayments = false) {
      const answer = await port.signIn({ staffId, pin, takesPayments })
      if (!answer.ok) return answer.refusal
      get().take(answer.value)
      return null
    },
    async lock() {
      get().take(await port.signOut())
    },
    refuseScan: () => set((state) => ({ scansRefused: state.scansRefused + 1 })),
    take(staff) {
      newest.changed()
      set((state) => ({
        staff,
        lastId: staff.current?.id ?? state.lastId,
        scansRefused: staff.current === null ? state.scansRefused : 0,
      }))
    },
  }))
}

/** The counter waits for a PIN: nothing may be sold, scanned or opened meanwhile. */
export function isLocked({ staff }: Pick<StaffState, 'staff'>): boolean {
  return staff !== null && staff.isOn && staff.current === null
}
