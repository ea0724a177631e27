import { useId, type KeyboardEvent } from 'react'
import { Input, Label, TextField } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CircleAlert } from 'lucide-react'
import type { OpenShiftView } from '#shared/shifts/views.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { CASH_ID } from '#shared/selling/payment/payment-method.ts'
import { PIECES_CLP, sumPieces } from '#shared/shifts/shift-count.ts'
import { ActionButton, MainActionButton } from '../kit/action-button.tsx'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { Segments } from '../kit/choices.tsx'
import { afterKeypad, Keypad } from '../kit/keypad.tsx'
import { Notice } from '../kit/notice.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { digits, shownClp } from '../kit/typed-clp.tsx'
import { isUncounted, numberIn } from '../stores/typed-count.ts'
import { ShiftTrouble } from './shift-trouble.tsx'
import styles from './shifts.module.css'

const PIECE_DIGITS_MAX = 4

/** Coins and notes, or a sum; the terminal's own closing; whatever it is, it is taken. */
export function CountForm({ open }: { readonly open: OpenShiftView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const { way, typed, activeField, work } = useStore(ui.shift)
  const { setWay, type } = ui.shift.getState()
  const others = open.countable.filter(({ key }) => key !== CASH_ID)
  const isPiece = activeField.startsWith('piece-')
  const onKey = (key: string) => {
    const next = digits(afterKeypad(typed[activeField] ?? '', key))
    type(activeField, isPiece ? next.slice(0, PIECE_DIGITS_MAX) : next)
  }
  return (
    <div className={styles.counting}>
      <div className={styles.countFields} onKeyDown={(event) => nextField(ui, event)}>
        <p className={styles.small}>{t('shifts.countLead')}</p>
        <Segments
          label={t('shifts.way')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'pieces', label: t('shifts.byPieces'), testId: 'by-pieces' },
            { value: 'sum', label: t('shifts.bySum'), testId: 'by-sum' },
          ]}
        />
        {way === 'pieces' ? (
          <Pieces />
        ) : (
          <CountField key="sum" field={`count-${CASH_ID}`} label={t('shifts.cash')} isFirst />
        )}
        {others.length > 0 && (
          <section className={styles.group} aria-labelledby="count-others">
            <h2 id="count-others" className={styles.groupTitle}>
              {t('shifts.others')}
            </h2>
            <p className={styles.small}>{t('shifts.othersHint')}</p>
            {others.map(({ key, name }) => (
              <CountField key={key} field={`count-${key}`} label={name} />
            ))}
          </section>
        )}
        {open.recountNeedsSupervisor && (
          <Notice tone="wait" testId="recount-lead">
            {t('shifts.recountLead')}
          </Notice>
        )}
        <ShiftTrouble
          fields={[
            ...PIECES_CLP.map((value) => `piece-${value}`),
            ...open.countable.map(({ key }) => `count-${key}`),
          ]}
        />
      </div>
      <div className={styles.countSide}>
        <Keypad corner="00" onKey={onKey} />
        <MainActionButton
          action="countShift"
          isBusy={work === 'busy'}
          busyText={t('shifts.counting')}
          data-testid="compare-count"
        >
          {t('shifts.countAction')}
        </MainActionButton>
        <ActionButton action="leaveCount" variant="quiet" isWide data-testid="leave-count" />
      </div>
    </div>
  )
}

/**
 * Enter goes on to the next field, as on the till's own keypad; the last one leaves it to the key
 * that compares, but for what that would say of a count with nothing in it.
 */
function nextField(ui: TillUi, event: KeyboardEvent<HTMLDivElement>): void {
  if (
    event.key !== 'Enter' ||
    !(event.target instanceof HTMLInputElement) ||
    event.target.type !== 'text'
  )
    return
  const fields = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input[inputmode=numeric]'),
  ]
  const next = fields[fields.indexOf(event.target) + 1]
  event.preventDefault()
  if (next !== undefined) next.focus()
  else if (isUncounted(ui.shift.getState())) void ui.shift.getState().count(null)
}

function Pieces() {
  const ui = useUi()
  const { t } = useTranslation()
  const typed = useStore(ui.shift, (state) => state.typed)
  const pieces = PIECES_CLP.map((valueClp) => ({
    valueClp,
    count: numberIn(typed[`piece-${valueClp}`]),
  })).filter(({ count }) => Number.isInteger(count))
  return (
    <section className={styles.group} aria-labelledby="count-pieces">
      <h2 id="count-pieces" className={styles.groupTitle}>
        {t('shifts.cash')}
      </h2>
      <div className={styles.pieces}>
        {PIECES_CLP.map((value, index) => (
          <Piece key={value} valueClp={value} isFirst={index === 0} />
        ))}
      </div>
      <p className={styles.pieceSum} role="status" data-testid="pieces-sum">
        {t('shifts.piecesSum', { amount: formatClp(sumPieces(pieces)) })}
      </p>
    </section>
  )
}

function Piece({ valueClp, isFirst }: { readonly valueClp: number; readonly isFirst: boolean }) {
  const ui = useUi()
  const { t } = useTranslation()
  const field = `piece-${valueClp}`
  const { text, isActive, problem } = useCountText(field)
  const { type, activate } = ui.shift.getState()
  const problemId = useId()
  const count = numberIn(text)
  return (
    <div className={styles.piece} data-active={isActive || undefined}>
      <span className={styles.pieceValue} aria-hidden="true">
        {formatClp(clp(valueClp))} ×
      </span>
      <TextField
        aria-label={t('shifts.pieces', { value: formatClp(clp(valueClp)) })}
        value={text}
        onFocus={() => activate(field)}
        autoFocus={isFirst}
        autoComplete="off"
        onChange={(next) => type(field, digits(next).slice(0, PIECE_DIGITS_MAX))}
        validationBehavior="aria"
        isInvalid={problem !== null}
        {...(problem === null ? {} : { 'aria-describedby': problemId })}
      >
        <Input
          className={styles.pieceInput ?? ''}
          inputMode="numeric"
          placeholder="0"
          data-testid={field}
        />
      </TextField>
      <span className={styles.pieceWorth}>
        {Number.isInteger(count) && count > 0 ? formatClp(clp(valueClp * count)) : '—'}
      </span>
      {problem !== null && <Problem id={problemId} text={problem} />}
    </div>
  )
}

function CountField({
  field,
  label,
  isFirst = false,
}: {
  readonly field: string
  readonly label: string
  readonly isFirst?: boolean
}) {
  const ui = useUi()
  const { text, isActive, problem } = useCountText(field)
  const { type, activate } = ui.shift.getState()
  const problemId = useId()
  return (
    <TextField
      className={styles.countField ?? ''}
      value={shownClp(text)}
      onChange={(next) => type(field, digits(next))}
      onFocus={() => activate(field)}
      autoFocus={isFirst}
      autoComplete="off"
      validationBehavior="aria"
      isInvalid={problem !== null}
      {...(problem === null ? {} : { 'aria-describedby': problemId })}
    >
      <Label className={styles.countLabel ?? ''}>{label}</Label>
      <Input
        className={styles.countInput ?? ''}
        inputMode="numeric"
        data-active={isActive || undefined}
        data-testid={field}
      />
      {problem !== null && <Problem id={problemId} text={problem} />}
    </TextField>
  )
}

function Problem({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p id={id} className={styles.problem} role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      {text}
    </p>
  )
}

function useCountText(field: string) {
  const ui = useUi()
  const refusalText = useRefusalText()
  const text = useStore(ui.shift, (state) => state.typed[field] ?? '')
  const isActive = useStore(ui.shift, (state) => state.activeField === field)
  const trouble = useStore(ui.shift, (state) => state.trouble)
  return { text, isActive, problem: trouble?.field === field ? refusalText(trouble) : null }
}
