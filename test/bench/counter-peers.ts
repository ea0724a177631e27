/** The counter's search beside the libraries a web till would use. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import type { shopProducts } from './counter-shop.ts'
import { heapMb } from './counter-memory.ts'
import { head, line, say } from './counter-words.ts'

type Products = ReturnType<typeof shopProducts>

/** The search libraries a web till would use, indexing and asking in the page's own thread. */
export async function peers(
  browser: Browser,
  products: Products,
  queries: readonly string[],
): Promise<void> {
  const require = createRequire(import.meta.url)
  const page = await browser.newPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.addScriptTag({
    content: readFileSync(
      require.resolve('minisearch').replace(/dist\/.*$/, 'dist/umd/index.js'),
      'utf8',
    ),
  })
  await page.addScriptTag({
    content: readFileSync(
      require.resolve('fuse.js').replace(/dist\/.*$/, 'dist/fuse.min.mjs'),
      'utf8',
    ).replace(/export\s*\{\s*(\w+) as default[^}]*\}/, 'globalThis.Fuse=$1'),
    type: 'module',
  })
  head(`The same keystrokes in the browser itself, ${products.length} products, ms`)
  for (const library of ['MiniSearch', 'Fuse'] as const) {
    const items = products.map(({ code, name }, id) => ({ id, code, name }))
    const beforeMb = await heapMb(cdp)
    const { built, asked } = await page.evaluate(searchWithLibrary, { library, items, queries })
    const tookMb = (await heapMb(cdp)) - beforeMb
    say(line(`${library}: keystroke to results, nothing drawn`, asked))
    say(
      `${library}: ${built.toFixed(0)} ms to build its index at every start, ${tookMb.toFixed(0)} MB of heap in the page.`,
    )
  }
  await page.close()
}

interface LibraryRun {
  readonly library: 'MiniSearch' | 'Fuse'
  readonly items: readonly { readonly id: number; readonly code: string; readonly name: string }[]
  readonly queries: readonly string[]
}

/**
 * Runs in the page. Both as their documentation sets them up for names typed by people: prefixes,
 * accents, one mistake in five.
 */
function searchWithLibrary({ library, items, queries }: LibraryRun): {
  built: number
  asked: number[]
} {
  const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const startMs = performance.now()
  const search = build()
  const built = performance.now() - startMs
  const asked = queries.flatMap((query) =>
    [...query].map((_, index) => {
      const atMs = performance.now()
      search(query.slice(0, index + 1))
      return performance.now() - atMs
    }),
  )
  // Kept, so that its memory can be seen from outside.
  Object.assign(globalThis, { keptIndex: search })
  return { built, asked }

  function build(): (text: string) => unknown {
    const libraries = globalThis as unknown as {
      MiniSearch: new (
        options: object,
      ) => { addAll(all: readonly object[]): void; search(text: string): unknown[] }
      Fuse: new (
        all: readonly object[],
        options: object,
      ) => { search(text: string, options: object): unknown[] }
    }
    if (library === 'MiniSearch') {
      const index = new libraries.MiniSearch({
        fields: ['name', 'code'],
        processTerm: fold,
        searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', processTerm: fold },
      })
      index.addAll(items)
      return (text) => index.search(text).slice(0, 120)
    }
    const fuse = new libraries.Fuse(
      items.map((item) => ({ ...item, name: fold(item.name) })),
      { keys: ['name', 'code'], threshold: 0.2, ignoreLocation: true },
    )
    return (text) => fuse.search(fold(text), { limit: 120 })
  }
}
