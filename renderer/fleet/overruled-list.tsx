/** What was changed here and did not stay: told until somebody says that it was seen. */
import { useTranslation } from 'react-i18next'
import type { SharedValue } from '#shared/fleet/shared-records.ts'
import type { FleetView, OverruledView } from '#shared/fleet/views.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { callCore } from '../actions/counter.ts'
import { Button } from '../kit/button.tsx'
import { Notice } from '../kit/notice.tsx'
import { useUi } from '../stores/till-ui.ts'

/** Fields whose values are nothing to read out. */
const UNSAID: readonly string[] = ['rule', 'state', 'price_list', 'value', 'rights', 'person']

interface Props {
  /** The newest first. */
  readonly overruled: readonly OverruledView[]
  readonly onSeen: (view: FleetView) => void
}

export function OverruledList({ overruled, onSeen }: Props) {
  const ui = useUi()
  const { t } = useTranslation()
  const [newest] = overruled
  if (newest === undefined) return null
  const see = async () => {
    const seen = await callCore(ui, ui.port.seeOverruled({ upToSeq: newest.seq }))
    if (seen?.ok === true) onSeen(seen.value)
  }
  return (
    <Notice tone="wait" testId="fleet-overruled">
      <p>
        <strong>{t('fleet.overruled')}</strong>
      </p>
      <p>{t('fleet.overruledLead')}</p>
      <ul>
        {overruled.map((each) => (
          <li key={each.seq}>
            <Row overruled={each} />
          </li>
        ))}
      </ul>
      <Button onPress={() => void see()} data-testid="fleet-overruled-seen">
        {t('fleet.overruledSeen')}
      </Button>
    </Notice>
  )
}

function Row({ overruled }: { readonly overruled: OverruledView }) {
  const { t } = useTranslation()
  const { kind, field, lost, won, byNumber, reason } = overruled
  const name = kind === 'setting' ? t(`fleet.settings.${overruled.name as 'tips'}`) : overruled.name
  const said = (value: SharedValue) => {
    if (value === null || value === '') return t('fleet.nothing')
    if (typeof value === 'boolean') return t(value ? 'fleet.yes' : 'fleet.no')
    if (field.endsWith('_clp')) return formatClp(clp(value as number))
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  // A value of no till is of the head office; without a value the record is gone.
  const later =
    byNumber === null ? won !== null && t('fleet.byOffice') : t('fleet.by', { number: byNumber })
  const why = reason === 'LATER' ? later : t(reason === 'TAKEN' ? 'fleet.taken' : 'fleet.refused')
  return (
    <>
      {t(UNSAID.includes(field) ? 'fleet.overruledWhole' : 'fleet.overruledRow', {
        name: name ?? t('fleet.gone'),
        field: t(`fleet.fields.${field as 'name'}`),
        lost: said(lost),
        won: said(won),
      })}
      {why !== false && <> ({why})</>}
    </>
  )
}
