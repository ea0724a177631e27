/**
 * What runs inside the page of the counter's bench: takes the time where the cashier looks. The
 * keys come from outside (`counter-hand.ts`), so the page waits for none and hides no queue.
 */
import type { Page } from 'playwright-core'

export interface PageProbe {
  /** The next such key begins a time, at its own stamp, that ends with what it shows. */
  arm(key: string, shows: Shows): void
  /** The time of what was armed. */
  timed(): Promise<Timed>
  until(testId: string): Promise<void>
  longTasks(): number[]
  /** How long the page waited for the core's answers to a command since it was asked last. */
  waits(command: string): number[]
  /** When the first product stood on the screen, since the page began to load. */
  readonly firstProductMs: number
}

/** Another line in the cart, the result screen, or the answer to a search. */
export type Shows = 'line' | 'paid' | { readonly resultsOf: string }

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
    const asked = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as { text?: string }
    const body = await response.text()
    // The screen has it a turn later; by then React has put it in the page.
    setTimeout(() => {
      answered.get(asked.text ?? '')?.()
      answered.delete(asked.text ?? '')
    }, 0)
    return new Response(body, { status: response.status, headers: response.headers })
  }
  const byTestId = (testId: string) => document.querySelector(`[data-testid="${testId}"]`)
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
  const cartText = () =>
    [...document.querySelectorAll('[data-testid="cart-line"]')]
      .map((line) => line.textContent)
      .join('|')
  let armed = Promise.reject<Timed>(new Error('nothing was armed'))
  armed.catch(() => {})
  let begin: (event: KeyboardEvent) => void = () => {}
  // Before the screen's own listener, which keeps the keys it takes to itself.
  addEventListener('keydown', (event) => begin(event), true)
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
    arm(key, shows) {
      const before = cartText()
      const shown = () =>
        typeof shows === 'object'
          ? new Promise<void>((resolve) => answered.set(shows.resultsOf, resolve))
          : when(() => (shows === 'paid' ? byTestId('change') !== null : cartText() !== before))
      armed = new Promise((resolve) => {
        begin = (event) => {
          if (event.key !== key) return
          begin = () => {}
          resolve(time(event.timeStamp, shown()))
        }
      })
    },
    timed: () => armed,
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
