import { Radio, RadioGroup } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Printer, RefreshCw } from 'lucide-react'
import { isRefusalCode, refusal } from '#shared/core/refusals.ts'
import type { PrinterState, SettingsView } from '#shared/bridge/views.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Switch } from '../components/choices.tsx'
import { Notice, Tag } from '../components/notice.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import styles from './settings.module.css'

export function PrinterCard({ settings }: { readonly settings: SettingsView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const printers = useStore(ui.settings, (state) => state.printers)
  const trouble = useStore(ui.settings, (state) => state.troubles.printerId)
  const save = ui.settings.getState().save
  const report = () => ui.status.setState({ link: 'down' })
  return (
    <section className={styles.card} aria-labelledby="settings-printer">
      <div className={styles.cardHead}>
        <h2 id="settings-printer" className={styles.cardTitle}>{t('settings.printer')}</h2>
        <Button look="quiet" isDisabled={printers === null} onPress={() => void ui.settings.getState().lookForPrinters()}>
          <RefreshCw size={18} aria-hidden="true" />{t('settings.lookAgain')}
        </Button>
      </div>
      {printers === null && <Notice tone="plain">{t('settings.looking')}</Notice>}
      {printers !== null && printers.length === 0 && <Notice tone="wait">{t('settings.noPrinters')}</Notice>}
      {printers !== null && (
        <RadioGroup
          aria-label={t('settings.printer')} className={styles.printers ?? ''} value={settings.printerId}
          onChange={(printerId) => { save('printerId', printerId).catch(report) }}
        >
          {printers.map((printer) => <PrinterOption key={printer.config.id} printer={printer} />)}
        </RadioGroup>
      )}
      {trouble && <Notice tone="bad">{refusalText(trouble)}</Notice>}
      <Switch
        isSelected={settings.printsReceiptAfterSlip}
        onChange={(value) => { save('printsReceiptAfterSlip', value).catch(report) }}
      >
        {t('settings.printsReceiptAfterSlip')}
      </Switch>
    </section>
  )
}

function PrinterOption({ printer }: { readonly printer: PrinterState }) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { config, present, trouble } = printer
  return (
    <Radio value={config.id} className={styles.printer ?? ''}>
      <Printer size={24} strokeWidth={1.7} aria-hidden="true" />
      <span>
        <span className={styles.printerName}>{config.name}</span><br />
        <span className={styles.printerMeta}>
          {t('settings.printerMeta', { kind: t(`settings.transport.${config.transport.kind}`), widthMm: config.widthMm })}
          {trouble !== null && isRefusalCode(trouble) && <> · {refusalText(refusal(trouble))}</>}
        </span>
      </span>
      <Tag tone={present && trouble === null ? 'good' : 'wait'}>
        {t(present ? (trouble === null ? 'settings.ready' : 'settings.troubled') : 'settings.absent')}
      </Tag>
    </Radio>
  )
}
