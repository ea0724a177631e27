/**
 * Runs in the page: a code as a scanner sends it, keys a few milliseconds apart into whatever has
 * the focus, Enter at the end. Each key goes to the focused element of that moment, and its
 * character too unless the till took the key.
 */
export function sendScan(code: string): void {
  const startMs = performance.now()
  for (const [index, key] of [...code, 'Enter'].entries()) {
    const target = document.activeElement ?? document.body
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    // A real key carries the time it was pressed, however late a busy page hears of it; so does
    // this one.
    Object.defineProperty(event, 'timeStamp', { value: startMs + index * 2 })
    const isLeft = target.dispatchEvent(event)
    if (isLeft && key.length === 1) document.execCommand('insertText', false, key)
    const focused = document.activeElement ?? document.body
    focused.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))
  }
}
