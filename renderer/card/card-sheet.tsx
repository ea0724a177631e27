import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { isOpen, NOT_TAKEN, PERSON_AFTER_MS, type CardView } from '#shared/card/attempt.ts'
import { AUTHORIZATION_CHARS_MAX } from '#shared/card/contract.ts'
import { formatClp } from '#shared/money/clp.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { cancelCard, goOnWithSale, settleCard } from '../actions/card-actions.ts'
import { confirmPayment } from '../actions/selling.ts'
import { browserNowMs } from '../bridge/clock.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice, RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { SubmitButton } from '../kit/submit-button.tsx'
import { useUi } from '../stores/till-ui.ts'
import { ScannedAtCard, useCards } from './card-notice.tsx'
import styles from './card.module.css'

const SECOND_MS = 1_000

/** The card at the terminal: what it waits for, or what to do while nobody knows how it ended. */
export function CardSheet() {
  const ui = useUi()
  const cards = useCards()
  const saleId = useStore(ui.cart, ({ sale }) => sale.saleId)
  const isCharging = useStore(ui.payment, (state) => state.isCharging)
  const open = cards.filter(({ state }) => isOpen(state))
  const card = open.find((one) => one.saleId === saleId) ?? open[0] ?? null
  const isOver = card === null && !isCharging
  const [watched, setWatched] = useState(card?.attemptId ?? null)
  if (card !== null && card.attemptId !== watched) setWatched(card.attemptId)
  useEffect(() => {
    if (!isOver) return
    ui.screen.getState().close()
    if (watched !== null) goOnWithSale(ui, watched, confirmPayment)
  }, [ui, isOver, watched])
  if (isOver) return null
  if (card === null || card.state === 'asked')
    return <Waiting card={card} isOwn={card === null || card.saleId === saleId} />
  return <Unknown key={card.attemptId} card={card} />
}

/**
 * Nothing aborts a sale from here that a terminal has: its own key does. Another sale's card holds
 * up nobody who serves.
 */
function Waiting({ card, isOwn }: { readonly card: CardView | null; readonly isOwn: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <Sheet title={t('card.present')} onClose={isOwn ? null : ui.screen.getState().close}>
      {card !== null && (
        <p className={styles.amount} data-testid="card-amount">
          {formatClp(card.amountClp)}
        </p>
      )}
      <ScannedAtCard />
      <div className={styles.bar} aria-hidden="true" />
      <p role="status" className={styles.step} data-testid="card-step" tabIndex={-1}>
        {t(stepOf(card))}
      </p>
      {card?.step === NOT_TAKEN ? (
        <CancelHere card={card} />
      ) : (
        <p className={styles.hint}>{t('card.cancelHint')}</p>
      )}
    </Sheet>
  )
}

/** No terminal has taken it: there is no red key to press. */
function CancelHere({ card }: { readonly card: CardView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Refusal | null>(null)
  const press = () => {
    setBusy(true)
    cancelCard(ui, card, (problem) => {
      setBusy(false)
      setTrouble(problem)
    })
  }
  return (
    <>
      <Notice tone="wait" testId="card-not-taken">
        {t('card.notTaken')}
      </Notice>
      <RefusalNotice refusal={trouble} testId="card-cancel-trouble" />
      <Button isWide isDisabled={isBusy} onPress={press} data-testid="card-cancel">
        {t('card.cancelHere')}
      </Button>
    </>
  )
}

/** In the terminal's own codes; before the first it has only been sent the amount. */
const STEPS = {
  '78': 'card.steps.card',
  '79': 'card.steps.confirm',
  '80': 'card.steps.installments',
  '81': 'card.steps.pin',
  '82': 'card.steps.bank',
  [NOT_TAKEN]: 'card.steps.notTaken',
} as const

function stepOf(card: CardView | null) {
  const step = card?.step ?? ''
  return Object.hasOwn(STEPS, step) ? STEPS[step as keyof typeof STEPS] : 'card.steps.sent'
}

/** Three answers, each with what follows from it. */
function Unknown({ card }: { readonly card: CardView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isCharged, setCharged] = useState(false)
  const [problem, setProblem] = useState<Refusal | null>(null)
  const seconds = useSecondsUnknown(card)
  const left = Math.max(0, PERSON_AFTER_MS / SECOND_MS - seconds)
  const amount = formatClp(card.amountClp)
  if (isCharged) return <Authorization card={card} back={() => setCharged(false)} />
  return (
    <Sheet
      role="alertdialog"
      title={t('card.unknown')}
      lead={t('card.unknownLead')}
      onClose={ui.screen.getState().close}
    >
      <Notice tone="wait" testId="card-unknown">
        <p>{t(card.state === 'person' ? 'card.lookAtPaper' : 'card.asking', { seconds })}</p>
        <p>{t('card.cable')}</p>
      </Notice>
      {card.step === NOT_TAKEN && <CancelHere card={card} />}
      <p className={styles.question}>{t('card.question', { amount, ticket: card.ticket })}</p>
      <ScannedAtCard />
      <RefusalNotice refusal={problem} testId="card-trouble" />
      <div className={styles.answers}>
        <Answer
          label={t('card.yes')}
          means={t('card.yesMeans')}
          testId="card-yes"
          isDisabled={!card.asksPerson}
          onPress={() => setCharged(true)}
        />
        <Answer
          label={t('card.no')}
          means={t('card.noMeans')}
          testId="card-no"
          isDisabled={!card.asksPerson}
          onPress={() =>
            settleCard(
              ui,
              card,
              { isCharged: false, authorization: '' },
              confirmPayment,
              setProblem,
            )
          }
        />
        <Answer
          label={t('card.wait')}
          means={t(card.asksPerson ? 'card.waitMeans' : 'card.waitFirst', { left })}
          testId="card-wait"
          onPress={ui.screen.getState().close}
        />
      </div>
    </Sheet>
  )
}

function Answer({
  label,
  means,
  testId,
  isDisabled = false,
  onPress,
}: {
  readonly label: string
  readonly means: string
  readonly testId: string
  readonly isDisabled?: boolean
  readonly onPress: () => void
}) {
  return (
    <div className={styles.answer}>
      <Button isWide isDisabled={isDisabled} onPress={onPress} data-testid={testId}>
        {label}
      </Button>
      <p className={styles.hint}>{means}</p>
    </div>
  )
}

function Authorization({ card, back }: { readonly card: CardView; readonly back: () => void }) {
  const ui = useUi()
  const { t } = useTranslation()
  const [authorization, setAuthorization] = useState('')
  const [trouble, setTrouble] = useState<Refusal | null>(null)
  return (
    <Sheet
      title={t('card.authorizationTitle')}
      lead={t('card.authorizationLead')}
      onClose={back}
      onSubmit={() =>
        settleCard(ui, card, { isCharged: true, authorization }, confirmPayment, setTrouble)
      }
      actions={<SubmitButton label={t('card.authorized')} testId="card-authorized" />}
    >
      <ScannedAtCard />
      <Field
        label={t('card.authorization')}
        value={authorization}
        maxLength={AUTHORIZATION_CHARS_MAX}
        autoFocus
        onChange={(text) => {
          setAuthorization(text)
          setTrouble(null)
        }}
        refusal={trouble}
        testId="card-authorization"
      />
    </Sheet>
  )
}

/** What the core said, and what has gone by here since it did. */
function useSecondsUnknown({ unknownForS }: CardView): number {
  const [said, setSaid] = useState({ unknownForS, atMs: browserNowMs() })
  const [nowMs, setNowMs] = useState(browserNowMs)
  if (said.unknownForS !== unknownForS) setSaid({ unknownForS, atMs: browserNowMs() })
  useEffect(() => {
    const timer = setInterval(() => setNowMs(browserNowMs()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  const sinceS = Math.floor((nowMs - said.atMs) / SECOND_MS)
  return (unknownForS ?? 0) + Math.max(0, sinceS)
}
