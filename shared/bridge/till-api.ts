/** The table of contents of the core: everything a screen can ask. The router puts schemas and a wire around it. */
import type { ExternalReference, SaleId } from '../core/brand.ts'
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import type { Clp } from '../money/clp.ts'
import type { Cart } from '../cart/cart.ts'
import type { z } from 'zod'
import type { ScaleLayout } from '../catalogue/scale-label.ts'
import type { Need } from '../staff/rights.ts'
import type {
  adoptIdInput, approveInput, auditInput, bestSellersInput, CommitInput, deleteReceiptInput, discardParkedInput, draftInput,
  findCustomersInput, listReceiptsInput, lookUpTaxpayerInput, openDrawerInput, parkInput, productSliceInput, recallInput,
  resendFixedInput, saleNeedsInput, saveProductInput, saveRightsInput, saveScaleLayoutsInput, saveSettingsInput, saveStaffInput,
  searchInput, setAsideInput, signInInput,
} from './commands.ts'
import type { CommitReturnInput, CommittedReturn, CreditView, ReturnableSale } from './returns.ts'
import type {
  CloseShiftInput, CountShiftInput, CountView, KeptReport, MoveCashInput, MovedCash, OpenShiftInput, readShiftInput, ShiftFile,
  shiftListInput, ShiftPage, ShiftReportView, ShiftView,
} from './shifts.ts'
import type { AddPrinterInput, discoverPrintersInput, movePapersInput, PrinterModel, SavePrinterInput, TestPrint } from './printers.ts'
import type {
  Bootstrap, CustomerView, DeletionState, DocumentedBy, DocumentType, FeedEvent, PaymentView, PrinterConfig,
  PrinterView, ProductView, ReceiptDetail, ReceiptPage, SettingsView,
  TaxpayerAnswer, TillStatus,
} from './views.ts'
import type { Approval, AuditPage, ParkedSaleView, StaffView } from './staff-views.ts'

export interface OpenSale {
  readonly saleId: SaleId
  readonly externalReference: ExternalReference
}

/** The answer the cashier waits for: everything here is on disk. */
export interface CommittedSale {
  readonly saleId: SaleId
  readonly externalReference: ExternalReference
  readonly documentType: DocumentType
  readonly totalClp: Clp
  readonly roundingClp: Clp
  readonly toCollectClp: Clp
  readonly tenderedClp: Clp
  readonly changeClp: Clp
  readonly payments: readonly PaymentView[]
  /** A card voucher that counts as the receipt leaves nothing to issue. */
  readonly documentedBy: DocumentedBy
  /** True when the service could not be reached at that moment and a provisional slip is being printed. */
  readonly soldOffline: boolean
}

/** The part of AbortSignal the core uses, so that shared/ needs neither the DOM's nor Node's types. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}

export interface TillApi {
  bootstrap(): Bootstrap
  status(): TillStatus
  searchProducts(input: z.output<typeof searchInput>): readonly ProductView[]
  productByCode(code: string): Result<ProductView, Refusal>
  /** What sells most, the best first: for a screen that knows its codes without asking. */
  bestSellers(input: z.output<typeof bestSellersInput>): readonly ProductView[]
  /** The catalogue piece by piece, from the beginning (`after` 0) to `next` null: for a screen that wants to know every code. */
  productSlice(input: z.output<typeof productSliceInput>): { readonly products: readonly ProductView[]; readonly next: number | null }
  saveProduct(input: z.output<typeof saveProductInput>): Result<ProductView, Refusal>
  loadDraft(): Cart
  saveDraft(draft: z.output<typeof draftInput>): void
  /** Puts the cart aside with the id and reference its payment was opened with, and leaves an empty one. */
  parkSale(input: z.output<typeof parkInput>): Result<ParkedSaleView, Refusal>
  parkedSales(): readonly ParkedSaleView[]
  /** Takes a parked sale up and parks what was on screen, in one step. */
  recallSale(input: z.output<typeof recallInput>): Result<Cart, Refusal>
  discardParked(input: z.output<typeof discardParkedInput>): Result<null, Refusal>
  staff(): StaffView
  signIn(input: z.output<typeof signInInput>): Promise<Result<StaffView, Refusal>>
  /** Locks the counter: the cart stays, selling waits for a PIN. */
  signOut(): StaffView
  saveStaff(input: z.output<typeof saveStaffInput>): Promise<Result<StaffView, Refusal>>
  removeStaff(staffId: string): Result<StaffView, Refusal>
  saveRights(input: z.output<typeof saveRightsInput>): Result<StaffView, Refusal>
  scaleLayouts(): readonly ScaleLayout[]
  saveScaleLayouts(input: z.output<typeof saveScaleLayoutsInput>): Result<readonly ScaleLayout[], Refusal>
  /** What of these lines needs somebody else's PIN. */
  saleNeeds(input: z.output<typeof saleNeedsInput>): readonly Need[]
  /** A PIN over the shoulder. The cashier stays. */
  approve(input: z.output<typeof approveInput>): Promise<Result<Approval, Refusal>>
  openDrawer(input: z.output<typeof openDrawerInput>): Promise<Result<null, Refusal>>
  audit(input: z.output<typeof auditInput>): Result<AuditPage, Refusal>
  /** Makes the sale's id and reference, once; asking again while it is open gives the same ones. */
  openSale(): OpenSale
  commitSale(input: CommitInput): Result<CommittedSale, Refusal>
  /** What of a sale may come back, and the id of a return of it. Changes nothing. */
  startReturn(saleId: SaleId): Result<ReturnableSale, Refusal>
  /** Takes back and gives back, at once and for good; its credit note follows by itself. */
  commitReturn(input: CommitReturnInput): Result<CommittedReturn, Refusal>
  /** Values of returns not spent yet, the latest first. */
  credits(): readonly CreditView[]
  /** The shift at this counter, and what the next order about it needs. */
  shift(): ShiftView
  openShift(input: OpenShiftInput): Result<ShiftView, Refusal>
  /** Written down first, then the drawer opens. */
  moveCash(input: MoveCashInput): Promise<Result<MovedCash, Refusal>>
  /** Writes down what was counted, and says how it compares. Counting again is another count. */
  countShift(input: CountShiftInput): Result<CountView, Refusal>
  /** Closes for good, with a count of before; the Z is printed and a backup made behind the counter's back. */
  closeShift(input: CloseShiftInput): Result<ShiftReportView, Refusal>
  /** An X: the open shift as it stands, on paper and on the screen. Changes nothing. */
  readShift(input: z.output<typeof readShiftInput>): Result<ShiftReportView, Refusal>
  closedShifts(input: z.output<typeof shiftListInput>): ShiftPage
  /** The Z of a closed shift. */
  shiftReport(shiftId: string): Result<KeptReport, Refusal>
  /** Prints it again, marked COPIA. */
  reprintReport(shiftId: string): Result<null, Refusal>
  /** Every document and movement of a shift, for a spreadsheet. */
  shiftFile(shiftId: string): Result<ShiftFile, Refusal>
  listReceipts(input: z.output<typeof listReceiptsInput>): ReceiptPage
  receipt(saleId: SaleId): Result<ReceiptDetail, Refusal>
  /** Prints the receipt again, marked COPIA. */
  reprint(saleId: SaleId): Result<null, Refusal>
  /** Tries a held or failed paper, or an unsent receipt, again now. */
  retryNow(saleId: SaleId): Result<null, Refusal>
  /** Sends a definitely refused receipt again with another buyer; sale, money and reference stay. */
  resendFixed(input: z.output<typeof resendFixedInput>): Result<null, Refusal>
  /** Takes a receipt that needs a person out of the queue, with the reason; the sale and its money stay. */
  setAside(input: z.output<typeof setAsideInput>): Result<null, Refusal>
  /** Looks at the document a person says is this receipt, and adopts it when everything is equal. */
  adoptId(input: z.output<typeof adoptIdInput>): Result<null, Refusal>
  /** Deletes a receipt that is still pending: here if it never left, else at the service. Answers when that is known or asked for. */
  deleteReceipt(input: z.output<typeof deleteReceiptInput>): Promise<Result<DeletionState, Refusal>>
  /** Known customers by RUT or name, the latest first. */
  findCustomers(input: z.output<typeof findCustomersInput>): readonly CustomerView[]
  /** Asks the service for the name of a taxpayer. Never needed for a sale; `unavailable` when nobody answers. */
  lookUpTaxpayer(input: z.output<typeof lookUpTaxpayerInput>): Promise<TaxpayerAnswer>
  settings(): SettingsView
  saveSettings(input: z.output<typeof saveSettingsInput>): Promise<Result<SettingsView, Refusal>>
  discoverPrinters(input?: z.output<typeof discoverPrintersInput>): Promise<readonly PrinterView[]>
  printerModels(): readonly PrinterModel[]
  savePrinter(input: SavePrinterInput): Result<PrinterConfig, Refusal>
  addPrinter(input: AddPrinterInput): Result<PrinterConfig, Refusal>
  /** Takes a printer away that was added by its address. */
  removePrinter(printerId: string): Result<null, Refusal>
  printTestPage(printerId: string): Promise<Result<TestPrint, Refusal>>
  /** Sends the papers a printer has not begun to another one. */
  movePapers(input: z.output<typeof movePapersInput>): Result<{ readonly moved: number }, Refusal>
  /** Changes after `afterSeq`, then live ones until `signal` aborts. */
  feed(afterSeq: number | null, signal: StopSignal): AsyncIterable<FeedEvent>
}
