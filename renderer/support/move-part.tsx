/** A till taken to another computer: put to rest here, restored there, or woken here again. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Truck, Undo2 } from 'lucide-react'
import { useStore } from 'zustand'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Fold } from '../kit/fold.tsx'
import { Form } from '../kit/form.tsx'
import { useTyped } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import styles from '../settings/settings.module.css'
import { AskButton } from './ask-button.tsx'
import { CodeField, FolderField } from './place-fields.tsx'
import type { PartProps } from './use-support.ts'

export function MovePart({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const rest = useStore(ui.status, ({ status }) => status?.rest ?? null)
  return (
    <Fold title={t('support.move')} opens={rest !== null} testId="move-part">
      <p className={styles.lead}>{t('support.moveLead')}</p>
      {rest !== null && (
        <Notice tone="wait" testId="rest-state">
          {t(rest.state === 'left' ? 'support.restLeft' : 'support.restPacking')}
        </Notice>
      )}
      {rest?.state !== 'left' && <Leave support={support} />}
      {rest?.state === 'packing' && (
        <p>
          <AskButton
            support={support}
            part="move"
            ask={() => ui.port.cancelMove()}
            data-testid="cancel-move"
          >
            <Undo2 size={20} aria-hidden="true" />
            {t('support.backHere')}
          </AskButton>
        </p>
      )}
      {rest?.state === 'left' && <TakeBack support={support} />}
    </Fold>
  )
}

/** The code is on paper before anything is done: what rests without it has no way out. */
function Leave({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const folder = useTyped()
  const [code, setCode] = useState<string | null>(null)
  const isEmpty = folder.text.trim() === ''
  const begin = () =>
    void support
      .ask('move', ui.port.newMoveCode())
      .then((answer) => answer !== undefined && setCode(answer.code))
  const leave = (noted: string) => {
    setCode(null)
    void support.ask('move', ui.port.startMove({ folder: folder.text, code: noted }))
  }
  return (
    <Form
      className={styles.stack}
      onSubmit={() => {
        if (!isEmpty && code === null) begin()
      }}
    >
      <FolderField
        typed={folder}
        label={t('support.moveFolder')}
        refusal={support.refusedAt('move', 'folder')}
        testId="move-folder"
      />
      {code === null ? (
        <p>
          <Button
            type="submit"
            isDisabled={isEmpty || support.isRunning}
            data-testid="prepare-move"
          >
            <Truck size={20} aria-hidden="true" />
            {t('support.moveBegin')}
          </Button>
        </p>
      ) : (
        <Notice tone="wait" testId="move-code">
          <p>{t('support.moveCodeLead')}</p>
          <p className={styles.recoveryCode}>
            <output>{code}</output>
          </p>
          <div className={styles.trial}>
            <Button variant="danger" onPress={() => leave(code)} data-testid="move-now">
              <Truck size={20} aria-hidden="true" />
              {t('support.moveNow')}
            </Button>
            <Button onPress={() => setCode(null)} data-testid="move-not">
              {t('support.moveNot')}
            </Button>
          </div>
        </Notice>
      )}
    </Form>
  )
}

function TakeBack({ support }: PartProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const code = useTyped()
  const isReady = code.text.trim() !== '' && !support.isRunning
  return (
    <Form
      className={styles.stack}
      onSubmit={() => {
        if (isReady) void support.ask('take-back', ui.port.startTakeBack({ code: code.text }))
      }}
    >
      <CodeField
        typed={code}
        label={t('support.bringCode')}
        refusal={support.refusedAt('take-back', 'code')}
        testId="take-back-code"
      />
      <p>
        <Button type="submit" isDisabled={!isReady} data-testid="take-back">
          <Undo2 size={20} aria-hidden="true" />
          {t('support.backHere')}
        </Button>
      </p>
    </Form>
  )
}
