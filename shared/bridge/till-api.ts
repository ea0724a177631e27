/** The table of contents of the core: everything a screen can ask. The router puts schemas and a wire around it. */
import type { ExternalReference, SaleId, ScreenId } from '../core/brand.ts'
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import type { Clp } from '../money/clp.ts'
import type { z } from 'zod'
import type { OpenSale } from '../open-sale/open-sale.ts'
import type { ScaleLayout } from '../catalogue/scale-label.ts'
import type { Need } from '../staff/need.ts'
import type {
  adoptIdInput, approveInput, auditInput, bestSellersInput, CommitInput, deleteReceiptInput, discardParkedInput,
  findCustomersInput, listReceiptsInput, lookUpTaxpayerInput, openDrawerInput, productSliceInput,
  resendFixedInput, saleNeedsInput, saveProductInput, saveRightsInput, saveScaleLayoutsInput, saveSettingsInput, saveStaffInput,
  searchInput, setAsideInput, signInInput,
} from './commands.ts'
import type { KeptSale, parkInput, recallInput, SaveSaleInput } from './open-sale.ts'
import type {
  CommitOutsideReturnInput, CommitReturnInput, CommittedReturn, CreditView, OutsideReceiptInput, ReturnableSale,
  UndoReturnInput,
} from './returns.ts'
import type {
  CloseShiftInput, CountShiftInput, CountView, KeptReport, MoveCashInput, MovedCash, OpenShiftInput, readShiftInput, ShiftFile,
  shiftListInput, ShiftPage, ShiftReportView, ShiftView,
} from './shifts.ts'
import type {
  AddPrinterInput, discoverPrintersInput, movePapersInput, PrinterModel, SavePrinterInput,
  settleLatePapersInput, settlePaperInput, TestPageKind, TestPrint,
} from './printers.ts'
import type { moveTileInput, picturesInput, ProductPicture, setPictureInput } from './tiles.ts'
import type {
  Bootstrap, CustomerView, DeletionState, DocumentedBy, DocumentType, FeedEvent, PaymentView, PrinterConfig,
  PrinterView, ProductView, ReceiptDetail, ReceiptPage, SettingsView,
  TaxpayerAnswer, TillStatus,
} from './views.ts'
import type { identifiedSalesInput, IdentifiedSales } from '../sale/identified-sales.ts'
import type { splitSaleInput, SplitWarning } from '../sale/split-sale.ts'
import type { ServiceTest } from '../settings/service-answer.ts'
import type { Approval, AuditPage, ParkedSaleView, StaffView } from './staff-views.ts'

export interface SaleIds {
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
  /** Puts a tile beside another one in the fixed grid; the owner's. */
  moveTile(input: z.output<typeof moveTileInput>): Result<null, Refusal>
  setProductPicture(input: z.output<typeof setPictureInput>): Result<null, Refusal>
  /** Those that have one, in the order asked for. */
  productPictures(input: z.output<typeof picturesInput>): readonly ProductPicture[]
  /** The open sale as the core has it. `by`, here and below, is the screen that asks. */
  loadDraft(by?: ScreenId): KeptSale
  /** Keeps the open sale; refused to a screen that does not hold it, and for a sale that is charged or parked. */
  saveDraft(input: SaveSaleInput, by?: ScreenId): Result<null, Refusal>
  /** From here on this screen holds the open sale; the one that did is told. */
  takeSale(by?: ScreenId): KeptSale
  /** Puts the sale aside as it is, payment, customer and ids with it, and leaves none. */
  parkSale(input: z.output<typeof parkInput>, by?: ScreenId): Result<ParkedSaleView, Refusal>
  parkedSales(): readonly ParkedSaleView[]
  /** Takes a parked sale up and parks what was on screen, in one step. */
  recallSale(input: z.output<typeof recallInput>, by?: ScreenId): Result<OpenSale, Refusal>
  discardParked(input: z.output<typeof discardParkedInput>): Result<null, Refusal>
  staff(): StaffView
  signIn(input: z.output<typeof signInInput>): Promise<Result<StaffView, Refusal>>
  /** Locks the counter: the cart stays, selling waits for a PIN. */
  signOut(): StaffView
  /** The visit to the settings is over: what a PIN over the shoulder opened is closed again. */
  giveBackSettings(): StaffView
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
  /** Keeps the sale and makes its reference, once; asking again gives the same one. Without a sale: of what the core has. */
  openSale(input?: SaveSaleInput | null, by?: ScreenId): Result<SaleIds, Refusal>
  /** Charges. The same sale again from the same screen is answered again; from another one it is refused. */
  commitSale(input: CommitInput, by?: ScreenId): Result<CommittedSale, Refusal>
  /** What of a sale may come back, and the id of a return of it. Changes nothing. */
  startReturn(saleId: SaleId): Result<ReturnableSale, Refusal>
  /** Takes back and gives back, at once and for good; its credit note follows by itself. */
  commitReturn(input: CommitReturnInput): Result<CommittedReturn, Refusal>
  /** Compares what is typed of a receipt issued elsewhere with the service, where that answers. Changes nothing. */
  lookUpOutside(input: OutsideReceiptInput): Promise<Result<ReturnableSale, Refusal>>
  /** Like `commitReturn`, for the receipt looked up under this id. */
  commitOutsideReturn(input: CommitOutsideReturnInput): Result<CommittedReturn, Refusal>
  /** Undoes the whole of a return (`returnId` is its sale), once: the same again is answered again. */
  undoReturn(input: UndoReturnInput): Result<CommittedReturn, Refusal>
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
  shiftFile(shiftId: string, approvalId?: string | null): Result<ShiftFile, Refusal>
  /** Receipts that together with this one may be one sale split below 135 UF; null = none seen. Warns, never blocks. */
  splitSale(input: z.output<typeof splitSaleInput>): SplitWarning | null
  /** Sales of a year that had to name their buyer. */
  identifiedSales(input: z.output<typeof identifiedSalesInput>): Result<IdentifiedSales, Refusal>
  /** The same, for a spreadsheet. */
  identifiedSalesFile(input: z.output<typeof identifiedSalesInput>): Result<ShiftFile, Refusal>
  listReceipts(input: z.output<typeof listReceiptsInput>): ReceiptPage
  receipt(saleId: SaleId): Result<ReceiptDetail, Refusal>
  /** Prints the receipt again, marked COPIA. */
  reprint(saleId: SaleId): Result<null, Refusal>
  /** The answer to what a paper asks. One that did not come out is followed by a COPIA. */
  settlePaper(input: z.output<typeof settlePaperInput>): Result<null, Refusal>
  /** One answer for all papers that are late. */
  settleLatePapers(input: z.output<typeof settleLatePapersInput>): Result<{ readonly count: number }, Refusal>
  /** Tries a held or failed paper, or an unsent receipt, again now. */
  retryNow(saleId: SaleId): Result<null, Refusal>
  /** A person says that what holds several receipts is mended: one tries at once, and when it passes all go. */
  retryHeld(): null
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
  /** Calls the stored address with the stored key, and compares the company where it can be read. Passed, the till sells. */
  testService(): Promise<Result<ServiceTest, Refusal>>
  /** Gives up a test that is under way. */
  cancelServiceTest(): null
  discoverPrinters(input?: z.output<typeof discoverPrintersInput>): Promise<readonly PrinterView[]>
  printerModels(): readonly PrinterModel[]
  savePrinter(input: SavePrinterInput): Result<PrinterConfig, Refusal>
  addPrinter(input: AddPrinterInput): Result<PrinterConfig, Refusal>
  /** Takes a printer away that was added by its address. */
  removePrinter(printerId: string): Result<null, Refusal>
  printTestPage(printerId: string, page?: TestPageKind): Promise<Result<TestPrint, Refusal>>
  /** Sends the papers a printer has not begun to another one. */
  movePapers(input: z.output<typeof movePapersInput>): Result<{ readonly moved: number }, Refusal>
  /** Changes after `afterSeq`, then live ones until `signal` aborts. While it listens, its screen is there. */
  feed(afterSeq: number | null, signal: StopSignal, by?: ScreenId): AsyncIterable<FeedEvent>
}
