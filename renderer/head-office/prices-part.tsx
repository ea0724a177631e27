/** Prices that begin on a day, everywhere or at one place: seen, planned, taken back, as a file. */
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { PLANNED_DAYS_MAX } from '#shared/catalogue/planned-price.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import {
  PLANS_AT_ONCE,
  plansAnswer,
  type OfficePlan,
  type OfficePlanRow,
} from '#shared/head-office/contract.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { addDays, printDate } from '#shared/time/calendar.ts'
import { AriaLikeButton } from '../kit/aria-like-button.tsx'
import { Button } from '../kit/button.tsx'
import { Switch } from '../kit/choices.tsx'
import { DateField } from '../kit/date-field.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { Notice, Tag } from '../kit/notice.tsx'
import { priceIn, PriceField } from '../kit/price-field.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { ChangeForm, useChange } from './change-form.tsx'
import type { PartProps } from './part-props.ts'
import { PRICES_FILE_BYTES_MAX, readPrices } from './read-prices.ts'
import { FileOf, Refusal, Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useRested } from './use-rested.ts'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

export function PricesPart({ session }: PartProps) {
  const words = useWords().prices
  const text = useTyped()
  const read = useRead(plansAnswer, `prices?text=${encodeURIComponent(useRested(text.text))}`)
  const { refused, change } = useChange()
  /** All of a file, a request at a time, as far as the first that is refused. */
  const put = async (rows: readonly OfficePlanRow[]): Promise<boolean> => {
    let isTaken = true
    for (let at = 0; isTaken && at < rows.length; at += PLANS_AT_ONCE)
      isTaken = await change('PUT', 'prices', { rows: rows.slice(at, at + PLANS_AT_ONCE) })
    read.again()
    return isTaken
  }
  const mayChange = session.role !== 'reader'
  const columns = useColumns(mayChange ? (row) => void put([row]) : null)
  return (
    <>
      <h1>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      {mayChange && read.value !== null && (
        <PlanOne places={read.value.places} today={read.value.today} onPlanned={put} />
      )}
      {mayChange && <FromFile onRead={put} />}
      <Refusal refused={refused} />
      <Field {...text.field} label={words.find} testId="find-price" />
      <WhenRead read={read}>
        {({ data, is_more: isMore }) => (
          <>
            {isMore && <Notice tone="info">{words.more}</Notice>}
            <Rows
              {...{ caption: words.title, columns, rows: data }}
              keyOf={({ product_id: id, from, place }) => `${id} ${from} ${place}`}
            />
          </>
        )}
      </WhenRead>
      <FileOf
        path="prices.csv"
        head={[words.code, words.product, words.place, words.from, words.price]}
        name={words.title}
      />
    </>
  )
}

function useColumns(
  onRemoved: ((row: OfficePlanRow) => void) | null,
): readonly Column<OfficePlan>[] {
  const words = useWords().prices
  const own: Column<OfficePlan>[] = [
    { name: words.product, show: ({ name }) => name },
    { name: words.code, show: ({ code }) => code },
    { name: words.place, show: ({ place }) => (place === '' ? words.everywhere : place) },
    {
      name: words.from,
      show: ({ from, is_in_force: isHeld }) => (
        <>
          {printDate(from)} {isHeld && <Tag tone="good">{words.holds}</Tag>}
        </>
      ),
    },
    {
      ...{ name: words.price, isNumber: true },
      show: ({ price_clp: price }) => (price === null ? words.ends : formatClp(clp(price))),
    },
  ]
  if (onRemoved === null) return own
  const key: Column<OfficePlan> = {
    name: '',
    show: ({ code, place, from, price_clp, name }) => (
      <Button
        variant="quiet"
        aria-label={`${words.remove} ${name} ${printDate(from)} ${place}`}
        onPress={() => onRemoved({ code, place, from, price_clp, is_removed: true })}
        data-testid={`remove-${code}-${from}`}
      >
        {words.remove}
      </Button>
    ),
  }
  return [...own, key]
}

interface PlanOneProps {
  readonly places: readonly string[]
  readonly today: IsoDate
  readonly onPlanned: (rows: readonly OfficePlanRow[]) => Promise<boolean>
}

function PlanOne({ places, today, onPlanned }: PlanOneProps) {
  const words = useWords().prices
  const code = useTyped()
  const [place, setPlace] = useState('')
  const [from, setFrom] = useState<IsoDate | ''>(addDays(today, 1))
  const [price, setPrice] = useState('')
  const [ends, setEnds] = useState(false)
  const typed = priceIn(price)
  const isWrong = code.text.trim() === '' || from === '' || (!ends && Number.isNaN(typed))
  const send = async () => {
    if (isWrong) return
    const row = { code: code.text.trim(), place, from, price_clp: ends ? null : typed }
    if (!(await onPlanned([row]))) return
    code.field.onChange('')
    setPrice('')
  }
  return (
    <ChangeForm
      {...{ label: words.plan, onSend: send, isDisabled: isWrong }}
      {...{ saveText: words.plan, saveTestId: 'plan' }}
    >
      <Field {...code.field} label={words.code} testId="plan-code" />
      {places.length > 0 && (
        <ChoiceList
          label={words.place}
          value={place}
          choices={['', ...places].map((one) => ({
            ...{ value: one, label: one === '' ? words.everywhere : one },
            testId: `place-${one}`,
          }))}
          onChange={setPlace}
          testId="plan-place"
        />
      )}
      <DateField
        label={words.from}
        value={from}
        min={today}
        max={addDays(today, PLANNED_DAYS_MAX)}
        isRequired
        onChange={setFrom}
        testId="plan-from"
      />
      {!ends && (
        <PriceField label={words.price} typed={price} onType={setPrice} testId="plan-price" />
      )}
      <Switch isSelected={ends} onChange={setEnds}>
        {words.end}
      </Switch>
    </ChangeForm>
  )
}

function FromFile({ onRead }: { readonly onRead: PlanOneProps['onPlanned'] }) {
  const words = useWords().prices
  const [said, setSaid] = useState<string | null>(null)
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    if (file.size > PRICES_FILE_BYTES_MAX) return setSaid(words.fileLarge)
    const read = readPrices(new Uint8Array(await file.arrayBuffer()))
    if ('line' in read) return setSaid(words.fileLine(read.line))
    setSaid((await onRead(read.rows)) ? words.fileTaken(read.rows.length) : null)
  }
  return (
    <>
      <FileTrigger
        acceptedFileTypes={['.csv', 'text/csv']}
        onSelect={(files) => void choose(files?.[0])}
      >
        <AriaLikeButton>{words.file}</AriaLikeButton>
      </FileTrigger>
      {said !== null && (
        <Notice tone="info" testId="file-said">
          {said}
        </Notice>
      )}
    </>
  )
}
