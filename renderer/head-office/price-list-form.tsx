/** One price list: its name, and what it says of a product or a category, one at a time. */
import { useState } from 'react'
import type { OfficePriceList } from '#shared/head-office/contract.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { Button } from '../kit/button.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { priceIn, PriceField } from '../kit/price-field.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { useChange } from './change-form.tsx'
import { comesIntoSight, Refusal, Rows } from './said.tsx'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

interface ListProps {
  readonly list: OfficePriceList | null
  readonly categories: readonly { readonly category: string; readonly name: string }[]
  /** Something of it was changed. */
  readonly onChanged: () => void
  readonly onDone: () => void
}

interface Said {
  readonly key: string
  readonly name: string
  readonly text: string
  /** Takes it out. */
  readonly without: object
}

export function PriceListForm({ list, categories, onChanged, onDone }: ListProps) {
  const all = useWords()
  const words = all.offers
  const name = useTyped(list?.name ?? '')
  const { refused, change } = useChange()
  const put = async (body: object): Promise<boolean> => {
    const isTaken = await (list === null
      ? change('POST', 'price-lists', body)
      : change('PUT', `price-lists/${list.price_list_id}`, body))
    if (isTaken) onChanged()
    return isTaken
  }
  const rename = async () => {
    const version = list === null ? {} : { version: list.version }
    if ((await put({ ...version, name: name.text.trim() })) && list === null) onDone()
  }
  return (
    <section
      ref={comesIntoSight}
      tabIndex={-1}
      className={styles.change}
      aria-label={list === null ? words.addList : `${words.change} ${list.name}`}
    >
      <Field {...name.field} label={words.name} testId="list-name" />
      <Button variant="primary" onPress={() => void rename()} data-testid="save-list">
        {all.save}
      </Button>
      <Button onPress={onDone}>{all.cancel}</Button>
      <Refusal refused={refused} />
      {list !== null && (
        <>
          <Additions categories={categories} onPut={put} />
          <Rows
            caption={list.name}
            rows={saidIn(list, words.everything)}
            keyOf={({ key }) => key}
            columns={[
              { name: words.goods, show: ({ name: of }) => of },
              { name: words.price, isNumber: true, show: ({ text }) => text },
              {
                name: '',
                show: ({ name: of, without }) => (
                  <Button
                    variant="quiet"
                    aria-label={`${words.remove} ${of}`}
                    onPress={() => void put(without)}
                  >
                    {words.remove}
                  </Button>
                ),
              },
            ]}
          />
        </>
      )}
    </section>
  )
}

const saidIn = ({ prices, percents }: OfficePriceList, everything: string): readonly Said[] => [
  ...percents.map(({ category, name, percent }) => ({
    ...{ key: `percent ${category}`, name: category === '' ? everything : name },
    ...{ text: `−${percent} %`, without: { percents: [{ category, percent: null }] } },
  })),
  ...prices.map(({ code, name, unit_clp: price }) => ({
    ...{ key: `price ${code}`, name, text: formatClp(clp(price)) },
    without: { prices: [{ code, unit_clp: null }] },
  })),
]

function Additions({
  categories,
  onPut,
}: Pick<ListProps, 'categories'> & { readonly onPut: (body: object) => Promise<boolean> }) {
  const words = useWords().offers
  const code = useTyped()
  const [price, setPrice] = useState('')
  const [category, setCategory] = useState('')
  const percent = useTyped()
  const addPrice = async () => {
    if (!(await onPut({ prices: [{ code: code.text.trim(), unit_clp: priceIn(price) || 0 }] })))
      return
    code.set('')
    setPrice('')
  }
  const addPercent = async () => {
    const said = [{ category, percent: Number(percent.text) || 0 }]
    if (await onPut({ percents: said })) percent.set('')
  }
  return (
    <>
      <Field {...code.field} label={words.code} testId="list-code" />
      <PriceField label={words.price} typed={price} onType={setPrice} testId="list-price" />
      <Button onPress={() => void addPrice()} data-testid="add-price">
        {words.addPrice}
      </Button>
      <ChoiceList
        label={words.categories}
        value={category}
        choices={[{ category: '', name: words.everything }, ...categories].map((one) => ({
          ...{ value: one.category, label: one.name, testId: `percent-${one.category}` },
        }))}
        onChange={setCategory}
        testId="list-category"
      />
      <Field {...percent.field} label={words.percent} inputMode="numeric" testId="list-percent" />
      <Button onPress={() => void addPercent()} data-testid="add-percent">
        {words.addPercent}
      </Button>
    </>
  )
}
