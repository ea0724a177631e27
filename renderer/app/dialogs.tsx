import type { ComponentProps, ComponentType, ReactElement } from 'react'
import { useStore } from 'zustand'
import { ChangeDialog } from '../receipts/change-dialog.tsx'
import { UndoReturnDialog } from '../receipts/undo-dialog.tsx'
import { DeleteReceiptDialog } from '../receipts/delete-dialog.tsx'
import { OutsideDialog } from '../returns/outside-dialog.tsx'
import { CreditDialog } from '../returns/credit-dialog.tsx'
import { CustomerDialog } from '../customers/customer-dialog.tsx'
import { ImportCustomersDialog } from '../customers/import-dialog.tsx'
import { ExportCustomersDialog } from '../customers/export-dialog.tsx'
import { WhatsappDialog } from '../pages/whatsapp-dialog.tsx'
import { MailDialog } from '../mail/mail-dialog.tsx'
import { ListDialog } from '../goods/list-dialog.tsx'
import { PriceListsDialog, PromotionsDialog } from '../promotions/promotions-dialog.tsx'
import { ArrangeDialog } from '../sale/arrange-dialog.tsx'
import { AskPriceDialog } from '../sale/ask-price-dialog.tsx'
import { LineDialog } from '../sale/line-dialog.tsx'
import { DiscardParkedDialog, ParkDialog, ParkedDialog } from '../sale/parked-dialogs.tsx'
import { WeighDialog } from '../sale/weigh-dialog.tsx'
import { ProductDialog } from '../sale/product-dialog.tsx'
import { PriceDialog } from '../sale/price-dialog.tsx'
import { CartDiscountDialog, ClearCartDialog, FreeLineDialog } from '../sale/sale-dialogs.tsx'
import { MovementDialog } from '../shifts/movement-dialog.tsx'
import { OpenShiftDialog } from '../shifts/opening-form.tsx'
import { ApprovalDialog } from '../staff/approval-dialog.tsx'
import { AuditDialog } from '../staff/audit-dialog.tsx'
import { SignInDialog } from '../staff/sign-in-dialog.tsx'
import { later } from '../kit/later.tsx'
import { UnsavedDialog } from '../kit/unsaved-dialog.tsx'
import { CardByHandDialog } from '../card/by-hand-dialog.tsx'
import { CardSheet } from '../card/card-sheet.tsx'
import { ValeDialog } from '../vales/vale-dialog.tsx'
import { ValesDialog } from '../vales/vales-dialog.tsx'
import type { Dialog } from '../stores/screen-store.ts'
import { TipDialog } from '../tips/tip-dialog.tsx'
import { isLocked } from '../stores/staff-store.ts'
import { ClosingDialog } from './closing-dialog.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useUi } from '../stores/till-ui.ts'

/** A file of its own: most days nobody opens it. */
const ManualDialog = later(async () => (await import('../manual/manual-dialog.tsx')).ManualDialog)

/** Dialogs that need to be told nothing. */
const PLAIN = {
  'cart-discount': CartDiscountDialog,
  'free-line': FreeLineDialog,
  'clear-cart': ClearCartDialog,
  whatsapp: WhatsappDialog,
  tip: TipDialog,
  arrange: ArrangeDialog,
  park: ParkDialog,
  parked: ParkedDialog,
  promotions: PromotionsDialog,
  'price-lists': PriceListsDialog,
  audit: AuditDialog,
  'open-shift': OpenShiftDialog,
  closing: ClosingDialog,
  'export-customers': ExportCustomersDialog,
  'import-customers': ImportCustomersDialog,
  'outside-receipt': OutsideDialog,
  credit: CreditDialog,
  vale: ValeDialog,
  card: CardSheet,
  'card-by-hand': CardByHandDialog,
  manual: ManualDialog,
  shortcuts: ShortcutsDialog,
} as const satisfies Partial<Record<Dialog['kind'], ComponentType>>

type Shown = Exclude<Dialog, { kind: keyof typeof PLAIN }>
type Show<Kind extends Shown['kind']> = (dialog: Extract<Shown, { kind: Kind }>) => ReactElement
const ofLists = (dialog: ComponentProps<typeof ListDialog>['dialog']) => (
  <ListDialog dialog={dialog} />
)

/** Those that are about something. */
const ABOUT: { readonly [Kind in Shown['kind']]: Show<Kind> } = {
  line: ({ lineNumber, edits }) => <LineDialog lineNumber={lineNumber} edits={edits} />,
  weigh: ({ product, problem }) => (
    <WeighDialog key={product.id} product={product} problem={problem} />
  ),
  'ask-price': (dialog) => <AskPriceDialog key={dialog.product.id} dialog={dialog} />,
  product: ({ code, typed = null }) => <ProductDialog code={code} typed={typed} />,
  price: ({ answer }) => <PriceDialog answer={answer} />,
  vales: (dialog) => <ValesDialog key={dialog.text ?? ''} dialog={dialog} />,
  'change-document': ({ sale, typed = null }) => <ChangeDialog sale={sale} typed={typed} />,
  'undo-return': ({ approvalId }) => <UndoReturnDialog approvalId={approvalId} />,
  'delete-receipt': ({ approvalId }) => <DeleteReceiptDialog approvalId={approvalId} />,
  goods: ofLists,
  stock: ofLists,
  shelves: ofLists,
  'label-goods': ofLists,
  'change-goods': ofLists,
  'export-goods': ofLists,
  'goods-columns': ofLists,
  'import-goods': ofLists,
  'one-customer': ({ row }) => <CustomerDialog key={row?.rut ?? ''} row={row} />,
  'mail-receipt': ({ saleId }) => <MailDialog saleId={saleId} />,
  'discard-parked': ({ sale }) => <DiscardParkedDialog sale={sale} />,
  'sign-in': () => <SignInDialog isLocked={false} />,
  approval: ({ ask, then }) => <ApprovalDialog ask={ask} then={then} />,
  cash: (dialog) => (
    <MovementDialog key={JSON.stringify(dialog)} move={dialog.move} typed={dialog.typed ?? null} />
  ),
  'unsaved-settings': ({ then }) => <UnsavedDialog then={then} />,
}

const isPlain = (dialog: Dialog): dialog is Extract<Dialog, { kind: keyof typeof PLAIN }> =>
  Object.hasOwn(PLAIN, dialog.kind)

const shown = <Kind extends Shown['kind']>(dialog: Extract<Shown, { kind: Kind }>) =>
  (ABOUT[dialog.kind] as Show<Kind>)(dialog)

/** The one dialog that may be open. */
export function Dialogs() {
  const ui = useUi()
  const isCounterLocked = useStore(ui.staff, isLocked)
  const dialog = useStore(ui.screen, (state) => state.dialog)
  if (isCounterLocked) return <SignInDialog isLocked />
  if (dialog === null) return null
  if (!isPlain(dialog)) return shown(dialog)
  const Plain = PLAIN[dialog.kind]
  return <Plain />
}
