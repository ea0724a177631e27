import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Plus, Trash2 } from 'lucide-react'
import {
  checkScaleLayouts,
  DEFAULT_SCALE_LAYOUTS,
  type ScaleLayout,
} from '#shared/catalogue/scale-label.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { digits, shownClp } from '../kit/typed-clp.tsx'
import { callCore } from '../actions/counter.ts'
import { numberIn } from '../stores/typed-count.ts'
import { useUi, type TillUi } from '../stores/till-ui.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { Notice } from '../kit/notice.tsx'
import { ScaleLayoutRow, toLayout, toTyped, type TypedLayout } from './scale-layout-row.tsx'
import { ScaleTry } from './scale-try.tsx'
import { SectionForm, SectionFrame, useDraft } from '../kit/section.tsx'
import type { SectionProps } from '../kit/section-props.ts'
import styles from './settings.module.css'

/** How the shop's scales divide their labels, with a label to try before anything is saved. */
export function ScaleCard({ settings }: SectionProps) {
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
  return <LayoutsForm stored={stored} labelLimitClp={settings.labelLimitClp} onSaved={setStored} />
}

function LayoutsForm({
  stored,
  labelLimitClp,
  onSaved,
}: {
  readonly stored: readonly ScaleLayout[]
  readonly labelLimitClp: number
  readonly onSaved: (layouts: readonly ScaleLayout[]) => void
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const start = { rows: stored.map(toTyped), limit: String(labelLimitClp) }
  const draft = useDraft(start, async (changed) => {
    const { limit, rows } = changed
    if (limit !== undefined) {
      const refused = await ui.settings.getState().save({ labelLimitClp: numberIn(limit) })
      if (refused !== null) return refused
    }
    return rows === undefined ? null : saveLayouts(ui, rows.map(toLayout), onSaved)
  })
  const { rows } = draft.value
  return (
    <SectionForm
      draft={draft}
      title={t('scale.title')}
      lead={t('scale.lead')}
      ownFields={['labelLimitClp']}
    >
      {rows.length === 0 && <Notice tone="plain">{t('scale.none')}</Notice>}
      {rows.map((row, index) => (
        <div key={index} className={styles.scaleRow}>
          <ScaleLayoutRow
            row={row}
            number={index + 1}
            isNew={index >= stored.length}
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
      <Field
        label={t('scale.limit')}
        value={shownClp(draft.value.limit)}
        onChange={(text) => draft.change({ limit: digits(text) })}
        hint={t('scale.limitHint')}
        inputMode="numeric"
        refusal={draft.at('labelLimitClp')}
        testId="label-limit"
      />
      <ScaleTry layouts={rows.map(toLayout)} />
    </SectionForm>
  )
}

async function saveLayouts(
  ui: TillUi,
  layouts: readonly ScaleLayout[],
  onSaved: (layouts: readonly ScaleLayout[]) => void,
): Promise<Refusal | null> {
  const checked = checkScaleLayouts(layouts)
  if (!checked.ok) return checked.refusal
  const answer = await ui.port.saveScaleLayouts({
    layouts: layouts.map((layout) => ({ ...layout, prefixes: [...layout.prefixes] })),
  })
  if (answer.ok) onSaved(answer.value)
  return answer.ok ? null : answer.refusal
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
