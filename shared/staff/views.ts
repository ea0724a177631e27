/** What the screen sees of people, their rights and what they did; and of the sales put aside. */
import type { EpochMs, SaleId } from '../core/brand.ts'
import type { DocumentType } from '../core/document-type.ts'
import type { Clp } from '../money/clp.ts'
import type { Need } from './need.ts'
import type { Role, RoleRights } from './rights.ts'
import type { OwnRole } from './roles.ts'

export interface StaffMember {
  readonly id: string
  readonly name: string
  /** Null for somebody who has roles of the shop's own only. */
  readonly role: Role | null
  /** Roles of the shop's own, beside that one. */
  readonly roleIds: readonly string[]
}

export interface StaffView {
  /** False while nobody is set up: then the till sells without asking who. */
  readonly isOn: boolean
  /** People and PINs are the same at all tills of the shop. */
  readonly isShared: boolean
  /** Who serves now; null while the till waits for a PIN. */
  readonly current: StaffMember | null
  readonly members: readonly StaffMember[]
  /** What whoever serves may do; everything while nobody is set up. */
  readonly rights: RoleRights
  /** Whoever serves may change the owner's settings now: by their own right, or lent by a PIN. */
  readonly mayChangeSettings: boolean
  /** Whose PIN opened the owner's settings for this visit; null when nobody's had to. */
  readonly settingsLentBy: string | null
  /** Rights by role, for whoever may change them. */
  readonly rightsOf: Readonly<Record<Role, RoleRights>>
  /** What the shop has made beside the three, for whoever may change them. */
  readonly ownRoles: readonly OwnRole[]
  /** Only of the demo shop, where they are no secret. */
  readonly demoPins: readonly { readonly name: string; readonly pin: string }[]
}

export interface Approval {
  /** Goes with the command it is for; approvals of a sale are found by the sale itself. */
  readonly approvalId: string
  readonly approverName: string
  readonly needs: readonly Need[]
}

export interface ParkedSaleView {
  readonly id: string
  /** Small, so that it can be called out. */
  readonly number: number
  readonly name: string
  readonly lineCount: number
  readonly totalClp: Clp
  readonly parkedAt: EpochMs
  readonly parkedBy: string
  /** The first products, to know it by. */
  readonly products: readonly string[]
  /** Payments taken for it already, in words; empty when none were. */
  readonly taken: string
  /** What those come to. */
  readonly takenClp: Clp
  /** Of several tills: absent where it is simply this till's. */
  readonly shop?: ParkedInShop
}

/** A parked sale the service knows: nobody takes it up without its word. */
interface ParkedInShop {
  /** The till that parked it; null for this one. */
  readonly till: string | null
  /** Who has taken it, and when; null while it waits. */
  readonly taken: { readonly till: string; readonly at: EpochMs } | null
}

export interface AuditRow {
  readonly seq: number
  readonly at: EpochMs
  readonly action: AuditAction
  readonly staffName: string
  readonly approverName: string | null
  readonly saleId: SaleId | null
  /** What the sale's document is, with its number where it has one; none of what nobody charged. */
  readonly document?: { readonly documentType: DocumentType; readonly folio: number | null }
  readonly detail: Readonly<Record<string, string | number | null>>
}

/** What was done to the open sale, noted when it is charged. */
export const OPEN_SALE_ACTIONS = [
  'price-change',
  'discount',
  'free-line',
  'label-typed',
  'part-sold',
  'line-removed',
  'quantity-lowered',
] as const

const AUDIT_ACTIONS = [
  'sign-in',
  'sign-out',
  'pin-wrong',
  'approval',
  'approval-refused',
  ...OPEN_SALE_ACTIONS,
  'cart-cleared',
  'payment-dropped',
  'payment-parked',
  'sale-handed-over',
  'parked-discarded',
  'product-created',
  'product-changed',
  'product-archived',
  'product-restored',
  'goods-imported',
  'category-changed',
  'stock-switched',
  'stock-received',
  'stock-corrected',
  'stock-counted',
  'promotion-saved',
  'promotion-switched',
  'price-list-saved',
  'price-list-switched',
  'price-list-used',
  'drawer-opened',
  'receipt-copied',
  'receipt-by-paper',
  'receipt-deletion-asked',
  'receipt-deleted',
  'receipt-not-deleted',
  'receipt-set-aside',
  'receipt-resent',
  'receipt-adopted',
  'returned',
  'return-undone',
  'document-changed',
  'credit-used',
  'notes-looked-up',
  'vale-printed',
  'vale-voided',
  'vale-accepted',
  'card-by-hand',
  'card-given-back',
  'card-checked',
  'shop-joined',
  'shop-left',
  'shop-till',
  'shop-pins',
  'shift-opened',
  'shift-counted',
  'shift-closed',
  'shift-read',
  'cash-in',
  'cash-out',
  'staff-saved',
  'staff-removed',
  'staff-not-taken',
  'rights-changed',
  'role-saved',
  'role-removed',
  'owner-code-made',
  'owner-code-printed',
  'owner-code-wrong',
  'owner-code-used',
  'owner-code-ended',
  'settings-changed',
  'service-tested',
  'mail-tested',
  'receipt-mailed',
  'report-mailed',
  'seal-paused',
  'seal-resumed',
  'sale-split',
  'person-found',
  'person-corrected',
  'person-exported',
  'person-erased',
  'customer-saved',
  'customer-archived',
  'customer-restored',
  'customers-imported',
  'customers-exported',
  'data-expired',
  'till-restored',
  'copy-proven',
  'log-put-aside',
  'till-left',
  'till-arrived',
  'till-taken-back',
  'till-in-doubt',
  'doubt-answered',
  'doubt-ended',
  'printer-replaced',
  'sales-exported',
  'diagnostics-written',
  'update-ordered',
  'way-back-ordered',
  'practice-entered',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditPage {
  readonly rows: readonly AuditRow[]
  readonly nextCursor: number | null
}

/** What a look through the whole seal has found. */
export interface SealView {
  /** `none`: nothing is sealed here, or the key does not open now. */
  readonly state: 'none' | 'whole' | 'broken'
  readonly checkedAt: EpochMs
  /** Rows that are as they were sealed. */
  readonly sealedCount: number
  /** Rows of before the seal that wait for it. */
  readonly pendingCount: number
  /**
   * The first that is not; `ref` is the log's row, the sale's reference, the shift's number, or
   * what a row that may change is called.
   */
  readonly fault: {
    readonly code: SealFaultCode
    readonly kind: SealedPart | null
    readonly ref: string
    /** Of a row that may change: when the till last left it, or found it otherwise. */
    readonly at: EpochMs | null
  } | null
  /** Where it ends, as the last Z or a later one says it on paper. */
  readonly anchor: string | null
  /** The seal of a paper that was asked for, and whether these data have it. */
  readonly paper: { readonly text: string; readonly isThere: boolean } | null
  /** The last few times for which it does not answer, in order. */
  readonly notes: readonly SealNote[]
}

/** `later`: rows written without the key; else why everything that was there was sealed anew. */
export interface SealNote {
  readonly kind: 'restored' | 'new-form' | 'other-key' | 'broken' | 'later'
  readonly at: EpochMs
  /** Of `later`: how many; else 0. */
  readonly rows: number
}

/** What may change, each row of it under the seal by its digest. */
const GUARDED_KINDS = [
  'person',
  'personRole',
  'personBar',
  'rights',
  'role',
  'ownerCode',
  'approval',
  'settings',
  'product',
  'barcode',
  'plannedPrice',
  'promotion',
  'priceList',
  'listPrice',
  'listPercent',
  'customerList',
  'shift',
  'movement',
  'count',
  'report',
  'cardAttempt',
  'cardRefund',
  'cardTotals',
  'voidedVale',
  'schema',
] as const
export type GuardedKind = (typeof GUARDED_KINDS)[number]

export type SealedPart = 'audit' | 'sale' | 'close' | 'state' | 'start' | GuardedKind

/** Of what may change: not as it was left, put in, taken out; or found so once and written over. */
const STATE_FAULT_CODES = [
  'STATE_CHANGED',
  'STATE_ADDED',
  'STATE_MISSING',
  'STATE_WAS_CHANGED',
] as const
export type StateFaultCode = (typeof STATE_FAULT_CODES)[number]

const SEAL_FAULT_CODES = [
  'ROW_CHANGED',
  'ROW_MISSING',
  'ROW_ADDED',
  'LINK_MISSING',
  'LINK_CHANGED',
  'END_CUT',
  'BEGUN_ANEW',
  'OTHER_KEY',
  'OLDER_THAN_BACKUP',
  'NO_CHAIN',
  ...STATE_FAULT_CODES,
] as const
export type SealFaultCode = (typeof SEAL_FAULT_CODES)[number]
