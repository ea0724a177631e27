import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SCANNER_PAUSE_MS_DEFAULT } from '#shared/catalogue/scanner-pause.ts'
import { createHandTimers, portOf, SCREEN_PARTS } from '../stores/test-port.ts'
import { createTillUi } from '../stores/till-ui.ts'
import { listenToKeys } from './window-keys.ts'

function open(page: { activeElement: unknown } = { activeElement: null }) {
  const ui = createTillUi({ port: portOf({}), timers: createHandTimers(), ...SCREEN_PARTS })
  let listen: (event: KeyboardEvent) => void = () => undefined
  let pressRight: (event: MouseEvent) => void = () => undefined
  const timers = createHandTimers()
  listenToKeys(ui, {
    document: page,
    addEventListener: (kind: string, listener: typeof listen & typeof pressRight) => {
      if (kind === 'keydown') listen = listener
      if (kind === 'contextmenu') pressRight = listener
    },
    removeEventListener: () => undefined,
    setTimeout: (callback: () => void, afterMs: number) => timers.after(afterMs, callback),
    clearTimeout: (callOff?: () => void) => callOff?.(),
  } as unknown as Window)
  /**
   * Whether the key is kept from the browser, which would reload the page or open a window of its
   * own.
   */
  const hear = (key: string, held: Partial<KeyboardEvent> = {}) => {
    let isPrevented = false
    listen({
      key,
      ctrlKey: false,
      altKey: false,
      metaKey: false,
      shiftKey: false,
      timeStamp: 0,
      target: null,
      isComposing: false,
      repeat: false,
      ...held,
      preventDefault: () => {
        isPrevented = true
      },
      stopImmediatePropagation: () => undefined,
    } as KeyboardEvent)
    return isPrevented
  }
  const opensMenu = () => {
    let isPrevented = false
    pressRight({ preventDefault: () => (isPrevented = true) } as unknown as MouseEvent)
    return !isPrevented
  }
  return { ui, hear, opensMenu, timers }
}

describe('keys a browser has plans of its own for', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each([['F5'], ['F12'], ['F3'], ['F7'], ['F1']])('%s does nothing behind a dialog', (key) => {
    const { ui, hear } = open()
    ui.screen.getState().open({ kind: 'free-line' })
    expect(hear(key)).toBe(true)
    expect(ui.screen.getState()).toMatchObject({ screen: 'sale', dialog: { kind: 'free-line' } })
  })

  it('nor where they mean nothing, with the keys for printing and saving the page and for going back', () => {
    const { ui, hear } = open()
    ui.screen.getState().go('settings')
    expect([
      hear('F5'),
      hear('F7', { shiftKey: true }),
      hear('p', { ctrlKey: true }),
      hear('ArrowLeft', { altKey: true }),
    ]).toEqual([true, true, true, true])
    expect(ui.screen.getState().screen).toBe('settings')
  })

  it.each<[string, Partial<KeyboardEvent>]>([
    ['F12', {}],
    ...['I', 'J', 'C', 'K'].map(
      (key) => [key, { ctrlKey: true, shiftKey: true }] as [string, Partial<KeyboardEvent>],
    ),
    ['ˆ', { metaKey: true, altKey: true, code: 'KeyI' }],
    ['u', { ctrlKey: true }],
    ['U', { ctrlKey: true, shiftKey: true }],
    ['n', { ctrlKey: true }],
    ['T', { ctrlKey: true, shiftKey: true }],
    ['o', { ctrlKey: true }],
    ['h', { ctrlKey: true }],
    ['j', { ctrlKey: true }],
    ['Escape', { shiftKey: true }],
  ])('%s opens neither its tools nor its source, nor a window with an address', (key, held) => {
    vi.stubGlobal('HTMLElement', Object)
    const { ui, hear } = open()
    ui.screen.getState().go('settings')
    expect(hear(key, held)).toBe(true)
    ui.screen.getState().open({ kind: 'free-line' })
    expect(hear(key, held)).toBe(true)
  })

  it('and the menu of the right button, where its tools stand too, stays shut', () => {
    expect(open().opensMenu()).toBe(false)
  })

  it('leaves the browser what a person asks it for: copying, reloading by Ctrl+R, the full screen', () => {
    const { ui, hear } = open()
    ui.screen.getState().open({ kind: 'free-line' })
    expect([hear('c', { ctrlKey: true }), hear('r', { ctrlKey: true }), hear('F11')]).toEqual([
      false,
      false,
      false,
    ])
  })
})

/** A text field and what a browser does with a character nobody took. */
class Field {
  text = '2000'
  /** How often the page heard that it changed. */
  changes = 0
  readOnly = false
  maxLength = 20
  readonly page: { activeElement: unknown }
  constructor(page: { activeElement: unknown }) {
    this.page = page
  }
  get value() {
    return this.text
  }
  set value(text) {
    this.text = text
  }
  get selectionStart() {
    return this.text.length
  }
  get selectionEnd() {
    return this.text.length
  }
  setSelectionRange() {}
  type(key: string) {
    this.text += key
    this.changes += 1
  }
  focus() {
    this.page.activeElement = this
  }
  matches() {
    return true
  }
  dispatchEvent() {
    this.changes += 1
    return true
  }
}

describe('the keys of a scanner', () => {
  beforeEach(() => {
    vi.stubGlobal('HTMLElement', Field)
    vi.stubGlobal('HTMLInputElement', Field)
  })
  afterEach(() => vi.unstubAllGlobals())

  function atTendered() {
    const page: { activeElement: Field | null } = { activeElement: null }
    const { ui, hear, timers } = open(page)
    ui.screen.getState().go('payment')
    const tendered = new Field(page)
    ui.inputs.set('tendered', tendered as unknown as HTMLInputElement)
    let atMs = 0
    const type = (key: string, afterMs: number) => {
      atMs += afterMs
      timers.pass(afterMs)
      const target = page.activeElement as unknown as EventTarget
      const isTaken = hear(key, { timeStamp: atMs, target })
      if (!isTaken && key.length === 1) page.activeElement?.type(key)
    }
    return { tendered, type, timers }
  }

  it('leave nothing in the field they were sent to, while a button has the focus', () => {
    const { tendered, type } = atTendered()
    for (const key of [...'7801', 'Enter']) type(key, 2)
    expect(tendered.value).toBe('2000')
  })

  it('reach the field no more once they are known, however long the code', () => {
    const { tendered, type } = atTendered()
    tendered.focus()
    for (const key of [...'7802215301234', 'Enter']) type(key, 6)
    // Two before it is known, and their way out.
    expect([tendered.value, tendered.changes]).toEqual(['2000', 3])
  })

  it('of one that ends with no key are in the field soon after, as many as it takes', () => {
    const { tendered, type, timers } = atTendered()
    tendered.focus()
    for (const key of '7802215301234') type(key, 6)
    expect(tendered.value).toBe('2000')
    timers.pass(SCANNER_PAUSE_MS_DEFAULT)
    expect(tendered.value).toBe('20007802215301234')
    for (const key of '56789') type(key, 6)
    timers.pass(SCANNER_PAUSE_MS_DEFAULT)
    expect(tendered.value).toBe('20007802215301234567')
  })

  it('and of fingers are all in the field in their order, whenever they come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...'0123456789ab '), fc.integer({ min: 1, max: 400 }))),
        (strokes) => {
          const { tendered, type, timers } = atTendered()
          tendered.maxLength = -1
          tendered.focus()
          for (const [key, afterMs] of strokes) type(key, afterMs)
          timers.pass(SCANNER_PAUSE_MS_DEFAULT)
          expect(tendered.value).toBe(`2000${strokes.map(([key]) => key).join('')}`)
        },
      ),
    )
  })
})
