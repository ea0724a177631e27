/** Who serves at the tills; an owner bars somebody at all of them, and lets them in again. */
import { useState } from 'react'
import { staffAnswer, type OfficeStaff } from '#shared/head-office/contract.ts'
import { Button } from '../kit/button.tsx'
import { Tag } from '../kit/notice.tsx'
import { anything, askService, type Refused } from './ask-service.ts'
import type { PartProps } from './part-props.ts'
import { comesIntoSight, Refusal, Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

export function StaffList({ session }: PartProps) {
  const all = useWords()
  const words = all.staff
  const read = useRead(staffAnswer, 'staff')
  const [chosen, setChosen] = useState<OfficeStaff | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const bar = async ({ staff_id: id }: OfficeStaff, isBarred: boolean) => {
    const answer = await askService(anything, 'PUT', `staff/${id}`, { is_barred: isBarred })
    setChosen(null)
    setRefused(answer.ok ? null : answer.refused)
    read.again()
  }
  const columns = useColumns(
    session.role === 'owner' ? { bar: setChosen, letIn: (one) => void bar(one, false) } : null,
  )
  return (
    <>
      <h2>{words.title}</h2>
      <p className={styles.lead}>{words.lead}</p>
      {chosen !== null && (
        <div
          key={chosen.staff_id}
          ref={comesIntoSight}
          tabIndex={-1}
          className={styles.change}
          role="alertdialog"
          aria-label={words.bar}
        >
          <p>{words.sure(chosen.name)}</p>
          <span className={styles.rowKeys}>
            <Button
              variant="dangerFull"
              onPress={() => void bar(chosen, true)}
              data-testid="bar-sure"
            >
              {words.bar}
            </Button>
            <Button onPress={() => setChosen(null)}>{all.cancel}</Button>
          </span>
        </div>
      )}
      <Refusal refused={refused} />
      <WhenRead read={read}>
        {({ data }) => (
          <Rows
            {...{ caption: words.title, columns, rows: data }}
            keyOf={({ staff_id: id }) => id}
          />
        )}
      </WhenRead>
    </>
  )
}

interface Hands {
  readonly bar: (person: OfficeStaff) => void
  readonly letIn: (person: OfficeStaff) => void
}

function useColumns(hands: Hands | null): readonly Column<OfficeStaff>[] {
  const words = useWords().staff
  const own: Column<OfficeStaff>[] = [
    { name: words.name, show: ({ name }) => name },
    {
      name: words.role,
      show: ({ role, own_roles: roles }) =>
        [...(role === null ? [] : [words.roles[role]]), ...roles].join(', '),
    },
    {
      name: words.state,
      show: ({ barred_by: by }) => (
        <Tag tone={by === null ? 'good' : 'bad'}>
          {by === null ? words.inside : words.barred(by)}
        </Tag>
      ),
    },
  ]
  if (hands === null) return own
  return [
    ...own,
    {
      name: '',
      show(person) {
        const key = person.barred_by === null ? 'bar' : 'letIn'
        return (
          <Button
            variant={key === 'bar' ? 'danger' : 'quiet'}
            aria-label={`${words[key]} ${person.name}`}
            onPress={() => hands[key](person)}
            data-testid={`${key}-${person.name}`}
          >
            {words[key]}
          </Button>
        )
      },
    },
  ]
}
