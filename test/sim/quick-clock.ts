/** Simulated time for many short things: done in order, while promises move in between. */
import type { EpochMs } from '#shared/core/brand.ts'
import type { Clock } from '#till/kernel/ports.ts'

/** Turns in which whatever waits for a promise goes on. */
const TURNS = 24

interface Due {
  readonly atMs: number
  readonly order: number
  callback: (() => void) | null
}

export interface QuickClock extends Clock {
  /** Until nothing falls due any more, or it is so. */
  run(isOver: () => boolean): Promise<void>
}

export function quickClock(): QuickClock {
  const heap: Due[] = []
  let nowMs = 0
  let count = 0
  const isBefore = (a: Due, b: Due) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
  const at = (index: number) => heap[index] as Due
  const swap = (a: number, b: number) => ([heap[a], heap[b]] = [at(b), at(a)])
  const push = (due: Due) => {
    heap.push(due)
    for (let index = heap.length - 1; index > 0; ) {
      const parent = (index - 1) >> 1
      if (!isBefore(at(index), at(parent))) return
      swap(index, parent)
      index = parent
    }
  }
  const pop = (): Due | undefined => {
    const [first] = heap
    const last = heap.pop()
    if (last === undefined || first === last) return first
    heap[0] = last
    for (let index = 0; ; ) {
      const children = [2 * index + 1, 2 * index + 2].filter((child) => child < heap.length)
      const least = children.reduce(
        (best, child) => (isBefore(at(child), at(best)) ? child : best),
        index,
      )
      if (least === index) return first
      swap(index, least)
      index = least
    }
  }
  return {
    now: () => nowMs as EpochMs,
    monotonicMs: () => nowMs,
    uptimeMs: () => nowMs,
    after(delayMs, callback) {
      const due: Due = { atMs: nowMs + delayMs, order: (count += 1), callback }
      push(due)
      return () => void (due.callback = null)
    },
    async run(isOver) {
      for (;;) {
        for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve()
        if (isOver()) return
        const due = pop()
        if (due === undefined) return
        if (due.callback === null) continue
        nowMs = Math.max(nowMs, due.atMs)
        due.callback()
      }
    },
  }
}
