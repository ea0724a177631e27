import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#shared/languages/refusals.ts'
import { useRefusalText } from '../kit/use-texts.ts'
import controls from '../kit/controls.module.css'
import tones from '../styles/tones.module.css'
import styles from './settings.module.css'

const LINES_MAX = 6
const CHARS_MAX = 48

/** Lines of the shop's own; what is typed beyond what the paper takes does not go in. */
export function LinesField({
  label,
  lines,
  onChange,
  refusal,
  testId,
}: {
  readonly label: string
  readonly lines: readonly string[]
  readonly onChange: (lines: string[]) => void
  readonly refusal: Refusal | null
  readonly testId: string
}) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const type = (text: string) =>
    onChange(
      text === ''
        ? []
        : text
            .split('\n')
            .slice(0, LINES_MAX)
            .map((line) => line.slice(0, CHARS_MAX)),
    )
  return (
    <TextField
      className={controls.field ?? ''}
      value={lines.join('\n')}
      onChange={type}
      isInvalid={refusal !== null}
      validationBehavior="aria"
    >
      <Label className={controls.label ?? ''}>{label}</Label>
      <TextArea className={`${controls.input} ${styles.lines}`} rows={2} data-testid={testId} />
      <Text slot="description" className={styles.printerMeta ?? ''}>
        {t('printers.linesHint')}
      </Text>
      {refusal !== null && (
        <FieldError className={`${controls.notice} ${tones.bad}`}>
          <span role="alert">{refusalText(refusal)}</span>
        </FieldError>
      )}
    </TextField>
  )
}
