import { BulkDialog } from './bulk-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'

/** What is done to the catalogue as a whole. */
export function ListDialog({
  kind,
}: {
  readonly kind: 'change-goods' | 'export-goods' | 'import-goods'
}) {
  if (kind === 'change-goods') return <BulkDialog />
  return kind === 'import-goods' ? <ImportDialog /> : <ExportDialog />
}
