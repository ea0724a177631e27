import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STOCK_LINES_MAX, type StockedProduct } from '#shared/catalogue/stock.ts'
import { formatStock, typedStock } from '#shared/catalogue/decide-stock.ts'
import { type Refusal, refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Segments } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { RefusalNotice } from '../kit/notice.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useScans } from '../kit/use-scans.ts'
import { useUi } from '../stores/till-ui.ts'
import styles from './goods.module.css'

const ONE_UNIT_MILLI = 1_000
type Kind = 'received' | 'counted'

interface Line {
  readonly product: StockedProduct
  /** As typed, or counted by scans. */
  readonly typed: string
}

/** Goods that came, or a count: each scan is one more. Nothing changes until it is accepted. */
export function StockDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  const close = ui.screen.getState().close
  const desk = useStockLines()
  const { kind, lines, code, reason, problem, isBusy } = desk
  return (
    <Sheet
      title={t('stock.dialog')}
      lead={t(`stock.leads.${kind}`)}
      widthRem={46}
      onSubmit={() => void (code.trim() === '' ? desk.accept() : desk.add(code))}
      actions={
        <>
          <Button onPress={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            isDisabled={isBusy || lines.length === 0}
            data-testid="stock-accept"
          >
            {t(`stock.accept.${kind}`, { count: lines.length })}
          </Button>
        </>
      }
    >
      <Segments
        label={t('stock.what')}
        value={kind}
        onChange={desk.setKind}
        options={(['received', 'counted'] as const).map((value) => ({
          value,
          label: t(`stock.work.${value}`),
          testId: `stock-${value}`,
        }))}
      />
      <div className={styles.formRow}>
        <Field
          label={t('stock.code')}
          value={code}
          onChange={desk.setCode}
          hint={t('stock.codeHint')}
          autoFocus
          testId="stock-code"
          maxLength={64}
        />
        <Field
          label={t('stock.paper')}
          value={reason}
          onChange={desk.setReason}
          testId="stock-paper"
          maxLength={80}
        />
      </div>
      <Lines kind={kind} lines={lines} change={desk.change} />
      <RefusalNotice refusal={problem} testId="stock-trouble" />
    </Sheet>
  )
}

function Lines({
  kind,
  lines,
  change,
}: {
  readonly kind: Kind
  readonly lines: readonly Line[]
  readonly change: (index: number, typed: string) => void
}) {
  const { t } = useTranslation()
  if (lines.length === 0) return <p className={styles.told}>{t('stock.none')}</p>
  return (
    <ul className={styles.importRows} aria-label={t('stock.lines')} data-testid="stock-lines">
      {lines.map(({ product, typed }, index) => {
        const there = product.stock?.milli ?? 0
        const milli = typedStock(typed) ?? 0
        const [from, to] = [there, kind === 'counted' ? milli : there + milli]
        return (
          <li key={product.id} className={styles.stockLine} data-testid="stock-line">
            <span className={styles.name}>{product.name}</span>
            <Field
              label={t(`stock.quantity.${kind}`, { name: product.name })}
              value={typed}
              inputMode="decimal"
              onChange={(next) => change(index, next)}
              testId="stock-quantity"
              maxLength={12}
            />
            <span className={styles.stockDiffers} data-differs={from !== to}>
              {t('stock.fromTo', {
                from: formatStock(from),
                to: formatStock(to),
                by: `${to > from ? '+' : ''}${formatStock(to - from)}`,
              })}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function useStockLines() {
  const ui = useUi()
  const [kind, setKind] = useState<Kind>('received')
  const [lines, setLines] = useState<readonly Line[]>([])
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const moveId = useRef(crypto.randomUUID() as string)
  const look = (of: string) => callCore(ui, ui.port.stockByCode(of))
  const add = async (scanned: string) => {
    setCode('')
    const answer = await look(scanned)
    if (answer === null) return
    if (!answer.ok) return setProblem(answer.refusal)
    setProblem(null)
    setLines((before) => withOneMore(before, answer.value))
  }
  useScans((scanned) => void add(scanned))
  const accept = async () => {
    const wrong = lines.find(({ typed }) => typedStock(typed) === null)
    if (wrong !== undefined)
      return setProblem(
        refusal('STOCK_QUANTITY', 'lines', { name: wrong.product.name, most: '1000000' }),
      )
    if (lines.length === 0 || isBusy) return
    setBusy(true)
    const close = ui.screen.getState().closing()
    const answer = await callCore(
      ui,
      ui.port.moveStock({
        moveId: moveId.current,
        kind,
        lines: lines.map(({ product: { id, stock }, typed }) => ({
          productId: id,
          milli: typedStock(typed) ?? 0,
          ...(kind === 'counted' ? { expectedMilli: stock?.milli ?? 0 } : {}),
        })),
        reason,
        switchesOn: true,
      }),
    )
    setBusy(false)
    if (answer?.ok === true) close()
    else if (answer !== null) {
      setProblem(answer.refusal)
      if (answer.refusal.code === 'STOCK_MOVED') setLines(await asTheyAre(lines, look))
    }
  }
  const change = (index: number, typed: string) =>
    setLines((before) => before.map((line, at) => (at === index ? { ...line, typed } : line)))
  return {
    kind,
    setKind,
    lines,
    change,
    code,
    setCode,
    reason,
    setReason,
    problem,
    isBusy,
    add,
    accept,
  }
}

/** The newest stands on top, with what was there when it was scanned first. */
function withOneMore(lines: readonly Line[], product: StockedProduct): readonly Line[] {
  const known = lines.find((line) => line.product.id === product.id)
  if (known === undefined && lines.length >= STOCK_LINES_MAX) return lines
  const typed = formatStock((typedStock(known?.typed ?? '') ?? 0) + ONE_UNIT_MILLI)
  return [{ product: known?.product ?? product, typed }, ...lines.filter((line) => line !== known)]
}

type Look = (code: string) => Promise<Result<StockedProduct, Refusal> | null>

/** With what is there now beside what was counted. */
const asTheyAre = (lines: readonly Line[], look: Look): Promise<readonly Line[]> =>
  Promise.all(
    lines.map(async ({ product, typed }) => {
      const answer = await look(product.code)
      return { product: answer?.ok === true ? answer.value : product, typed }
    }),
  )
