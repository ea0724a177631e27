import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { PlugZap } from 'lucide-react'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { KeyPlace } from '#shared/settings/key-place.ts'
import { SET_UP_STEPS } from '#shared/onboarding/set-up.ts'
import type { ServiceTest } from '#shared/issuing/service-answer.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice, RefusalNotice, Tag } from '../kit/notice.tsx'
import { SectionForm, SectionFrame, useDraft, type Draft } from '../kit/section.tsx'
import styles from './settings.module.css'
import type { SectionProps } from '../kit/section-props.ts'

interface ServiceCardProps extends SectionProps {
  /** The first start says itself what is missing. */
  readonly isGuided?: boolean
}

/** Where the receipts go, the key for it, and the test without which nothing is sold there. */
export function ServiceCard({ settings, isGuided = false }: ServiceCardProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const isPractice = useStore(ui.status, ({ bootstrap }) => bootstrap?.isDemo === true)
  return isPractice ? (
    <SectionFrame title={t('settings.service')}>
      <Notice tone="info" testId="practice-only">
        {t('setUp.practiceLead')}
      </Notice>
    </SectionFrame>
  ) : (
    <ShopService {...{ settings, isGuided }} />
  )
}

function ShopService({ settings, isGuided }: Omit<ServiceCardProps, 'staff'>) {
  const ui = useUi()
  const { t } = useTranslation()
  const { serviceUrlFromHost, apiKeyTail } = settings
  const stored = {
    serviceUrl: serviceUrlFromHost ?? settings.serviceUrl ?? '',
    apiKey: '',
    companyId: settings.companyId ?? '',
    pathCodes: settings.pathCodes,
  }
  const draft = useDraft(stored, async ({ serviceUrl, apiKey, ...codes }) => {
    const refused = await ui.settings
      .getState()
      .save({
        ...(serviceUrl === undefined
          ? {}
          : { serviceUrl: serviceUrl.trim() === '' ? null : serviceUrl.trim() }),
        ...(apiKey === undefined ? {} : { apiKey: apiKey.trim() }),
        ...codes,
      })
    if (refused === null) await ui.status.getState().reloadBootstrap()
    return refused
  })
  const { serviceUrl, apiKey } = draft.value
  return (
    <SectionForm
      draft={draft}
      title={t('settings.service')}
      ownFields={['serviceUrl', 'apiKey', 'companyId', 'pathCodes']}
    >
      {isGuided !== true && <Steps />}
      <Field
        label={t('settings.serviceUrl')}
        type="url"
        placeholder="https://"
        value={serviceUrl}
        isDisabled={serviceUrlFromHost !== null}
        hint={serviceUrlFromHost === null ? t('settings.serviceUrlHint') : t('setUp.fromStart')}
        onChange={(text) => draft.change({ serviceUrl: text })}
        refusal={draft.at('serviceUrl')}
        testId="settings-serviceUrl"
      />
      <Field
        label={t('settings.apiKey')}
        type="password"
        hint={t('settings.apiKeyHint')}
        value={apiKey}
        autoComplete="new-password"
        placeholder={
          apiKeyTail === null ? t('settings.noKey') : t('settings.keyTail', { tail: apiKeyTail })
        }
        onChange={(text) => draft.change({ apiKey: text })}
        refusal={draft.at('apiKey')}
        testId="settings-apiKey"
      />
      <KeyPlaceNotice place={settings.keyPlace} />
      <Trial save={draft.save} />
      <IfAsked draft={draft} />
    </SectionForm>
  )
}

/** Where the key lies; without a keyring, also what the owner can do about it. */
function KeyPlaceNotice({ place }: { readonly place: KeyPlace }) {
  const { t } = useTranslation()
  return (
    <Notice tone={place === 'basic-text' ? 'wait' : 'info'} testId="key-place">
      {t(`settings.keyPlace.${place}`)}
    </Notice>
  )
}

/** What only some services ask for. */
function IfAsked({
  draft,
}: {
  readonly draft: Draft<{ readonly companyId: string; readonly pathCodes: string }>
}) {
  const { t } = useTranslation()
  return (
    <>
      <h3 className={styles.printerName}>{t('settings.ifAsked')}</h3>
      <Field
        label={t('settings.companyId')}
        hint={t('settings.companyIdHint')}
        value={draft.value.companyId}
        maxLength={100}
        autoComplete="off"
        onChange={(text) => draft.change({ companyId: text })}
        refusal={draft.at('companyId')}
        testId="settings-companyId"
      />
      <Field
        label={t('settings.pathCodes')}
        hint={t('settings.pathCodesHint')}
        value={draft.value.pathCodes}
        maxLength={200}
        autoComplete="off"
        placeholder="39=FCE, 61=NCE"
        onChange={(text) => draft.change({ pathCodes: text })}
        refusal={draft.at('pathCodes')}
        testId="settings-pathCodes"
      />
    </>
  )
}

/** What is there and what is missing, in the order in which it is filled in. */
function Steps() {
  const ui = useUi()
  const { t } = useTranslation()
  const missing = useStore(ui.status, ({ bootstrap }) => bootstrap?.missing)
  if (missing === undefined || missing.length === 0) return null
  return (
    <ol className={styles.steps} aria-label={t('setUp.steps')} data-testid="set-up-steps">
      {SET_UP_STEPS.map((step) => (
        <li key={step}>
          {t(`setUp.${step}`)}{' '}
          <Tag tone={missing.includes(step) ? 'wait' : 'good'}>
            {t(missing.includes(step) ? 'setUp.open' : 'setUp.done')}
          </Tag>
        </li>
      ))}
    </ol>
  )
}

/**
 * Calls the service with what is stored; what is typed is stored first. A test under way can be
 * given up.
 */
function Trial({ save }: { readonly save: () => Promise<boolean> }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [passed, setPassed] = useState<ServiceTest['company'] | null>(null)
  const tryIt = async () => {
    setProblem(null)
    setPassed(null)
    if (!(await save())) return
    setBusy(true)
    const answer = await callCore(ui, ui.port.testService())
    setBusy(false)
    if (answer === null) return
    if (answer.ok) setPassed(answer.value.company)
    else setProblem(answer.refusal)
    await callCore(ui, ui.status.getState().reloadBootstrap())
  }
  return (
    <div className={styles.stack}>
      <p className={styles.trial}>
        <Button isDisabled={isBusy} onPress={() => void tryIt()} data-testid="test-service">
          <PlugZap size={19} aria-hidden="true" />
          {t(isBusy ? 'setUp.trying' : 'setUp.tryIt')}
        </Button>
        {isBusy && (
          <Button
            variant="quiet"
            onPress={() => void callCore(ui, ui.port.cancelServiceTest())}
            data-testid="stop-test"
          >
            {t('setUp.stop')}
          </Button>
        )}
      </p>
      <RefusalNotice refusal={problem} testId="test-trouble" />
      {passed !== null && (
        <Notice tone="good" testId="test-passed">
          {t(`setUp.${passed}`)} {passed !== 'unnamed' && t('setUp.ready')}
        </Notice>
      )}
    </div>
  )
}
