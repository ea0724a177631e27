import { useEffect, useState } from 'react'
import type { SaleMails } from '#shared/delivery/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import type { ReceiptDetail } from '#shared/receipts/views.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'

/** E-mails of a sale, read again with its receipt; null until they are here. */
export function useSaleMails(saleId: SaleId, detail: ReceiptDetail | null): SaleMails | null {
  const ui = useUi()
  const [read, setRead] = useState<{ readonly saleId: SaleId; readonly mails: SaleMails } | null>(
    null,
  )
  useEffect(() => {
    let isGone = false
    void callCore(ui, ui.port.saleMails(saleId)).then((answer) => {
      if (!isGone && answer?.ok === true) setRead({ saleId, mails: answer.value })
    })
    return () => {
      isGone = true
    }
  }, [ui, saleId, detail])
  return read?.saleId === saleId ? read.mails : null
}
