import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useUi } from '../stores/till-ui.ts'
import { Notice } from '../components/notice.tsx'
import { useRefusalText } from '../components/use-texts.ts'

/** What is wrong with an order as a whole; fields say what is wrong with them. */
export function ShiftTrouble({ fields = [] }: { readonly fields?: readonly string[] }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { trouble, work } = useStore(ui.shift)
  const isHere = trouble !== null && !fields.includes(trouble.field ?? '')
  return (
    <>
      {isHere && (
        <Notice tone="bad" testId="shift-trouble">
          {refusalText(trouble)}
        </Notice>
      )}
      {work === 'unanswered' && (
        <Notice tone="bad" testId="shift-unanswered">
          {t('shifts.unanswered')}
        </Notice>
      )}
    </>
  )
}
