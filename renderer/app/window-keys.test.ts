import { afterEach, describe, expect, it, vi } from 'vitest'
import { createHandTimers, portOf, SCREEN_PARTS } from '../stores/test-port.ts'
import { createTillUi } from '../stores/till-ui.ts'
import { listenToKeys } from './window-keys.ts'

function open(page: { activeElement: unknown } = { activeElement: null }) {
  const ui = createTillUi({ port: portOf({}), timers: createHandTimers(), ...SCREEN_PARTS })
  let listen: (event: KeyboardEvent) => void = () => undefined
  let pressRight: (event: MouseEvent) => void = () => undefined
  listenToKeys(ui, {
    document: page,
    addEventListener: (kind: string, listener: typeof listen & typeof pressRight) => {
      if (kind === 'keydown') listen = listener
      if (kind === 'contextmenu') pressRight = listener
    },
    removeEventListener: () => undefined,
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
  return { ui, hear, opensMenu }
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

describe('a scan while a button has the focus', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('leaves nothing in the field its keys were sent to', () => {
    class Field {
      text = '2000'
      get value() {
        return this.text
      }
      set value(text) {
        this.text = text
      }
      focus() {
        page.activeElement = this
      }
      matches() {
        return true
      }
      dispatchEvent() {
        return true
      }
    }
    vi.stubGlobal('HTMLElement', Field)
    vi.stubGlobal('HTMLInputElement', Field)
    const page: { activeElement: Field | null } = { activeElement: null }
    const { ui, hear } = open(page)
    ui.screen.getState().go('payment')
    const tendered = new Field()
    ui.inputs.set('tendered', tendered as unknown as HTMLInputElement)
    for (const [index, key] of [...'7801', 'Enter'].entries()) {
      hear(key, { timeStamp: index * 2, target: page.activeElement as unknown as EventTarget })
      // What the browser does with a character nobody took.
      if (key !== 'Enter' && page.activeElement !== null) page.activeElement.value += key
    }
    expect(tendered.value).toBe('2000')
  })
})
