import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { ArrowLeft, ArrowRight, CircleCheck, CircleDashed, Clock } from 'lucide-react'
import {
  GUIDE_STEPS,
  nextStep,
  type GuideStep,
  type GuideStepView,
  type GuideView,
} from '#shared/onboarding/guide.ts'
import { Button } from '../kit/button.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { afterUnsaved } from '../kit/unsaved-dialog.tsx'
import { useUi } from '../stores/till-ui.ts'
import { FirstChoice } from './first-choice.tsx'
import { GuideEnd } from './guide-end.tsx'
import { STEP_CONTENTS } from './step-contents.tsx'
import { useKeyCompared } from './use-key-compared.ts'
import { useGuide, type Guide } from './use-guide.ts'
import settingsStyles from '../settings/settings.module.css'
import styles from './guide.module.css'

/** The first start of a shop, step by step; what is typed is saved by the rules of the settings. */
export function GuideScreen() {
  const ui = useUi()
  const guide = useGuide()
  useEffect(() => {
    void ui.settings.getState().load()
    void ui.settings.getState().lookForPrinters()
    ui.screen.setState({ guard: (leave) => afterUnsaved(ui, leave) })
    return () => ui.screen.setState({ guard: null })
  }, [ui])
  const { view } = guide
  if (view === null || view.steps.length === 0) return <main tabIndex={-1} />
  return view.phase === 'choose' ? (
    <FirstChoice guide={guide} />
  ) : (
    <Steps guide={guide} view={view} />
  )
}

function Steps({ guide, view }: { readonly guide: Guide; readonly view: GuideView }) {
  const ui = useUi()
  const { t } = useTranslation()
  // One that is done meanwhile stays until somebody goes on: its last words are still to be read.
  const [current, setCurrent] = useState<GuideStep | 'end'>(
    () => nextStep(view.steps, null) ?? 'end',
  )
  const show = (step: GuideStep | 'end') => afterUnsaved(ui, () => setCurrent(step))
  const [main, content] = useShownFromItsTop(current)
  return (
    <main className={settingsStyles.screen} tabIndex={-1} ref={main}>
      <div className={settingsStyles.column}>
        <div className={settingsStyles.side}>
          <h1 className={settingsStyles.title}>{t('guide.title')}</h1>
          <HowFar steps={view.steps} />
          <StepList steps={view.steps} current={current} onShow={show} />
        </div>
        <div
          role="group"
          className={styles.content}
          key={current}
          ref={content}
          tabIndex={-1}
          aria-label={t(current === 'end' ? 'guide.title' : `guide.names.${current}`)}
        >
          {current === 'end' ? (
            <GuideEnd guide={guide} view={view} />
          ) : (
            <Step guide={guide} view={view} step={current} onShow={setCurrent} />
          )}
        </div>
      </div>
    </main>
  )
}

/**
 * The key that led here went with its step: the focus goes to the new one, which begins at its top
 * however far down the last one was read.
 */
function useShownFromItsTop(step: GuideStep | 'end') {
  const main = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    content.current?.focus({ preventScroll: true })
    main.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [step])
  return [main, content] as const
}

/** How far it is; which are left stands under it by name. */
function HowFar({ steps }: Pick<GuideView, 'steps'>) {
  const { t } = useTranslation()
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <p className={styles.done} role="status" data-testid="guide-done">
      {t('guide.done', { done, count: steps.length })}
    </p>
  )
}

const ICONS = { done: CircleCheck, later: Clock, open: CircleDashed } as const

function StepList({
  steps,
  current,
  onShow,
}: {
  readonly steps: readonly GuideStepView[]
  readonly current: GuideStep | 'end'
  readonly onShow: (step: GuideStep) => void
}) {
  const { t } = useTranslation()
  return (
    <nav className={styles.steps} aria-label={t('guide.steps')}>
      <ol className={settingsStyles.group}>
        {steps.map(({ step, state }) => {
          const Icon = ICONS[state]
          return (
            <li key={step}>
              <button
                type="button"
                className={`${settingsStyles.indexItem} ${styles.step}`}
                data-state={state}
                data-testid={`guide-step-${step}`}
                onClick={() => onShow(step)}
                {...(step === current ? { 'aria-current': 'step' as const } : {})}
              >
                <Icon size={20} aria-hidden="true" />
                <span className={styles.name}>{t(`guide.names.${step}`)}</span>
                <span className="visually-hidden">{t(`guide.states.${state}`)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

interface StepProps {
  readonly guide: Guide
  readonly view: GuideView
  readonly step: GuideStep
  readonly onShow: (step: GuideStep | 'end') => void
}

function Step({ guide, view, step, onShow }: StepProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const settings = useStore(ui.settings, (state) => state.settings)
  const staff = useStore(ui.staff, (state) => state.staff)
  const [isNotYet, setNotYet] = useState(false)
  const { problem, compare } = useKeyCompared()
  const Content = STEP_CONTENTS[step]
  const isOpen = ({ steps }: GuideView) => steps.find((one) => one.step === step)?.state === 'open'
  const goOn = (now: GuideView) => onShow(nextStep(now.steps, step) ?? 'end')
  const [isSaving, setSaving] = useState(false)
  const next = () => {
    if (isSaving) return
    setSaving(true)
    void saveAndGoOn().finally(() => setSaving(false))
  }
  const saveAndGoOn = async () => {
    const { unsaved } = ui.settings.getState()
    if (unsaved !== null && !(await unsaved.save())) return
    if (step === 'shop' && !(await compare())) return
    const now = await guide.reload()
    if (now === null) return
    if (isOpen(now)) setNotYet(true)
    else goOn(now)
  }
  const later = () =>
    afterUnsaved(ui, () => {
      void guide.ask(ui.port.answerGuide({ step, answer: 'later' })).then((now) => {
        if (now !== null) goOn(now)
      })
    })
  const done = async () => {
    const { unsaved } = ui.settings.getState()
    if (unsaved !== null && !(await unsaved.save())) return
    const now = await guide.ask(ui.port.answerGuide({ step, answer: 'done' }))
    if (now !== null) goOn(now)
  }
  const before = GUIDE_STEPS[GUIDE_STEPS.indexOf(step) - 1]
  return (
    <>
      <p className={styles.soft}>
        {t('guide.stepOf', { at: GUIDE_STEPS.indexOf(step) + 1, count: GUIDE_STEPS.length })}
      </p>
      <p className={styles.lead}>{t(`guide.leads.${step}`)}</p>
      {settings !== null && staff !== null && (
        <Content {...{ settings, staff, view }} onDone={() => void done()} onNext={next} />
      )}
      <RefusalNotice refusal={guide.refused} testId="guide-refused" />
      <RefusalNotice refusal={problem} testId="key-compared" />
      {isNotYet && isOpen(view) && (
        <Notice tone="wait" testId="guide-not-yet">
          {step === 'service'
            ? t('guide.notTried', { key: t('setUp.tryIt') })
            : t('guide.notYet', { what: t(`guide.needs.${step}`) })}
        </Notice>
      )}
      <div className={styles.keys}>
        {before !== undefined && <Back onPress={() => afterUnsaved(ui, () => onShow(before))} />}
        <Button variant="quiet" onPress={later} data-testid="guide-later">
          {t('guide.later')}
        </Button>
        <Button variant="primary" isDisabled={isSaving} onPress={next} data-testid="guide-next">
          {t(isSaving ? 'common.oneMoment' : 'guide.next')}
          <ArrowRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </>
  )
}

function Back({ onPress }: { readonly onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="quiet" onPress={onPress} data-testid="guide-back">
      <ArrowLeft size={18} aria-hidden="true" />
      {t('guide.back')}
    </Button>
  )
}
