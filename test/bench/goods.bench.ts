/**
 * `npm run bench -- goods [--products N] [--pictures N]`: the catalogue's table in real Chromium
 * over the real till: how long the page is busy in one piece while it is scrolled, put in another
 * order, searched, and its stock typed. The peer is the same page at rest, in the same run. Tasks
 * are timed by the clock, as somebody waits, and by the processor's own time, as others at work on
 * this machine make no difference.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { openChromium } from '../support/chromium.ts'
import { startTill } from '../support/programs.ts'
import { ROOT } from '../support/source-files.ts'
import { fillShop, shopProducts } from './counter-shop.ts'

const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run bench -- goods [--products N] [--pictures N]',
    options: {
      products: { kind: 'number', from: 100, to: 1_000_000, first: 50_000 },
      pictures: { kind: 'number', from: 0, to: 2_000, first: 2_000 },
    },
  },
  process,
  3,
)
/** Ends in the order of names, where no count moves a row away. */
const ROUNDS = 21
const WHEEL_PX = 3_000
const LONG_US = 50_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'meson-bench-goods-'))
fillShop(folder, shopProducts(values.products))
givePicturesAndStock()
const till = await startTill(['--data', folder])
const browser = await openChromium()
try {
  say('| work | rounds | tasks over 50 ms | longest, ms | of the processor, ms |')
  say('|---|---|---|---|---|')
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
  await page.goto(till.ready.url)
  await page.getByTestId('product-tile').first().waitFor()
  await serveAsOwner(page)
  await page.keyboard.press('Shift+F9')
  await page.getByTestId('goods-stock-key').first().waitFor()
  for (const [name, work] of Object.entries(WORKS())) await measure(page, name, work)
} finally {
  await browser.close()
  await till.stop()
  rmSync(folder, { recursive: true, force: true })
}

function givePicturesAndStock(): void {
  const db = openDatabase(join(folder, 'till', 'till.db'))
  const bytes = readFileSync(join(ROOT, 'resources/icons/linux/128x128.png'))
  db.prepare('UPDATE product SET has_stock = 1, stock_milli = 1000 * (rowid % 40)').run()
  db.transaction(() => {
    const keep = db.prepare("INSERT INTO product_picture VALUES (?, 'image/png', ?)")
    const name = db.prepare('UPDATE product SET picture_id = ? WHERE id = ?')
    for (let at = 0; at < values.pictures; at += 1) {
      keep.run(`bench-${at}`, bytes)
      name.run(`picture-${at}`, `bench-${at}`)
    }
  })()
  db.close()
}

/** Of the demo shop. */
async function serveAsOwner(page: Page): Promise<void> {
  await page.keyboard.press('Shift+F1')
  await page.getByTestId('person').filter({ hasText: 'Paula' }).click()
  await page.getByTestId('pin').fill('3690')
  await page.keyboard.press('Enter')
  await page.getByTestId('nav-staff').filter({ hasText: 'Paula' }).waitFor()
}

type Work = (page: Page, round: number) => Promise<void>

function WORKS(): Readonly<Record<string, Work>> {
  const firstRow = (page: Page) => page.getByTestId('goods-row').first().waitFor()
  return {
    'at rest': (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 200))),
    async scroll(page) {
      await page.getByTestId('goods-row').nth(4).hover()
      await page.mouse.wheel(0, WHEEL_PX)
      await firstRow(page)
    },
    async 'to the end and back'(page, round) {
      await page.getByTestId('goods-row').nth(4).focus()
      await page.keyboard.press(round % 2 === 0 ? 'End' : 'Home')
      await firstRow(page)
    },
    async order(page, round) {
      await page.getByTestId(['order-price', 'order-stock', 'order-name'][round % 3] ?? '').click()
      await firstRow(page)
    },
    async search(page, round) {
      const field = page.getByTestId('goods-search')
      await field.fill('')
      await field.pressSequentially(['leche', 'caf', '7800000', 'arroz'][round % 4] ?? '')
      await firstRow(page)
      await field.fill('')
      const all = values.products.toLocaleString('es-CL').replace('.', '')
      await page.getByTestId('goods-count').filter({ hasText: all }).waitFor()
    },
    async 'stock typed'(page, round) {
      await page.getByTestId('goods-stock-key').first().click()
      await page.getByTestId('goods-stock-input').fill(String(50 + round))
      await page.keyboard.press('Enter')
      // Saved: the first one is a key again, the next one is open.
      await page
        .getByTestId('goods-row')
        .first()
        .locator('..')
        .locator('..')
        .getByTestId('goods-stock-key')
        .waitFor()
      await page.keyboard.press('Escape')
    },
  }
}

async function measure(page: Page, name: string, work: Work): Promise<void> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  for (let round = 0; round < ROUNDS; round += 1) await work(page, round)
  const tasks = tasksOf(JSON.parse(String(await browser.stopTracing())) as Trace)
  const most = (of: readonly number[]) => (Math.max(0, ...of) / 1_000).toFixed(0)
  const long = tasks.filter(({ dur }) => dur > LONG_US).length
  const [clock, own] = [tasks.map(({ dur }) => dur), tasks.map(({ tdur }) => tdur)]
  say(`| ${name} | ${ROUNDS} | ${long} | ${most(clock)} | ${most(own)} |`)
}

/** As Chromium writes it; microseconds. */
interface Trace {
  readonly traceEvents: readonly {
    readonly name: string
    readonly tid: number
    readonly pid: number
    readonly dur?: number
    readonly tdur?: number
    readonly args?: { readonly name?: string }
  }[]
}

/** Of the page's own thread. */
function tasksOf({ traceEvents }: Trace): { readonly dur: number; readonly tdur: number }[] {
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ dur, tdur }))
}
