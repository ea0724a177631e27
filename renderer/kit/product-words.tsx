import { useTranslation } from 'react-i18next'
import { NAME_CHARS_MAX } from '#shared/text/check-name.ts'
import type { Refusal } from '#shared/languages/refusals.ts'
import { Field, type FieldProps } from './field.tsx'
import { PriceField } from './price-field.tsx'
import styles from './product-words.module.css'

interface WordsOfProduct {
  readonly name: string
  /** As it is typed. */
  readonly price: string
  readonly code: string
}

export interface ProductWordsProps {
  readonly draft: WordsOfProduct
  readonly change: (part: Partial<WordsOfProduct>) => void
  readonly at: (field: string) => Refusal | null
  /** Begins the fields' test ids. */
  readonly place: 'product' | 'goods'
  readonly codeHint?: FieldProps['hint']
}

/** What a product is called, what it costs and its code. */
export function ProductWords({ draft, change, at, place, codeHint }: ProductWordsProps) {
  const { t } = useTranslation()
  const length = draft.name.trim().length
  return (
    <>
      <Field
        label={t('product.name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        refusal={at('name')}
        autoFocus
        counter={{ text: `${length}/${NAME_CHARS_MAX}`, isOver: length > NAME_CHARS_MAX }}
        testId={`${place}-name`}
        maxLength={200}
      />
      <div className={styles.halves}>
        <PriceField
          label={t('product.price')}
          typed={draft.price}
          onType={(price) => change({ price })}
          refusal={at('unitGrossClp')}
          placeholder="$0"
          testId={`${place}-price`}
        />
        <Field
          label={t('product.code')}
          value={draft.code}
          onChange={(code) => change({ code })}
          refusal={at('code')}
          hint={codeHint}
          testId={`${place}-code`}
          maxLength={64}
        />
      </div>
    </>
  )
}
