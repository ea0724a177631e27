/**
 * `npm run demo -- --out DIR [--receipts N]`: a shop's day in a minute, without a screen. Sells
 * receipts of both types on both paper widths, some while the service is stopped, takes two sales
 * back, and leaves every PDF, every byte sent and a picture of every paper in DIR. Ends with 0 only
 * if every receipt and every credit note is issued and printed exactly once. With `--story` the day
 * is played at the counter in Chromium instead, and told in pictures (`test/e2e/day-story.ts`).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { askedOrEnd } from '#shared/core/command-line.ts'
import { applyToCart, cartTotals, EMPTY_CART, type Cart } from '#shared/selling/cart/cart.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import type { CommittedReturn } from '#shared/returns/views.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { startService, type RunningService, type ServiceReady } from '#host/embedded-service.ts'
import { launchWithNode } from '#host/node-service.ts'
import { openTill } from '#host/open-till.ts'
import { SOURCE_PATHS, SOURCE_SERVICE_ENTRY } from '#host/source-paths.ts'
import { NO_STORE } from '#till/adapters/system.ts'
import { collectReturn, giveBack } from './demo-returns.ts'
import type { PaperView, ReceiptDetail } from '#shared/receipts/views.ts'

/** One of each type. */
const RECEIPTS_MIN = 2
const RECEIPTS_MAX = 1_000
const SETTLE_TIMEOUT_MS = 120_000

interface SoldReceipt {
  readonly saleId: SaleId
  readonly soldAtMs: number
}

/** When each sale was first seen issued and printed. */
const settledAt = new Map<SaleId, number>()

const say = (sentence: string) => process.stderr.write(`${sentence}\n`)
const { values } = askedOrEnd(
  parseArgs,
  {
    usage: 'npm run demo -- [--out DIR] [--receipts N]\nnpm run demo -- --story [--out DIR]',
    options: {
      out: { kind: 'text', first: 'demo-out' },
      story: { kind: 'flag' },
      receipts: { kind: 'number', from: RECEIPTS_MIN, to: RECEIPTS_MAX, first: 12 },
    },
  },
  process,
)
const target = resolve(values.out)
process.exitCode = values.story ? await tellStory(target) : await runDemo(target, values.receipts)

/** Another program: it needs the browser's tools, which a machine that only runs the till lacks. */
async function tellStory(folder: string): Promise<number> {
  const story = join(import.meta.dirname, '..', '..', 'test', 'e2e', 'day-story.ts')
  const child = spawn(process.execPath, [story, '--out', folder], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

async function runDemo(folder: string, count: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'meson-demo-'))
  await mkdir(folder, { recursive: true })
  const service = createSwitchableService(join(dataDir, 'service'))
  const problems: string[] = []
  const till = await openTill({
    paths: SOURCE_PATHS,
    dataDir,
    serviceUrl: null,
    apiKey: null,
    serviceKey: NO_STORE,
    embedded: service,
    version: 'demo',
    log: (message, detail) => problems.push(`${message} ${JSON.stringify(detail)}`),
  })
  try {
    say(`Vendiendo ${count} boletas; datos en ${dataDir}`)
    await service.start()
    till.serviceMoved()
    await waitUntil(till.api, () => till.api.status().connection === 'online')
    const { sold, returned } = await sellAll(till.api, count, service, till.serviceMoved)
    await waitUntil(till.api, () =>
      [...sold, ...returned].every(({ saleId }) => isSettled(detailOf(till.api, saleId))),
    )
    const { receipts } = await collect(till.api, sold, dataDir, folder)
    const summary = { receipts, returns: await collectReturns(till.api, returned, dataDir, folder) }
    const failures = [...summary.receipts, ...summary.returns].filter(
      ({ folio, printed }) => folio === null || printed !== 1,
    )
    await writeFile(join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`)
    say(
      failures.length === 0
        ? `Listo: ${summary.receipts.length} boletas y ${summary.returns.length} notas de crédito emitidas e impresas una sola vez. ` +
            `Todo está en ${folder}`
        : `FALLÓ: ${failures.length} documentos sin emitir o mal impresas.\n${problems.join('\n')}`,
    )
    return failures.length === 0 ? 0 : 1
  } catch (error) {
    say(`FALLÓ: ${String(error)}\n${problems.join('\n')}`)
    return 1
  } finally {
    await till.stop()
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface DemoDay {
  readonly sold: SoldReceipt[]
  readonly returned: CommittedReturn[]
}

/**
 * The middle third is sold with the service stopped; then it comes back, and nobody presses
 * anything. Two things come back.
 */
async function sellAll(
  api: TillApi,
  count: number,
  service: SwitchableService,
  moved: () => void,
): Promise<DemoDay> {
  const offlineFrom = Math.floor(count / 3)
  const offlineTo = Math.max(offlineFrom + 1, Math.floor((2 * count) / 3))
  const sold: SoldReceipt[] = []
  const returned: CommittedReturn[] = []
  for (let index = 0; index < count; index += 1) {
    if (index === offlineFrom) {
      await service.kill()
      say('  servicio detenido: se sigue vendiendo sin conexión')
    }
    if (index === offlineTo) await service.start().then(moved)
    const offline = index >= offlineFrom && index < offlineTo
    await api.saveSettings({
      printerId: Math.floor(index / 2) % 2 === 0 ? 'virtual-80' : 'virtual-58',
    })
    const saleId = sellOne(api, index)
    sold.push({ saleId, soldAtMs: performance.now() })
    say(`  ${index + 1}/${count} vendida${offline ? ' sin conexión' : ''}`)
    if (!offline) await waitUntil(api, () => isSettled(detailOf(api, saleId)))
    if (index !== offlineFrom - 1 && index !== offlineFrom) continue
    const back = await giveBack(api, saleId, offline ? 'all' : 'first line')
    returned.push(back)
    say(`  devolución de la ${index + 1}`)
    if (!offline) await waitUntil(api, () => isSettled(detailOf(api, back.saleId)))
  }
  if (offlineTo >= count) await service.start().then(moved)
  return { sold, returned }
}

/**
 * Receipts alternate between the two types; amounts and lines vary with the index, so that every
 * layout is seen.
 */
function sellOne(api: TillApi, index: number): SaleId {
  const isExempt = index % 2 === 1
  const products = api.searchProducts({
    text: '',
    categoryId: isExempt ? 'pasajes' : null,
    favouritesOnly: false,
    limit: 100,
  })
  const choice = isExempt
    ? products
    : products.filter((product) => !product.isExempt || index % 4 === 0)
  let cart: Cart = EMPTY_CART
  for (let line = 0; line <= index % 5; line += 1) {
    const product = choice[(index * 7 + line * 13) % choice.length]
    if (!product) throw new Error('the demo shop has products')
    const quantity = quantityMilli(
      product.unit === 'kg' ? 350 + 125 * line : 1000 * (1 + (line % 3)),
    )
    const next = applyToCart(cart, { type: 'add-product', product, quantity })
    if (next.ok) cart = next.value
  }
  const opened = api.openSale()
  if (!opened.ok) throw new Error(`sale ${index} was not opened: ${opened.refusal.code}`)
  const { saleId } = opened.value
  const answer = api.commitSale({
    saleId,
    lines: cart.lines.map(({ lineNumber: _, ...line }) => line),
    payments: [{ method: index % 3 === 2 ? 'TC' : 'EF', amountClp: null, reference: '' }],
    expectedTotalClp: cartTotals(cart).totalClp,
    recipient: null,
  })
  if (!answer.ok) throw new Error(`sale ${index} was refused: ${answer.refusal.code}`)
  return saleId
}

async function collect(
  api: TillApi,
  sold: readonly SoldReceipt[],
  dataDir: string,
  folder: string,
) {
  const pdfNames = await readdir(join(dataDir, 'till', 'pdf'))
  const receipts = []
  for (const [index, { saleId, soldAtMs }] of sold.entries()) {
    const detail = detailOf(api, saleId)
    const name = `${String(index + 1).padStart(3, '0')}-${detail.documentType}-${detail.folio}`
    const pdf = pdfNames.find((file) => file.startsWith(saleId))
    if (pdf) await copyFile(join(dataDir, 'till', 'pdf', pdf), join(folder, `${name}.pdf`))
    for (const paper of detail.papers.filter((candidate) => candidate.state === 'sent')) {
      for (const kind of ['escpos', 'png']) {
        await copyFile(
          join(dataDir, 'till', 'paper', `${paper.jobId}.${kind}`),
          join(folder, `${name}-${paper.kind}.${kind}`),
        )
      }
    }
    receipts.push({
      external_reference: detail.externalReference,
      type: detail.documentType,
      width_mm: receiptPaper(detail).widthMm,
      total: detail.totalClp,
      folio: detail.folio,
      offline: detail.soldOffline,
      printed: detail.papers.filter((paper) => paper.kind === 'receipt' && paper.state === 'sent')
        .length,
      ms: Math.round((settledAt.get(saleId) ?? performance.now()) - soldAtMs),
    })
  }
  return { receipts }
}

async function collectReturns(
  api: TillApi,
  returned: readonly CommittedReturn[],
  dataDir: string,
  folder: string,
) {
  const tillDir = join(dataDir, 'till')
  const pdfNames = await readdir(join(tillDir, 'pdf'))
  const ours = returned.flatMap(({ saleId, originalId }) =>
    originalId === null ? [] : [{ saleId, originalId }],
  )
  return Promise.all(
    ours.map(({ saleId, originalId }, index) =>
      collectReturn(
        {
          detail: detailOf(api, saleId),
          original: detailOf(api, originalId),
          tillDir,
          pdfNames,
          folder,
        },
        index,
      ),
    ),
  )
}

function isSettled(detail: ReceiptDetail): boolean {
  const settled = detail.issueState === 'numbered' && receiptPaper(detail).state === 'sent'
  if (settled && !settledAt.has(detail.saleId)) settledAt.set(detail.saleId, performance.now())
  return settled
}

function receiptPaper(detail: ReceiptDetail): PaperView {
  const paper = detail.papers.find((candidate) => candidate.kind === 'receipt')
  if (!paper) throw new Error('every sale has its receipt to print')
  return paper
}

function detailOf(api: TillApi, saleId: SaleId): ReceiptDetail {
  const found = api.receipt(saleId)
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

/** Looks again at every event of the till's own feed, never on a timer. */
async function waitUntil(api: TillApi, condition: () => boolean): Promise<void> {
  const limit = AbortSignal.timeout(SETTLE_TIMEOUT_MS)
  for await (const _ of api.feed(null, limit)) {
    if (condition()) return
  }
  throw new Error(`not settled after ${SETTLE_TIMEOUT_MS} ms: ${JSON.stringify(api.status())}`)
}

interface SwitchableService {
  readonly baseUrl: () => string | null
  readonly apiKey: () => string | null
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The real service process, with a switch. */
function createSwitchableService(dataDir: string): SwitchableService {
  let running: RunningService | null = null
  let ready: ServiceReady | null = null
  return {
    baseUrl: () => ready?.base_url ?? null,
    apiKey: () => ready?.keys.member ?? null,
    async start() {
      running = startService(launchWithNode(process.execPath, SOURCE_SERVICE_ENTRY), dataDir)
      ready = await running.ready
    },
    async kill() {
      ready = null
      await running?.kill()
      running = null
    },
    async stop() {
      ready = null
      await running?.stop()
    },
  }
}
