/** The tills of the shop: join them, see them, let another one in, take this one out. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link2 } from 'lucide-react'
import { BRANCH_MAX, TILL_NAME_MAX } from '#shared/fleet/contract.ts'
import type { FleetView } from '#shared/fleet/views.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { useAnswer } from '../actions/use-answer.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { SectionFrame, UnreadSection } from '../kit/section.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import settings from '../settings/settings.module.css'
import { HubMissed, HubStanding } from './hub-standing.tsx'
import { OverruledList } from './overruled-list.tsx'
import { ShopTills } from './shop-tills.tsx'
import { useEvery } from './use-every.ts'

const fleetOf = (ui: TillUi) => ui.port.fleet()
const LOOK_EVERY_MS = 2_000

export function TillsCard() {
  const { t } = useTranslation()
  const { value: view, take, read } = useAnswer(fleetOf)
  useEvery(LOOK_EVERY_MS, fleetOf, take)
  if (view === 'reading' || view === 'failed')
    return <UnreadSection title={t('fleet.title')} isReading={view === 'reading'} onRetry={read} />
  const canJoin = view.state === 'alone' || view.state === 'barred'
  return (
    <SectionFrame title={t('fleet.title')} lead={t('fleet.lead')}>
      <Standing view={view} />
      {view.hub !== null && <HubStanding hub={view.hub} onTyped={take} />}
      {view.missedHub !== null && <HubMissed {...view.missedHub} />}
      <OverruledList overruled={view.overruled} onSeen={take} />
      {canJoin && <JoinForm isFirst={view.state === 'alone'} onJoined={take} />}
      {view.till !== null && (
        <ShopTills
          ownId={view.till.id}
          isBarred={view.state === 'barred'}
          asksKey={view.asksKey}
          onLeft={take}
        />
      )}
    </SectionFrame>
  )
}

const TONES = {
  alone: 'plain',
  joining: 'plain',
  together: 'good',
  away: 'wait',
  barred: 'bad',
} as const

function Standing({ view }: { readonly view: FleetView }) {
  const { t } = useTranslation()
  const { state, till, barredCode: code, toSend, toWrite } = view
  const number = till?.number ?? 0
  return (
    <Notice tone={TONES[state]} testId={`fleet-${state}`}>
      <p>{t(`fleet.states.${state}`, { number, name: till?.name ?? '', code: code ?? '' })}</p>
      {state !== 'alone' && (state !== 'barred' || toSend + toWrite > 0) && (
        <p>
          {toSend + toWrite === 0
            ? t('fleet.upToDate')
            : [
                toSend > 0 && t('fleet.toSend', { count: toSend }),
                toWrite > 0 && t('fleet.toWrite', { count: toWrite }),
              ]
                .filter(Boolean)
                .join(' · ')}
        </p>
      )}
      {state !== 'alone' && state !== 'barred' && (
        <p data-testid={`fleet-people-${view.people}`}>{t(`fleet.people.${view.people}`)}</p>
      )}
    </Notice>
  )
}

interface JoinProps {
  /** Nobody has said yet that this till belongs to others. */
  readonly isFirst: boolean
  readonly onJoined: (view: FleetView) => void
}

function JoinForm({ isFirst, onJoined }: JoinProps) {
  const ui = useUi()
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ code: '', name: '', branch: '' })
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const change = (part: Partial<typeof typed>) => {
    setTyped((before) => ({ ...before, ...part }))
    setRefused(null)
  }
  const join = async (code: string | null) => {
    if (isBusy) return
    setBusy(true)
    const { name, branch } = typed
    const joined = await callCore(
      ui,
      ui.port.joinShop({ code, branch, name: name.trim() === '' ? t('fleet.nameLike') : name }),
    )
    setBusy(false)
    if (joined?.ok === false) setRefused(joined.refusal)
    if (joined?.ok === true) onJoined(joined.value)
  }
  return (
    <Form className={settings.stack} onSubmit={() => join(typed.code)}>
      <div className={settings.pair}>
        <Field
          label={t('fleet.name')}
          value={typed.name}
          onChange={(name) => change({ name })}
          placeholder={t('fleet.nameLike')}
          maxLength={TILL_NAME_MAX}
          testId="fleet-name"
        />
        <Field
          label={t('fleet.branch')}
          value={typed.branch}
          onChange={(branch) => change({ branch })}
          maxLength={BRANCH_MAX}
          testId="fleet-branch"
        />
      </div>
      <Field
        label={t('fleet.code')}
        value={typed.code}
        onChange={(code) => change({ code })}
        hint={t('fleet.codeHint')}
        refusal={refused?.field === 'code' ? refused : null}
        autoComplete="off"
        maxLength={20}
        testId="fleet-code"
      />
      <RefusalNotice refusal={refused} shownAt={['code']} testId="fleet-refused" />
      <JoinKeys
        isBusy={isBusy}
        hasCode={typed.code.trim() !== ''}
        onFirst={isFirst ? () => void join(null) : null}
      />
    </Form>
  )
}

interface KeysProps {
  readonly isBusy: boolean
  readonly hasCode: boolean
  /** Null where this till cannot be the first any more. */
  readonly onFirst: (() => void) | null
}

function JoinKeys({ isBusy, hasCode, onFirst }: KeysProps) {
  const { t } = useTranslation()
  return (
    <div className={settings.pair}>
      <Button
        type="submit"
        variant="primary"
        isDisabled={isBusy || !hasCode}
        data-testid="fleet-join"
      >
        <Link2 size={20} aria-hidden="true" />
        {t(isBusy ? 'fleet.joining' : 'fleet.join')}
      </Button>
      {onFirst !== null && (
        <Button isDisabled={isBusy} onPress={onFirst} data-testid="fleet-first">
          {t('fleet.joinFirst')}
        </Button>
      )}
    </div>
  )
}
