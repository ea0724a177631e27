/** What is wrong at the shop now, which of it reaches whoever looks, and from when on it counts. */
import { useState } from 'react'
import {
  ALARM_KINDS,
  alarmsAnswer,
  alarmSentence,
  type AlarmChoice,
  type AlarmLimits,
  type OfficeAlarms,
} from '#shared/head-office/alarms.ts'
import { languageOf, LANGUAGES } from '#shared/languages/languages.ts'
import { Switch } from '../kit/choices.tsx'
import { Field } from '../kit/field.tsx'
import { Notice, Tag } from '../kit/notice.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { ChangeForm, useChange } from './change-form.tsx'
import type { PartProps } from './part-props.ts'
import { Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useMoment, useWords } from './use-words.ts'
import styles from './head-office.module.css'

type Raised = OfficeAlarms['data'][number]
type Mail = OfficeAlarms['mails'][number]

export function AlarmsPart({ session }: PartProps) {
  const words = useWords().alarms
  const read = useRead(alarmsAnswer, 'alarms')
  const columns = useColumns()
  return (
    <>
      <h1>{words.title}</h1>
      <p className={styles.lead}>{words.lead}</p>
      <WhenRead read={read}>
        {({ data, mine, limits, mails, is_mail_set: isMailSet }) => (
          <>
            {data.length === 0 ? (
              <p className={styles.lead}>{words.none}</p>
            ) : (
              <Rows
                {...{ caption: words.title, columns: columns.raised, rows: data }}
                keyOf={({ kind, of }) => `${kind} ${of}`}
              />
            )}
            {!isMailSet && <Notice tone="wait">{words.noMail}</Notice>}
            <h2>{words.mine}</h2>
            <Mine key={JSON.stringify(mine)} mine={mine} onSaved={read.again} />
            {session.role === 'owner' && (
              <>
                <h2>{words.limits}</h2>
                <Limits key={JSON.stringify(limits)} limits={limits} onSaved={read.again} />
              </>
            )}
            {mails.length > 0 && (
              <>
                <h2>{words.mails}</h2>
                <Rows
                  {...{ caption: words.mails, columns: columns.mails, rows: mails }}
                  keyOf={({ mail_id: id }) => id}
                />
              </>
            )}
          </>
        )}
      </WhenRead>
    </>
  )
}

function useColumns() {
  const words = useWords().alarms
  const moment = useMoment()
  const raised: Column<Raised>[] = [
    { ...{ name: words.what, isLong: true }, show: (alarm) => alarmSentence(words.said, alarm) },
    { name: words.since, show: ({ raised_at_ms: at }) => moment(at) },
  ]
  const tones = { WAITING: 'plain', SENT: 'good', FAILED: 'bad' } as const
  const mails: Column<Mail>[] = [
    { name: words.when, show: ({ made_at_ms: at }) => moment(at) },
    { name: words.to, show: ({ email }) => email },
    { name: words.count, isNumber: true, show: ({ count }) => count },
    {
      name: words.state,
      show: ({ state, attempts, last_result: result }) => (
        <>
          <Tag tone={tones[state]}>{words.states[state]}</Tag>{' '}
          {state !== 'SENT' && attempts > 0 && `${words.attempts(attempts)} ${result}`}
        </>
      ),
    },
  ]
  return { raised, mails }
}

interface Saving {
  readonly onSaved: () => void
}

function Mine({ mine, onSaved }: Saving & { readonly mine: AlarmChoice }) {
  const words = useWords().alarms
  const [choice, setChoice] = useState(mine)
  const { refused, change } = useChange()
  const send = async () => (await change('PUT', 'alarms/mine', choice)) && onSaved()
  return (
    <ChangeForm {...{ label: words.mine, refused, onSend: send, saveTestId: 'save-mine' }}>
      {ALARM_KINDS.map((kind) => (
        <Switch
          key={kind}
          isSelected={choice.kinds.includes(kind)}
          onChange={(isOn) => {
            const kinds = choice.kinds.filter((one) => one !== kind)
            setChoice({ ...choice, kinds: isOn ? [...kinds, kind] : kinds })
          }}
        >
          {words.kinds[kind]}
        </Switch>
      ))}
      <ChoiceList
        label={words.language}
        value={choice.language}
        choices={LANGUAGES.map(({ id, name }) => ({
          ...{ value: id, label: name, testId: `alarms-in-${id}` },
        }))}
        onChange={(language) => setChoice({ ...choice, language: languageOf(language) })}
        testId="alarms-language"
      />
    </ChangeForm>
  )
}

const HOURS = ['open_minute', 'close_minute'] as const
const COUNTS = [
  'silent_hours',
  'unsent_hours',
  'folios_left',
  'certificate_days',
  'printer_minutes',
  'version_days',
  'price_changes',
  'taken',
] as const satisfies (keyof AlarmLimits)[]

const hourOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
/** Not a number for what is no hour, which the service refuses. */
function minuteOf(text: string): number {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? []
  return Number(minute) < 60 ? Number(hour) * 60 + Number(minute) : Number.NaN
}

function Limits({ limits, onSaved }: Saving & { readonly limits: AlarmLimits }) {
  const words = useWords().alarms
  const [typed, setTyped] = useState(() => ({
    ...Object.fromEntries(COUNTS.map((name) => [name, String(limits[name])])),
    ...Object.fromEntries(HOURS.map((name) => [name, hourOf(limits[name])])),
  }))
  const { refused, change } = useChange()
  const send = async () => {
    const body = {
      ...Object.fromEntries(COUNTS.map((name) => [name, Number(typed[name])])),
      ...Object.fromEntries(HOURS.map((name) => [name, minuteOf(typed[name] ?? '')])),
    }
    if (await change('PUT', 'alarms/limits', body)) onSaved()
  }
  return (
    <ChangeForm {...{ label: words.limits, refused, onSend: send, saveTestId: 'save-limits' }}>
      {[...HOURS, ...COUNTS].map((name) => (
        <Field
          key={name}
          label={words.limitOf[name]}
          value={typed[name] ?? ''}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
          inputMode={name.endsWith('_minute') ? 'text' : 'numeric'}
          testId={`limit-${name}`}
        />
      ))}
    </ChangeForm>
  )
}
