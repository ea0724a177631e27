/**
 * Marks the button under the mouse and the one being pressed, for the styles: one listener for all
 * of them instead of several for each. Fingers leave no hover behind.
 */
const HOVERED = 'data-hovered'
const PRESSED = 'data-pressed'

/** Marks until the returned function is called. */
export function markPresses(target: Document): () => void {
  let hovered: Element | null = null
  let pressed: Element | null = null
  const move = (from: Element | null, to: Element | null, mark: string) => {
    if (from === to) return to
    from?.removeAttribute(mark)
    to?.setAttribute(mark, 'true')
    return to
  }
  const onOver = (event: PointerEvent) => {
    hovered = move(
      hovered,
      event.pointerType === 'mouse' ? plainButton(event.target) : null,
      HOVERED,
    )
    if (pressed !== null && plainButton(event.target) !== pressed)
      pressed = move(pressed, null, PRESSED)
  }
  const onDown = (event: PointerEvent) => {
    pressed = move(pressed, plainButton(event.target), PRESSED)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ')
      pressed = move(pressed, plainButton(event.target), PRESSED)
  }
  const release = () => {
    pressed = move(pressed, null, PRESSED)
  }
  const leave = () => {
    hovered = move(hovered, null, HOVERED)
  }
  const listeners: readonly (readonly [string, (event: never) => void])[] = [
    ['pointerover', onOver],
    ['pointerdown', onDown],
    ['pointerup', release],
    ['pointercancel', release],
    ['keydown', onKeyDown],
    ['keyup', release],
  ]
  for (const [name, listener] of listeners)
    target.addEventListener(name, listener as EventListener, { passive: true })
  target.documentElement.addEventListener('pointerleave', leave)
  return () => {
    for (const [name, listener] of listeners)
      target.removeEventListener(name, listener as EventListener)
    target.documentElement.removeEventListener('pointerleave', leave)
  }
}

/** React Aria marks its own. */
function plainButton(target: EventTarget | null): Element | null {
  const button = target instanceof Element ? target.closest('button') : null
  return button === null || button.disabled || button.hasAttribute('data-rac') ? null : button
}
