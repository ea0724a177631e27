import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Plus, Trash2 } from 'lucide-react'
import { checkScaleLayouts, DEFAULT_SCALE_LAYOUTS, type ScaleLayout } from '#shared/catalogue/scale-label.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { reach } from '../actions/counter.ts'
import { useUi } from '../app/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Notice, Tag } from '../components/notice.tsx'
import { useRefusalText } from '../components/use-texts.ts'
import { ScaleLayoutRow, toLayout, toTyped, type TypedLayout } from './scale-layout-row.tsx'
import { ScaleTry } from './scale-try.tsx'
import styles from './settings.module.css'

/** How the shop's scales divide their labels, with a label to try before anything is saved. */
export function ScaleCard() {
  const ui = useUi()
  const { t } = useTranslation()
  const [stored, setStored] = useState<readonly ScaleLayout[] | null>(null)
  useEffect(() => {
    let isGone = false
    void reach(ui, ui.port.scaleLayouts()).then((layouts) => { if (!isGone) setStored(layouts) })
    return () => { isGone = true }
  }, [ui])
  return (
    <section className={`${styles.card} ${styles.wideCard}`} aria-labelledby="settings-scale">
      <div>
        <h2 id="settings-scale" tabIndex={-1} className={styles.cardTitle}>{t('scale.title')}</h2>
        <p className={styles.printerMeta}>{t('scale.lead')}</p>
      </div>
      {stored === null
        ? <Notice tone="plain">{t('common.loading')}</Notice>
        : <LayoutsForm stored={stored} onSaved={setStored} />}
    </section>
  )
}

function LayoutsForm({ stored, onSaved }: {
  readonly stored: readonly ScaleLayout[]
  readonly onSaved: (layouts: readonly ScaleLayout[]) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const [rows, setRows] = useState<readonly TypedLayout[]>(() => stored.map(toTyped))
  const [problem, setProblem] = useState<Refusal | null>(null)
  const [isSaved, setSaved] = useState(false)
  const layouts = rows.map(toLayout)
  const isChanged = JSON.stringify(layouts) !== JSON.stringify(stored.map(toTyped).map(toLayout))
  const change = (next: readonly TypedLayout[]) => {
    setRows(next)
    setProblem(null)
    setSaved(false)
  }
  const save = async () => {
    const checked = checkScaleLayouts(layouts)
    const sent = layouts.map((layout) => ({ ...layout, prefixes: [...layout.prefixes] }))
    const answer = checked.ok ? await reach(ui, ui.port.saveScaleLayouts({ layouts: sent })) : checked
    if (answer === null) return
    if (!answer.ok) return setProblem(answer.refusal)
    onSaved(answer.value)
    setSaved(true)
  }
  return (
    <form className={styles.stack} noValidate onSubmit={(event) => { event.preventDefault(); if (isChanged) void save() }}>
      {rows.length === 0 && <Notice tone="plain">{t('scale.none')}</Notice>}
      {rows.map((row, index) => (
        <div key={index} className={styles.scaleRow}>
          <ScaleLayoutRow row={row} number={index + 1} onChange={(next) => change(rows.with(index, next))} />
          <Button
            look="danger" size="square" aria-label={t('scale.remove', { number: index + 1 })}
            onPress={() => change(rows.filter((_, at) => at !== index))}
          >
            <Trash2 size={20} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {problem && <Notice tone="bad" testId="scale-trouble">{refusalText(problem)}</Notice>}
      <p className={styles.formEnd}>
        <Button isDisabled={rows.length >= 20} onPress={() => change([...rows, newRow(rows)])} data-testid="add-scale">
          <Plus size={18} aria-hidden="true" />{t('scale.add')}
        </Button>
        <Button type="submit" isDisabled={!isChanged} data-testid="save-scale">{t('common.save')}</Button>
        {isSaved && !isChanged && <span role="status"><Tag tone="good">{t('common.saved')}</Tag></span>}
      </p>
      <ScaleTry layouts={layouts} />
    </form>
  )
}

/** Another of the usual kind, for the first beginning nobody has taken. */
function newRow(rows: readonly TypedLayout[]): TypedLayout {
  const taken = new Set(rows.flatMap((row) => toLayout(row).prefixes))
  const free = Array.from({ length: 10 }, (_, digit) => `2${digit}`).find((prefix) => !taken.has(prefix)) ?? ''
  return { ...toTyped(DEFAULT_SCALE_LAYOUTS[0] ?? { prefixes: [], carries: 'weight', itemDigits: 5, valueDigits: 5 }), prefixes: free }
}
