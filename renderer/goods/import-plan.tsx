import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  IMPORT_SHOWS,
  type ImportArrangement,
  type ImportList,
  type ImportPlanView,
  type ImportShow,
  type ImportView,
  type PlannedRow,
} from '#shared/importing/importing.ts'
import { IMPORT_FIELDS, type ImportField } from '#shared/catalogue/import/columns.ts'
import { TAX_FIELDS } from '#shared/catalogue/import/tax-words.ts'
import { sameCategory, unnamedShelfId, UNSHELVED } from '#shared/catalogue/decide-category.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { CUSTOMER_FIELDS, type CustomerField } from '#shared/customers/customer-table.ts'
import { formatClp } from '#shared/money/clp.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Segments, Switch } from '../kit/choices.tsx'
import { Fold } from '../kit/fold.tsx'
import { Notice, Tag } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import type { ImportState } from './use-import.ts'
import { useShelvesToChoose } from '../kit/use-shelves.ts'
import styles from './goods.module.css'

const NONE = '-'
/** More rows than anyone reads; what is wrong is mended in the file. */
const ROWS_SHOWN = 100

interface PlanProps {
  readonly view: ImportView
  readonly list: ImportState
}

/** What the list would do, before it does anything. */
export function ImportPlan({ view, list }: PlanProps) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const saidOf = useSaidOf()
  const { plan } = view
  if (plan === null) return null
  return (
    <div className={styles.importPart} data-testid="import-plan">
      {plan.problem !== null && (
        <Notice tone="wait" testId="import-problem">
          <span>{refusalText(plan.problem)}</span>
          <TaxColumn plan={plan} list={list} />
        </Notice>
      )}
      {plan.remarks.map((remark) => (
        <Notice key={remark.code + remark.field} tone={toneOf(remark)} testId="import-remark">
          {saidOf(remark, view.list)}
        </Notice>
      ))}
      <Columns of={view.list} plan={plan} list={list} />
      {plan.newCategories.length > 0 && (
        <p>{t('goodsImport.newCategories', { names: plan.newCategories.join(', ') })}</p>
      )}
      {plan.counts !== null && <Rows key={JSON.stringify(plan.arrangement)} view={view} />}
    </div>
  )
}

const LACKS = 'IMPORT_NO_COLUMN'
const toneOf = ({ code }: Refusal) => (code === LACKS ? 'wait' : 'info')

/** With the field it is of, as the list calls it. */
function useSaidOf(): (problem: Refusal, of: ImportList) => string {
  const refusalText = useRefusalText()
  const nameOf = useFieldName()
  return (problem, of) => {
    const field = problem.code === 'IMPORT_CODES_MADE' ? '' : nameOf(of, problem.field)
    return `${field === '' ? '' : `${field}: `}${refusalText(problem)}`
  }
}

/** A column that speaks of the tax is read, or left out by somebody who says so. */
function TaxColumn({ plan: { problem, arrangement }, list }: Omit<ColumnsProps, 'of'>) {
  const { t } = useTranslation()
  const reads = problem?.params?.['reads']
  if (problem === null || reads === undefined) return null
  const at = Number(problem.params?.['at'])
  return (
    <span className={styles.importDecides}>
      {TAX_FIELDS.filter((field) => reads.split(' ').includes(field)).map((field) => (
        <Button
          key={field}
          onPress={() => list.arrange(chosen(arrangement, at, field))}
          data-testid={`import-read-${field}`}
        >
          {t(`goodsImport.readTax.${field}`)}
        </Button>
      ))}
      <Button
        onPress={() => list.arrange(chosen(arrangement, at, null))}
        data-testid="import-leave-tax"
      >
        {t(problem.code === 'IMPORT_NET_PRICES' ? 'goodsImport.leaveNet' : 'goodsImport.leaveTax')}
      </Button>
    </span>
  )
}

/** Whoever has said that a column is not read is asked about it no more. */
function chosen({ columns, leftOut = [] }: ImportArrangement, at: number, field: Column) {
  const others = leftOut.filter((each) => each !== at)
  return {
    columns: columns.map((each, index) => (index === at ? field : each === field ? null : each)),
    leftOut: field === null ? [...others, at] : others,
  }
}

/** Beside the key that takes the list in: what of it stays behind. */
export function UnreadColumns({ plan }: { readonly plan: ImportPlanView }) {
  const { t } = useTranslation()
  const { columns, hasHeader } = plan.arrangement
  const names = columns.flatMap((field, at) => {
    const isThere = plan.sample.some((cells) => (cells[at] ?? '') !== '')
    if (field !== null || !isThere) return []
    return [`«${(hasHeader && plan.sample[0]?.[at]) || at + 1}»`]
  })
  if (names.length === 0) return null
  return (
    <p className={styles.importUnread} data-testid="import-unread">
      {t('goodsImport.unread', { names: names.join(', ') })}
    </p>
  )
}

interface ColumnsProps {
  readonly of: ImportList
  readonly plan: ImportPlanView
  readonly list: ImportState
}

function Columns({ of, plan, list }: ColumnsProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const { columns, hasHeader } = plan.arrangement
  const choose = (at: number, field: Column) => list.arrange(chosen(plan.arrangement, at, field))
  const named = (at: number) =>
    hasHeader ? plan.sample[0]?.[at] || `${at + 1}` : t('goodsImport.column', { number: at + 1 })
  return (
    <Fold
      title={t('goodsImport.columns')}
      opens={plan.problem !== null || plan.remarks.some(({ code }) => code === LACKS)}
      testId="import-columns"
    >
      <div className={styles.importChoices}>
        {columns.map((field, at) => (
          <div key={at}>
            <ChoiceList
              label={named(at)}
              value={field ?? NONE}
              choices={[
                { value: NONE, label: t('goodsImport.fields.none') },
                ...FIELDS[of].map((each) => ({ value: each, label: nameOf(of, each) })),
              ]}
              onChange={(value) => choose(at, value === NONE ? null : (value as Column))}
              testId={`import-column-${at}`}
            />
            <p className={styles.importSample}>
              {plan.sample
                .slice(Number(hasHeader))
                .map((cells) => cells[at] ?? '')
                .filter((cell) => cell !== '')
                .join(' · ')}
            </p>
          </div>
        ))}
        {of === 'goods' && <DefaultCategory plan={plan} list={list} />}
      </div>
      <Switch isSelected={hasHeader} onChange={(value) => list.arrange({ hasHeader: value })}>
        {t('goodsImport.hasHeader')}
      </Switch>
      {of === 'goods' && <Zeros plan={plan} list={list} />}
    </Fold>
  )
}

function DefaultCategory({ plan, list }: Omit<ColumnsProps, 'of'>) {
  const { t } = useTranslation()
  const shelves = useShelvesToChoose()
  return (
    <ChoiceList
      label={t('goodsImport.defaultCategory')}
      value={plan.arrangement.categoryId}
      choices={[
        ...shelves.filter(({ name }) => !sameCategory(name, UNSHELVED.name)),
        ...(unnamedShelfId(shelves) === UNSHELVED.id
          ? [{ ...UNSHELVED, name: t('goodsImport.unshelved') }]
          : []),
      ].map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(value) => list.arrange({ categoryId: value })}
      testId="import-category"
    />
  )
}

function Zeros({ plan, list }: Omit<ColumnsProps, 'of'>) {
  const { t } = useTranslation()
  return (
    <Switch
      isSelected={plan.arrangement.restoresZeros}
      onChange={(value) => list.arrange({ restoresZeros: value })}
    >
      {t('goodsImport.restoresZeros')}
    </Switch>
  )
}

type Column = ImportArrangement['columns'][number]
const FIELDS = { goods: IMPORT_FIELDS, customers: CUSTOMER_FIELDS } as const

/** What a column is called; the empty text for what no list has. */
function useFieldName(): (of: ImportList, field: string | null) => string {
  const { t } = useTranslation()
  return (of, field) => {
    const known = (FIELDS[of] as readonly string[]).includes(field ?? '')
    if (!known) return ''
    if (of === 'goods') return t(`goodsImport.fields.${field as ImportField}`)
    if (field === 'archived') return t('customerList.isArchived')
    return t(`customerList.${field as Exclude<CustomerField, 'archived'>}`)
  }
}

function Rows({ view: { importId, list, plan } }: { readonly view: ImportView }) {
  const ui = useUi()
  const { t } = useTranslation()
  const counts = plan?.counts
  const first = IMPORT_SHOWS.find((each) => (counts?.[each] ?? 0) > 0) ?? 'all'
  const [show, setShow] = useState<ImportShow>(first)
  const [rows, setRows] = useState<readonly PlannedRow[]>([])
  useEffect(() => {
    let isShown = true
    void callCore(ui, ui.port.importRows({ importId, show, offset: 0, limit: ROWS_SHOWN })).then(
      (answer) => isShown && answer?.ok === true && setRows(answer.value.rows),
    )
    return () => void (isShown = false)
  }, [ui, importId, show])
  return (
    <>
      <Segments
        label={t('goodsImport.rows')}
        value={show}
        onChange={setShow}
        options={IMPORT_SHOWS.map((value) => ({
          value,
          label: `${t(`goodsImport.shows.${value}`)} (${counts?.[value] ?? 0})`,
          testId: `import-show-${value}`,
        }))}
      />
      <ul className={styles.importRows} aria-label={t('goodsImport.rows')} tabIndex={0}>
        {rows.map((row) => (
          <ImportRow key={row.number} of={list} row={row} />
        ))}
      </ul>
      {(counts?.[show] ?? 0) > rows.length && rows.length > 0 && (
        <p className={styles.told}>{t('goodsImport.firstOnly', { count: rows.length })}</p>
      )}
    </>
  )
}

const TONES = { bad: 'bad', new: 'good', changed: 'info', same: 'plain' } as const

function ImportRow({ of, row }: { readonly of: ImportList; readonly row: PlannedRow }) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const saidOf = useSaidOf()
  const price =
    row.toClp === null
      ? ''
      : row.fromClp === null || row.fromClp === row.toClp
        ? formatClp(row.toClp)
        : `${formatClp(row.fromClp)} → ${formatClp(row.toClp)}`
  return (
    <li className={styles.importRow} data-testid="import-row">
      <span className={styles.importNumber}>{t('goodsImport.row', { number: row.number })}</span>
      <Tag tone={TONES[row.kind]}>{t(`goodsImport.kinds.${row.kind}`)}</Tag>
      <span className={styles.name}>
        {row.isExempt === true && <Tag tone="plain">{t('goods.exempt')}</Tag>} {row.name}
      </span>
      <span className={styles.code}>{row.code}</span>
      <span className={styles.price}>{price}</span>
      {row.problem !== null && row.problem.code !== LACKS && (
        <p className={styles.importProblem}>{saidOf(row.problem, of)}</p>
      )}
      {row.notes.map((note, index) => (
        <p key={index} className={styles.importProblem}>
          {refusalText(note)}
        </p>
      ))}
    </li>
  )
}
