/** What the shop sells, found by name or code; what is changed reaches every till. */
import { useState } from 'react'
import { z } from 'zod'
import { officeProduct, type OfficeProduct } from '#shared/head-office/contract.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { priceIn, PriceField, typedPrice } from '../kit/price-field.tsx'
import { Notice, Tag } from '../kit/notice.tsx'
import { ChangeForm, useChange } from './change-form.tsx'
import type { PartProps } from './part-props.ts'
import { FileOf, Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useRested } from './use-rested.ts'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

const found = z.object({ data: z.array(officeProduct), is_more: z.boolean() })

export function ProductsPart({ session }: PartProps) {
  const words = useWords().products
  const text = useTyped()
  const asked = useRested(text.text)
  const read = useRead(found, `products?text=${encodeURIComponent(asked)}`)
  const [chosen, setChosen] = useState<OfficeProduct | null>(null)
  const columns = useColumns(session.role === 'reader' ? null : setChosen)
  return (
    <>
      <h1>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      <Field {...text.field} label={words.find} autoFocus testId="find-product" />
      {chosen !== null && (
        <ChangeProduct
          key={chosen.product_id}
          product={chosen}
          onDone={() => {
            setChosen(null)
            read.again()
          }}
        />
      )}
      <WhenRead read={read}>
        {({ data, is_more: isMore }) => (
          <>
            {isMore && <Notice tone="info">{words.more}</Notice>}
            {data.length === 0 && text.text !== '' ? (
              <p className={styles.lead}>{words.none}</p>
            ) : (
              <Rows
                {...{ caption: words.title, columns, rows: data }}
                keyOf={({ product_id: id }) => id}
              />
            )}
          </>
        )}
      </WhenRead>
      <FileOf
        path="products.csv"
        head={[words.name, words.code, words.price, words.cost, words.archived]}
        name={words.title}
      />
    </>
  )
}

function useColumns(
  onChosen: ((product: OfficeProduct) => void) | null,
): readonly Column<OfficeProduct>[] {
  const words = useWords().products
  const own: Column<OfficeProduct>[] = [
    {
      name: words.name,
      show: ({ name, is_archived: isOut }) => (
        <>
          {name} {isOut && <Tag tone="plain">{words.archived}</Tag>}
        </>
      ),
      text: ({ name }) => name,
    },
    { name: words.code, show: ({ code }) => code, text: ({ code }) => code },
    {
      ...{ name: words.price, isNumber: true },
      show: ({ price_clp: price }) => formatClp(clp(price)),
      text: ({ price_clp: price }) => price,
    },
  ]
  if (onChosen === null) return own
  const key: Column<OfficeProduct> = {
    name: '',
    show: (product) => (
      <Button
        variant="quiet"
        aria-label={`${words.change} ${product.name}`}
        onPress={() => onChosen(product)}
        data-testid={`change-${product.code}`}
      >
        {words.change}
      </Button>
    ),
  }
  return [...own, key]
}

function ChangeProduct({
  product,
  onDone,
}: {
  readonly product: OfficeProduct
  readonly onDone: () => void
}) {
  const words = useWords().products
  const name = useTyped(product.name)
  const [price, setPrice] = useState(typedPrice(String(product.price_clp)))
  const [isOut, setIsOut] = useState(product.is_archived)
  const { refused, change } = useChange()
  const typed = { name: name.text.trim(), price_clp: priceIn(price), is_archived: isOut }
  // What is left as it was read stays whose it is: a till may have changed it meanwhile.
  const changed = Object.entries(typed).filter(
    ([field, value]) => value !== product[field as keyof typeof typed],
  )
  const isWrong = Number.isNaN(typed.price_clp) || typed.name === ''
  const send = async () => {
    const body = { version: product.version, ...Object.fromEntries(changed) }
    if (await change('PUT', `products/${product.product_id}`, body)) onDone()
  }
  return (
    <ChangeForm
      label={`${words.change} ${product.name}`}
      {...{ refused, onSend: send, onCancel: onDone, saveTestId: 'save-product' }}
      isDisabled={isWrong || changed.length === 0}
    >
      <Field {...name.field} label={words.name} testId="new-name" />
      <PriceField
        label={words.price}
        typed={price}
        onType={setPrice}
        autoFocus
        testId="new-price"
      />
      <Switch isSelected={isOut} onChange={setIsOut}>
        {words.archive}
      </Switch>
    </ChangeForm>
  )
}
