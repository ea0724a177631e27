/** Who serves at the tills; an owner bars somebody at all of them, and lets them in again. */
import { useState } from 'react'
import { staffAnswer, type OfficeStaff } from '#shared/head-office/contract.ts'
import { Button } from '../kit/button.tsx'
import { Tag } from '../kit/notice.tsx'
import { Sure, useChange } from './change-form.tsx'
import type { PartProps } from './part-props.ts'
import { Refusal, Rows, WhenRead, type Column } from './said.tsx'
import { useRead } from './use-read.ts'
import { useWords } from './use-words.ts'
import styles from './head-office.module.css'

export function StaffList({ session }: PartProps) {
  const words = useWords().staff
  const read = useRead(staffAnswer, 'staff')
  const [chosen, setChosen] = useState<OfficeStaff | null>(null)
  const { refused, change } = useChange()
  const bar = async ({ staff_id: id }: OfficeStaff, isBarred: boolean) => {
    await change('PUT', `staff/${id}`, { is_barred: isBarred })
    setChosen(null)
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
        <Sure
          key={chosen.staff_id}
          {...{ text: words.sure(chosen.name), sureText: words.bar, testId: 'bar-sure' }}
          onSure={() => void bar(chosen, true)}
          onNo={() => setChosen(null)}
        />
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
