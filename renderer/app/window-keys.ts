/**
 * Keys at window level, before any focused element: scans anywhere, shortcuts of the screen, and letters typed "into
 * nothing", which go to the search field.
 */
import { actionForKey, isPlainKey, keyName } from '../actions/registry.ts'
import { addTyped, scan } from '../actions/selling.ts'
import { NO_SCAN, nextScanStep } from '../scanner/scan-detector.ts'
import type { TillUi } from './till-ui.ts'

/** Left to itself the browser would reload or print the page, search in it or open its tools, with a customer waiting. */
const BROWSER_KEYS = /^(Shift\+)?F([1-9]|10|12)$|^Ctrl\+[ps]$|^Alt\+Arrow(Left|Right)$/

interface FieldBefore {
  readonly field: HTMLInputElement
  readonly value: string
}

/** Listens until the returned function is called. */
export function listenToKeys(ui: TillUi, target: Window): () => void {
  let scanState = NO_SCAN
  let before: FieldBefore | null = null

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return
    let isFirst = false
    if (!event.ctrlKey && !event.altKey && !event.metaKey) {
      const step = nextScanStep(scanState, event.key, event.timeStamp)
      scanState = step.state
      isFirst = step.begins
      if (isFirst) before = rememberField(target.document.activeElement)
      if (step.scan !== null) {
        // The terminator must not press the focused button, and the code must not stay in the field it was typed into.
        consume(event)
        restoreField(before)
        void scan(ui, step.scan)
        return
      }
    }
    if (runShortcut(ui, event)) return
    if (BROWSER_KEYS.test(keyName(event))) event.preventDefault()
    else if (typeIntoSearch(ui, event) && isFirst) before = rememberField(target.document.activeElement)
  }

  target.addEventListener('keydown', onKeyDown, { capture: true })
  return () => target.removeEventListener('keydown', onKeyDown, { capture: true })
}

function runShortcut(ui: TillUi, event: KeyboardEvent): boolean {
  if (ui.screen.getState().dialog !== null) return false
  const name = keyName(event)
  const action = actionForKey(ui, name)
  if (isPlainKey(name) && belongsToFocus(ui, event, name)) return false
  if (event.key === 'Enter' && ui.screen.getState().screen === 'sale' && isNamed(ui, 'search', event.target) && !event.ctrlKey) {
    consume(event)
    void addTyped(ui)
    return true
  }
  if (!action) return false
  consume(event)
  // A key held down must not pay twice or open what it just closed.
  if (!event.repeat || name === '+' || name === '-' || name.startsWith('Arrow')) action.run(ui)
  return true
}

/** A plain key is the focused element's own, except in the fields that lead their screen. */
function belongsToFocus(ui: TillUi, event: KeyboardEvent, name: string): boolean {
  const { target } = event
  if (isNamed(ui, 'search', target)) return false
  if (isNamed(ui, 'tendered', target) || isNamed(ui, 'reference', target)) return name !== 'Enter' && name !== 'Escape'
  if (name === 'Escape') return false
  if (!(target instanceof HTMLElement)) return false
  if (isEditable(target)) return true
  return (name === 'Enter' || name.startsWith('Arrow')) && target.closest('button, a, [role=radio], [role=option], [role=switch]') !== null
}

/** True when the key goes on into the field that leads the screen. */
function typeIntoSearch(ui: TillUi, event: KeyboardEvent): boolean {
  const { screen, dialog } = ui.screen.getState()
  if (dialog !== null || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target instanceof HTMLElement && isEditable(event.target)) return false
  // A space presses the focused button; it starts no search.
  if (event.key === ' ') return false
  const name = screen === 'sale' ? 'search' : screen === 'payment' ? 'tendered' : screen === 'receipts' ? 'receipts' : screen === 'return' ? 'return-quantity' : null
  const field = name === null ? undefined : ui.inputs.get(name)
  field?.focus()
  return field !== undefined
}

function isNamed(ui: TillUi, name: 'search' | 'tendered' | 'reference', target: EventTarget | null): boolean {
  return target !== null && ui.inputs.get(name) === target
}

function isEditable(element: HTMLElement): boolean {
  return element.matches('input:not([type=radio]):not([type=checkbox]), textarea, select') || element.isContentEditable
}

function rememberField(active: Element | null): FieldBefore | null {
  return active instanceof HTMLInputElement ? { field: active, value: active.value } : null
}

/** React hears of a value set from outside only through the element's own setter and an input event. */
function restoreField(before: FieldBefore | null): void {
  if (before === null || before.field.value === before.value) return
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(before.field, before.value)
  before.field.dispatchEvent(new Event('input', { bubbles: true }))
}

function consume(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
