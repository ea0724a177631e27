/**
 * `npm run bench -- search`: a keystroke in the search field as the core answers it, at 50,000
 * products, beside SQLite's full-text table and MiniSearch on the same catalogue in the same run.
 * Every beginning of every text is one question.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { createIds } from '#shared/text/ids.ts'
import { fold } from '#shared/catalogue/search-words.ts'
import { systemClock, systemRandomness } from '#till/adapters/system.ts'
import { createCatalogue } from '#till/catalogue/catalogue.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { createJournal } from '#till/kernel/journal.ts'
import { fillShop, shopProducts } from './counter-shop.ts'
import { figuresOf } from './figures.ts'

const PRODUCTS = 50_000
const ROUNDS = 5
const LIMIT = 120
const RIGHT = [
  'leche entera',
  'yogur soprole',
  'cafe premium',
  'papel higienico',
  'azucar 1 kg',
  'detergente omo',
  'chocolate costa',
  '7800000123',
]
const WRONG = [
  'lehce entera',
  'yogurt sporole',
  'cafe premiun',
  'papel hijienico',
  'asucar 1 kg',
  'deterjente omo',
  'chocolatte costa',
]

const dataDir = mkdtempSync(join(tmpdir(), 'meson-search-'))
const products = shopProducts(PRODUCTS)
fillShop(dataDir, products)
const db = openDatabase(join(dataDir, 'till', 'till.db'))
const catalogue = createCatalogue({
  db,
  journal: createJournal({ db, clock: systemClock }),
  clock: systemClock,
  ids: createIds(systemClock, systemRandomness),
})
const ask = (text: string) =>
  catalogue.search({ text, categoryId: null, favouritesOnly: false, limit: LIMIT }).length

const builtMs = await timeToReady()
const mini = new MiniSearch({
  fields: ['name', 'code'],
  storeFields: ['name'],
  processTerm: (term) => fold(term),
})
const miniBuildMs = timed(() => mini.addAll(products.map((product, id) => ({ id, ...product }))))
const fts =
  db.prepare(`SELECT p.id FROM product_search s JOIN product p ON p.rowid = s.rowid WHERE product_search MATCH ?
  ORDER BY p.sold_count DESC, p.is_favourite DESC, p.name LIMIT ${LIMIT}`)
const askFts = (text: string) =>
  fts.all((fold(text).match(/[a-z0-9]+/g) ?? []).map((word) => `"${word}"*`).join(' ')).length
const askMini = (text: string) =>
  mini.search(text, { prefix: true, fuzzy: 0.2, combineWith: 'AND' }).slice(0, LIMIT).length

process.stdout.write(
  `${PRODUCTS} products; index ready after ${builtMs.toFixed(0)} ms (in slices), MiniSearch after ${miniBuildMs.toFixed(0)} ms\n\n`,
)
process.stdout.write(
  '| keystroke, ms of processor time | p50 | p95 | p99 | max | found of mistyped |\n|---|---|---|---|---|---|\n',
)
for (const [name, answer] of [
  ['this index', ask],
  ['SQLite full text', askFts],
  ['MiniSearch', askMini],
] as const) {
  const samples: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const text of [...RIGHT, ...WRONG]) {
      for (let end = 1; end <= text.length; end += 1)
        samples.push(cpuTimed(() => answer(text.slice(0, end))))
    }
  }
  const { p50, p95, max } = figuresOf(samples)
  const p99 = samples.sort((a, b) => a - b)[Math.floor(samples.length * 0.99)] ?? Number.NaN
  const found = WRONG.filter((text) => answer(text) > 0).length
  process.stdout.write(
    `| ${name} | ${[p50, p95, p99, max].map((ms) => ms.toFixed(2)).join(' | ')} | ${found} of ${WRONG.length} |\n`,
  )
}
db.close()
rmSync(dataDir, { recursive: true, force: true })

/**
 * The first question starts the build; until it is done, the full-text table answers, which
 * forgives nothing.
 */
async function timeToReady(): Promise<number> {
  const startMs = performance.now()
  while (ask('lehce entera') === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  return performance.now() - startMs
}

/** Processor time: what else the machine does meanwhile is not the answer's. */
function cpuTimed(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

function timed(work: () => unknown): number {
  const startMs = performance.now()
  work()
  return performance.now() - startMs
}
