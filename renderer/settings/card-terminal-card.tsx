import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CreditCard } from 'lucide-react'
import { CLOSES, placeName, placeOf, type CardTerminalConfig } from '#shared/card/config.ts'
import type { CardAnswerOfTry } from '#shared/card/contract.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { SerialPortView } from '#shared/devices/serial-port.ts'
import { isCardTerminal } from '#shared/selling/payment/payment-method.ts'
import type { SettingsView } from '#shared/settings/views.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { SectionForm, useDraft } from '../kit/section.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './settings.module.css'
import { PointAccount } from './point-account.tsx'
import { useSerialPorts } from './use-serial-ports.ts'

const [NONE, POINT] = ['none', 'point']

/** Which terminal gets the amounts: chosen once by a person, found again by what it says it is. */
export function CardTerminalCard({ settings }: { readonly settings: SettingsView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const ports = useSerialPorts()
  const isDemo = useStore(ui.status, ({ bootstrap }) => bootstrap?.isDemo === true)
  const cards = settings.paymentMethods.filter(isCardTerminal)
  const first: { config: CardTerminalConfig | null } = { config: settings.cardTerminal }
  const draft = useDraft(first, (_, { config }) =>
    ui.settings.getState().save({ cardTerminal: config }),
  )
  const { config } = draft.value
  const [isPoint, setPoint] = useState(config?.kind === 'point')
  const method = config?.method ?? cards[0]?.id ?? ''
  const choices = choicesOf(ports, settings.cardTerminal, method)
  const choose = (name: string) => {
    setPoint(name === POINT)
    if (name === POINT && config?.kind === 'point') return
    draft.change({
      config:
        name === 'practice'
          ? { kind: 'practice', method }
          : (choices.find((choice) => choice.value === name)?.config ?? null),
    })
  }
  const choosePoint = (terminalId: string) =>
    draft.change({ config: { kind: 'point', method, terminalId } })
  return (
    <SectionForm draft={draft} title={t('card.settings.title')} lead={t('card.settings.lead')}>
      <ChoiceList
        label={t('card.settings.which')}
        value={isPoint ? POINT : config === null ? NONE : placeName(config)}
        onChange={choose}
        testId="card-terminal"
        choices={[
          { value: NONE, label: t('card.settings.none') },
          ...(isDemo ? [{ value: 'practice', label: t('card.settings.practice') }] : []),
          ...choices.map(({ value, port }) => ({
            value,
            label: t('card.settings.transbank', { port }),
          })),
          { value: POINT, label: 'Mercado Pago Point' },
        ]}
      />
      {isPoint && (
        <PointAccount
          chosen={config?.kind === 'point' ? config.terminalId : null}
          onChoose={choosePoint}
        />
      )}
      {config !== null && (
        <>
          <p className={styles.lead}>{t(hintOf(config))}</p>
          {cards.length > 1 && (
            <ChoiceList
              label={t('card.settings.method')}
              value={method}
              onChange={(id) => draft.change({ config: { ...config, method: id } })}
              testId="card-method"
              choices={cards.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {config.kind === 'transbank' && (
            <Closes config={config} onChange={(to) => draft.change({ config: to })} />
          )}
          <TryTerminal key={placeName(config)} config={config} />
        </>
      )}
    </SectionForm>
  )
}

type Transbank = Extract<CardTerminalConfig, { kind: 'transbank' }>

/** Who closes it, and what the Z then compares with. */
function Closes({
  config,
  onChange,
}: {
  readonly config: Transbank
  readonly onChange: (config: Transbank) => void
}) {
  const { t } = useTranslation()
  const chosen = config.closes ?? 'never'
  return (
    <>
      <ChoiceList
        label={t('card.settings.closes.label')}
        value={chosen}
        onChange={(closes) => onChange(closing(config, closes))}
        testId="card-closes"
        choices={(['never', ...CLOSES] as const).map((value) => ({
          value,
          label: t(`card.settings.closes.${value}`),
        }))}
      />
      <p className={styles.lead}>{t(`card.settings.closesHint.${chosen}`)}</p>
    </>
  )
}

function closing({ closes: _, ...config }: Transbank, name: string): Transbank {
  const closes = CLOSES.find((each) => each === name)
  return closes === undefined ? config : { ...config, closes }
}

function hintOf(config: CardTerminalConfig) {
  if (config.kind === 'point') return 'card.settings.pointTry'
  if (config.kind === 'practice') return 'card.settings.practiceHint'
  return 'usb' in config.place ? 'card.settings.usbHint' : 'card.settings.pathHint'
}

interface PortChoice {
  readonly value: string
  readonly port: string
  readonly config: CardTerminalConfig
}

/** The ports of this machine, and the one in use also while it is pulled out. */
function choicesOf(
  ports: readonly SerialPortView[],
  inUse: CardTerminalConfig | null,
  method: string,
): PortChoice[] {
  const found = ports.map((port): PortChoice => {
    const config = { kind: 'transbank', method, place: placeOf(port) } as const
    const name = port.maker === null ? port.path : `${port.path} (${port.maker})`
    return { value: placeName(config), port: name, config }
  })
  const isThere = inUse === null || found.some(({ value }) => value === placeName(inUse))
  return isThere || inUse.kind !== 'transbank'
    ? found
    : [...found, { value: placeName(inUse), port: placeName(inUse), config: inUse }]
}

/** Where the internet takes the cable's place, other things are to be seen to. */
function answerOf({ kind }: CardTerminalConfig, answer: CardAnswerOfTry) {
  const isPoints = answer === 'absent' || answer === 'away' || answer === 'no-permission'
  return kind === 'point' && isPoints
    ? (`card.settings.pointAnswers.${answer}` as const)
    : (`card.settings.answers.${answer}` as const)
}

function TryTerminal({ config }: { readonly config: CardTerminalConfig }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [answer, setAnswer] = useState<CardAnswerOfTry | null>(null)
  const tryIt = () => {
    setBusy(true)
    setAnswer(null)
    void callCore(ui, ui.port.tryCardTerminal(config)).then((tried) => {
      setBusy(false)
      setProblem(tried === null || tried.ok ? null : tried.refusal)
      if (tried?.ok === true) setAnswer(tried.value)
    })
  }
  return (
    <div className={styles.stack}>
      <p>
        <Button onPress={tryIt} isDisabled={isBusy} data-testid="try-card">
          <CreditCard size={20} aria-hidden="true" />
          {t(isBusy ? 'card.settings.trying' : 'card.settings.try')}
        </Button>
      </p>
      <div aria-live="polite">
        {answer !== null && (
          <Notice tone={answer === 'ready' ? 'good' : 'bad'} testId="card-answers">
            {t(answerOf(config, answer))}
          </Notice>
        )}
        <RefusalNotice refusal={problem} testId="card-try-trouble" />
      </div>
    </div>
  )
}
