/** A broken printer gives way to another in one step. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Replace } from 'lucide-react'
import type { PrinterReplaced } from '#shared/backup/views.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Fold } from '../kit/fold.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import styles from '../settings/settings.module.css'
import type { PartProps } from './use-support.ts'

export function PrinterPart({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const printers = useStore(ui.settings, (state) => state.printers)
  const settings = useStore(ui.settings, (state) => state.settings)
  const [typed, setTyped] = useState<string | null>(null)
  const [replaced, setReplaced] = useState<PrinterReplaced | null>(null)
  const fromPrinterId = settings?.printerId ?? ''
  const others = (printers ?? [])
    .map(({ config }) => config)
    .filter(({ id }) => id !== fromPrinterId)
  const toPrinterId = others.find(({ id }) => id === typed)?.id ?? others[0]?.id
  const replace = (to: string) =>
    void support
      .ask('printer', ui.port.replacePrinter({ fromPrinterId, toPrinterId: to }))
      .then((answer) => {
        setReplaced(answer ?? null)
        return ui.settings.getState().load()
      })
  return (
    <Fold title={t('support.printer')} testId="printer-part">
      <p className={styles.lead}>{t('support.printerLead')}</p>
      {replaced !== null && (
        <Notice tone="good" testId="printer-replaced">
          {t('support.replaced', { moved: replaced.moved, unsure: replaced.unsure })}
        </Notice>
      )}
      {toPrinterId === undefined ? (
        <p>{t('support.noOther')}</p>
      ) : (
        <>
          <ChoiceList
            label={t('support.newPrinter')}
            value={toPrinterId}
            onChange={setTyped}
            testId="new-printer"
            choices={others.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <p>
            <Button onPress={() => replace(toPrinterId)} data-testid="replace-printer">
              <Replace size={20} aria-hidden="true" />
              {t('support.replace')}
            </Button>
          </p>
        </>
      )}
    </Fold>
  )
}
