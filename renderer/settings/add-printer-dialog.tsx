import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { AddPrinterInput } from '#shared/printing/printers.ts'
import type { SerialLine } from '#shared/escpos/serial-line.ts'
import { asOwner } from '../actions/as-owner.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { DEFAULT_LINE, SerialFields } from './serial-fields.tsx'
import { usePrinterModels } from './use-printer-models.ts'

type Kind = AddPrinterInput['address']['kind']
const KINDS: readonly Kind[] = ['tcp', 'spooler', 'serial', 'file']
const RAW_PORT = 9100
const PLACEHOLDERS: Readonly<Record<Kind, string>> = {
  tcp: '192.168.1.50',
  spooler: 'Caja-1',
  serial: '/dev/ttyS0, COM1',
  file: '/dev/usb/lp0',
}

/** A printer that does not tell of itself: somebody says where it is. */
export function AddPrinterDialog({
  onClose,
  onAdded,
}: {
  readonly onClose: () => void
  readonly onAdded: () => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const models = usePrinterModels()
  const [kind, setKind] = useState<Kind>('tcp')
  const [name, setName] = useState('')
  const [place, setPlace] = useState('')
  const [line, setLine] = useState<SerialLine>(DEFAULT_LINE)
  const [modelId, setModelId] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<Refusal | null>(null)
  const chosen = modelId ?? models.find(({ id }) => id === 'generic-80')?.id ?? models[0]?.id ?? ''
  const add = () => {
    const input = { name, address: addressOf(kind, place, line), modelId: chosen }
    const added = (answer: Result<unknown, Refusal>) => {
      if (!answer.ok) return setTrouble(answer.refusal)
      onAdded()
      onClose()
    }
    asOwner(ui, () => ui.port.addPrinter(input), added)
  }
  return (
    <Sheet
      title={t('printers.add')}
      lead={t('printers.addLead')}
      onClose={onClose}
      onSubmit={add}
      actions={
        <Button type="submit" variant="primary" data-testid="add-printer-save">
          {t('printers.addThis')}
        </Button>
      }
    >
      <WayChoice kind={kind} onChange={setKind} />
      <Field
        label={t(`printers.places.${kind}`)}
        value={place}
        onChange={setPlace}
        placeholder={PLACEHOLDERS[kind]}
        autoFocus
        maxLength={200}
        testId="printer-address"
        refusal={trouble?.field === 'address' ? trouble : null}
      />
      {kind === 'serial' && <SerialFields line={line} onChange={setLine} onPort={setPlace} />}
      <Field
        label={t('printers.name')}
        value={name}
        onChange={setName}
        maxLength={60}
        testId="printer-name"
      />
      <ModelChoice models={models} chosen={chosen} onChange={setModelId} />
      <RefusalNotice refusal={trouble} shownAt={['address']} />
    </Sheet>
  )
}

function WayChoice({
  kind,
  onChange,
}: {
  readonly kind: Kind
  readonly onChange: (kind: Kind) => void
}) {
  const { t } = useTranslation()
  return (
    <Segments
      label={t('printers.way')}
      value={kind}
      onChange={onChange}
      options={KINDS.map((value) => ({ value, label: t(`settings.transport.${value}`) }))}
    />
  )
}

function ModelChoice({
  models,
  chosen,
  onChange,
}: {
  readonly models: ReturnType<typeof usePrinterModels>
  readonly chosen: string
  readonly onChange: (modelId: string) => void
}) {
  const { t } = useTranslation()
  if (models.length === 0) return null
  return (
    <ChoiceList
      label={t('printers.model')}
      value={chosen}
      choices={models.map(({ id, name: label }) => ({ value: id, label }))}
      onChange={onChange}
    />
  )
}

/** `192.168.1.50:9101` names another port than the usual one. */
function addressOf(kind: Kind, place: string, line: SerialLine): AddPrinterInput['address'] {
  if (kind === 'serial') return { kind, path: place, ...line }
  if (kind === 'spooler') return { kind, queue: place }
  if (kind === 'file') return { kind, path: place }
  const [, host = place, port] = /^(.*[^:]):(\d{1,5})$/.exec(place.trim()) ?? []
  const number = Number(port ?? RAW_PORT)
  return { kind, host, port: number >= 1 && number <= 65_535 ? number : RAW_PORT }
}
