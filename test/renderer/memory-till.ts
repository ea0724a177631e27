/**
 * A till core in memory behind the real contract, so that the screen can be shown every state on
 * demand: refusals, a service that is away, a printer that holds. It keeps no rule of its own;
 * sales are decided by shared/sale.
 */
import { createMemoryPrinters, type MovePapers } from './memory-printers.ts'
import { createCanvas } from '@napi-rs/canvas'
import type { TillApi } from '#shared/bridge/contract.ts'
import { openingOf } from '#shared/bridge/opening.ts'
import type { Bootstrap, FeedEvent, SettingsView, TillStatus } from '#shared/bridge/views.ts'
import { checkName } from '#shared/cart/cart.ts'
import { scanProblem } from '#shared/catalogue/barcode.ts'
import { SCANNER_PAUSE_MS_DEFAULT } from '#shared/catalogue/scanner-pause.ts'
import { NO_SCREEN } from '#shared/bridge/open-sale.ts'
import { partsText } from '#shared/open-sale/paying.ts'
import { createMemorySales } from '../support/memory-sales.ts'
import type { EpochMs, Folio, PrintJobId, ProductId, SaleId, ScreenId } from '#shared/core/brand.ts'
import { refusal, type RefusalCode } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { sumPayments } from '#shared/payment/payment.ts'
import { ANONYMOUS_RUT } from '#shared/rut/rut.ts'
import { decideSale } from '#shared/sale/decide-sale.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { createMemoryCounter, type MemoryCounter } from './memory-counter.ts'
import { asksPerson, createMemoryPapers } from './memory-papers.ts'
import { searchIn } from './memory-search.ts'
import { createMemoryTiles } from './memory-tiles.ts'
import { createMemoryReturns } from './memory-returns.ts'
import { followEvents } from './memory-feed.ts'
import { createMemorySetUp, type MemorySetUp } from './memory-set-up.ts'
import { NO_SHIFTS } from './memory-shifts.ts'
import { BUYER_LIMIT, createMemoryCustomers, METHODS, splitAmong } from './memory-customers.ts'
import { CATEGORIES, PRINTERS, PRODUCTS, SHOP } from './memory-shop.ts'
import type { ProductView } from '#shared/catalogue/product.ts'
import type { IssueState } from '#shared/sync/issue-moves.ts'
import type { PaperView, ReceiptDetail } from '#shared/bridge/receipt-views.ts'

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
    refuseDeletions(code: RefusalCode | null): void
  } & MemoryCounter['world'] &
    MemorySetUp['world']
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
  let deletionProblem: RefusalCode | null = null
  const setUp = createMemorySetUp((part) => {
    bootstrap = { ...bootstrap, ...part }
    announce('settings', null)
  })
  const customers = createMemoryCustomers()
  let bootstrap: Bootstrap = {
    shop: SHOP,
    registerName: 'Caja 1',
    cashierName: 'Camila',
    categories: CATEGORIES,
    printers: PRINTERS.map(({ config }) => config),
    printerId: 'virtual-80',
    isDemo: true,
    missing: [],
    missingLimitYear: null,
    version: '0.1.0',
    paymentMethods: METHODS,
    buyerRequiredFromClp: clp(BUYER_LIMIT.limitClp),
  }
  let settings: SettingsView = {
    serviceUrl: null,
    serviceUrlFromHost: null,
    companyId: null,
    pathCodes: '',
    registerNumber: 1,
    branchOffice: 0,
    apiKeyTail: null,
    printerId: 'virtual-80',
    printsReceiptAfterSlip: true,
    cashierName: 'Camila',
    lockAfterMinutes: 0,
    scannerPauseMs: SCANNER_PAUSE_MS_DEFAULT,
    scale: null,
    language: 'es',
    theme: 'system',
    paymentMethods: METHODS,
    buyerLimits: [BUYER_LIMIT],
    fallbackPrinterId: null,
    fallsBackByItself: false,
    usesShifts: false,
    countsBlind: false,
    differenceLimitClp: 2_000,
  }
  let status: TillStatus = {
    connection: 'online',
    connectionCause: null,
    lastAnswerAt: now() as EpochMs,
    pendingCount: 0,
    oldestPendingAt: null,
    attentionCount: 0,
    printerId: 'virtual-80',
    printerTrouble: null,
    printQueueCount: 0,
    issueDeadlineAt: null,
    clockSkewMs: null,
    folioStock: [],
    closedTypes: [],
    heldTogether: [],
    fallbackPrinterId: null,
    unprintedCount: 0,
    latePapers: null,
  }

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
    const pending = receipts.filter(
      (receipt) =>
        receipt.folio === null && receipt.issueState !== 'none' && receipt.deletion !== 'done',
    )
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
  const api: TillApi = {
    ...asking.api,
    ...counter.api,
    ...sales.api,
    ...returns.api,
    ...NO_SHIFTS,
    opening: (by) => openingOf(api, by),
    bootstrap: () => bootstrap,
    status: () => status,
    searchProducts: (query) => searchIn(products, query),
    productByCode(code) {
      const found = products.find((product) => product.code === code)
      return found
        ? ok(found)
        : refuse(refusal(scanProblem(code) ?? 'BARCODE_UNKNOWN', 'search', { code }))
    },
    bestSellers: ({ limit, onlySold = false }) =>
      products.filter(({ id }) => !onlySold || sold.has(id)).slice(0, limit),
    ...createMemoryTiles(products, () => announce('catalogue', null)),
    productSlice: ({ after, limit }) => ({
      products: products.slice(after, after + limit),
      next: after + limit < products.length ? after + limit : null,
    }),
    saveProduct(input) {
      const name = checkName(input.name)
      if (!name.ok) return name
      const taken = products.find((product) => product.code === input.code)
      if (taken)
        return refuse(refusal('CODE_TAKEN', 'code', { code: taken.code, name: taken.name }))
      if (!Number.isSafeInteger(input.unitGrossClp) || input.unitGrossClp < 1)
        return refuse(refusal('PRICE_NOT_VALID', 'unitGrossClp'))
      const product = {
        ...input,
        name: name.value,
        unitGrossClp: clp(input.unitGrossClp),
        id: `p${products.length + 1}` as ProductId,
      }
      products.push(product)
      announce('catalogue', null)
      return ok(product)
    },
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
            serviceIsDown: status.connection !== 'online',
            creditOf: returns.creditOf,
          })
      if (decided && !decided.ok) return decided
      if (decided) {
        commits.push(input.saleId)
        for (const { productId } of input.lines) if (productId !== null) sold.add(productId)
        receipts.unshift(toReceipt(decided.value))
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
    listReceipts({ cursor, limit, text, onlyPending, onlyUnprinted, onlyAttention }) {
      const start = cursor ?? 0
      const matching = receipts.filter(
        (receipt) =>
          (!onlyPending || receipt.folio === null) &&
          (onlyUnprinted !== true || receipt.isUnprinted) &&
          (onlyAttention !== true || asksPerson(receipt)) &&
          (text === '' ||
            String(receipt.folio).includes(text) ||
            String(receipt.totalClp) === text ||
            (receipt.customer !== null && fold(receipt.customer.legalName).includes(fold(text))) ||
            receipt.lines.some((line) => fold(line.name).includes(fold(text)))),
      )
      return {
        rows: matching.slice(start, start + limit),
        nextCursor: start + limit < matching.length ? start + limit : null,
      }
    },
    receipt(saleId) {
      const found = receipts.find((receipt) => receipt.saleId === saleId)
      if (found === undefined) return refuse(refusal('SALE_NOT_FOUND'))
      const folioNow = (saleId: SaleId) =>
        receipts.find((receipt) => receipt.saleId === saleId)?.folio ?? null
      return ok({
        ...found,
        returns: found.returns.map((made) => ({ ...made, folio: folioNow(made.saleId) })),
        returnOf:
          found.returnOf?.saleId == null
            ? found.returnOf
            : { ...found.returnOf, folio: folioNow(found.returnOf.saleId) },
      })
    },
    reprint(saleId) {
      const receipt = receipts.find((candidate) => candidate.saleId === saleId)
      if (!receipt) return refuse(refusal('SALE_NOT_FOUND'))
      if (receipt.folio === null && receipt.documentedBy === 'receipt')
        return refuse(refusal('RECEIPT_NOT_ISSUED'))
      replace(saleId, { papers: [print(receipt, 'copy'), ...receipt.papers] })
      return ok(null)
    },
    retryNow(saleId) {
      if (status.connection !== 'online') return refuse(refusal('SERVICE_UNREACHABLE'))
      issue(saleId)
      return ok(null)
    },
    retryHeld: () => {
      status = { ...status, heldTogether: [] }
      countPending()
      return null
    },
    resendFixed: (input) => {
      replace(input.saleId, { issueState: 'queued', fieldErrors: [] })
      return ok(null)
    },
    setAside: ({ saleId, reason }) => {
      replace(saleId, { setAsideReason: reason })
      countPending()
      return ok(null)
    },
    adoptId: ({ saleId }) => {
      replace(saleId, { issueState: 'reconciling' })
      return ok(null)
    },
    async deleteReceipt({ saleId, reason }) {
      if (reason.trim() === '') return refuse(refusal('REASON_REQUIRED', 'reason'))
      if (deletionProblem !== null) return refuse(refusal(deletionProblem))
      const isHere = receipts.find((receipt) => receipt.saleId === saleId)?.folio === null
      const deletion = isHere || status.connection === 'online' ? 'done' : 'asked'
      replace(saleId, {
        deletion,
        deletionNote: { reason, askedBy: 'Camila', askedAt: now() as EpochMs, problemCode: null },
      })
      countPending()
      return ok(deletion)
    },
    findCustomers: customers.find,
    splitSale: (asked) => splitAmong(receipts, asked, now() as EpochMs),
    lookUpTaxpayer: ({ rut }) =>
      Promise.resolve(
        status.connection !== 'online'
          ? { kind: 'unavailable' }
          : rut === '76192083-9'
            ? { kind: 'found', legalName: 'Comercial Los Aromos SpA' }
            : { kind: 'unknown' },
      ),
    settings: () => settings,
    ...setUp.api,
    async saveSettings({ apiKey, ...input }) {
      if (input.serviceUrl != null && !/^https:\/\/\S+$/.test(input.serviceUrl))
        return refuse(refusal('URL_NOT_VALID', 'serviceUrl'))
      if (apiKey != null && !/^\S{8,200}$/.test(apiKey))
        return refuse(refusal('API_KEY_NOT_VALID', 'apiKey'))
      const given = Object.fromEntries(
        Object.entries(input).filter(([, value]) => value !== undefined),
      )
      settings = {
        ...settings,
        ...given,
        ...(apiKey == null ? {} : { apiKeyTail: apiKey.slice(-4) }),
      }
      const paymentMethods = settings.paymentMethods.filter((method) => method.isActive)
      bootstrap = {
        ...bootstrap,
        cashierName: settings.cashierName,
        printerId: settings.printerId,
        paymentMethods,
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
      refuseDeletions(code) {
        deletionProblem = code
      },
      failCommits(isFailing) {
        failsCommits = isFailing
      },
    },
  }

  function toReceipt(
    sale: Extract<ReturnType<typeof decideSale>, { ok: true }>['value'],
  ): ReceiptDetail {
    return {
      ...sale.totals,
      ...sumPayments(sale.payments),
      saleId: sale.saleId,
      externalReference: sale.externalReference,
      documentType: sale.documentType,
      folio: null,
      soldAt: sale.soldAt,
      date: sale.date,
      issueState: sale.documentedBy === 'voucher' ? 'none' : 'queued',
      authorityStatus: null,
      lastErrorCode: null,
      lastErrorText: null,
      receiptPrintState: 'waiting',
      isUnprinted: false,
      payments: sale.payments,
      lineCount: sale.lines.length,
      documentedBy: sale.documentedBy,
      deletion: null,
      deletionNote: null,
      returns: [],
      returnOf: null,
      returnedClp: clp(0),
      customer:
        sale.recipient.rut === ANONYMOUS_RUT
          ? null
          : { rut: sale.recipient.rut, legalName: sale.recipient.legalName },
      soldOffline: status.connection !== 'online' && sale.documentedBy === 'receipt',
      attempts: 0,
      papers: [],
      fieldErrors: [],
      setAsideReason: null,
      soldBy: counter.cashierName() ?? 'Camila',
      allowed: counter.takeAllowed(),
      lines: sale.lines.map((line) => ({
        ...line,
        name: line.description,
        grossClp: clp(line.grossClp),
      })),
      saleDiscount: sale.discount,
    }
  }
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const PAPER_DOTS = 576

const TITLES: Readonly<Record<string, string>> = {
  '61': 'NOTA DE CRÉDITO ELECTRÓNICA',
  '56': 'NOTA DE DÉBITO ELECTRÓNICA',
}

/**
 * Not the printed page, only something with its proportions: the real one comes from the printing
 * room's own tests.
 */
function drawPaper(receipt: ReceiptDetail, kind: PaperView['kind']): Buffer {
  const canvas = createCanvas(PAPER_DOTS, 420 + receipt.lines.length * 34)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  const write = (
    text: string,
    y: number,
    font: string,
    align: 'left' | 'right' | 'center' = 'left',
  ) => {
    context.font = font
    context.textAlign = align
    context.fillText(
      text,
      align === 'left' ? 16 : align === 'right' ? PAPER_DOTS - 16 : PAPER_DOTS / 2,
      y,
    )
  }
  write(SHOP.tradeName, 48, 'bold 34px sans-serif', 'center')
  write(
    kind === 'slip'
      ? 'COMPROBANTE PROVISORIO'
      : (TITLES[receipt.documentType] ?? 'BOLETA ELECTRÓNICA'),
    104,
    'bold 28px sans-serif',
    'center',
  )
  write(
    receipt.folio === null
      ? 'No es la boleta'
      : `N° ${receipt.folio}${kind === 'copy' ? ' COPIA' : ''}`,
    144,
    '26px sans-serif',
    'center',
  )
  receipt.lines.forEach((line, index) => {
    write(line.name.slice(0, 28), 210 + index * 34, '24px sans-serif')
    write(formatClp(line.grossClp), 210 + index * 34, '24px sans-serif', 'right')
  })
  const foot = 250 + receipt.lines.length * 34
  write('TOTAL', foot, 'bold 32px sans-serif')
  write(formatClp(receipt.totalClp), foot, 'bold 32px sans-serif', 'right')
  context.fillRect(60, foot + 40, PAPER_DOTS - 120, 90)
  return canvas.toBuffer('image/png')
}
