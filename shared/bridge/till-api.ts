/** The table of contents of the core: everything a screen can ask. The router puts schemas and a wire around it. */
import type { ExternalReference, SaleId } from '../core/brand.ts'
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import type { Clp } from '../money/clp.ts'
import type { Cart } from '../cart/cart.ts'
import type { z } from 'zod'
import type {
  adoptIdInput, CommitInput, deleteReceiptInput, draftInput, findCustomersInput, listReceiptsInput, lookUpTaxpayerInput, resendFixedInput,
  saveProductInput, saveSettingsInput, searchInput, setAsideInput,
} from './commands.ts'
import type {
  Bootstrap, CustomerView, DeletionState, DocumentedBy, DocumentType, FeedEvent, PaymentView, PrinterState, ProductView, ReceiptDetail, ReceiptPage, SettingsView,
  TaxpayerAnswer, TillStatus,
} from './views.ts'

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
  saveProduct(input: z.output<typeof saveProductInput>): Result<ProductView, Refusal>
  loadDraft(): Cart
  saveDraft(draft: z.output<typeof draftInput>): void
  /** Makes the sale's id and reference, once; asking again while it is open gives the same ones. */
  openSale(): OpenSale
  commitSale(input: CommitInput): Result<CommittedSale, Refusal>
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
  discoverPrinters(): Promise<readonly PrinterState[]>
  /** Changes after `afterSeq`, then live ones until `signal` aborts. */
  feed(afterSeq: number | null, signal: StopSignal): AsyncIterable<FeedEvent>
}
