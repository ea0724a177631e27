import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUi } from '../stores/till-ui.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { Sheet } from './sheet.tsx'

interface FileChoice {
  readonly id: string
  readonly label: string
  readonly isMain?: boolean
  /** Whether there is a file. */
  readonly make: () => Promise<boolean>
}

/** A list as a file, in the forms there are. */
export function FileDialog(props: {
  readonly title: string
  readonly lead: string
  readonly busy: string
  readonly failed: string
  readonly choices: readonly FileChoice[]
}) {
  const close = useUi().screen.getState().close
  const { t } = useTranslation()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const make = async (choice: FileChoice) => {
    setState('busy')
    const isMade = await choice.make().catch(() => false)
    if (isMade) close()
    else setState('failed')
  }
  return (
    <Sheet
      title={props.title}
      lead={props.lead}
      widthRem={36}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('common.cancel')}</Button>
          {props.choices.map((choice) => (
            <Button
              key={choice.id}
              variant={choice.isMain === true ? 'primary' : 'plain'}
              keepsFocus
              isDisabled={state === 'busy'}
              onPress={() => void make(choice)}
              data-testid={`export-${choice.id}`}
            >
              {choice.label}
            </Button>
          ))}
        </>
      }
    >
      {state === 'busy' && <p role="status">{props.busy}</p>}
      {state === 'failed' && <Notice tone="bad">{props.failed}</Notice>}
    </Sheet>
  )
}
