/** Real Chromium under the windows, with a profile of its own; a test joins it over DevTools. */
import { createServer, type AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { CHROMIUM, NO_CHROMIUM } from '../../support/chromium.ts'
import { isOwn } from './scheme.ts'
import { allows, note } from './notes.ts'

/** Prints where DevTools listen, as Electron does with `--remote-debugging-port`. */
export async function openBrowser(profile: string, bridgePort: number): Promise<BrowserContext> {
  if (CHROMIUM === null) throw new Error(NO_CHROMIUM ?? '')
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    viewport: null,
    reducedMotion: 'reduce',
    handleSIGTERM: false,
    handleSIGINT: false,
    handleSIGHUP: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--window-size=1366,800',
      `--remote-debugging-port=${port}`,
      // A custom scheme registered as secure is; of plain http addresses only the machine's own,
      // in every build of Chromium.
      `--host-resolver-rules=MAP *.localhost 127.0.0.1:${bridgePort}`,
    ],
  })
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`)
  const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string }
  process.stderr.write(`DevTools listening on ${webSocketDebuggerUrl}\n`)
  return context
}

/** What leaves the till's own scheme: asked of `will-navigate`, noted, and never really fetched. */
export async function watchNavigation(
  page: Page,
  contents: { emit(event: string, ...args: unknown[]): boolean },
): Promise<void> {
  await page.route(
    (url) => !isOwn(url.href) && url.protocol.startsWith('http'),
    (route) => {
      const request = route.request()
      const url = request.url()
      if (!request.isNavigationRequest()) {
        note('request outside', { url })
        return route.abort()
      }
      const isPrevented = !allows(asNavigation(contents, url), 'will-navigate', url)
      note('navigation', { url, isPrevented })
      return route.abort('aborted')
    },
  )
}

/** `will-navigate` carries the address in its event. */
function asNavigation(
  contents: { emit(event: string, ...args: unknown[]): boolean },
  url: string,
): { emit(event: string, ...args: unknown[]): boolean } {
  return {
    emit: (event, first, ...rest) =>
      contents.emit(event, Object.assign(first as object, { url }), ...rest),
  }
}

/** Keys the page has left alone go to the menu, as in Electron. */
export async function watchKeys(page: Page, hear: (combination: string) => void): Promise<void> {
  await page.exposeBinding('__standInKey', (_source, combination: string) => hear(combination))
  await page.addInitScript(() => {
    addEventListener('keydown', (event) =>
      setTimeout(() => {
        if (event.defaultPrevented || /^(Control|Shift|Alt|Meta)$/.test(event.key)) return
        if (!event.ctrlKey && !/^F\d+$/.test(event.key)) return
        const keys = [event.ctrlKey && 'Control', event.shiftKey && 'Shift', event.key]
        const { __standInKey: tell } = globalThis as unknown as {
          __standInKey(combination: string): void
        }
        tell(keys.filter(Boolean).join('+'))
      }),
    )
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
