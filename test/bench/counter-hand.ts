/**
 * The hand and the scanner of the counter's bench. Keys come from outside the page at a scanner's
 * pace, whether the page has got to the last one or not, as a keyboard's do.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { run, type Shows, type Timed } from './counter-page.ts'

/** From key to key of a scanner of the middle sort. */
export const SCANNER_KEY_MS = 6
/** As fast as a practised hand. */
const FINGER_KEY_MS = 110
const SHOWN_MS_MAX = 30_000
const KEY_NUMBERS: Readonly<Record<string, number>> = { Enter: 13, Escape: 27, F12: 123 }

export interface SaleTimes {
  readonly scans: Timed[]
  readonly pays: Timed[]
  readonly scanWaits: number[]
  readonly payWaits: number[]
}

/** From the key that ends the code to the line. */
export async function scan(
  page: Page,
  cdp: CDPSession,
  code: string,
  keyMs = SCANNER_KEY_MS,
): Promise<Timed> {
  return timedKeys(page, cdp, [...code, 'Enter'], 'line', keyMs)
}

/** From each key to the results of the text it makes. */
export async function typeText(page: Page, cdp: CDPSession, text: string): Promise<Timed[]> {
  await page.getByTestId('search').focus()
  const times: Timed[] = []
  for (const [at, key] of [...text].entries()) {
    await pause(FINGER_KEY_MS)
    times.push(await timedKeys(page, cdp, [key], { resultsOf: text.slice(0, at + 1) }))
  }
  return times
}

export async function pressAll(
  cdp: CDPSession,
  keys: readonly string[],
  keyMs = SCANNER_KEY_MS,
): Promise<void> {
  for (const key of keys) {
    await press(cdp, key)
    await pause(keyMs)
  }
}

export const clear = (cdp: CDPSession) => press(cdp, 'Escape')

/** The scans, the payment screen, exact cash, next sale; `around` what the pay key does. */
export async function sellOne(
  page: Page,
  cdp: CDPSession,
  codes: readonly string[],
  timed: SaleTimes,
  around = (pay: () => Promise<Timed>) => pay(),
): Promise<void> {
  for (const code of codes) timed.scans.push(await scan(page, cdp, code))
  timed.scanWaits.push(...(await run(page, () => probe.waits('productByCode'), null)))
  await press(cdp, 'F12')
  await run(page, () => probe.until('confirm-payment'), null)
  timed.pays.push(await around(() => timedKeys(page, cdp, ['Enter'], 'paid')))
  timed.payWaits.push(...(await run(page, () => probe.waits('commitSale'), null)))
  await press(cdp, 'Enter')
  await run(page, () => probe.until('search'), null)
}

/** The last key is the one that shows something. */
export async function timedKeys(
  page: Page,
  cdp: CDPSession,
  keys: readonly string[],
  shows: Shows,
  keyMs = 0,
): Promise<Timed> {
  await run(page, armInPage, { key: keys.at(-1) ?? '', shows })
  const startMs = performance.now()
  const sent: Promise<unknown>[] = []
  for (const [at, key] of keys.entries()) {
    const waitMs = startMs + at * keyMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
    sent.push(press(cdp, key, startMs + at * keyMs))
  }
  const gone = new AbortController()
  const late = pause(SHOWN_MS_MAX, null, gone).then(
    () => Promise.reject(new Error(`${keys.join('')} shows nothing`)),
    () => new Promise<never>(() => {}),
  )
  try {
    return await Promise.race([run(page, () => probe.timed(), null), late])
  } finally {
    gone.abort()
    await Promise.all(sent).catch(() => undefined)
  }
}

const armInPage = ({ key, shows }: { readonly key: string; readonly shows: Shows }) =>
  probe.arm(key, shows)

/** Stamped as the device sent it, however late this process or the browser gets to it. */
async function press(cdp: CDPSession, key: string, atMs = performance.now()): Promise<void> {
  const common = {
    key,
    windowsVirtualKeyCode: KEY_NUMBERS[key] ?? key.toUpperCase().charCodeAt(0),
    timestamp: (performance.timeOrigin + atMs) / 1000,
  }
  const text = key === 'Enter' ? '\r' : key
  const down =
    text.length === 1 ? ({ type: 'keyDown', text } as const) : ({ type: 'rawKeyDown' } as const)
  await Promise.all([
    cdp.send('Input.dispatchKeyEvent', { ...down, ...common }),
    cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common }),
  ])
}
