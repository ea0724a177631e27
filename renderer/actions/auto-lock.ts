/**
 * Locks a counter nobody touches. The open cart stays as it is; only whoever knows a PIN goes on.
 */
import { isCounterLocked, lock } from './counter.ts'
import type { TillUi } from '../stores/till-ui.ts'

const MINUTE_MS = 60_000
/** Anything a hand does; a scan arrives as keys. */
const TOUCHES = ['keydown', 'pointerdown', 'wheel'] as const

/** Watches until the returned function is called. */
export function lockWhenIdle(
  ui: TillUi,
  target: Pick<Window, 'addEventListener' | 'removeEventListener'>,
): () => void {
  let lastTouchMs = performance.now()
  let timer: ReturnType<typeof setTimeout> | null = null
  const idleMs = () => (ui.settings.getState().settings?.lockAfterMinutes ?? 0) * MINUTE_MS

  const touched = () => {
    lastTouchMs = performance.now()
  }

  // One timer that looks again, not one a key: a fast hand would make and call off hundreds.
  const arm = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (idleMs() === 0 || !hasSomebody(ui)) return
    timer = setTimeout(look, Math.max(0, lastTouchMs + idleMs() - performance.now()))
  }
  const look = () => {
    timer = null
    // While a sale is being written its answer comes first: nothing is interrupted half-way.
    if (ui.payment.getState().phase === 'committing') lastTouchMs = performance.now()
    const isIdle = performance.now() - lastTouchMs >= idleMs()
    if (isIdle && idleMs() > 0 && hasSomebody(ui)) {
      lock(ui)
      // Should the core not answer, it is tried again after as long.
      touched()
    }
    arm()
  }
  // Whoever signs in has just touched it, and so has whoever changed the setting.
  const renew = () => {
    touched()
    arm()
  }
  for (const touch of TOUCHES) target.addEventListener(touch, touched, { capture: true })
  const stopStaff = ui.staff.subscribe(({ staff }, before) => {
    if (staff?.current?.id !== before.staff?.current?.id) renew()
  })
  const stopSettings = ui.settings.subscribe(({ settings }, before) => {
    if (settings?.lockAfterMinutes !== before.settings?.lockAfterMinutes) renew()
  })
  renew()
  return () => {
    if (timer !== null) clearTimeout(timer)
    for (const touch of TOUCHES) target.removeEventListener(touch, touched, { capture: true })
    stopStaff()
    stopSettings()
  }
}

function hasSomebody(ui: TillUi): boolean {
  return ui.staff.getState().staff?.isOn === true && !isCounterLocked(ui)
}
