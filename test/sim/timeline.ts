/**
 * One simulated time for everybody: a heap of events, run in order, each to the end of its promise
 * chains.
 */
export interface Timeline {
  nowMs(): number
  /** The returned function cancels. */
  at(atMs: number, run: () => void): () => void
  /** Runs everything up to `untilMs`, or until `isDone` says so after an event. */
  runUntil(untilMs: number, isDone?: () => boolean): Promise<void>
  readonly eventsRun: () => number
}

interface TimedEvent {
  readonly atMs: number
  readonly seq: number
  run: (() => void) | null
}

export function createTimeline(): Timeline {
  const heap: TimedEvent[] = []
  let nowMs = 0
  let seq = 0
  let count = 0
  return {
    nowMs: () => nowMs,
    eventsRun: () => count,
    at(atMs, run) {
      const event: TimedEvent = { atMs: Math.max(atMs, nowMs), seq: (seq += 1), run }
      push(heap, event)
      return () => {
        event.run = null
      }
    },
    async runUntil(untilMs, isDone = () => false) {
      await settle()
      for (let head = heap[0]; head !== undefined && head.atMs <= untilMs; head = heap[0]) {
        pop(heap)
        if (head.run === null) continue
        nowMs = head.atMs
        count += 1
        head.run()
        await settle()
        if (isDone()) return
      }
      nowMs = Math.max(nowMs, untilMs)
    },
  }
}

/**
 * Nothing in a history waits for anything but promises and this timeline, so one turn of the loop
 * runs it all.
 */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function isBefore(a: TimedEvent, b: TimedEvent): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.seq < b.seq)
}

function push(heap: TimedEvent[], event: TimedEvent): void {
  heap.push(event)
  for (let at = heap.length - 1; at > 0; ) {
    const up = (at - 1) >> 1
    const [child, parent] = [heap[at]!, heap[up]!]
    if (!isBefore(child, parent)) break
    heap[at] = parent
    heap[up] = child
    at = up
  }
}

function pop(heap: TimedEvent[]): void {
  const last = heap.pop()!
  if (heap.length === 0) return
  heap[0] = last
  for (let at = 0; ; ) {
    const left = 2 * at + 1
    let least = at
    for (const child of [left, left + 1]) {
      if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child
    }
    if (least === at) return
    const held = heap[at]!
    heap[at] = heap[least]!
    heap[least] = held
    at = least
  }
}
