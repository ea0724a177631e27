/**
 * Whether the buttons show their keys: from the first key on that only a keyboard sends. A finger
 * on glass needs none of them, and a scanner is a keyboard to the machine, but types characters,
 * Enter and Tab only.
 */
import type { TillUi } from '../stores/till-ui.ts'

const ONLY_OF_A_KEYBOARD =
  /^(F([1-9]|1[0-2])|Escape|Delete|Insert|Home|End|Page(Up|Down)|Arrow(Up|Down|Left|Right))$/
/** A Tab sooner after another key ends a scan. */
const HASTY_TAB_MS = 300

export function isOfAKeyboard(
  event: Pick<KeyboardEvent, 'key' | 'timeStamp'>,
  lastKeyMs: number | null,
): boolean {
  if (event.key !== 'Tab') return ONLY_OF_A_KEYBOARD.test(event.key)
  return lastKeyMs === null || event.timeStamp - lastKeyMs >= HASTY_TAB_MS
}

/**
 * Shows them until somebody else serves, who may never touch the keyboard. Ends with the returned
 * function.
 */
export function showKeysOnceUsed(ui: TillUi, target: Window): () => void {
  const { dataset } = target.document.documentElement
  let lastKeyMs: number | null = null
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfAKeyboard(event, lastKeyMs)) dataset['keys'] = 'shown'
    lastKeyMs = event.timeStamp
  }
  const stop = ui.staff.subscribe(({ lastId }, before) => {
    if (before.lastId !== null && lastId !== before.lastId) delete dataset['keys']
  })
  target.addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    stop()
    target.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}
