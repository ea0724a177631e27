/** The ranges of folios in use: what is left of each, and whose it is. */
import { useState } from 'react'
import { rangeBody, rangesAnswer, type OfficeRange } from '#shared/head-office/contract.ts'
import { printDate } from '#shared/time/calendar.ts'
import { Button } from '../kit/button.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { Notice, Tag } from '../kit/notice.tsx'
import { ChangeForm, useChange } from './change-form.tsx'
import type { PartProps } from './part-props.ts'
import { Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useCount, useWords } from './use-words.ts'
import styles from './head-office.module.css'

const nameOf = ({ document_type: type, first, last }: OfficeRange) => `${type} ${first}–${last}`

export function FoliosPart({ session }: PartProps) {
  const words = useWords().folios
  const read = useRead(rangesAnswer, 'ranges')
  const [chosen, setChosen] = useState<OfficeRange | null>(null)
  const columns = useColumns(session.role === 'owner' ? setChosen : null)
  return (
    <>
      <h1>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      {chosen !== null && (
        <KeepOne
          key={chosen.range_id}
          range={chosen}
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
            <Rows
              {...{ caption: words.title, columns, rows: data, file: 'folios' }}
              keyOf={({ range_id: id }) => id}
            />
          </>
        )}
      </WhenRead>
    </>
  )
}

function useColumns(
  onChosen: ((range: OfficeRange) => void) | null,
): readonly Column<OfficeRange>[] {
  const words = useWords().folios
  const counted = useCount()
  const branch = ({ branch_office: one }: OfficeRange) => (one === null ? words.everybody : one)
  const ends = ({ ends_on: day }: OfficeRange) => (day === null ? '' : printDate(day))
  const own: Column<OfficeRange>[] = [
    { name: words.type, text: (range) => range.document_type },
    {
      name: words.range,
      show: (range) => (
        <>
          {nameOf(range)} {range.is_held && <Tag tone="bad">{words.held}</Tag>}
        </>
      ),
      text: ({ first, last }) => `${first}–${last}`,
    },
    {
      ...{ name: words.left, isNumber: true },
      ...{ show: ({ left }) => counted(left), text: ({ left }) => left },
    },
    { name: words.ends, show: ends, text: ends },
    { name: words.branch, show: branch, text: branch },
  ]
  if (onChosen === null) return own
  const key: Column<OfficeRange> = {
    name: '',
    show: (range) => (
      <Button
        variant="quiet"
        aria-label={`${words.change} ${nameOf(range)}`}
        onPress={() => onChosen(range)}
        data-testid={`keep-${range.document_type}-${range.first}`}
      >
        {words.change}
      </Button>
    ),
  }
  return [...own, key]
}

function KeepOne({ range, onDone }: { readonly range: OfficeRange; readonly onDone: () => void }) {
  const words = useWords().folios
  const code = useTyped(range.branch_office === null ? '' : String(range.branch_office))
  const { refused, change } = useChange()
  const typed = code.text.trim()
  const wish = rangeBody.safeParse({
    branch_office: typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : typed,
  })
  const send = async () => {
    if (wish.success && (await change('PUT', `ranges/${range.range_id}`, wish.data))) onDone()
  }
  return (
    <ChangeForm
      label={`${words.change} ${nameOf(range)}`}
      {...{ isOpened: true, refused, onSend: send, onCancel: onDone }}
      {...{ saveTestId: 'keep-folios', isDisabled: !wish.success }}
    >
      <p>{nameOf(range)}</p>
      <Field
        {...code.field}
        {...{ label: words.code, inputMode: 'numeric', testId: 'branch-code' }}
      />
      {!wish.success && <Notice tone="bad">{words.wrong}</Notice>}
    </ChangeForm>
  )
}
