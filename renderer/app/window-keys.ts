/**
 * Keys at window level, before any focused element: scans anywhere, shortcuts of the screen, and
 * letters typed "into nothing", which go to the search field.
 */
import { actionForKey, isPlainKey, keyName } from '../actions/registry.ts'
import { refuseScan, scan } from '../actions/scanning.ts'
import { addTyped } from '../actions/selling.ts'
import { SCANNER_PAUSE_MS_DEFAULT } from '#shared/catalogue/scanner-pause.ts'
import { createKeptKeys } from '../scanner/kept-keys.ts'
import { forgetOld, isPassedOver, NO_SCAN, nextScanStep } from '../scanner/scan-detector.ts'
import type { ScanOutcome } from '../scanner/scan-detector.ts'
import type { Screen } from '../stores/screen-store.ts'
import { splitMultiplier } from '../stores/catalogue-store.ts'
import type { TillUi } from '../stores/till-ui.ts'

/**
 * Left to itself the browser would reload or print the page, search in it, show its source or open
 * a window with an address in it, with a customer waiting.
 */
const BROWSER_KEYS =
  /^(Shift\+)?F([1-9]|10|12)$|^Ctrl\+[hjnopstu]$|^Alt\+Arrow(Left|Right)$|^Shift\+Escape$/
/** With Ctrl and Shift, on macOS with Cmd and Alt: the developer's tools, by their parts. */
const TOOLS = /^Key[CIJKU]$/

/** Said by an indicator of the status bar; it holds no field and keeps no key. */
const EXPLAINED = '[data-explains]'

/** Listens until the returned function is called. */
export function listenToKeys(ui: TillUi, target: Window): () => void {
  let scanState = NO_SCAN
  const kept = createKeptKeys(target)
  /** Where somebody last typed, or could have. */
  let lastField: HTMLElement | null = null

  /** What begins with this key, as far as is known; `taken`: the key was the scanner's. */
  function hearScanner(event: KeyboardEvent): 'code' | 'part' | 'taken' | null {
    // A key held down is no scanner's.
    if (event.repeat) scanState = NO_SCAN
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return null
    const pauseMs = ui.settings.getState().settings?.scannerPauseMs ?? SCANNER_PAUSE_MS_DEFAULT
    const { state, outcome, ...step } = nextScanStep(scanState, event.key, event.timeStamp, pauseMs)
    scanState = state
    if (step.isScanners && kept.keep(event, pauseMs)) return 'taken'
    if (step.begins !== null) kept.remember(step.begins)
    if (outcome === null || isOfField(ui, outcome, event)) return step.begins
    // The terminator must not press the focused button, and the code must not stay in the field it
    // was typed into.
    consume(event)
    kept.restore(outcome)
    takeScan(ui, outcome)
    return 'taken'
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return
    const begins = hearScanner(event)
    if (begins === 'taken') return
    if (!isPassedOver(event.key)) kept.giveBack()
    if (runShortcut(ui, event)) return
    if (isForBrowser(event)) event.preventDefault()
    else if (typeIntoField(ui, event, lastField) && begins !== null) kept.remember(begins)
  }

  function onPointerDown(event: PointerEvent): void {
    kept.giveBack()
    scanState = forgetOld(scanState, event.timeStamp)
  }

  function onFocusIn({ target: element }: FocusEvent): void {
    if (element instanceof HTMLElement && isEditable(element)) lastField = element
  }

  const listeners = [
    ['keydown', onKeyDown],
    ['pointerdown', onPointerDown],
    ['focusin', onFocusIn],
    // Among copy and paste, which have their keys, it offers the developer's tools.
    ['contextmenu', (event: MouseEvent) => event.preventDefault()],
    ['click', (event: MouseEvent) => handBackFocus(event, lastField)],
  ] as const
  for (const [kind, listener] of listeners)
    target.addEventListener(kind, listener as EventListener, { capture: true })
  return () => {
    for (const [kind, listener] of listeners)
      target.removeEventListener(kind, listener as EventListener, { capture: true })
  }
}

function isForBrowser(event: KeyboardEvent): boolean {
  if (BROWSER_KEYS.test(keyName(event))) return true
  const isHeld = (event.ctrlKey && event.shiftKey) || (event.metaKey && event.altKey)
  return isHeld && (TOOLS.test(event.code) || TOOLS.test(`Key${event.key.toUpperCase()}`))
}

/**
 * A choice made with the finger hands the focus back to the field it is about; one made with the
 * arrows keeps it.
 */
function handBackFocus({ target, detail }: MouseEvent, field: HTMLElement | null): void {
  if (
    detail === 0 ||
    !(target instanceof Element) ||
    target.closest('label')?.querySelector('input[type=radio]') == null
  )
    return
  if (field !== null && target.closest('form, [role=dialog]')?.contains(field) === true)
    setTimeout(() => field.focus(), 0)
}

/**
 * Whoever waits for a late Enter in the search field presses it; the field holds the whole code.
 */
function isOfField(ui: TillUi, { kind }: ScanOutcome, { target }: KeyboardEvent): boolean {
  return kind === 'late' && ui.probe.hear === null && isNamed(ui, 'search', target)
}

function takeScan(ui: TillUi, outcome: ScanOutcome): void {
  const { reading, kind } = outcome
  if (ui.probe.hear !== null) return ui.probe.hear(reading)
  if (kind === 'scan') void scan(ui, reading.code)
  else if (
    kind === 'cut' &&
    outcome.isHeadTyped &&
    countsScan(ui.catalogue.getState().text, outcome.tail)
  )
    void scan(ui, outcome.tail)
  else if (kind === 'cut') void refuseScan(ui, outcome.head, outcome.tail)
  else void refuseScan(ui, reading.code, reading.end)
}

/**
 * `5*` by hand and then a code by the scanner: where the one ends is known, however soon the other
 * came.
 */
function countsScan(typed: string, tail: string): boolean {
  const { quantity, rest } = splitMultiplier(typed + tail)
  return !(quantity.ok && quantity.value === null) && rest.length <= tail.length
}

function runShortcut(ui: TillUi, event: KeyboardEvent): boolean {
  if (ui.screen.getState().dialog !== null) return false
  const name = keyName(event)
  const action = actionForKey(ui, name)
  if (isPlainKey(name) && belongsToFocus(ui, event, name)) return false
  if (
    event.key === 'Enter' &&
    ui.screen.getState().screen === 'sale' &&
    isNamed(ui, 'search', event.target) &&
    !event.ctrlKey
  ) {
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
  if (isNamed(ui, 'tendered', target) || isNamed(ui, 'reference', target))
    return name !== 'Enter' && name !== 'Escape'
  if (!(target instanceof HTMLElement)) return false
  // What an indicator explains is closed by Escape, and moved in by the arrows.
  if (target.closest(EXPLAINED) !== null)
    return name === 'Escape' || name === 'Enter' || name.startsWith('Arrow')
  if (name === 'Escape') return false
  if (isEditable(target)) return true
  return (
    (name === 'Enter' || name.startsWith('Arrow')) &&
    target.closest('button, a, [role=radio], [role=option], [role=switch]') !== null
  )
}

/** True when the key goes on into a field: what is typed beside one must not vanish. */
function typeIntoField(ui: TillUi, event: KeyboardEvent, lastField: HTMLElement | null): boolean {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false
  const element = event.target instanceof HTMLElement ? event.target : null
  // A space presses the focused button; it starts no search. A list finds what begins with the
  // letter.
  if (
    event.key === ' ' ||
    (element !== null &&
      (isEditable(element) || element.closest('[role=listbox], [role=menu]') !== null))
  )
    return false
  const field = leadingField(ui, dialogOf(element), lastField)
  field?.focus()
  return field !== null
}

/**
 * Of a dialog, and where an amount is counted, the field somebody was in last; of the other screens
 * the one that leads them.
 */
function leadingField(
  ui: TillUi,
  dialog: Element | null,
  lastField: HTMLElement | null,
): HTMLElement | null {
  const { screen, dialog: open } = ui.screen.getState()
  if (dialog !== null) return lastField !== null && dialog.contains(lastField) ? lastField : null
  if (open !== null) return null
  if (screen === 'shift') return lastField?.isConnected === true ? lastField : null
  const name = LEADING[screen]
  return (name !== undefined && ui.inputs.get(name)) || null
}

function dialogOf(element: HTMLElement | null): Element | null {
  return element?.closest(EXPLAINED)
    ? null
    : (element?.closest('[role=dialog], [role=alertdialog]') ?? null)
}

const LEADING: Readonly<Partial<Record<Screen, Parameters<TillUi['inputs']['get']>[0]>>> = {
  sale: 'search',
  payment: 'tendered',
  receipts: 'receipts',
  return: 'return-quantity',
  goods: 'goods',
  customers: 'customers',
  settings: 'settings',
}

function isNamed(
  ui: TillUi,
  name: 'search' | 'tendered' | 'reference',
  target: EventTarget | null,
): boolean {
  return target !== null && ui.inputs.get(name) === target
}

function isEditable(element: HTMLElement): boolean {
  return (
    element.matches('input:not([type=radio]):not([type=checkbox]), textarea, select') ||
    element.isContentEditable
  )
}

function consume(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
