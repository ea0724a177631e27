/** The sales put aside at this counter, as the core lists them. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ParkedSaleView } from '#shared/staff/views.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { createNewest } from './newest.ts'

interface ParkedState {
  readonly sales: readonly ParkedSaleView[]
  /** Whoever touched it was told that a lost hub may have charged it; touched again, he is sure. */
  readonly doubtedId: string | null
  doubt(parkedId: string | null): void
  refresh(): Promise<void>
  /** Nobody serves: the page keeps none, and takes none that is on its way. */
  forget(): void
}

export type ParkedStore = StoreApi<ParkedState>

export function createParkedStore(port: Pick<TillPort, 'parkedSales'>): ParkedStore {
  const newest = createNewest()
  return createStore<ParkedState>((set) => ({
    ...{ sales: [], doubtedId: null },
    doubt: (doubtedId) => set({ doubtedId }),
    forget() {
      newest.changed()
      set({ sales: [] })
    },
    refresh: () => newest.ask(port.parkedSales(), (sales) => set({ sales })),
  }))
}
