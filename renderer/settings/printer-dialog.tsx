import { useState, type ReactNode } from 'react'
import { FileTrigger } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { ImagePlus, Trash2 } from 'lucide-react'
import type { Refusal } from '#shared/languages/refusals.ts'
import { COPIES_MAX } from '#shared/printing/printers.ts'
import type { PrinterModel, PrinterOptions, SavePrinterInput } from '#shared/printing/printers.ts'
import type { PrinterView } from '#shared/printing/views.ts'
import { asOwner } from '../actions/as-owner.ts'
import { useUi } from '../stores/till-ui.ts'
import { AriaLikeButton } from '../kit/aria-like-button.tsx'
import { Button } from '../kit/button.tsx'
import { Segments, Switch } from '../kit/choices.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { HeadOptions } from './head-options.tsx'
import { LinesField } from './lines-field.tsx'
import { readAsBase64 } from '../kit/read-file.ts'
import { usePrinterModels } from './use-printer-models.ts'
import styles from './settings.module.css'

const AS_FOUND = 'as-found'
const COPIES = Array.from({ length: COPIES_MAX }, (_, index) => {
  const value = String(index + 1)
  return { value, label: value, testId: `copies-${value}` }
})
const PULSES_MS = [30, 50, 100, 200] as const

/** Everything a shop may want of one printer. What its model does not know is not offered. */
export function PrinterDialog({
  printer,
  onClose,
  onSaved,
}: {
  readonly printer: PrinterView
  readonly onClose: () => void
  readonly onSaved: () => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [options, setOptions] = useState(printer.options)
  const [logo, setLogo] = useState<string | null | undefined>(undefined)
  const [trouble, setTrouble] = useState<Refusal | null>(null)
  const models = usePrinterModels()
  const model = models.find(({ id }) => id === (options.modelId ?? printer.config.profileId))
  const change = (part: Partial<PrinterOptions>) => setOptions({ ...options, ...part })
  const finish = (
    answer: { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal },
  ) => {
    if (!answer.ok) return setTrouble(answer.refusal)
    onSaved()
    onClose()
  }
  const save = () => {
    const input: SavePrinterInput = {
      printerId: printer.config.id,
      options,
      ...(logo === undefined ? {} : { logo }),
    }
    asOwner(ui, () => ui.port.savePrinter(input), finish)
  }
  const remove = () => asOwner(ui, () => ui.port.removePrinter(printer.config.id), finish)
  return (
    <Sheet
      title={printer.config.name}
      lead={t('printers.setUpLead')}
      widthRem={38}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          {printer.isAdded && (
            <Button variant="danger" data-testid="remove-printer" onPress={remove}>
              <Trash2 size={18} aria-hidden="true" />
              {t('printers.remove')}
            </Button>
          )}
          <Button type="submit" variant="primary" data-testid="save-printer">
            {t('common.save')}
          </Button>
        </>
      }
    >
      <PaperOptions options={options} model={model} models={models} change={change} />
      <HeadOptions printerId={printer.config.id} options={options} change={change} />
      <DrawerOptions options={options} change={change} />
      <Letterhead options={options} change={change} trouble={trouble}>
        <LogoChoice
          hasLogo={logo === undefined ? printer.hasLogo : logo !== null}
          onChange={setLogo}
          trouble={trouble}
        />
      </Letterhead>
      <RefusalNotice refusal={trouble} shownAt={SHOWN_AT_FIELD} testId="printer-trouble" />
    </Sheet>
  )
}

interface Part {
  readonly options: PrinterOptions
  readonly change: (part: Partial<PrinterOptions>) => void
}

interface PaperPart extends Part {
  readonly model: PrinterModel | undefined
  readonly models: readonly PrinterModel[]
}

function PaperOptions({ options, change, model, models }: PaperPart) {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceList
        label={t('printers.model')}
        value={options.modelId ?? AS_FOUND}
        testId="printer-model"
        choices={[
          { value: AS_FOUND, label: t('printers.asFound') },
          ...models.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => change({ modelId: value === AS_FOUND ? null : value })}
      />
      <Heard options={options} model={model} />
      <Segments
        label={t('printers.copies')}
        value={String(options.copies)}
        onChange={(value) => change({ copies: Number(value) })}
        options={COPIES}
      />
      <Segments
        label={t('printers.cut')}
        value={options.cut}
        onChange={(cut) => change({ cut })}
        options={(['model', 'full', 'partial', 'tear'] as const).map((value) => ({
          value,
          label: t(`printers.cuts.${value}`),
        }))}
      />
      {model?.hasDensity === true && (
        <Segments
          label={t('printers.density')}
          value={options.density}
          onChange={(density) => change({ density })}
          options={(['light', 'normal', 'dark'] as const).map((value) => ({
            value,
            label: t(`printers.densities.${value}`),
          }))}
        />
      )}
      {model?.hasBuzzer === true && (
        <Switch isSelected={options.buzzes} onChange={(buzzes) => change({ buzzes })}>
          {t('printers.buzzer')}
        </Switch>
      )}
    </>
  )
}

/** What it answered at its test page; before that, what is said of its model. */
function Heard({ options: { heard }, model }: Pick<PaperPart, 'options' | 'model'>) {
  const { t } = useTranslation()
  const isHeard = heard !== null && Object.values(heard).includes(true)
  if (heard === null && model?.answers !== true) return null
  const text =
    heard === null
      ? t('printers.answers')
      : t(isHeard ? 'printers.heardIt' : 'printers.heardNothing')
  return (
    <p className={styles.printerMeta} data-testid="printer-heard">
      {text}
    </p>
  )
}

function DrawerOptions({ options, change }: Part) {
  const { t } = useTranslation()
  return (
    <>
      <Segments
        label={t('printers.drawer')}
        value={options.drawer}
        onChange={(drawer) => change({ drawer })}
        options={(['model', 'pin2', 'pin5', 'none'] as const).map((value) => ({
          value,
          label: t(`printers.drawers.${value}`),
        }))}
      />
      {options.drawer !== 'none' && (
        <Segments
          label={t('printers.pulse')}
          value={String(options.drawerOnMs)}
          onChange={(value) => change({ drawerOnMs: Number(value) })}
          options={PULSES_MS.map((ms) => ({ value: String(ms), label: t('printers.ms', { ms }) }))}
        />
      )}
    </>
  )
}

function Letterhead({
  options,
  change,
  trouble,
  children,
}: Part & { readonly trouble: Refusal | null; readonly children: ReactNode }) {
  const { t } = useTranslation()
  const fields = [
    ['headerLines', t('printers.header')],
    ['footerLines', t('printers.footer')],
  ] as const
  return (
    <>
      {children}
      {fields.map(([field, label]) => (
        <LinesField
          key={field}
          label={label}
          lines={options[field]}
          onChange={(lines) => change({ [field]: lines })}
          testId={`printer-${field}`}
          refusal={trouble?.field === field ? trouble : null}
        />
      ))}
    </>
  )
}

function LogoChoice({
  hasLogo,
  onChange,
  trouble,
}: {
  readonly hasLogo: boolean
  readonly onChange: (logo: string | null) => void
  readonly trouble: Refusal | null
}) {
  const { t } = useTranslation()
  const choose = (files: FileList | null) => {
    const file = files?.[0]
    if (file !== undefined) readAsBase64(file).then(onChange, () => undefined)
  }
  return (
    <div className={styles.printerActions}>
      <FileTrigger acceptedFileTypes={['image/png', 'image/jpeg']} onSelect={choose}>
        <AriaLikeButton>
          <ImagePlus size={18} aria-hidden="true" />
          {t(hasLogo ? 'printers.otherLogo' : 'printers.logo')}
        </AriaLikeButton>
      </FileTrigger>
      {hasLogo && (
        <Button variant="quiet" onPress={() => onChange(null)}>
          <Trash2 size={18} aria-hidden="true" />
          {t('printers.noLogo')}
        </Button>
      )}
      {trouble?.field === 'logo' && <RefusalNotice refusal={trouble} />}
    </div>
  )
}

const SHOWN_AT_FIELD = ['headerLines', 'footerLines', 'logo']
