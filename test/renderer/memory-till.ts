/**
 * A till core in memory behind the real contract, so that the screen can be shown every state on
 * demand: refusals, a service that is away, a printer that holds. It keeps no rule of its own;
 * sales are decided by shared/selling/sale.
 */
import { createMemoryPrinters, type MovePapers } from './memory-printers.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { openingOf } from '#shared/bridge/opening.ts'
import type { FeedEvent, TillStatus } from '#shared/bridge/views.ts'
import { NO_SCREEN } from '#shared/selling/kept-sale.ts'
import { partsText } from '#shared/selling/open-sale/paying.ts'
import { createMemorySales } from '../support/memory-sales.ts'
import type { EpochMs, Folio, PrintJobId, SaleId, ScreenId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import { decideSale } from '#shared/selling/sale/decide-sale.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { createMemoryCounter, type MemoryCounter } from './memory-counter.ts'
import { asksPerson, createMemoryPapers } from './memory-papers.ts'
import { MEMORY_REPORTS } from './memory-reports.ts'
import { createMemoryReturns } from './memory-returns.ts'
import { followEvents } from './memory-feed.ts'
import { createMemoryHistory } from './memory-history.ts'
import { createMemoryMail, type MailWorld } from './memory-mail.ts'
import { createMemorySetUp, type MemorySetUp } from './memory-set-up.ts'
import { drawPaper } from './memory-paper-picture.ts'
import { toReceipt } from './memory-receipt.ts'
import { createMemoryGoods } from './memory-goods.ts'
import { createMemoryProducts } from './memory-products.ts'
import { createMemoryReceipts, isPending } from './memory-receipts.ts'
import { BOOTSTRAP, SETTINGS, statusAt } from './memory-start.ts'
import { NO_SHIFTS } from './memory-shifts.ts'
import { BUYER_LIMIT, createMemoryCustomers, lookUp, splitAmong } from './memory-customers.ts'
import { PRINTERS, PRODUCTS, SHOP } from './memory-shop.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { IssueState } from '#shared/issuing/issue-moves.ts'
import type { PaperView, ReceiptDetail } from '#shared/receipts/views.ts'

export interface MemoryTill {
  readonly api: TillApi
  paper(imagePath: string): Buffer | null
  /** What the world does: the service goes away and comes back, the printer has no paper. */
  readonly world: {
    setOnline(isOnline: boolean): void
    setPrinterTrouble(trouble: string | null): void
    setStatus(part: Partial<TillStatus>): void
    /** Puts the newest receipt in a state, as the sync worker would. */
    setNewest(issueState: IssueState, errorCode: string | null): void
    /** Whatever else of the newest receipt a picture needs. */
    amendNewest(part: Partial<ReceiptDetail>): void
    /** Where the papers of the newest receipt are. */
    setPapers(papers: readonly PaperView[]): void
    failCommits(isFailing: boolean): void
  } & MemoryCounter['world'] &
    MemorySetUp['world'] &
    MailWorld
  readonly commits: SaleId[]
  /** Papers that were sent to another printer. */
  readonly moves: MovePapers[]
}

const ULID_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function createMemoryTill({ now }: { readonly now: () => number }): MemoryTill {
  const products: ProductView[] = [...PRODUCTS]
  const receipts: ReceiptDetail[] = []
  const papers = new Map<string, Buffer>()
  const events: FeedEvent[] = []
  const listeners = new Set<() => void>()
  const commits: SaleId[] = []
  const sold = new Set<string>()
  const moves: MovePapers[] = []
  let made = 0
  let folio = 1041
  let failsCommits = false
  const begin = (part: Partial<typeof bootstrap>) => {
    bootstrap = { ...bootstrap, ...part }
    announce('settings', null)
  }
  const changed = () => announce('catalogue', null)
  const setUp = createMemorySetUp(begin)
  const customers = createMemoryCustomers()
  let bootstrap = BOOTSTRAP
  let settings = SETTINGS
  const history = createMemoryHistory(SETTINGS, now)
  let status = statusAt(now())

  function announce(
    kind: FeedEvent['kind'],
    saleId: SaleId | null,
    holder?: ScreenId | null,
  ): void {
    events.push({
      seq: events.length + 1,
      kind,
      saleId,
      ...(holder === undefined ? {} : { holder }),
    })
    for (const wake of listeners) wake()
  }

  function countPending(): void {
    const pending = receipts.filter(isPending)
    status = {
      ...status,
      pendingCount: pending.length,
      oldestPendingAt: pending.at(-1)?.soldAt ?? null,
      attentionCount: receipts.filter(asksPerson).length,
    }
    announce('status', null)
  }

  function replace(saleId: SaleId, part: Partial<ReceiptDetail>): void {
    const index = receipts.findIndex((receipt) => receipt.saleId === saleId)
    const receipt = receipts[index]
    if (receipt) receipts[index] = { ...receipt, ...part }
    announce('issue', saleId)
  }

  function print(receipt: ReceiptDetail, kind: PaperView['kind']): PaperView {
    const jobId = `job-${papers.size + 1}` as PrintJobId
    const imagePath = `/paper/${jobId}.png`
    papers.set(imagePath, drawPaper(receipt, kind))
    return {
      jobId,
      kind,
      state: 'sent',
      widthMm: 80,
      printerId: 'virtual-80',
      detail: null,
      trouble: null,
      isShrunk: false,
      imagePath,
      printedAt: now() as EpochMs,
    }
  }

  function printSlip(saleId: SaleId): void {
    const receipt = receipts.find((candidate) => candidate.saleId === saleId)
    if (receipt) replace(saleId, { papers: [print(receipt, 'slip')] })
  }

  function issue(saleId: SaleId): void {
    const receipt = receipts.find((candidate) => candidate.saleId === saleId)
    if (!receipt || receipt.folio !== null) return
    folio += 1
    const numbered: ReceiptDetail = {
      ...receipt,
      folio: folio as Folio,
      issueState: 'numbered',
      authorityStatus: 'APR',
      receiptPrintState: 'sent',
      lastErrorCode: null,
    }
    replace(saleId, { ...numbered, papers: [print(numbered, 'receipt'), ...receipt.papers] })
    countPending()
  }

  const counter = createMemoryCounter({
    now,
    products,
    announce: (kind) => announce(kind, null),
    discard: (parkedId) => sales.discard(parkedId),
    paid: () => ({ what: partsText(sales.api.loadDraft().sale?.paying.given ?? []), servedBy }),
    handOver: (staffId) => {
      servedBy = staffId
    },
  })
  /** Who changed the open sale last. */
  let servedBy: string | null = null
  const chargedBy = new Map<SaleId, ScreenId>()
  const sales = createMemorySales({
    now,
    isCharged: (saleId) => receipts.some((receipt) => receipt.saleId === saleId),
    cashierName: () => counter.cashierName() ?? 'Camila',
    onParked: () => announce('parked', null),
    onHolder: (holder) => announce('held', null, holder),
    makeSaleId() {
      made += 1
      return `01HZZZZZZZZZZZZZZZZZZZZZ${ULID_DIGITS[Math.floor(made / 32)]}${ULID_DIGITS[made % 32]}` as SaleId
    },
  })
  const mail = createMemoryMail(now, (saleId, mark) =>
    saleId === null ? announce('settings', null) : replace(saleId, { mail: mark }),
  )
  const returns = createMemoryReturns({
    now,
    isOnline: () => status.connection === 'online',
    mayRefund: () => counter.api.staff().rights.refund,
    all: () => receipts,
    find: (saleId) => receipts.find((receipt) => receipt.saleId === saleId),
    replace,
    add(made, original) {
      receipts.unshift(made)
      if (original !== null) {
        replace(original.saleId, {
          returns: [...original.returns, made],
          returnedClp: clp(original.returnedClp + made.totalClp),
        })
      }
      announce('sale', made.saleId)
      countPending()
      if (made.soldOffline) printSlip(made.saleId)
      else queueMicrotask(() => issue(made.saleId))
    },
  })
  const asking = createMemoryPapers({
    receipts,
    replace,
    print,
    setStatus(part) {
      status = { ...status, ...part }
      announce('status', null)
    },
  })
  const kept = createMemoryReceipts({
    now,
    receipts,
    isOnline: () => status.connection === 'online',
    replace,
    print,
    issue,
    countPending,
    letGo() {
      status = { ...status, heldTogether: [] }
      countPending()
    },
  })
  const api: TillApi = {
    ...asking.api,
    ...counter.api,
    ...sales.api,
    ...returns.api,
    ...NO_SHIFTS,
    ...MEMORY_REPORTS,
    opening: (by) => openingOf(api, by),
    bootstrap: () => bootstrap,
    status: () => status,
    answerDoubt: async () => refuse(refusal('DOUBT_SETTLED')),
    ...createMemoryProducts(products, sold, changed),
    ...createMemoryGoods({ products, categories: () => bootstrap.categories, changed, begin }),
    saveDraft(input, by) {
      const kept = sales.api.saveDraft(input, by)
      if (kept.ok) servedBy = counter.servedBy() ?? servedBy
      return kept
    },
    commitSale(input, by = NO_SCREEN) {
      const known = receipts.find((receipt) => receipt.saleId === input.saleId)
      if (known && (chargedBy.get(input.saleId) ?? by) !== by)
        return refuse(refusal('SALE_CHARGED_ELSEWHERE'))
      if (!known && sales.isElsewhere(by)) return refuse(refusal('SALE_HELD_ELSEWHERE'))
      if (!known && counter.permit(input).length > 0)
        return refuse(refusal('APPROVAL_REQUIRED', null, { what: '' }))
      if (failsCommits && !known) throw new Error('the disk is on fire')
      const decided = known
        ? null
        : decideSale(input, {
            open: sales.ids(),
            now: now() as EpochMs,
            date: santiagoDate(now() as EpochMs),
            issuer: { legalName: SHOP.legalName, rut: SHOP.rut },
            branchOffice: 1,
            registerName: 'Caja 1',
            cashierName: 'Camila',
            buyerRequiredFromClp: BUYER_LIMIT.limitClp,
            paymentMethods: settings.paymentMethods,
            emission: settings.emission?.model,
            tips: settings.tips,
            serviceIsDown: status.connection !== 'online',
            creditOf: returns.creditOf,
            valeOf: returns.valeOf,
          })
      if (decided && !decided.ok) return decided
      if (decided) {
        commits.push(input.saleId)
        for (const { productId } of input.lines) if (productId !== null) sold.add(productId)
        receipts.unshift(
          toReceipt(decided.value, {
            isOnline: status.connection === 'online',
            soldBy: counter.cashierName() ?? 'Camila',
            allowed: counter.takeAllowed(),
          }),
        )
        customers.remember(decided.value.recipient)
        chargedBy.set(input.saleId, by)
        sales.end()
        announce('sale', input.saleId)
        countPending()
        if (decided.value.documentedBy === 'voucher') printSlip(input.saleId)
        else if (status.connection === 'online') queueMicrotask(() => issue(input.saleId))
        else printSlip(input.saleId)
      }
      const receipt = receipts.find((candidate) => candidate.saleId === input.saleId)
      if (!receipt) throw new Error('unreachable')
      return ok({ ...receipt, soldOffline: receipt.soldOffline })
    },
    ...kept,
    findCustomers: customers.find,
    splitSale: (asked) => splitAmong(receipts, asked, now() as EpochMs),
    lookUpTaxpayer: ({ rut }) => lookUp(rut, status.connection === 'online'),
    settings: () => ({ ...settings, keyPlace: setUp.keyPlace() }),
    ...setUp.api,
    ...mail.api,
    ...history.api,
    async saveSettings(change) {
      const saved = history.save(settings, change, bootstrap.printers)
      if (!saved.ok) return saved
      settings = saved.value
      const paymentMethods = settings.paymentMethods.filter((method) => method.isActive)
      bootstrap = {
        ...bootstrap,
        cashierName: settings.cashierName,
        printerId: settings.printerId,
        paymentMethods,
        tips: settings.tips,
      }
      announce('settings', null)
      return ok(settings)
    },
    ...createMemoryPrinters(
      PRINTERS,
      (config) => {
        bootstrap = { ...bootstrap, printers: [...bootstrap.printers, config] }
      },
      (move) => {
        const moved = status.printQueueCount
        moves.push(move)
        status = { ...status, printQueueCount: 0, printerTrouble: null }
        announce('status', null)
        return moved
      },
    ),
    feed(afterSeq, signal, by = NO_SCREEN) {
      signal.addEventListener('abort', sales.arrive(by))
      return followEvents(events, listeners, afterSeq, signal)
    },
  }

  return {
    api,
    commits,
    moves,
    paper(path) {
      const saved = receipts.find(
        ({ saleId, folio: number }) => number !== null && path === `/paper/receipt/${saleId}`,
      )
      return saved === undefined
        ? (papers.get(path) ?? null)
        : Buffer.from(`%PDF-1.7 boleta ${saved.folio}`)
    },
    world: {
      ...counter.world,
      setOnline(isOnline) {
        status = {
          ...status,
          connection: isOnline ? 'online' : 'offline',
          connectionCause: isOnline ? null : 'SERVICE_UNREACHABLE',
          lastAnswerAt: isOnline ? (now() as EpochMs) : status.lastAnswerAt,
        }
        announce('status', null)
        if (isOnline)
          for (const receipt of [...receipts].reverse())
            if (receipt.issueState === 'queued') issue(receipt.saleId)
      },
      setPrinterTrouble(trouble) {
        status = { ...status, printerTrouble: trouble, printQueueCount: trouble === null ? 0 : 2 }
        announce('status', null)
      },
      setStatus(part) {
        status = { ...status, ...part }
        announce('status', null)
      },
      setNewest(issueState, errorCode) {
        const newest = receipts[0]
        if (newest)
          replace(newest.saleId, {
            issueState,
            lastErrorCode: errorCode,
            lastErrorText: null,
            attempts: 3,
          })
        countPending()
      },
      amendNewest(part) {
        const newest = receipts[0]
        if (newest) replace(newest.saleId, part)
        countPending()
      },
      setPapers: asking.setPapers,
      ...setUp.world,
      ...mail.world,
      failCommits(isFailing) {
        failsCommits = isFailing
      },
    },
  }
}
