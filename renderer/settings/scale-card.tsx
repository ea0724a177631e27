import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Plus, Trash2 } from 'lucide-react'
import {
  checkScaleLayouts,
  DEFAULT_SCALE_LAYOUTS,
  type ScaleLayout,
} from '#shared/catalogue/scale-label.ts'
import { callCore } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { ScaleLayoutRow, toLayout, toTyped, type TypedLayout } from './scale-layout-row.tsx'
import { ScaleTry } from './scale-try.tsx'
import { SectionForm, SectionFrame, useDraft } from './section.tsx'
import styles from './settings.module.css'

/** How the shop's scales divide their labels, with a label to try before anything is saved. */
export function ScaleCard() {
  const ui = useUi()
  const { t } = useTranslation()
  const [stored, setStored] = useState<readonly ScaleLayout[] | null>(null)
  useEffect(() => {
    let isGone = false
    void callCore(ui, ui.port.scaleLayouts()).then((layouts) => {
      if (!isGone) setStored(layouts)
    })
    return () => {
      isGone = true
    }
  }, [ui])
  if (stored === null)
    return (
      <SectionFrame title={t('scale.title')} lead={t('scale.lead')}>
        <Notice tone="plain">{t('common.loading')}</Notice>
      </SectionFrame>
    )
  return <LayoutsForm stored={stored} onSaved={setStored} />
}

function LayoutsForm({
  stored,
  onSaved,
}: {
  readonly stored: readonly ScaleLayout[]
  readonly onSaved: (layouts: readonly ScaleLayout[]) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const draft = useDraft({ rows: stored.map(toTyped) }, async (_, typed) => {
    const layouts = typed.rows.map(toLayout)
    const checked = checkScaleLayouts(layouts)
    if (!checked.ok) return checked.refusal
    const answer = await ui.port.saveScaleLayouts({
      layouts: layouts.map((layout) => ({ ...layout, prefixes: [...layout.prefixes] })),
    })
    if (answer.ok) onSaved(answer.value)
    return answer.ok ? null : answer.refusal
  })
  const { rows } = draft.value
  return (
    <SectionForm draft={draft} title={t('scale.title')} lead={t('scale.lead')}>
      {rows.length === 0 && <Notice tone="plain">{t('scale.none')}</Notice>}
      {rows.map((row, index) => (
        <div key={index} className={styles.scaleRow}>
          <ScaleLayoutRow
            row={row}
            number={index + 1}
            onChange={(next) => draft.change({ rows: rows.with(index, next) })}
          />
          <Button
            variant="danger"
            size="square"
            aria-label={t('scale.remove', { number: index + 1 })}
            onPress={() => draft.change({ rows: rows.filter((_, at) => at !== index) })}
          >
            <Trash2 size={20} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <p>
        <Button
          isDisabled={rows.length >= 20}
          onPress={() => draft.change({ rows: [...rows, newRow(rows)] })}
          data-testid="add-scale"
        >
          <Plus size={18} aria-hidden="true" />
          {t('scale.add')}
        </Button>
      </p>
      <ScaleTry layouts={rows.map(toLayout)} />
    </SectionForm>
  )
}

/** Another of the usual kind, for the first beginning nobody has taken. */
function newRow(rows: readonly TypedLayout[]): TypedLayout {
  const taken = new Set(rows.flatMap((row) => toLayout(row).prefixes))
  const free =
    Array.from({ length: 10 }, (_, digit) => `2${digit}`).find((prefix) => !taken.has(prefix)) ?? ''
  return {
    ...toTyped(
      DEFAULT_SCALE_LAYOUTS[0] ?? {
        prefixes: [],
        carries: 'weight',
        itemDigits: 5,
        valueDigits: 5,
      },
    ),
    prefixes: free,
  }
}
