/**
 * Runs in the page: a finger that comes down at a place in the very moment a list has got its next
 * row, before anybody can have seen it. Answers at once, so that the list is not moved before
 * somebody watches; `words` are those that stood there until then.
 */
export function pressAsListMoves({ x, y }: { readonly x: number; readonly y: number }): {
  readonly words: Promise<string>
} {
  // The row itself: its words change as well when its receipt is issued, and nothing has moved.
  const rowAt = () => document.elementFromPoint(x, y)?.closest('[role=listitem]') ?? null
  const before = rowAt()
  const wordsBefore = before?.textContent ?? ''
  const words = new Promise<string>((resolve, reject) => {
    setTimeout(
      () => reject(new Error(`the list has not moved; there stands: ${rowAt()?.textContent}`)),
      20_000,
    )
    const watch = new MutationObserver(() => {
      if (rowAt() === before) return
      watch.disconnect()
      const target = document.elementFromPoint(x, y)
      const how = {
        bubbles: true,
        cancelable: true,
        composed: true,
        clientX: x,
        clientY: y,
        pointerId: 2,
        pointerType: 'touch',
        isPrimary: true,
        button: 0,
      }
      for (const type of ['pointerdown', 'pointerup'])
        target?.dispatchEvent(new PointerEvent(type, how))
      target?.dispatchEvent(new PointerEvent('click', { ...how, detail: 1 }))
      resolve(wordsBefore)
    })
    watch.observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    })
  })
  return { words }
}
