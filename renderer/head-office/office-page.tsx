/** Who is in sees the office; who is not enters. */
import { useEffect, useState, type ReactNode } from 'react'
import { sessionAnswer, type OfficeRole, type OfficeSession } from '#shared/head-office/contract.ts'
import { Button } from '../kit/button.tsx'
import { Mark } from '../kit/mark.tsx'
import { ChoiceList } from '../kit/select.tsx'
import { whenElsewhere } from './ask-service.ts'
import { AlarmsPart } from './alarms-part.tsx'
import { useChange } from './change-form.tsx'
import { EntryPage } from './entry-page.tsx'
import { FoliosPart } from './folios-part.tsx'
import { LogPart } from './log-part.tsx'
import { OffersPart } from './offers-part.tsx'
import { PeoplePart } from './people-part.tsx'
import { PricesPart } from './prices-part.tsx'
import { ProductsPart } from './products-part.tsx'
import { Refusal, WhenRead } from './said.tsx'
import { SalesPart } from './sales-part.tsx'
import { TillsPart } from './tills-part.tsx'
import { useRead } from './use-read.ts'
import { useWords } from './use-words.ts'
import type { OfficeWords } from '../i18n/es/office.ts'
import type { PartProps } from './part-props.ts'
import styles from './head-office.module.css'

/** `over`: somebody was in, and did not say that they leave. */
type Out = 'left' | 'over'

export function OfficePage() {
  const [out, setOut] = useState<Out | null>(null)
  const [visit, setVisit] = useState(0)
  const enter = () => {
    // Nothing of who was in before stays.
    setVisit(visit + 1)
    setOut(null)
  }
  return out === null ? (
    <Visit key={visit} onMoved={enter} onOut={setOut} />
  ) : (
    <EntryPage isOver={out === 'over'} onEntered={enter} />
  )
}

function Visit({
  onMoved,
  onOut,
}: {
  readonly onMoved: () => void
  readonly onOut: (out: Out) => void
}) {
  const words = useWords()
  const session = useRead(sessionAnswer, 'session')
  const wasIn = session.value !== null
  useEffect(
    () => whenElsewhere({ over: () => onOut(wasIn ? 'over' : 'left'), moved: onMoved }),
    [onMoved, onOut, wasIn],
  )
  if (session.value !== null)
    return (
      <Office
        key={session.value.person_id}
        session={session.value}
        onMoved={onMoved}
        onLeft={() => onOut('left')}
      />
    )
  return (
    <main className={styles.entry}>
      <h1>{words.title}</h1>
      <WhenRead read={session}>{() => null}</WhenRead>
    </main>
  )
}

type Tab = keyof OfficeWords['tabs']

const PARTS: Readonly<Record<Tab, (props: PartProps) => ReactNode>> = {
  sales: SalesPart,
  tills: TillsPart,
  folios: FoliosPart,
  alarms: AlarmsPart,
  products: ProductsPart,
  prices: PricesPart,
  offers: OffersPart,
  people: PeoplePart,
  log: LogPart,
}
/** Who sees each; the others everybody. */
const SEEN_BY: { readonly [One in Tab]?: readonly OfficeRole[] } = {
  people: ['manager', 'owner'],
  log: ['owner'],
}

/** Where the page is stands in its address: it is read again, kept and gone back to. */
function useTab(tabs: readonly Tab[]): Tab {
  const inAddress = () => tabs.find((tab) => location.hash === `#${tab}`) ?? 'sales'
  const [tab, setTab] = useState(inAddress)
  useEffect(() => {
    const follow = () => setTab(inAddress())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  })
  return tab
}

function Office({
  session,
  onMoved,
  onLeft,
}: {
  readonly session: OfficeSession
  /** Into another company. */
  readonly onMoved: () => void
  readonly onLeft: () => void
}) {
  const words = useWords()
  const tabs = (Object.keys(PARTS) as Tab[]).filter(
    (tab) => SEEN_BY[tab]?.includes(session.role) ?? true,
  )
  const tab = useTab(tabs)
  const { refused, change } = useChange()
  const Part = PARTS[tab]
  const leave = async () => {
    // Whoever believes to have left and has not leaves the page to the next one.
    if (await change('DELETE', 'session')) onLeft()
  }
  const go = async (chosen: string) => {
    if (await change('PUT', 'session', { person_id: chosen })) onMoved()
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Mark sizePx={40} />
        <p className={styles.shop}>
          <b>{session.shop.name}</b> <span>{session.shop.rut}</span>
        </p>
        <ShopChoice session={session} onChosen={(chosen) => void go(chosen)} />
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
            onPress={() => location.assign(`#${one}`)}
            data-testid={`tab-${one}`}
          >
            {words.tabs[one]}
          </Button>
        ))}
      </nav>
      <main className={styles.part}>
        <Refusal refused={refused} />
        <Part session={session} />
      </main>
    </div>
  )
}

/** Nothing where there is one company. */
function ShopChoice({
  session: { shops, person_id: current },
  onChosen,
}: {
  readonly session: OfficeSession
  readonly onChosen: (personId: string) => void
}) {
  const words = useWords()
  if (shops.length < 2) return null
  return (
    <ChoiceList
      label={words.shop}
      isLabelHidden
      value={current}
      choices={shops.map(({ person_id: value, name: label, rut }) => ({
        ...{ value, label, testId: `shop-${rut}` },
      }))}
      onChange={onChosen}
      testId="shops"
    />
  )
}
