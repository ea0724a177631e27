import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import type { SettingsChange } from '../stores/settings-store.ts'
import { useUi } from '../stores/till-ui.ts'

/** Asks before a setting goes back to the value a till begins with. */
export function PutBackDialog({
  name,
  change,
  onClose,
}: {
  readonly name: string
  readonly change: SettingsChange
  readonly onClose: () => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [problem, setProblem] = useState<Refusal | null>(null)
  const putBack = async () => {
    const { save, load } = ui.settings.getState()
    const answer = await callCore(
      ui,
      save(change).then((refused) => ({ refused })),
    )
    if (answer === null) return
    if (answer.refused !== null) return setProblem(answer.refused)
    onClose()
    // Words and colours of the screen follow what is stored.
    await load()
  }
  return (
    <Sheet
      title={t('settingsPlace.putBackTitle', { name })}
      lead={t('settingsPlace.putBackLead')}
      role="alertdialog"
      onClose={onClose}
      onSubmit={putBack}
      actions={
        <>
          <Button onPress={onClose}>{t('settingsPlace.keep')}</Button>
          <Button variant="primary" type="submit" autoFocus data-testid="put-back">
            {t('settingsPlace.putBack')}
          </Button>
        </>
      }
    >
      <RefusalNotice refusal={problem} testId="put-back-trouble" />
    </Sheet>
  )
}
