import { useTranslation } from 'react-i18next'
import { PLACES_MAX } from '#shared/catalogue/fixed-places.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import type { PartProps } from './goods-draft.ts'

interface PlacePartProps extends PartProps {
  readonly problem: Refusal | null
  /** With the first code of the product that has the place. */
  readonly onSwap: (code: string) => Promise<void>
}

/** Where the product stands on the grid; who has that place already may change with it. */
export function PlacePart({ draft, change, problem, onSwap }: PlacePartProps) {
  const { t } = useTranslation()
  const { name, code } = problem?.code === 'PLACE_TAKEN' ? problem.params : {}
  return (
    <>
      <Field
        label={t('goodsEdit.place')}
        value={draft.place}
        onChange={(place) => change({ place: place.trim() })}
        refusal={problem?.field === 'fixedPlace' ? problem : null}
        hint={t('goodsEdit.placeHint', { most: PLACES_MAX })}
        inputMode="numeric"
        maxLength={4}
        testId="goods-place"
      />
      {code !== undefined && (
        <Button onPress={() => void onSwap(code)} data-testid="swap-place">
          {t('goodsEdit.swapPlace', { name })}
        </Button>
      )}
    </>
  )
}
