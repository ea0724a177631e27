import { useEffect, useState } from 'react'
import type { PrinterModel } from '#shared/printing/printers.ts'
import { useUi } from '../stores/till-ui.ts'

/** The models the till knows; empty until they are there. */
export function usePrinterModels(): readonly PrinterModel[] {
  const { port, status } = useUi()
  const [models, setModels] = useState<readonly PrinterModel[]>([])
  useEffect(() => {
    let isGone = false
    port.printerModels().then(
      (found) => {
        if (!isGone) setModels(found)
      },
      () => status.setState({ link: 'down' }),
    )
    return () => {
      isGone = true
    }
  }, [port, status])
  return models
}
