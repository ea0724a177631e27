/** What people of the head office did, the newest first. */
import { useState } from 'react'
import type { z } from 'zod'
import {
  logAnswer,
  OFFICE_ROLES,
  productBody,
  type OfficeLogRow,
} from '#shared/head-office/contract.ts'
import { parseJson } from '#shared/issuing/answer-body.ts'
import { clp, formatClp } from '#shared/money/clp.ts'
import { Button } from '../kit/button.tsx'
import { Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useMoment, useWords } from './use-words.ts'

export function LogPart() {
  const { log: words } = useWords()
  const did = useDone()
  const moment = useMoment()
  const [before, setBefore] = useState('')
  const read = useRead(logAnswer, before === '' ? 'log' : `log?before=${before}`)
  const columns: readonly Column<OfficeLogRow>[] = [
    { name: words.when, show: ({ at_ms: at }) => moment(at), text: ({ at_ms: at }) => moment(at) },
    { name: words.who, show: ({ who }) => who, text: ({ who }) => who },
    { name: words.did, isLong: true, show: did, text: did },
  ]
  return (
    <>
      <h1>{words.title}</h1>
      <WhenRead read={read}>
        {({ data, next }) => (
          <>
            <Rows
              {...{ caption: words.title, columns, rows: data, file: 'registro' }}
              keyOf={(row) => `${row.at_ms} ${row.who} ${did(row)}`}
            />
            {before !== '' && <Button onPress={() => setBefore('')}>{words.newest}</Button>}
            {next !== null && <Button onPress={() => setBefore(next)}>{words.more}</Button>}
          </>
        )}
      </WhenRead>
    </>
  )
}

/** A row of the log as a sentence; what is no longer understood is said as it is kept. */
function useDone(): (row: OfficeLogRow) => string {
  const { actions, roles, products } = useWords()
  const valueOf = ({ name, price_clp: price, is_archived: isOut }: ChangedProduct) =>
    [
      name === undefined ? [] : `${products.name} ${name}`,
      price === undefined ? [] : `${products.price} ${formatClp(clp(price))}`,
      isOut === undefined ? [] : isOut ? products.archived : products.again,
    ]
      .flat()
      .join(', ')
  const said = ({ action, what }: OfficeLogRow) => {
    const [, of = '', value = ''] = /^(.*?):? (\S*|\{.*\})$/s.exec(what) ?? []
    if (action === 'product-changed') {
      const fields = changedProduct.safeParse(parseJson(value))
      return fields.success ? `${of}: ${valueOf(fields.data)}` : what
    }
    const role = OFFICE_ROLES.find((known) => known === value)
    return role === undefined ? what : `${of}: ${roles[role]}`
  }
  return (row) => (row.what === '' ? actions[row.action] : `${actions[row.action]}: ${said(row)}`)
}

const changedProduct = productBody.omit({ version: true })
type ChangedProduct = z.output<typeof changedProduct>
