/** Sockets left open for an answer that nobody waits for any longer. */

/** Beyond as many a sending waits for its own answer. */
const LATE_ANSWERS_MAX = 16

/** `onMoved`: one of them has moved its receipt. */
export function createLateAnswers(onMoved: () => void) {
  const open = new Set<Promise<void>>()
  return {
    hasRoom: () => open.size < LATE_ANSWERS_MAX,
    add(late: Promise<boolean>) {
      const listening = late
        .then((isMoved) => {
          if (isMoved) onMoved()
        })
        .finally(() => open.delete(listening))
      open.add(listening)
    },
    end: () => Promise.allSettled(open),
  }
}
