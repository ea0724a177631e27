import { describe, expect, it } from 'vitest'
import { createHandTimers, portOf } from '../stores/test-port.ts'
import { createTillUi } from './till-ui.ts'
import { listenToKeys } from './window-keys.ts'

function open() {
  const ui = createTillUi({
    port: portOf({}), timers: createHandTimers(), sounds: { refuse: () => undefined }, preferences: { getItem: () => null, setItem: () => undefined },
  })
  let hear: (event: KeyboardEvent) => void = () => undefined
  listenToKeys(ui, {
    document: { activeElement: null }, addEventListener: (_: string, listener: typeof hear) => { hear = listener }, removeEventListener: () => undefined,
  } as unknown as Window)
  /** Whether the key is kept from the browser, which would reload the page or open a window of its own. */
  const isKept = (key: string, held: Partial<KeyboardEvent> = {}) => {
    let isPrevented = false
    hear({
      key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, timeStamp: 0, target: null, isComposing: false, repeat: false, ...held,
      preventDefault: () => { isPrevented = true }, stopImmediatePropagation: () => undefined,
    } as KeyboardEvent)
    return isPrevented
  }
  return { ui, isKept }
}

describe('keys a browser has plans of its own for', () => {
  it.each([['F5'], ['F12'], ['F3'], ['F7'], ['F1']])('%s does nothing behind a dialog', (key) => {
    const { ui, isKept } = open()
    ui.screen.getState().open({ kind: 'free-line' })
    expect(isKept(key)).toBe(true)
    expect(ui.screen.getState()).toMatchObject({ screen: 'sale', dialog: { kind: 'free-line' } })
  })

  it('nor where they mean nothing, with the keys for printing and saving the page and for going back', () => {
    const { ui, isKept } = open()
    ui.screen.getState().go('settings')
    expect([isKept('F5'), isKept('F7', { shiftKey: true }), isKept('p', { ctrlKey: true }), isKept('ArrowLeft', { altKey: true })])
      .toEqual([true, true, true, true])
    expect(ui.screen.getState().screen).toBe('settings')
  })

  it('leaves the browser what a person asks it for: copying, reloading by Ctrl+R, the full screen', () => {
    const { ui, isKept } = open()
    ui.screen.getState().open({ kind: 'free-line' })
    expect([isKept('c', { ctrlKey: true }), isKept('r', { ctrlKey: true }), isKept('F11')]).toEqual([false, false, false])
  })
})
