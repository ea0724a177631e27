import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoodsRow } from '#shared/catalogue/goods.ts'
import type { StockMove } from '#shared/catalogue/stock.ts'
import { formatStock, typedStock } from '#shared/catalogue/decide-stock.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { RefusalNotice, Tag } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './goods.module.css'

/** What there is of a product. It is saved by its own buttons: a sale may change it meanwhile. */
export function StockPart({ row }: { readonly row: GoodsRow }) {
  const { t } = useTranslation()
  const { stock, moves, problem, set, correct } = useStock(row)
  const low = useTyped(stock?.lowMilli == null ? '' : formatStock(stock.lowMilli))
  const differs = useTyped()
  const reason = useTyped()
  const isOn = stock !== null
  return (
    <section className={styles.stock} aria-label={t('stock.title')}>
      <div className={styles.stockHead}>
        <Switch isSelected={isOn} onChange={(next) => void set(next, typedStock(low.text))}>
          {t('stock.keeps')}
        </Switch>
        {isOn && <StockTag milli={stock.milli} lowMilli={stock.lowMilli} />}
      </div>
      {isOn && (
        <>
          <div className={styles.stockForm}>
            <Field
              label={t('stock.low')}
              {...low.field}
              inputMode="decimal"
              hint={t('stock.lowHint')}
              testId="stock-low"
              maxLength={12}
            />
            <Button
              onPress={() => void set(true, typedStock(low.text))}
              data-testid="stock-save-low"
            >
              {t('stock.saveLow')}
            </Button>
          </div>
          <div className={styles.stockForm}>
            <Field
              label={t('stock.differs')}
              {...differs.field}
              hint={t('stock.differsHint')}
              testId="stock-differs"
              maxLength={12}
            />
            <Field
              label={t('stock.reason')}
              {...reason.field}
              testId="stock-reason"
              maxLength={80}
            />
            <Button
              onPress={() =>
                void correct(typedStock(differs.text) ?? 0, reason.text).then((done) => {
                  if (done) differs.set('')
                })
              }
              data-testid="stock-correct"
            >
              {t('stock.correct')}
            </Button>
          </div>
        </>
      )}
      <RefusalNotice refusal={problem} testId="stock-trouble" />
      <Moves moves={moves} />
    </section>
  )
}

/** Below nothing is marked in words, and not by its colour alone. */
export function StockTag({ milli, lowMilli }: NonNullable<GoodsRow['stock']>) {
  const { t } = useTranslation()
  const count = formatStock(milli)
  if (milli < 0)
    return (
      <Tag tone="bad" testId="stock-balance">
        {t('stock.below', { count })}
      </Tag>
    )
  return (
    <Tag tone={lowMilli !== null && milli <= lowMilli ? 'wait' : 'plain'} testId="stock-balance">
      {t('stock.there', { count })}
    </Tag>
  )
}

function Moves({ moves }: { readonly moves: readonly StockMove[] }) {
  const { t } = useTranslation()
  if (moves.length === 0) return null
  return (
    <>
      <h3 className={styles.partTitle}>{t('stock.moves')}</h3>
      <ul
        className={styles.prices}
        tabIndex={0}
        aria-label={t('stock.moves')}
        data-testid="stock-moves"
      >
        {moves.map(({ kind, milli, at, staffName, reason }, index) => (
          <li key={`${at} ${index}`}>
            {[
              santiagoDate(at).split('-').toReversed().join('-'),
              `${t(`stock.kinds.${kind}`)} ${milli > 0 ? '+' : ''}${formatStock(milli)}`,
              staffName,
              reason,
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </>
  )
}

function useStock(row: GoodsRow) {
  const ui = useUi()
  const [stock, setStock] = useState(row.stock)
  const [moves, setMoves] = useState<readonly StockMove[]>([])
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [turn, setTurn] = useState(0)
  const { id: productId, code } = row
  useEffect(() => {
    let isShown = true
    void callCore(ui, ui.port.stockByCode(code)).then(
      (answer) => isShown && answer?.ok === true && setStock(answer.value.stock),
    )
    void callCore(ui, ui.port.stockMoves({ productId })).then(
      (answer) => isShown && answer?.ok === true && setMoves(answer.value),
    )
    return () => void (isShown = false)
  }, [ui, productId, code, turn])
  const send = async (work: Promise<Result<null, Refusal>>) => {
    const answer = await callCore(ui, work)
    setProblem(answer?.ok === false ? answer.refusal : null)
    setTurn((before) => before + 1)
    return answer?.ok === true
  }
  return {
    stock,
    moves,
    problem,
    set: (hasStock: boolean, lowMilli: number | null) =>
      send(ui.port.setStock({ productId, hasStock, lowMilli })),
    correct: (milli: number, reason: string) =>
      send(
        ui.port.moveStock({
          moveId: crypto.randomUUID(),
          kind: 'corrected',
          lines: [{ productId, milli }],
          reason,
          switchesOn: false,
        }),
      ),
  }
}
