import type { SerialPortView } from '#shared/devices/serial-port.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { useAnswer } from './use-answer.ts'

const NONE: readonly SerialPortView[] = []
const askPorts = (port: TillUi['port']) => port.serialPorts()

/** The serial ports of this machine, for a scale or a printer; none until the core has answered. */
export const useSerialPorts = (): readonly SerialPortView[] => useAnswer(askPorts) ?? NONE
