import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  SERIAL_FLOWS,
  SERIAL_FRAMINGS,
  SERIAL_SPEEDS,
  serialLine,
  type SerialLine,
} from '#shared/escpos/serial-line.ts'
import type { SerialPortView } from '#shared/devices/serial-port.ts'
import { optionsNamed, Segments } from '../kit/choices.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { useSerialPorts } from './use-serial-ports.ts'

export const DEFAULT_LINE: SerialLine = serialLine.parse({})
const TYPED = 'typed'

/**
 * How a serial printer's line is set, and the machine's ports to choose from: which of them is the
 * printer nobody can see.
 */
export function SerialFields({
  line,
  onChange,
  onPort,
}: {
  readonly line: SerialLine
  readonly onChange: (line: SerialLine) => void
  readonly onPort: (path: string) => void
}) {
  const { t } = useTranslation()
  const ports = useSerialPorts()
  const [chosen, setChosen] = useState(TYPED)
  const choose = (path: string) => {
    setChosen(path)
    if (path !== TYPED) onPort(path)
  }
  const nameOf = ({ path, maker }: SerialPortView) => (maker === null ? path : `${path} (${maker})`)
  return (
    <>
      {ports.length > 0 && (
        <ChoiceList
          label={t('printers.serial.ports')}
          value={chosen}
          testId="serial-port"
          onChange={choose}
          choices={[
            { value: TYPED, label: t('printers.serial.typed') },
            ...ports.map((port) => ({ value: port.path, label: nameOf(port) })),
          ]}
        />
      )}
      <ChoiceList
        label={t('printers.serial.speed')}
        value={String(line.baudRate)}
        testId="serial-speed"
        choices={SERIAL_SPEEDS.map((speed) => ({
          value: String(speed),
          label: t('printers.serial.bits', { speed }),
        }))}
        onChange={(value) =>
          onChange({
            ...line,
            baudRate: SERIAL_SPEEDS.find((speed) => String(speed) === value) ?? line.baudRate,
          })
        }
      />
      <Segments
        label={t('printers.serial.framing')}
        value={line.framing}
        onChange={(framing) => onChange({ ...line, framing })}
        options={optionsNamed(
          SERIAL_FRAMINGS,
          (value) => t(`printers.serial.framings.${value}`),
          'serial',
        )}
      />
      <Segments
        label={t('printers.serial.flow')}
        value={line.flow}
        onChange={(flow) => onChange({ ...line, flow })}
        options={optionsNamed(
          SERIAL_FLOWS,
          (value) => t(`printers.serial.flows.${value}`),
          'serial',
        )}
      />
    </>
  )
}
