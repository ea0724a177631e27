/** The tills of the shop: which there are, when each was heard of, and one more. */
import { useState } from 'react'
import { codeAnswer, tillsAnswer } from '#shared/fleet/contract.ts'
import type { z } from 'zod'
import { Button } from '../kit/button.tsx'
import { Field, useTyped } from '../kit/field.tsx'
import { Notice, Tag } from '../kit/notice.tsx'
import { ChangeForm, useChange } from './change-form.tsx'
import type { PartProps } from './part-props.ts'
import { Refusal, Rows, WhenRead, type Column } from './said.tsx'
import { UndoTill } from './undo-till.tsx'
import { useRead } from './use-read.ts'
import { useCount, useMoment, useWords } from './use-words.ts'
import styles from './head-office.module.css'

type Till = z.output<typeof tillsAnswer>['data'][number]
/** What may be done with it; what another computer did as this till is undone, too. */
const doneWith = ({ retired_at_ms: retiredAt, is_replaced: isReplaced }: Till) =>
  retiredAt !== null ? UNDO : isReplaced === true ? [...THERE, ...UNDO] : THERE
const [THERE, UNDO] = [['rename', 'retire'], ['undo']] as const
const LOOKS = { rename: 'quiet', retire: 'danger', undo: 'danger' } as const

interface Chosen {
  readonly till: Till
  readonly what: keyof typeof LOOKS
}

export function TillsPart({ session }: PartProps) {
  const words = useWords().tills
  const read = useRead(tillsAnswer, 'tills')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const mayChange = session.role === 'owner'
  const columns = useColumns(mayChange ? setChosen : null)
  return (
    <>
      <h1>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      {mayChange && <JoinOne />}
      {chosen?.what === 'undo' && (
        <UndoTill
          key={chosen.till.till_id}
          {...{ till: chosen.till, onDone: () => setChosen(null) }}
        />
      )}
      {chosen !== null && chosen.what !== 'undo' && (
        <ChangeTill
          key={`${chosen.till.till_id} ${chosen.what}`}
          chosen={chosen}
          onDone={() => {
            setChosen(null)
            read.again()
          }}
        />
      )}
      <WhenRead read={read}>
        {({ data }) => (
          <Rows
            {...{ caption: words.title, columns, rows: data, file: 'cajas' }}
            keyOf={({ till_id: id }) => id}
          />
        )}
      </WhenRead>
    </>
  )
}

function useColumns(onChosen: ((chosen: Chosen) => void) | null): readonly Column<Till>[] {
  const words = useWords().tills
  const moment = useMoment()
  const seen = ({ seen_at_ms: at }: Till) => (at === null ? words.never : moment(at))
  const said = useHealthWords()
  const own: Column<Till>[] = [
    {
      ...{ name: words.number, isNumber: true },
      ...{ show: ({ number }) => number, text: ({ number }) => number },
    },
    { name: words.name, show: ({ name }) => name, text: ({ name }) => name },
    {
      name: words.place,
      ...{ show: ({ branch }) => branch ?? '', text: ({ branch }) => branch ?? '' },
    },
    {
      name: words.seen,
      show: (till) =>
        till.retired_at_ms === null ? seen(till) : <Tag tone="plain">{words.retired}</Tag>,
      text: (till) => (till.retired_at_ms === null ? seen(till) : words.retired),
    },
    ...said,
  ]
  if (onChosen === null) return own
  const keys: Column<Till> = {
    name: '',
    show: (till) => (
      <span className={styles.rowKeys}>
        {doneWith(till).map((what) => (
          <Button
            key={what}
            variant={LOOKS[what]}
            aria-label={`${words[what]} ${till.name}`}
            onPress={() => onChosen({ till, what })}
            data-testid={`${what}-${till.number}`}
          >
            {words[what]}
          </Button>
        ))}
      </span>
    ),
  }
  return [...own, keys]
}

/** How each said it is; a trouble stands out, and what a till has not said is not guessed. */
function useHealthWords(): readonly Column<Till>[] {
  const words = useWords().tills
  const counted = useCount()
  const moment = useMoment()
  const column = (
    name: string,
    text: (health: NonNullable<Till['health']>) => string,
    isTrouble: (health: NonNullable<Till['health']>) => boolean = () => false,
  ): Column<Till> => ({
    name,
    show: ({ health }) =>
      health == null ? (
        words.unknown
      ) : isTrouble(health) ? (
        <Tag tone="bad">{text(health)}</Tag>
      ) : (
        text(health)
      ),
    text: ({ health }) => (health == null ? words.unknown : text(health)),
  })
  return [
    column(
      words.waiting,
      ({ pending, oldest_at_ms: oldest }) =>
        oldest === null || pending === 0 ? String(pending) : `${pending}, ${moment(oldest)}`,
      ({ pending, oldest_at_ms: oldest, at_ms: at }) =>
        pending > 0 && oldest !== null && at - oldest > LATE_MS,
    ),
    {
      ...column(
        words.folios,
        ({ folios }) =>
          folios
            .filter(({ document_type: type, left }) => RECEIPTS.includes(type) || left < FEW_FOLIOS)
            .map(({ document_type: type, left }) => `${type}:\u00A0${counted(left)}`)
            .join(' · '),
        ({ folios }) => folios.some(({ left }) => left < FEW_FOLIOS),
      ),
      isLong: true,
    },
    column(
      words.printer,
      ({ printer }) => (printer === null ? words.fine : named(words.printers, printer.code)),
      ({ printer }) => printer !== null,
    ),
    column(
      words.certificate,
      ({ certificate_days: days }) =>
        days === null ? words.unknown : days < 0 ? words.over : words.days(days),
      ({ certificate_days: days }) => days !== null && days < FEW_DAYS,
    ),
    column(words.shift, ({ shift }) => shift?.who ?? ''),
    column(words.version, ({ version }) => version),
  ]
}

/** A code that is none of ours, as a till may say any, stands for itself. */
const named = (words: Readonly<Record<string, string>>, code: string) =>
  (Object.hasOwn(words, code) ? words[code] : null) ?? code

/** By law a receipt of an outage has an hour. */
const LATE_MS = 3_600_000
const FEW_FOLIOS = 100
const FEW_DAYS = 30
/** Of the others only what is few is said. */
const RECEIPTS: readonly string[] = ['39', '41']

function JoinOne() {
  const words = useWords().tills
  const [code, setCode] = useState<string | null>(null)
  const { refused, ask } = useChange()
  const join = async () => {
    const answer = await ask(codeAnswer, 'POST', 'codes', {})
    setCode(answer.ok ? answer.value.code : null)
  }
  return (
    <>
      <Button variant="primary" onPress={() => void join()} data-testid="join-till">
        {words.add}
      </Button>
      <Refusal refused={refused} />
      {code !== null && (
        <Notice tone="wait" testId="till-code">
          <p>{words.code}</p>
          <p>
            <output className={styles.secret}>{code}</output>
          </p>
        </Notice>
      )}
    </>
  )
}

function ChangeTill({
  chosen: { till, what },
  onDone,
}: {
  readonly chosen: Chosen
  readonly onDone: () => void
}) {
  const words = useWords().tills
  const name = useTyped(till.name)
  const { refused, change } = useChange()
  const isRename = what === 'rename'
  const send = async () => {
    const body = isRename ? { name: name.text } : { is_retired: true }
    if (await change('PUT', `tills/${till.till_id}`, body)) onDone()
  }
  return (
    <ChangeForm
      label={`${words[what]} ${till.name}`}
      {...{ isOpened: !isRename, refused, onSend: send, onCancel: onDone }}
      {...(!isRename && { isDanger: true, saveText: words.retire })}
      saveTestId="till-change"
    >
      {isRename ? (
        <Field {...name.field} {...{ label: words.name, autoFocus: true, testId: 'till-name' }} />
      ) : (
        <p>{words.sure(till.number)}</p>
      )}
    </ChangeForm>
  )
}
