import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useUi } from '../stores/till-ui.ts'
import { Notice, RefusalNotice } from '../kit/notice.tsx'

/** What is wrong with an order as a whole; fields say what is wrong with them. */
export function ShiftTrouble({ fields = [] }: { readonly fields?: readonly string[] }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { trouble, work } = useStore(ui.shift)
  return (
    <>
      <RefusalNotice refusal={trouble} shownAt={fields} testId="shift-trouble" />
      {work === 'unanswered' && (
        <Notice tone="bad" testId="shift-unanswered">
          {t('shifts.unanswered')}
        </Notice>
      )}
    </>
  )
}
