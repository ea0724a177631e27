import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDown } from 'lucide-react'
import { pdfFileName } from '#shared/issuing/pdf-file-name.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import type { ReceiptDetail } from '#shared/receipts/views.ts'

/** The receipt as a file, with or without a printer. */
export function SavePdf({ detail }: { readonly detail: ReceiptDetail }) {
  const { port } = useUi()
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  if (detail.folio === null || detail.deletion === 'done') return null
  const fileName = pdfFileName(detail.documentType, detail.folio)
  const save = async () => {
    setState('busy')
    try {
      offer(await port.receiptPdf(detail.saleId), fileName)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button isDisabled={state === 'busy'} onPress={() => void save()} data-testid="save-pdf">
        <FileDown size={19} aria-hidden="true" />
        {t('receipts.savePdf')}
      </Button>
      {state === 'failed' && (
        <Notice tone="wait" testId="save-pdf-trouble">
          {t('receipts.noPdf')}
        </Notice>
      )}
    </>
  )
}

/** Hands a file to the browser's own download, which asks where it goes or knows. */
export function offer(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  URL.revokeObjectURL(url)
}
