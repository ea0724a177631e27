/** Where the second copy goes, how old it is, and the code that is shown once. */
import { HardDrive, Save } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SecondCopyView } from '#shared/backup/views.ts'
import { Button } from '../kit/button.tsx'
import { CodeOnce } from '../kit/code-once.tsx'
import { useTyped } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import styles from '../settings/settings.module.css'
import { useUi } from '../stores/till-ui.ts'
import { AskButton } from './ask-button.tsx'
import { CodeField, FolderField } from './place-fields.tsx'
import type { PartProps } from './use-support.ts'
import { whenText } from './when-text.ts'

const REMIND_DAYS = [0, 1, 3, 7, 14, 30]

export function SecondCopyPart({ support }: PartProps) {
  const { t } = useTranslation()
  const [told, setTold] = useState<string | null>(null)
  const [noted, setNoted] = useState<string | null>(null)
  const place = support.view?.secondCopy ?? null
  // Whoever went away before it was on paper finds it again.
  const shown = told ?? place?.codeToNote ?? null
  const code = shown === noted ? null : shown
  return (
    <div className={styles.stack}>
      <h3 className={styles.partTitle}>{t('support.secondCopy')}</h3>
      <p className={styles.lead}>{t('support.secondCopyLead')}</p>
      {code !== null && <CodeOnce code={code} done={() => setNoted(code)} />}
      {support.view !== null && code === null && place === null && (
        <ChoosePlace support={support} onCode={setTold} />
      )}
      {place !== null && code === null && <ChosenPlace support={support} place={place} />}
    </div>
  )
}

function ChoosePlace({
  support,
  onCode,
}: PartProps & { readonly onCode: (code: string | null) => void }) {
  const ui = useUi()
  const { t } = useTranslation()
  const folder = useTyped()
  const code = useTyped()
  const at = (field: string) => support.refusedAt('second-copy', field)
  const asksCode = at('code') !== null || code.text !== ''
  const choose = () => {
    const typed = code.text.trim() === '' ? null : code.text
    void support
      .ask('second-copy', ui.port.choosePlace({ folder: folder.text, code: typed }))
      .then((answer) => onCode(answer?.code ?? null))
  }
  return (
    <Form
      className={styles.beside}
      onSubmit={() => {
        if (folder.text.trim() !== '') choose()
      }}
    >
      <FolderField
        typed={folder}
        label={t('support.place')}
        refusal={at('folder')}
        testId="place-folder"
      />
      {asksCode && (
        <CodeField
          typed={code}
          label={t('support.codeOfPlace')}
          refusal={at('code')}
          testId="place-code"
        />
      )}
      <p>
        <Button type="submit" isDisabled={folder.text.trim() === ''} data-testid="choose-place">
          <HardDrive size={20} aria-hidden="true" />
          {t('support.choose')}
        </Button>
      </p>
    </Form>
  )
}

function ChosenPlace({ support, place }: PartProps & { readonly place: SecondCopyView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { folder, lastAt, lastSales, remindAfterDays, isDue, trouble } = place
  const days = [...new Set([...REMIND_DAYS, remindAfterDays])].sort((a, b) => a - b)
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('support.place')}</dt>
        <dd data-testid="chosen-place">{folder}</dd>
        <dt>{t('support.lastCopy')}</dt>
        <dd>
          {lastAt === null
            ? t('support.noneYet')
            : t('support.lastCopyOf', { when: whenText(lastAt), sales: lastSales ?? 0 })}
        </dd>
      </dl>
      {trouble !== null && !support.isRunning && support.job?.refusal == null && (
        <Notice tone={isDue ? 'bad' : 'wait'}>{refusalText(trouble)}</Notice>
      )}
      <ChoiceList
        label={t('support.remindAfter')}
        value={String(remindAfterDays)}
        onChange={(value) =>
          void support.ask('second-copy', ui.port.remindAfter({ remindAfterDays: Number(value) }))
        }
        testId="remind-after"
        choices={days.map((count) => ({
          value: String(count),
          label: count === 0 ? t('support.never') : t('support.days', { count }),
        }))}
      />
      <div className={styles.trial}>
        <AskButton
          variant="primary"
          support={support}
          part="second-copy"
          ask={() => ui.port.startCopy()}
          data-testid="start-copy"
        >
          <Save size={20} aria-hidden="true" />
          {t('support.copyNow')}
        </AskButton>
        <AskButton
          variant="quiet"
          support={support}
          part="second-copy"
          ask={() => ui.port.forgetPlace()}
          data-testid="forget-place"
        >
          {t('support.otherPlace')}
        </AskButton>
      </div>
    </>
  )
}
