import { useStore } from 'zustand'
import { DeleteReceiptDialog } from '../receipts/delete-dialog.tsx'
import { LineDialog } from '../sale/line-dialog.tsx'
import { ProductDialog } from '../sale/product-dialog.tsx'
import { CartDiscountDialog, ClearCartDialog, FreeLineDialog, PriceDialog } from '../sale/sale-dialogs.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useUi } from './till-ui.ts'

/** The one dialog that may be open. */
export function Dialogs() {
  const ui = useUi()
  const dialog = useStore(ui.screen, (state) => state.dialog)
  switch (dialog?.kind) {
    case 'line':
      return <LineDialog lineNumber={dialog.lineNumber} edits={dialog.edits} />
    case 'cart-discount':
      return <CartDiscountDialog />
    case 'free-line':
      return <FreeLineDialog />
    case 'product':
      return <ProductDialog code={dialog.code} />
    case 'price':
      return <PriceDialog answer={dialog.answer} />
    case 'delete-receipt':
      return <DeleteReceiptDialog />
    case 'clear-cart':
      return <ClearCartDialog />
    case 'shortcuts':
      return <ShortcutsDialog />
    case undefined:
      return null
  }
}
