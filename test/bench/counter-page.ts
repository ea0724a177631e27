/**
 * What runs inside the page of the counter's bench: acts as fingers and scanner do, and takes the
 * time where the cashier looks.
 */
import type { Page } from 'playwright-core'

export interface PageProbe {
  /**
   * Milliseconds from the last key of the scan to the line in the page, and to the frame that shows
   * it.
   */
  scan(code: string): Promise<Timed>
  /** From a keystroke in the search to the results of that text. */
  type(text: string): Promise<Timed[]>
  /** From the key that confirms the payment to the result screen. */
  pay(): Promise<Timed>
  press(key: string): void
  until(testId: string): Promise<void>
  longTasks(): number[]
  /** How long the page waited for the core's answers to a command since it was asked last. */
  waits(command: string): number[]
  /** When the first product stood on the screen, since the page began to load. */
  readonly firstProductMs: number
}

export interface Timed {
  readonly inPage: number
  readonly onScreen: number
}

/** Call before the page loads anything. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(probeInPage)
}

function probeInPage(): void {
  const tasks: number[] = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push(entry.duration)
  }).observe({ type: 'longtask', buffered: true })
  const waits: { readonly command: string; readonly ms: number }[] = []
  const answered = new Map<string, () => void>()
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const startMs = performance.now()
    const response = await realFetch(input, init)
    const url = new URL(
      typeof input === 'string' ? input : input instanceof URL ? input.href : input.url,
      location.href,
    )
    waits.push({ command: url.pathname.split('/').at(-1) ?? '', ms: performance.now() - startMs })
    if (!url.pathname.endsWith('/searchProducts')) return response
    const asked = JSON.parse(url.searchParams.get('input') ?? '{}') as { text?: string }
    const body = await response.text()
    // The screen has it a turn later; by then React has put it in the page.
    setTimeout(() => answered.get(asked.text ?? '')?.(), 0)
    return new Response(body, { status: response.status, headers: response.headers })
  }
  const byTestId = (testId: string) => document.querySelector(`[data-testid="${testId}"]`)
  const send = (target: Element, key: string, atMs: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: atMs })
    const isLeft = target.dispatchEvent(event)
    if (isLeft && key.length === 1) document.execCommand('insertText', false, key)
    ;(document.activeElement ?? document.body).dispatchEvent(
      new KeyboardEvent('keyup', { key, bubbles: true }),
    )
  }
  const focused = () => document.activeElement ?? document.body
  /** Resolves in the turn of the page in which it holds. */
  const when = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      if (holds()) return resolve()
      const observer = new MutationObserver(() => {
        if (!holds()) return
        observer.disconnect()
        resolve()
      })
      observer.observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
        attributes: true,
      })
    })
  const painted = () =>
    new Promise<void>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      }),
    )
  const time = async (startMs: number, done: Promise<void>) => {
    await done
    const inPage = performance.now() - startMs
    await painted()
    return { inPage, onScreen: performance.now() - startMs }
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  /** A scanner is a keyboard: each key is an event of its own, some milliseconds after the last. */
  const SCANNER_KEY_MS = 4
  const cartText = () =>
    [...document.querySelectorAll('[data-testid="cart-line"]')]
      .map((line) => line.textContent)
      .join('|')
  let firstProductMs = Number.NaN
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive')
      void when(() => byTestId('product-tile') !== null).then(() => {
        firstProductMs = performance.now()
      })
  })
  const probe: PageProbe = {
    get firstProductMs() {
      return firstProductMs
    },
    async scan(code) {
      const before = cartText()
      // Their times are those of the device, however late the page gets to them.
      let atMs = performance.now()
      for (const key of code) {
        send(focused(), key, (atMs += SCANNER_KEY_MS))
        await pause(SCANNER_KEY_MS)
      }
      const startMs = performance.now()
      send(focused(), 'Enter', atMs + SCANNER_KEY_MS)
      return time(
        startMs,
        when(() => cartText() !== before),
      )
    },
    async type(text) {
      const input = byTestId('search') as HTMLInputElement
      input.focus()
      const times: Timed[] = []
      for (const character of text) {
        // As fast as a practised hand; the pause is not measured.
        await pause(110)
        const done = new Promise<void>((resolve) => answered.set(input.value + character, resolve))
        const startMs = performance.now()
        send(input, character, startMs)
        times.push(await time(startMs, done))
        answered.clear()
      }
      return times
    },
    pay() {
      const startMs = performance.now()
      send(focused(), 'Enter', startMs)
      return time(
        startMs,
        when(() => byTestId('change') !== null),
      )
    },
    press: (key) => send(focused(), key, performance.now()),
    until: (testId) => when(() => byTestId(testId) !== null),
    waits: (command) =>
      waits
        .splice(0, waits.length)
        .filter((wait) => wait.command === command)
        .map(({ ms }) => ms),
    longTasks: () => tasks.splice(0, tasks.length),
  }
  Object.assign(globalThis, { probe })
}

export function run<Answer, Argument>(
  page: Page,
  act: (argument: Argument) => Answer | Promise<Answer>,
  argument: Argument,
): Promise<Answer> {
  return page.evaluate<Answer, Argument>(act as never, argument)
}

declare global {
  var probe: PageProbe
}
