/** What is earned on goods whose cost is known. */
import { clp, type Clp } from '../money/clp.ts'

interface Margin {
  readonly clp: Clp
  /** Of their net price, in whole percent; null where that is nothing. */
  readonly percent: number | null
}

/** Null where no cost is known. */
export function marginOf(of: { readonly knownNetClp: Clp; readonly costClp: Clp }): Margin | null {
  const { knownNetClp, costClp } = of
  if (knownNetClp === 0 && costClp === 0) return null
  const marginClp = clp(knownNetClp - costClp)
  const percent = knownNetClp === 0 ? null : Math.round((marginClp * 100) / knownNetClp)
  return { clp: marginClp, percent }
}
