/** What people of the head office did, the newest first. */
import { useState } from 'react'
import { logAnswer, type OfficeLogRow } from '#shared/head-office/contract.ts'
import { Button } from '../kit/button.tsx'
import { Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useMoment, useWords } from './use-words.ts'

export function LogPart() {
  const { log: words, actions } = useWords()
  const moment = useMoment()
  const [before, setBefore] = useState('')
  const read = useRead(logAnswer, before === '' ? 'log' : `log?before=${before}`)
  const did = ({ action, what }: OfficeLogRow) =>
    what === '' ? actions[action] : `${actions[action]}: ${what}`
  const columns: readonly Column<OfficeLogRow>[] = [
    { name: words.when, show: ({ at_ms: at }) => moment(at), text: ({ at_ms: at }) => moment(at) },
    { name: words.who, show: ({ who }) => who, text: ({ who }) => who },
    { name: words.did, show: did, text: did },
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
            {next !== null && <Button onPress={() => setBefore(next)}>{words.more}</Button>}
          </>
        )}
      </WhenRead>
    </>
  )
}
