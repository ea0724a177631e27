/**
 * What a scanner types into a field. Once its keys are known for a scanner's they are kept from the
 * field, where every character would be looked up, drawn and laid out, and what had come before is
 * taken out again; a field is given all of it when it was no code after all.
 */
import type { ScanOutcome } from './scan-detector.ts'

interface KeptKeys {
  /** A code begins, or its next part: the field is remembered as it is. */
  remember(begins: 'code' | 'part'): void
  /**
   * Keeps a character that goes to a text field, for as long as the next comes within `mostMs`.
   * False: it goes to no such field, and on its way.
   */
  keep(event: KeyboardEvent, mostMs: number): boolean
  /** Gives back what is kept, as if it had been typed. */
  giveBack(): void
  /** What the scanner typed goes out of the field; what somebody typed before it stays. */
  restore(outcome: ScanOutcome): void
}

interface FieldThen {
  readonly field: HTMLInputElement
  readonly value: string
}

export function createKeptKeys(target: Window): KeptKeys {
  let beforeCode: FieldThen | null = null
  let beforePart: FieldThen | null = null
  /** The field with what had come before the keys were known. */
  let known: (FieldThen & { readonly caret: number }) | null = null
  let text = ''
  let timer: number | undefined

  function giveBack(): void {
    const typed = forget()
    if (typed === null) return
    const { field, value, caret } = typed.known
    const room = field.maxLength < 0 ? typed.text.length : field.maxLength - value.length
    const given = typed.text.slice(0, Math.max(0, room))
    setValue(field, value.slice(0, caret) + given + value.slice(caret))
    field.setSelectionRange(caret + given.length, caret + given.length)
  }

  function forget() {
    const typed = known === null ? null : { known, text }
    target.clearTimeout(timer)
    known = null
    text = ''
    return typed
  }

  return {
    remember(begins) {
      giveBack()
      beforePart = fieldNow(target.document.activeElement)
      if (begins === 'code') beforeCode = beforePart
    },
    keep(event, mostMs) {
      if (known === null) {
        const now = fieldNow(target.document.activeElement)
        // One that does not say where its caret is, as a date's, is typed into by the browser.
        const caret = now?.field.selectionStart ?? null
        if (now === null || caret === null || now.field.readOnly) return false
        known = { ...now, caret }
        if (beforePart?.field === now.field) setValue(now.field, beforePart.value)
      }
      text += event.key
      event.preventDefault()
      event.stopImmediatePropagation()
      target.clearTimeout(timer)
      timer = target.setTimeout(giveBack, mostMs)
      return true
    },
    giveBack,
    restore(outcome) {
      forget()
      const before = outcome.kind === 'cut' && outcome.isHeadTyped ? beforePart : beforeCode
      if (before !== null) setValue(before.field, before.value)
    },
  }
}

function fieldNow(active: Element | null): FieldThen | null {
  return active instanceof HTMLInputElement ? { field: active, value: active.value } : null
}

/**
 * React hears of a value set from outside only through the element's own setter and an input event.
 */
function setValue(field: HTMLInputElement, value: string): void {
  if (field.value === value) return
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
