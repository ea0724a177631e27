import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SealView } from '#shared/staff/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Form } from '../kit/form.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './staff.module.css'

/** The seal on a printed Z beside that of these data: whoever has put older ones here is found. */
export function SealOnPaper() {
  const ui = useUi()
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [paper, setPaper] = useState<SealView['paper']>(null)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const change = (typed: string) => {
    setText(typed)
    setPaper(null)
    setProblem(null)
  }
  const compare = async () => {
    const answer = await callCore(ui, ui.port.checkSeal({ isAnew: false, onPaper: text }))
    if (answer === null) return
    setProblem(answer.ok ? null : answer.refusal)
    setPaper(answer.ok ? answer.value.paper : null)
  }
  return (
    <Form className={styles.sealOnPaper} onSubmit={compare}>
      <div className={styles.sealAsked}>
        <Field
          label={t('audit.seal.paper')}
          value={text}
          onChange={change}
          hint={t('audit.seal.paperHint')}
          refusal={problem}
          placeholder="1-128 A1B2-C3D4-E5F6"
          maxLength={60}
          testId="seal-on-paper"
        />
        <Button type="submit" data-testid="compare-seal">
          {t('audit.seal.comparePaper')}
        </Button>
      </div>
      {paper !== null && (
        <Notice tone={paper.isThere ? 'good' : 'bad'} testId="paper-seal">
          {t(paper.isThere ? 'audit.seal.paperThere' : 'audit.seal.paperGone', {
            text: paper.text,
          })}
        </Notice>
      )}
    </Form>
  )
}
