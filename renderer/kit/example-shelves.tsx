import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { Shapes } from 'lucide-react'
import { useUi } from '../stores/till-ui.ts'
import { Button } from './button.tsx'
import { RefusalNotice } from './notice.tsx'
import { useSending } from './use-sending.ts'
import styles from './example-shelves.module.css'

interface ExampleShelvesProps {
  /** With their names. */
  readonly onAdded: (names: string) => void
}

/** Shelves to begin with, for a shop that has none: nothing of them is there unasked. */
export function ExampleShelves({ onAdded }: ExampleShelvesProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const examples = useStore(ui.status, ({ bootstrap }) => bootstrap?.exampleCategories)
  const { problem, isBusy, send } = useSending()
  if (examples === undefined) return null
  const names = examples.join(', ')
  const add = () =>
    send(async () => {
      const answer = await ui.port.addExampleCategories()
      if (!answer.ok) return answer.refusal
      onAdded(names)
      return null
    })
  return (
    <div className={styles.examples}>
      <Button
        size="large"
        isDisabled={isBusy}
        onPress={() => void add()}
        data-testid="add-examples"
      >
        <Shapes size={22} aria-hidden="true" />
        {t('shelves.examples')}
      </Button>
      <p>{t('shelves.examplesLead', { names })}</p>
      <RefusalNotice refusal={problem} />
    </div>
  )
}
