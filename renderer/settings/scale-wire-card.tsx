import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Weight } from 'lucide-react'
import type { SettingsView } from '#shared/settings/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import {
  DEFAULT_SCALE,
  SCALE_FRAMINGS,
  SCALE_PATH_CHARS_MAX,
  SCALE_PROTOCOLS,
  SCALE_SPEEDS,
  type ScaleConfig,
} from '#shared/devices/config.ts'
import type { SerialPortView } from '#shared/devices/serial-port.ts'
import type { ScaleView } from '#shared/devices/settling.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { ChoiceList, type Choice } from '../kit/select.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { ScaleSaysNotice } from '../sale/scale-says.tsx'
import { SectionForm, useDraft } from '../kit/section.tsx'
import styles from './settings.module.css'
import { useSerialPorts } from './use-serial-ports.ts'

const [NONE, OTHER] = ['none', 'other']

/**
 * The scale on a wire: its port, how it speaks, and a try that listens before anything is saved.
 */
export function ScaleWireCard({ settings }: { readonly settings: SettingsView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const ports = useSerialPorts()
  const [isOther, setOther] = useState(false)
  const draft = useDraft({ ...DEFAULT_SCALE, path: '', ...settings.scale }, (_, typed) =>
    ui.settings
      .getState()
      .save({
        scale: typed.path.trim() === '' && !isOther ? null : { ...typed, path: typed.path.trim() },
      }),
  )
  const { value } = draft
  const listed = portChoices(ports, settings.scale?.path ?? null)
  const chosen = isOther ? OTHER : value.path === '' ? NONE : value.path
  const choose = (next: string) => {
    setOther(next === OTHER)
    draft.change({ path: next === OTHER || next === NONE ? '' : next })
  }
  return (
    <SectionForm
      draft={draft}
      title={t('scaleWire.title')}
      lead={t('scaleWire.lead')}
      ownFields={isOther ? ['scalePath'] : []}
    >
      <ChoiceList
        label={t('scaleWire.port')}
        value={chosen ?? ''}
        onChange={choose}
        testId="scale-port"
        choices={[
          { value: NONE ?? '', label: t('scaleWire.none') },
          ...listed,
          { value: OTHER ?? '', label: t('scaleWire.other') },
        ]}
      />
      {isOther && (
        <Field
          label={t('scaleWire.path')}
          value={value.path}
          onChange={(path) => draft.change({ path })}
          refusal={draft.at('scalePath')}
          hint={t('scaleWire.pathHint')}
          maxLength={SCALE_PATH_CHARS_MAX}
          testId="scale-path"
          autoFocus
        />
      )}
      {chosen !== NONE && <Speech value={value} change={draft.change} />}
      {chosen !== NONE && <TryScale config={{ ...value, path: value.path.trim() }} />}
    </SectionForm>
  )
}

function Speech({
  value,
  change,
}: {
  readonly value: ScaleConfig
  readonly change: (part: Partial<ScaleConfig>) => void
}) {
  const { t } = useTranslation()
  const pick =
    <Value extends string | number>(all: readonly Value[], field: keyof ScaleConfig) =>
    (text: string) => {
      const next = all.find((each) => String(each) === text)
      if (next !== undefined) change({ [field]: next })
    }
  return (
    <>
      <ChoiceList
        label={t('scaleWire.protocol')}
        value={value.protocol}
        onChange={pick(SCALE_PROTOCOLS, 'protocol')}
        testId="scale-protocol"
        choices={SCALE_PROTOCOLS.map((each) => ({
          value: each,
          label: t(`scaleWire.protocols.${each}`),
        }))}
      />
      <div className={styles.pair}>
        <ChoiceList
          label={t('scaleWire.speed')}
          value={String(value.speed)}
          onChange={pick(SCALE_SPEEDS, 'speed')}
          testId="scale-speed"
          choices={SCALE_SPEEDS.map((each) => ({ value: String(each), label: String(each) }))}
        />
        <ChoiceList
          label={t('scaleWire.framing')}
          value={value.framing}
          onChange={pick(SCALE_FRAMINGS, 'framing')}
          testId="scale-framing"
          choices={SCALE_FRAMINGS.map((each) => ({ value: each, label: each }))}
        />
      </div>
    </>
  )
}

function TryScale({ config }: { readonly config: ScaleConfig }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const [isBusy, setBusy] = useState(false)
  const [heard, setHeard] = useState<{
    readonly view: ScaleView | null
    readonly problem: Refusal | null
  } | null>(null)
  const listen = () => {
    setBusy(true)
    setHeard(null)
    void callCore(ui, ui.port.tryScale(config)).then((answer) => {
      setBusy(false)
      if (answer !== null)
        setHeard(
          answer.ok
            ? { view: answer.value, problem: null }
            : { view: null, problem: answer.refusal },
        )
    })
  }
  return (
    <div className={styles.stack}>
      <p className={styles.lead}>{t('scaleWire.tryHint')}</p>
      <p>
        <Button onPress={listen} isDisabled={isBusy} data-testid="try-scale">
          <Weight size={20} aria-hidden="true" />
          {t(isBusy ? 'scaleWire.trying' : 'scaleWire.try')}
        </Button>
      </p>
      <div aria-live="polite">
        {heard?.view != null && <ScaleSaysNotice view={heard.view} tellsLast />}
        {heard?.problem != null && (
          <Notice tone="bad" testId="scale-says">
            {refusalText(heard.problem)}
          </Notice>
        )}
      </div>
    </div>
  )
}

/** Those of this machine, and the one in use also while it is pulled out. */
function portChoices(ports: readonly SerialPortView[], inUse: string | null): Choice[] {
  const found = ports.map(({ path, maker }) => ({
    value: path,
    label: maker === null ? path : `${path} (${maker})`,
  }))
  return inUse === null || ports.some(({ path }) => path === inUse)
    ? found
    : [...found, { value: inUse, label: inUse }]
}
