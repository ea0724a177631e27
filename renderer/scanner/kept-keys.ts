/**
 * What a scanner types, from the moment it is known for one. It is kept from the field it goes to,
 * where every character would be drawn and laid out, and given to it when it was no code after all.
 */

export interface KeptKeys {
  /**
   * Keeps a character that goes to a text field, for as long as the next comes within `mostMs`.
   * False: it goes to no such field, and on its way.
   */
  keep(event: KeyboardEvent, mostMs: number): boolean
  /** Gives back what is kept, as if it had been typed. */
  giveBack(): void
  /** It was a code, which has been heard. */
  forget(): void
}

type Field = HTMLInputElement | HTMLTextAreaElement

export function createKeptKeys(target: Window): KeptKeys {
  let text = ''
  let field: Field | null = null
  let timer: number | undefined
  const giveBack = () => {
    const taken = text
    forget()
    if (field !== null && taken !== '') typeInto(field, taken)
  }
  const forget = () => {
    target.clearTimeout(timer)
    text = ''
  }
  return {
    keep(event, mostMs) {
      if (text === '') field = textField(target.document.activeElement)
      if (field === null) return false
      event.preventDefault()
      event.stopImmediatePropagation()
      target.clearTimeout(timer)
      timer = target.setTimeout(giveBack, mostMs)
      text += event.key
      return true
    },
    giveBack,
    forget,
  }
}

/** One that says where its caret is: a date's parts and an address are typed by the browser. */
function textField(element: Element | null): Field | null {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  return isField && !element.readOnly && element.selectionStart !== null ? element : null
}

/** At the caret, in place of what is chosen, and no more than the field takes. */
function typeInto(field: Field, typed: string): void {
  const start = field.selectionStart ?? 0
  const end = field.selectionEnd ?? start
  const room =
    field.maxLength < 0 ? typed.length : field.maxLength - field.value.length + (end - start)
  // Not by the field's value, which React watches: it hears of a change it did not see come.
  field.setRangeText(typed.slice(0, Math.max(0, room)), start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
