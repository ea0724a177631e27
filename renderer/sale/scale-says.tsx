import { useTranslation } from 'react-i18next'
import { refusal } from '#shared/languages/refusals.ts'
import type { WeightMg } from '#shared/devices/reading.ts'
import type { ScaleSays, ScaleView } from '#shared/devices/settling.ts'
import { Notice } from '../kit/notice.tsx'
import type { Tone } from '../actions/tone.ts'
import { useRefusalText } from '../kit/use-texts.ts'

const TONES: Readonly<Record<Exclude<ScaleSays['kind'], 'weight' | 'away'>, Tone>> = {
  none: 'plain',
  moving: 'wait',
  'below-zero': 'bad',
  overload: 'bad',
  'other-unit': 'bad',
  silent: 'bad',
  unclear: 'bad',
}

/** What the scale says, in words; a weight with its place to stand in. */
export function ScaleSaysNotice({
  view: { says, lastStable },
  tellsLast = false,
}: {
  readonly view: ScaleView
  readonly tellsLast?: boolean
}) {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  if (says.kind === 'weight') {
    const isEmpty = says.weightMg === 0
    return (
      <Notice tone={isEmpty ? 'plain' : 'good'} testId="scale-says">
        {isEmpty
          ? t('scaleWire.says.empty')
          : t('scaleWire.says.weight', { weight: formatWeight(says.weightMg) })}
      </Notice>
    )
  }
  if (says.kind === 'away')
    return (
      <Notice tone="bad" testId="scale-says">
        {refusalText(refusal(says.trouble))}
      </Notice>
    )
  return (
    <Notice tone={TONES[says.kind]} testId="scale-says">
      <span>
        {t(`scaleWire.says.${says.kind}`, says.kind === 'other-unit' ? { unit: says.unit } : {})}
      </span>
      {tellsLast && lastStable !== null && (
        <span>
          {' '}
          {t('scaleWire.last', {
            weight: formatWeight(lastStable.weightMg),
            seconds: Math.round(lastStable.ageMs / 1_000),
          })}
        </span>
      )}
    </Notice>
  )
}

/** `0,350 kg`; with a fourth decimal where the scale gives tenths of a gram. */
export function formatWeight(weightMg: WeightMg): string {
  return `${(weightMg / 1_000_000).toFixed(weightMg % 1_000 === 0 ? 3 : 4).replace('.', ',')} kg`
}
