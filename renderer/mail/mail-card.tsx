import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MailCheck, Trash2 } from 'lucide-react'
import type { MailAccountView } from '#shared/delivery/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { refusal } from '#shared/languages/refusals.ts'
import {
  MAIL_SECURITIES,
  USUAL_PORT,
  type MailSecurity,
  type SmtpAccount,
} from '#shared/delivery/smtp-account.ts'
import { callCore } from '../actions/counter.ts'
import { useAnswer } from '../actions/use-answer.ts'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field, type FieldProps } from '../kit/field.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { SectionForm, UnreadSection, useDraft, type Draft } from '../kit/section.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import settings from '../settings/settings.module.css'

const NOTHING: SmtpAccount = {
  host: '',
  port: USUAL_PORT.tls,
  security: 'tls',
  user: '',
  senderName: '',
  senderAddress: '',
  replyTo: '',
}

const mailAccount = (ui: TillUi) => ui.port.mailAccount()

/** The account receipts go out by: where, as whom, and a test that really sends. */
export function MailCard() {
  const { t } = useTranslation()
  const { value: view, take, read } = useAnswer(mailAccount)
  if (view === 'reading' || view === 'failed')
    return (
      <UnreadSection
        title={t('mailSettings.title')}
        isReading={view === 'reading'}
        onRetry={read}
      />
    )
  return <AccountForm view={view} onSaved={take} />
}

type Typed = Omit<SmtpAccount, 'port'> & { readonly port: string; readonly password: string }
const OWN_FIELDS = ['host', 'port', 'security', 'user', 'password', 'senderAddress', 'replyTo']

interface FormProps {
  readonly view: MailAccountView
  readonly onSaved: (view: MailAccountView) => void
}

function AccountForm({ view, onSaved }: FormProps) {
  const { t } = useTranslation()
  const { account, hasPassword } = view
  const save = useSave(onSaved)
  const stored = { ...(account ?? NOTHING), port: String((account ?? NOTHING).port), password: '' }
  const draft = useDraft<Typed>(stored, ({ password }, value) => save(accountOf(value), password))
  const { value, change } = draft
  const bind = (field: Exclude<keyof Typed, 'security'>): FieldProps => ({
    label: t(`mailSettings.${field}`),
    value: value[field],
    onChange: (text) => change({ [field]: text }),
    refusal: draft.at(field),
    testId: `mail-${field}`,
  })
  return (
    <SectionForm
      draft={draft}
      title={t('mailSettings.title')}
      lead={t('mailSettings.lead')}
      ownFields={OWN_FIELDS}
    >
      <LineState view={view} />
      <Segments<MailSecurity>
        label={t('mailSettings.security')}
        value={value.security}
        onChange={(security) => change({ security, port: String(USUAL_PORT[security]) })}
        options={MAIL_SECURITIES.map((security) => ({
          value: security,
          label: t(`mailSettings.securities.${security}`),
          testId: `mail-security-${security}`,
        }))}
      />
      <RefusalNotice refusal={draft.at('security')} testId="mail-security-trouble" />
      <div className={settings.pair}>
        <Field {...bind('host')} placeholder="smtp.gmail.com" maxLength={253} />
        <Field {...bind('port')} inputMode="numeric" maxLength={5} />
      </div>
      <div className={settings.pair}>
        <Field {...bind('user')} maxLength={256} />
        <Field
          {...bind('password')}
          type="password"
          autoComplete="new-password"
          maxLength={256}
          placeholder={t(hasPassword ? 'mailSettings.hasPassword' : 'mailSettings.noPassword')}
        />
      </div>
      <p className={settings.lead}>{t('mailSettings.passwordHint')}</p>
      <div className={settings.pair}>
        <Field {...bind('senderName')} maxLength={80} />
        <Field {...bind('senderAddress')} type="email" maxLength={254} />
      </div>
      <Field
        {...bind('replyTo')}
        type="email"
        maxLength={254}
        hint={t('mailSettings.replyToHint')}
      />
      {account !== null && <Trial save={draft.save} first={account.senderAddress} />}
      {account !== null && <Forget draft={draft} onForget={() => save(null, undefined)} />}
    </SectionForm>
  )
}

/** What is no number is refused by the core at its field. */
function accountOf({ password: _, port, ...account }: Typed): SmtpAccount {
  return { ...account, port: /^\d{1,5}$/.test(port.trim()) ? Number(port) : 0 }
}

function useSave(onSaved: FormProps['onSaved']) {
  const ui = useUi()
  return async (account: SmtpAccount | null, password: string | undefined) => {
    if (account !== null && (account.port < 1 || account.port > 65_535))
      return refusal('MAIL_PORT_NOT_VALID', 'port')
    const answer = await ui.port.saveMailAccount({
      account,
      ...(password === undefined ? {} : { password }),
    })
    if (!answer.ok) return answer.refusal
    onSaved(answer.value)
    return null
  }
}

/** What waits and what keeps it. */
function LineState({
  view: { account, isPractice, trouble, waitingCount, failedCount },
}: Pick<FormProps, 'view'>) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  if (isPractice)
    return (
      <Notice tone="info" testId="mail-practice">
        {refusalText(refusal('MAIL_PRACTICE'))}
      </Notice>
    )
  if (account === null) return null
  return (
    <>
      {trouble !== null && (
        <Notice tone="wait" testId="mail-line-trouble">
          {refusalText(refusal(trouble, null, { host: account.host }))}
        </Notice>
      )}
      {waitingCount + failedCount > 0 && (
        <Notice tone="plain" testId="mail-line">
          {t('mailSettings.line', { waiting: waitingCount, failed: failedCount })}
        </Notice>
      )}
    </>
  )
}

/** To the owner's own address; what is typed above is saved first. */
function Trial({ save, first }: { readonly save: () => Promise<boolean>; readonly first: string }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [to, setTo] = useState(first)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [passed, setPassed] = useState<string | null>(null)
  const tryIt = async () => {
    setProblem(null)
    setPassed(null)
    if (!(await save())) return
    setBusy(true)
    const answer = await callCore(ui, ui.port.testMail({ to }))
    setBusy(false)
    if (answer === null) return
    if (answer.ok) setPassed(to.trim())
    else setProblem(answer.refusal)
  }
  return (
    <div className={settings.stack}>
      <Field
        label={t('mailSettings.testTo')}
        type="email"
        value={to}
        maxLength={254}
        onChange={setTo}
        refusal={problem?.field === 'to' ? problem : null}
        testId="mail-test-to"
      />
      <p className={settings.trial}>
        <Button isDisabled={isBusy} onPress={() => void tryIt()} data-testid="mail-test">
          <MailCheck size={19} aria-hidden="true" />
          {t(isBusy ? 'mailSettings.testing' : 'mailSettings.test')}
        </Button>
      </p>
      <RefusalNotice refusal={problem} shownAt={['to']} testId="mail-test-trouble" />
      {passed !== null && (
        <Notice tone="good" testId="mail-test-passed">
          {t('mailSettings.passed', { address: passed })}
        </Notice>
      )}
    </div>
  )
}

/** No e-mails any more: the password goes too. Pressed twice, as nothing brings it back. */
function Forget({
  draft,
  onForget,
}: {
  readonly draft: Pick<Draft<Typed>, 'discard'>
  readonly onForget: () => Promise<Refusal | null>
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const forget = () => {
    draft.discard()
    void callCore(ui, onForget())
  }
  return (
    <p className={settings.trial}>
      {isAsking ? (
        <Button variant="danger" onPress={forget} data-testid="mail-forget-sure">
          {t('mailSettings.forgetSure')}
        </Button>
      ) : (
        <Button variant="quiet" onPress={() => setAsking(true)} data-testid="mail-forget">
          <Trash2 size={19} aria-hidden="true" />
          {t('mailSettings.forget')}
        </Button>
      )}
    </p>
  )
}
