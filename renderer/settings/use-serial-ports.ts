import { useEffect, useState } from 'react'
import type { SerialPortView } from '#shared/scale/serial-port.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'

/** The serial ports of this machine, for a scale or a printer; none until the core has answered. */
export function useSerialPorts(): readonly SerialPortView[] {
  const ui = useUi()
  const [ports, setPorts] = useState<readonly SerialPortView[]>([])
  useEffect(() => {
    let isGone = false
    void callCore(ui, ui.port.serialPorts()).then((found) => {
      if (!isGone && found !== null) setPorts(found)
    })
    return () => {
      isGone = true
    }
  }, [ui])
  return ports
}
