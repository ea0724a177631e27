import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link2 } from 'lucide-react'
import { TOKEN_CHARS_MAX } from '#shared/card/contract.ts'
import type { PointTerminal } from '#shared/card/point.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './settings.module.css'

interface PointAccountProps {
  /** The terminal that is chosen; null for none. */
  readonly chosen: string | null
  readonly onChoose: (terminalId: string) => void
}

/** The shop's account, by the token its owner copies there, and which of its terminals is here. */
export function PointAccount({ chosen, onChoose }: PointAccountProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const [token, setToken] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [terminals, setTerminals] = useState<readonly PointTerminal[] | null>(null)
  const ask = (typed: string | null) => {
    setBusy(true)
    setProblem(null)
    void callCore(ui, ui.port.linkCardAccount({ token: typed })).then((linked) => {
      setBusy(false)
      if (linked === null) return
      if (!linked.ok) return setProblem(linked.refusal)
      setToken('')
      setTerminals(typed === null ? null : linked.value)
      const [only, other] = linked.value
      if (only !== undefined && other === undefined) onChoose(only.id)
    })
  }
  return (
    <>
      <p className={styles.lead}>{t('card.settings.pointHint')}</p>
      <Field
        label={t('card.settings.token')}
        value={token}
        onChange={(text) => {
          setToken(text)
          setProblem(null)
        }}
        type="password"
        autoComplete="off"
        maxLength={TOKEN_CHARS_MAX}
        placeholder={t('card.settings.tokenKept')}
        refusal={problem}
        testId="card-token"
      />
      <div className={styles.pair}>
        <Button onPress={() => ask(token)} isDisabled={isBusy} data-testid="link-card-account">
          <Link2 size={20} aria-hidden="true" />
          {t(isBusy ? 'card.settings.linking' : 'card.settings.link')}
        </Button>
        <Button onPress={() => ask(null)} isDisabled={isBusy} data-testid="forget-card-account">
          {t('card.settings.forget')}
        </Button>
      </div>
      <div aria-live="polite">
        {terminals?.length === 0 && (
          <Notice tone="bad" testId="no-point">
            {t('card.settings.noPoint')}
          </Notice>
        )}
      </div>
      <ChosenTerminal terminals={terminals ?? []} chosen={chosen} onChoose={onChoose} />
    </>
  )
}

/** By the end of its number, which stands on its back. */
function ChosenTerminal({
  terminals,
  chosen,
  onChoose,
}: PointAccountProps & { readonly terminals: readonly PointTerminal[] }) {
  const { t } = useTranslation()
  const listed = terminals.map(({ id }) => id)
  const ids = chosen === null || listed.includes(chosen) ? listed : [...listed, chosen]
  if (ids.length === 0) return null
  return (
    <ChoiceList
      label={t('card.settings.pointWhich')}
      value={chosen ?? ''}
      onChange={onChoose}
      testId="point-terminal"
      choices={ids.map((id) => ({ value: id, label: id.replace('__', ' · ') }))}
    />
  )
}
