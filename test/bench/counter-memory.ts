/** What the page of the counter holds on to. */
import type { CDPSession, Page } from 'playwright-core'
import { sellOne } from './counter-hand.ts'
import type { shopProducts } from './counter-shop.ts'
import { say } from './counter-words.ts'

type Products = ReturnType<typeof shopProducts>

export async function memory(
  page: Page,
  cdp: CDPSession,
  count: number,
  products: Products,
): Promise<void> {
  say(`\nMemory of the page over ${count} sales\n`)
  say('| sales | heap MB | DOM nodes | listeners |\n|---|---|---|---|')
  await cdp.send('Performance.enable')
  for (let done = 0; done <= count; done += count / 5) {
    const usedMb = await heapMb(cdp)
    const { metrics } = await cdp.send('Performance.getMetrics')
    const metric = (name: string) =>
      metrics.find((entry) => entry.name === name)?.value ?? Number.NaN
    say(`| ${done} | ${usedMb.toFixed(1)} | ${metric('Nodes')} | ${metric('JSEventListeners')} |`)
    const codes = Array.from(
      { length: count / 5 },
      (_, step) => products[(done + step) % products.length]?.code ?? '',
    )
    const unread = { scans: [], pays: [], scanWaits: [], payWaits: [] }
    if (done < count) for (const code of codes) await sellOne(page, cdp, [code], unread)
  }
}

/** What the page holds on to, in MB. */
export async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1_048_576
}
