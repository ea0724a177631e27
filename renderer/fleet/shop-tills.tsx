/** The shop's tills: the list, the code that lets another one in, the way out for this one. */
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MonitorSmartphone, Plus, Unlink } from 'lucide-react'
import type { FleetView, ShopTillView } from '#shared/fleet/views.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { callCore } from '../actions/counter.ts'
import { useAnswer } from '../actions/use-answer.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { Button } from '../kit/button.tsx'
import { CodeOnce } from '../kit/code-once.tsx'
import { Field } from '../kit/field.tsx'
import { Notice, RefusalNotice, Tag } from '../kit/notice.tsx'
import { Unread } from '../kit/unread.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { whenText } from '../support/when-text.ts'
import settings from '../settings/settings.module.css'
import styles from './fleet.module.css'
import { useEvery } from './use-every.ts'

interface Props {
  readonly ownId: string
  readonly isBarred: boolean
  readonly asksKey: boolean
  readonly onLeft: (view: FleetView) => void
}

const tillsOf = (ui: TillUi) => ui.port.shopTills()
/** Another one may have joined, or been seen. */
const LIST_EVERY_MS = 10_000

export function ShopTills({ ownId, isBarred, asksKey, onLeft }: Props) {
  const ui = useUi()
  const { t } = useTranslation()
  const { value: tills, take, read } = useAnswer(tillsOf)
  useEvery(LIST_EVERY_MS, tillsOf, take)
  const [code, setCode] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [shopKey, setShopKey] = useState('')
  const withKey = asksKey ? { shopKey } : {}
  // It went along once; the next order asks for it anew.
  const answered = (answer: { ok: true } | { ok: false; refusal: Refusal } | null) => {
    setRefused(answer?.ok === false ? answer.refusal : null)
    if (answer?.ok === true) setShopKey('')
    else if (answer?.refusal.field === 'shopKey') ui.inputs.get('shop-key')?.focus()
  }
  const makeCode = async (tillId: string | null) => {
    const made = await callCore(ui, ui.port.makeTillCode({ tillId, ...withKey }))
    answered(made)
    if (made?.ok === true) setCode(made.value.code)
  }
  const change = async (input: Parameters<typeof ui.port.changeShopTill>[0]) => {
    const changed = await callCore(ui, ui.port.changeShopTill({ ...input, ...withKey }))
    answered(changed)
    if (changed?.ok === true) take(changed.value)
  }
  return (
    <div className={settings.stack}>
      <h3 className={settings.partTitle}>{t('fleet.list')}</h3>
      {tills === 'reading' && <Notice tone="plain">{t('common.loading')}</Notice>}
      {tills === 'failed' && <Unread title={t('fleet.listFailed')} onRetry={read} />}
      {typeof tills !== 'string' && (
        <ul className={styles.tills} data-testid="shop-tills">
          {tills.map((till) => (
            <TillRow
              key={till.id}
              till={till}
              isOwn={till.id === ownId}
              onReplace={() => void makeCode(till.id)}
              onHub={() => void change({ tillId: till.id, isHub: !till.isHub })}
              onRetire={() => void change({ tillId: till.id, isRetired: true })}
            />
          ))}
        </ul>
      )}
      {asksKey && <ShopKey value={shopKey} onChange={setShopKey} refused={refused} />}
      <RefusalNotice refusal={refused} shownAt={['shopKey']} testId="shop-tills-refused" />
      {code !== null && (
        <CodeOnce code={code} lead={t('fleet.codeLead')} done={() => setCode(null)} />
      )}
      <div className={settings.trial}>
        {!isBarred && (
          <Button variant="primary" onPress={() => void makeCode(null)} data-testid="add-till">
            <Plus size={20} aria-hidden="true" />
            {t('fleet.add')}
          </Button>
        )}
        <LeaveKey onLeft={onLeft} onRefused={setRefused} />
      </div>
    </div>
  )
}

interface ShopKeyProps {
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly refused: Refusal | null
}

/** This till keeps none: whoever owns the shop has it, and types it for what concerns others. */
function ShopKey({ value, onChange, refused }: ShopKeyProps) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('fleet.shopKey')}
      type="password"
      hint={t('fleet.shopKeyHint')}
      value={value}
      autoComplete="off"
      maxLength={300}
      onChange={onChange}
      refusal={refused?.field === 'shopKey' ? refused : null}
      focusName="shop-key"
      testId="shop-key"
    />
  )
}

interface RowProps {
  readonly till: ShopTillView
  readonly isOwn: boolean
  readonly onReplace: () => void
  readonly onHub: () => void
  readonly onRetire: () => void
}

const DAY_MS = 86_400_000

function TillRow({ till, isOwn, onReplace, onHub, onRetire }: RowProps) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { number, name, isRetired, isHub, pendingCount = 0 } = till
  const isOther = !isOwn && !isRetired
  return (
    <li className={styles.till} data-testid={`shop-till-${number}`}>
      <MonitorSmartphone size={20} aria-hidden="true" />
      <TillWords till={till} isOwn={isOwn} />
      {!isRetired && (
        <Button onPress={onHub} data-testid={`hub-till-${number}`}>
          {t(isHub ? 'fleet.hubEnd' : 'fleet.hubChoose')}
        </Button>
      )}
      {isOther && (
        <>
          <Button onPress={onReplace} aria-label={`${t('fleet.replace')} ${name}`}>
            {t('fleet.replace')}
          </Button>
          <Button
            variant="danger"
            onPress={() => setAsked(true)}
            aria-label={`${t('fleet.retire')} ${name}`}
            data-testid={`retire-till-${number}`}
          >
            {t('fleet.retire')}
          </Button>
        </>
      )}
      {isOther && isAsked && (
        <Asked
          text={[
            t('fleet.retireAsk', { name }),
            pendingCount > 0 && t('fleet.retirePending', { count: pendingCount }),
          ]
            .filter(Boolean)
            .join(' ')}
          onNo={() => setAsked(false)}
        >
          <Button variant="dangerFull" onPress={onRetire} data-testid="retire-now">
            {t('fleet.retireNow')}
          </Button>
        </Asked>
      )}
    </li>
  )
}

/** Which till it is, when it was seen, and what it said of itself then. */
function TillWords({ till, isOwn }: Pick<RowProps, 'till' | 'isOwn'>) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const { number, name, branch, seenAt, isRetired, isHub, pendingCount = 0, printerTrouble } = till
  const isQuiet = seenAt === null || isOwn || isRetired
  const daysAway = isQuiet ? 0 : Math.floor((browserNowMs() - seenAt) / DAY_MS)
  return (
    <span className={styles.words}>
      <strong>
        {number} · {name}
      </strong>{' '}
      {isOwn && <Tag tone="info">{t('fleet.here')}</Tag>}
      {isHub && <Tag tone="info">{t('fleet.hub')}</Tag>}
      {isRetired && <Tag tone="plain">{t('fleet.retired')}</Tag>}
      {daysAway > 0 && <Tag tone="wait">{t('age.days', { count: daysAway })}</Tag>}
      <span className={styles.where}>
        {branch !== null && `${branch} · `}
        {seenAt === null ? t('fleet.neverSeen') : t('fleet.seen', { when: whenText(seenAt) })}
        {!isRetired && pendingCount > 0 && ` · ${t('fleet.pending', { count: pendingCount })}`}
      </span>
      {!isRetired && printerTrouble !== undefined && (
        <span className={styles.where}>{refusalText(refusal(printerTrouble))}</span>
      )}
    </span>
  )
}

/** What cannot be taken back is asked once more, where it was pressed. */
function Asked({
  text,
  onNo,
  children,
}: {
  readonly text: string
  readonly onNo: () => void
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Notice tone="wait" testId="fleet-asked">
      <p>{text}</p>
      <div className={settings.trial}>
        {children}
        <Button onPress={onNo}>{t('common.cancel')}</Button>
      </div>
    </Notice>
  )
}

/** The other tills go on without this one. */
function LeaveKey({
  onLeft,
  onRefused,
}: {
  readonly onLeft: (view: FleetView) => void
  readonly onRefused: (refused: Refusal) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const leave = async () => {
    setAsked(false)
    const left = await callCore(ui, ui.port.leaveShop())
    if (left?.ok === true) onLeft(left.value)
    if (left?.ok === false) onRefused(left.refusal)
  }
  if (!isAsked)
    return (
      <Button variant="danger" onPress={() => setAsked(true)} data-testid="leave-shop">
        <Unlink size={20} aria-hidden="true" />
        {t('fleet.leave')}
      </Button>
    )
  return (
    <Asked text={t('fleet.leaveAsk')} onNo={() => setAsked(false)}>
      <Button variant="dangerFull" onPress={() => void leave()} data-testid="leave-now">
        {t('fleet.leaveNow')}
      </Button>
    </Asked>
  )
}
