/** Somebody who has never seen the till: presses only what they can read, where they can see it. */
import type { Page } from 'playwright-core'
import { sendScan } from '../support/scan-in-page.ts'

const PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 50
/** Between two keys of a person; a scanner is faster. */
const FINGER_MS = 60

export interface VisibleHands {
  /** Presses what shows exactly these words, or begins with them; with a mouse, in its middle. */
  press(...words: string[]): Promise<void>
  /** Sees these words somewhere on the screen. */
  read(words: string | RegExp): Promise<void>
  /** Presses the field under exactly this label, or with exactly these words in it, and types. */
  fill(label: string, text: string): Promise<void>
  scan(code: string): Promise<void>
}

/** Another page came while somebody looked: there is nothing to see yet. */
function notYetAt(error: unknown): null {
  if (error instanceof Error && error.message.includes('context was destroyed')) return null
  throw error
}

export function visibleHands(page: Page): VisibleHands {
  /** Looks again and again; a busy machine may take its time. */
  const until = async <Found>(what: string, look: () => Promise<Found | null>): Promise<Found> => {
    for (const endMs = performance.now() + PATIENCE_MS; performance.now() < endMs; ) {
      const found = await look().catch(notYetAt)
      if (found !== null) return found
      await page.waitForTimeout(LOOK_AGAIN_MS)
    }
    throw new Error(`not seen: «${what}», but: ${await page.evaluate(readScreen)}`)
  }
  const point = (find: (words: string) => { x: number; y: number } | null, words: string) =>
    until(words, () => page.evaluate(find, words))
  /** Nobody presses what still moves: a list that fills above a button takes it along. */
  const pointAtRest = (words: string) => {
    let before: { x: number; y: number } | null = null
    return until(words, async () => {
      const now = await page.evaluate(findButton, words)
      const isAtRest = now !== null && now.x === before?.x && now.y === before.y
      before = now
      return isAtRest ? now : null
    })
  }
  const press = async (words: string) => {
    const { x, y } = await pointAtRest(words)
    await page.mouse.click(x, y)
  }
  return {
    async press(...all) {
      for (const words of all) await press(words)
    },
    read: async (words) => {
      await until(String(words), async () => {
        const screen = await page.evaluate(readScreen)
        return (typeof words === 'string' ? screen.includes(words) : words.test(screen))
          ? true
          : null
      })
    },
    async fill(label, text) {
      const { x, y } = await point(findField, label)
      await page.mouse.click(x, y)
      await page.keyboard.type(text, { delay: FINGER_MS })
    },
    scan: (code) => page.evaluate(sendScan, code),
  }
}

/**
 * Runs in the page, as all below do, each alone: what stands on it for eyes, not for screen
 * readers, and not under something else.
 */
function findButton(words: string): { x: number; y: number } | null {
  const textOf = (element: Element) => {
    const copy = element.cloneNode(true) as Element
    for (const unseen of copy.querySelectorAll('.visually-hidden, kbd, [hidden], input'))
      unseen.remove()
    return (copy.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
  const candidates = [...document.querySelectorAll('button, label, a, [role=option]')].map(
    (element) => ({ element, text: textOf(element) }),
  )
  const seen = (exact: boolean) => {
    for (const { element, text } of candidates) {
      if (exact ? text !== words : !text.startsWith(words)) continue
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const onTop = width > 2 && height > 2 ? document.elementFromPoint(x, y) : null
      if (
        onTop !== null &&
        (element === onTop || element.contains(onTop)) &&
        !element.matches(':disabled, [data-disabled]')
      )
        return { x, y }
    }
    return null
  }
  return seen(true) ?? seen(false)
}

function findField(label: string): { x: number; y: number } | null {
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    const shown = [...(field.labels ?? [])]
      .filter((one) => !one.classList.contains('visually-hidden'))
      .map((one) => one.textContent ?? '')
    if (!shown.some((text) => text.trim() === label) && field.placeholder !== label) continue
    const { left, top, width, height } = field.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (width > 2 && document.elementFromPoint(x, y) === field) return { x, y }
  }
  return null
}

function readScreen(): string {
  const words: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent === null || parent.closest('.visually-hidden, kbd, script, style') !== null) continue
    const { bottom, top, width } = parent.getBoundingClientRect()
    if (width > 2 && bottom > 0 && top < innerHeight && parent.checkVisibility())
      words.push(node.textContent ?? '')
  }
  return words.join(' ').replace(/\s+/g, ' ')
}
