/** Kept sums, as long as they are this till's own and nobody else has touched them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { TillDatabase } from '../../kernel/database.ts'
import { openKeptSums, removeKeptSums, type KeptSums } from './kept-sums.ts'
import {
  createSumsSeal,
  YOUNG_MS,
  type SeenSums,
  type SumsSeal,
  type SumsSealOf,
} from './sums-seal.ts'

/** Rest between two slices, in which a question is answered and the counter has the disk. */
const REST_MS_MIN = 5
/** Of what the slice took: one of two processors is never all its own. */
const REST_SHARE = 0.5

interface SealedSums {
  /** Null where there are none to be believed: the rows say it. */
  use<Found>(read: (kept: KeptSums) => Found): Found | null
  /** Adds what was sold since, where it is so many sales; one round at a time. */
  catchUp(leastSales: number): Promise<void>
  seen(): SeenSums | null
}

export function openSealedSums(db: TillDatabase, of: SumsSealOf): SealedSums {
  const seal = createSumsSeal(of)
  const held = heldIn(of.file, db, seal)
  const { ours, doWithout } = held
  const sold = db.prepare<[], number | null>('SELECT max(seq) FROM sale').pluck()
  let adding: Promise<void> | null = null
  const addAll = async (leastSales: number) => {
    try {
      if (!held.isOpen && (sold.get() ?? 0) < leastSales) return
      const behind = ours()?.behind() ?? 0
      if (held.isSealed && behind < Math.max(1, leastSales)) return
      // All of it is sealed anew: a look is not enough.
      if (held.isSealed) ours(seal.isWholeByByte())
      for (;;) {
        const sinceMs = performance.now()
        if (ours()?.addMore() !== true) break
        held.isSealed = false
        seal.leave()
        await pause(Math.max(REST_MS_MIN, (performance.now() - sinceMs) * REST_SHARE))
      }
      if (held.kept === null || held.isSealed) return
      held.kept.settle()
      seal.seal()
      held.isSealed = true
      await pause(YOUNG_MS * 2)
      ours()
    } catch {
      doWithout()
    }
  }
  return {
    catchUp: (leastSales) => (adding ??= addAll(leastSales).finally(() => (adding = null))),
    use(read) {
      const sums = ours()
      if (sums === null) return null
      try {
        const found = read(sums)
        return held.isTouched() ? null : found
      } catch {
        doWithout()
        return null
      }
    },
    seen: () => (held.isSealed ? seal.seen() : null),
  }
}

/** What is open of them, and whether anybody else was at it. */
function heldIn(file: string, db: TillDatabase, seal: SumsSeal) {
  const held = { kept: null as KeptSums | null, isOpen: false, isSealed: false }
  const open = () => {
    held.isOpen = true
    try {
      if (!seal.isWhole()) removeKeptSums(file)
      held.kept = openKeptSums(file, db)
    } catch {
      // Without them a report takes longer and says the same.
      held.kept = null
    }
    held.isSealed = held.kept !== null && seal.isWhole()
    seal.leave()
  }
  /** A full disk, or a file that broke: from here on everything is read from the rows. */
  const doWithout = () => {
    held.kept?.close()
    held.kept = null
    held.isSealed = false
    try {
      removeKeptSums(file)
    } catch {
      // Another program holds it, or the disk is only to be read: it is tried again next time.
    }
  }
  const isTouched = () => held.kept !== null && (held.isSealed ? !seal.isWhole() : !seal.isAsLeft())
  return Object.assign(held, {
    doWithout,
    isTouched,
    /** What somebody else has written into is thrown away, and made again from the sales. */
    ours(isRight = !isTouched()): KeptSums | null {
      if (!isRight) doWithout()
      if (!held.isOpen || !isRight) open()
      return held.kept
    },
  })
}
