/** Who is in sees the office; who is not enters. */
import { useEffect, useState, type ReactNode } from 'react'
import { sessionAnswer, type OfficeSession } from '#shared/head-office/contract.ts'
import { Button } from '../kit/button.tsx'
import { Mark } from '../kit/mark.tsx'
import { anything, askService, whenSessionOver } from './ask-service.ts'
import { EntryPage } from './entry-page.tsx'
import { LogPart } from './log-part.tsx'
import { SalesPart } from './sales-part.tsx'
import { PeoplePart } from './people-part.tsx'
import { ProductsPart } from './products-part.tsx'
import { TillsPart } from './tills-part.tsx'
import { useRead } from './use-read.ts'
import { useWords } from './use-words.ts'
import type { OfficeWords } from '../i18n/es/office.ts'
import type { PartProps } from './part-props.ts'
import styles from './head-office.module.css'

export function OfficePage() {
  const [visit, setVisit] = useState({ number: 0, isOver: false })
  const end = () => setVisit(({ number }) => ({ number, isOver: true }))
  useEffect(() => whenSessionOver(end), [])
  // Of whoever was in before nothing stays for whoever comes next.
  const enter = () => setVisit(({ number }) => ({ number: number + 1, isOver: false }))
  return visit.isOver ? <EntryPage onEntered={enter} /> : <Visit key={visit.number} onLeft={end} />
}

function Visit({ onLeft }: { readonly onLeft: () => void }) {
  const words = useWords()
  const session = useRead(sessionAnswer, 'session')
  if (session.value === null)
    return (
      <main className={styles.page} role="status">
        {session.refused === null ? words.loading : words.noAnswer}
      </main>
    )
  return <Office session={session.value} onLeft={onLeft} />
}

type Tab = keyof OfficeWords['tabs']

const PARTS: Readonly<Record<Tab, (props: PartProps) => ReactNode>> = {
  sales: SalesPart,
  tills: TillsPart,
  products: ProductsPart,
  people: PeoplePart,
  log: LogPart,
}
const OWNERS: readonly Tab[] = ['people', 'log']

function Office({
  session,
  onLeft,
}: {
  readonly session: OfficeSession
  readonly onLeft: () => void
}) {
  const words = useWords()
  const tabs = (Object.keys(PARTS) as Tab[]).filter(
    (tab) => session.role === 'owner' || !OWNERS.includes(tab),
  )
  const [tab, setTab] = useState<Tab>('sales')
  const Part = PARTS[tab]
  const leave = async () => {
    await askService(anything, 'DELETE', 'session')
    onLeft()
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Mark sizePx={40} />
        <p className={styles.shop}>
          <b>{session.shop.name}</b> <span>{session.shop.rut}</span>
        </p>
        <p className={styles.who}>{session.name}</p>
        <Button onPress={() => void leave()} data-testid="leave">
          {words.leave}
        </Button>
      </header>
      <nav className={styles.tabs} aria-label={words.title}>
        {tabs.map((one) => (
          <Button
            key={one}
            variant={one === tab ? 'primary' : 'quiet'}
            aria-current={one === tab ? 'page' : undefined}
            onPress={() => setTab(one)}
            data-testid={`tab-${one}`}
          >
            {words.tabs[one]}
          </Button>
        ))}
      </nav>
      <main className={styles.part}>
        <Part session={session} />
      </main>
    </div>
  )
}
