/**
 * Pages that wait for the next counter instead of being closed. A page that comes from the same
 * place once more has its program compiled already: it opens for 0.8 s of processor, a new one for
 * 1.8 s, whatever they share otherwise. Nothing of a story is left in it but that.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startScreenHost, type HostedCore, type ScreenHost } from './screen-host.ts'

/** What a page can be set to again at any time; whatever else is asked gets a page of its own. */
const SET_AT_ANY_TIME: readonly string[] = ['viewport', 'colorScheme']
const VIEWPORT = { width: 1024, height: 768 }
/**
 * Nothing runs in it; it is of the same place, and comes with the same policy, without which the
 * browser would begin another process for the next.
 */
const PICTURE = '/mark.svg'
/** What stories listen to. */
const EVENTS = ['console', 'pageerror', 'request', 'response', 'dialog', 'download'] as const

interface KeptPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly host: ScreenHost
  /** Behind the host; another one for each counter. */
  readonly core: { -readonly [Part in keyof HostedCore]: HostedCore[Part] }
}

export interface TakenPage {
  readonly page: Page
  readonly url: string
  /** Closed, or kept for the next. */
  giveBack(): Promise<void>
}

/** That wait, by the folder of their screen. */
const waiting = new Map<string, KeptPage[]>()

export async function takePage(
  browser: Browser,
  root: string,
  options: BrowserContextOptions,
  { api, handle }: HostedCore,
): Promise<TakenPage> {
  const canBeKept = Object.keys(options).every((name) => SET_AT_ANY_TIME.includes(name))
  const kept =
    (canBeKept ? await takeWaiting(browser, root, options) : null) ??
    (await openPage(browser, root, canBeKept ? {} : options, { api, handle }))
  const { page, host, core } = kept
  Object.assign(core, { api, handle })
  await fit(page, options)
  let isBack = false
  return {
    page,
    url: host.url,
    async giveBack() {
      if (isBack) return
      isBack = true
      if (canBeKept && (await emptied(kept).catch(() => false)))
        waiting.set(root, [...(waiting.get(root) ?? []), kept])
      else await kept.context.close().then(host.stop)
    },
  }
}

/** Null without one; what has gone with its browser meanwhile, or goes just now, is nobody's. */
async function takeWaiting(
  browser: Browser,
  root: string,
  options: BrowserContextOptions,
): Promise<KeptPage | null> {
  for (;;) {
    const kept = waiting.get(root)?.pop()
    if (kept === undefined) return null
    const { page, context, host } = kept
    const isThere = context.browser() === browser && !page.isClosed()
    if (isThere && (await fit(page, options).catch(() => false))) return kept
    await context.close().then(host.stop, host.stop)
  }
}

async function fit(page: Page, { viewport, colorScheme }: BrowserContextOptions): Promise<true> {
  await page.setViewportSize(viewport ?? VIEWPORT)
  await page.emulateMedia({ media: null, colorScheme: colorScheme ?? null })
  return true
}

async function openPage(
  browser: Browser,
  root: string,
  options: BrowserContextOptions,
  core: HostedCore,
): Promise<KeptPage> {
  const host = await startScreenHost(root, core)
  const look = { viewport: VIEWPORT, reducedMotion: 'reduce' as const, ...options }
  const context = await browser.newContext(look)
  return { page: await context.newPage(), context, host, core }
}

/** Whether nothing is left in it of whoever had it; a page that is stuck is kept by nobody. */
async function emptied({ page, context, host }: KeptPage): Promise<boolean> {
  if (page.isClosed()) return false
  for (const event of EVENTS) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.mouse.move(-1, -1)
  await page.goto(new URL(PICTURE, host.url).href)
  return page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    // Playwright's: a clock that was put into a page stays in it.
    return !('__pwClock' in globalThis)
  })
}
