import type { ReactNode } from 'react'
import { Input, TextField } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { CircleAlert, Minus, Plus } from 'lucide-react'
import { formatClp } from '#shared/money/clp.ts'
import { formatQuantity, type QuantityMilli } from '#shared/money/quantity.ts'
import { quantityLeft, shareOf, type ReturnableLine } from '#shared/returns/return-shares.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { useRegisteredInput } from '../kit/registered-input.ts'
import { Tag } from '../kit/notice.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { problemOf, quantityOf } from '../stores/return-store.ts'
import styles from './returns.module.css'

/** A product of the receipt: how much of it comes back, and what that is worth. */
export function ReturnLine({ line }: { readonly line: ReturnableLine }) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const state = useStore(ui.returns)
  const left = quantityLeft(line)
  const quantity = quantityOf(state, line)
  const problem = problemOf(state, line)
  const isSelected = state.selectedLine === line.lineNumber
  const { select } = ui.returns.getState()
  const unit = line.unit ?? ''
  return (
    <li
      className={styles.line}
      data-selected={isSelected || undefined}
      data-marked={Boolean(quantity) || undefined}
      data-testid="return-line"
      onPointerDown={() => select(line.lineNumber)}
    >
      <div className={styles.lineMain}>
        <p className={styles.lineName}>{line.name}</p>
        <p className={styles.lineMeta}>
          {[
            `${t('returns.sold', { quantity: formatQuantity(line.quantity) })} ${unit}`.trim(),
            line.returnedQuantity === 0 || left === 0
              ? ''
              : t('returns.already', {
                  quantity: formatQuantity(line.returnedQuantity as QuantityMilli),
                }),
            formatClp(line.grossClp),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {left === 0 ? (
        <Tag tone="plain">{t('returns.allBack')}</Tag>
      ) : (
        <>
          <Stepper line={line} isAtNone={quantity === 0} isAtAll={quantity === left}>
            <Quantity line={line} isSelected={isSelected} isInvalid={problem !== null} />
          </Stepper>
          <span className={styles.lineWorth} data-testid="line-worth">
            {quantity ? formatClp(shareOf(line, quantity)) : '—'}
          </span>
        </>
      )}
      {problem !== null && (
        <p className={styles.lineProblem} id={`return-problem-${line.lineNumber}`} role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {refusalText(problem)}
        </p>
      )}
    </li>
  )
}

/** Less and more, on both sides of what is typed. */
function Stepper({
  line,
  isAtNone,
  isAtAll,
  children,
}: {
  readonly line: ReturnableLine
  readonly isAtNone: boolean
  readonly isAtAll: boolean
  readonly children: ReactNode
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const { step } = ui.returns.getState()
  return (
    <div className={styles.stepper}>
      <Button
        size="square"
        aria-label={t('returns.less', { name: line.name })}
        isDisabled={isAtNone}
        preventFocusOnPress
        onPress={() => step(line.lineNumber, -1)}
        data-testid="back-less"
      >
        <Minus size={20} aria-hidden="true" />
      </Button>
      {children}
      <Button
        size="square"
        aria-label={t('returns.more', { name: line.name })}
        isDisabled={isAtAll}
        preventFocusOnPress
        onPress={() => step(line.lineNumber, 1)}
        data-testid="back-more"
      >
        <Plus size={20} aria-hidden="true" />
      </Button>
    </div>
  )
}

function Quantity({
  line,
  isSelected,
  isInvalid,
}: {
  readonly line: ReturnableLine
  readonly isSelected: boolean
  readonly isInvalid: boolean
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const text = useStore(ui.returns, (state) => state.typed[line.lineNumber] ?? '')
  const register = useRegisteredInput(isSelected ? 'return-quantity' : undefined)
  const { setQuantity, select } = ui.returns.getState()
  return (
    <TextField
      aria-label={t('returns.quantityOf', { name: line.name })}
      value={text}
      onChange={(next) => setQuantity(line.lineNumber, next)}
      isInvalid={isInvalid}
      validationBehavior="aria"
      autoComplete="off"
      maxLength={9}
      onFocus={() => select(line.lineNumber)}
      {...(isInvalid ? { 'aria-describedby': `return-problem-${line.lineNumber}` } : {})}
    >
      <Input
        ref={register}
        className={styles.quantity ?? ''}
        inputMode="decimal"
        placeholder="0"
        spellCheck={false}
        data-testid="back-quantity"
      />
    </TextField>
  )
}
