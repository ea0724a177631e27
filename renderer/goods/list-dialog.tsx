import type { Dialog } from '../stores/screen-store.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { ColumnsDialog } from './columns-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { GoodsDialog } from './goods-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { LabelsDialog } from './labels-dialog.tsx'
import { ShelvesDialog } from './shelves-dialog.tsx'
import { StockDialog } from './stock-dialog.tsx'

type OfList =
  | 'goods'
  | 'change-goods'
  | 'export-goods'
  | 'goods-columns'
  | 'import-goods'
  | 'label-goods'
  | 'shelves'
  | 'stock'

/** What is done to the catalogue, as a whole or to one product. */
export function ListDialog({ dialog }: { readonly dialog: Extract<Dialog, { kind: OfList }> }) {
  switch (dialog.kind) {
    case 'goods':
      return <GoodsDialog row={dialog.row} code={dialog.code} />
    case 'change-goods':
      return <BulkDialog picked={dialog.picked} />
    case 'export-goods':
      return <ExportDialog />
    case 'goods-columns':
      return <ColumnsDialog />
    case 'import-goods':
      return <ImportDialog of="goods" />
    case 'label-goods':
      return <LabelsDialog row={dialog.row} picked={dialog.picked} />
    case 'shelves':
      return <ShelvesDialog />
    case 'stock':
      return <StockDialog />
  }
}
