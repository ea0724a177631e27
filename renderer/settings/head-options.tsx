import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ruler } from 'lucide-react'
import type { PrinterOptions } from '#shared/printing/printers.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { HEAD_DOTS, HEAD_DPI, PICTURE_WAYS } from '#shared/escpos/head.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import styles from './settings.module.css'

const AS_MODEL = 'model'
/** What most printers without a name have. */
const USUAL_DPI = 203

/** For a printer no model fits: its head is measured with the ruler and set by hand. */
export function HeadOptions({
  printerId,
  options,
  change,
}: {
  readonly printerId: string
  readonly options: PrinterOptions
  readonly change: (part: Partial<PrinterOptions>) => void
}) {
  const { t } = useTranslation()
  const { head, pictures } = options
  const dpi = head?.dpi ?? USUAL_DPI
  const choose = (value: string) =>
    change({ head: value === AS_MODEL ? null : { dots: Number(value), dpi } })
  return (
    <>
      <ChoiceList
        label={t('printers.head')}
        value={head === null ? AS_MODEL : String(head.dots)}
        testId="printer-head"
        onChange={choose}
        choices={[
          { value: AS_MODEL, label: t('printers.asModel') },
          ...HEAD_DOTS.map((dots) => ({
            value: String(dots),
            label: t('printers.dots', { dots }),
          })),
        ]}
      />
      {head !== null && (
        <Segments
          label={t('printers.dpi')}
          value={String(dpi)}
          options={HEAD_DPI.map((each) => ({ value: String(each), label: String(each) }))}
          onChange={(value) =>
            change({
              head: { ...head, dpi: HEAD_DPI.find((each) => String(each) === value) ?? USUAL_DPI },
            })
          }
        />
      )}
      <RulerButton printerId={printerId} />
      <Segments
        label={t('printers.pictures')}
        value={pictures}
        onChange={(way) => change({ pictures: way })}
        options={([AS_MODEL, ...PICTURE_WAYS] as const).map((value) => ({
          value,
          label: t(`printers.pictureWays.${value}`),
        }))}
      />
    </>
  )
}

type RulerState = {
  readonly isBusy: boolean
  readonly isSent: boolean
  readonly refusal: Refusal | null
}

function RulerButton({ printerId }: { readonly printerId: string }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [state, setState] = useState<RulerState>({ isBusy: false, isSent: false, refusal: null })
  const print = async () => {
    setState({ isBusy: true, isSent: false, refusal: null })
    try {
      const answer = await ui.port.printTestPage({ printerId, page: 'ruler' })
      setState({ isBusy: false, isSent: answer.ok, refusal: answer.ok ? null : answer.refusal })
    } catch {
      ui.status.setState({ link: 'down' })
      setState({ isBusy: false, isSent: false, refusal: null })
    }
  }
  return (
    <>
      <p className={styles.printerActions}>
        <Button isDisabled={state.isBusy} data-testid="print-ruler" onPress={() => void print()}>
          <Ruler size={18} aria-hidden="true" />
          {t(state.isBusy ? 'printers.testing' : 'printers.ruler')}
        </Button>
      </p>
      {state.isSent && (
        <Notice tone="good" testId="ruler-sent">
          {t('printers.rulerSent')}
        </Notice>
      )}
      <RefusalNotice refusal={state.refusal} testId="ruler-trouble" />
    </>
  )
}
