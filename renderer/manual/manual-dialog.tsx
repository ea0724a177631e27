import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Keyboard, Printer } from 'lucide-react'
import type { ManualGroup, ManualPage } from '../i18n/manual-page.ts'
import { actionById } from '../actions/registry.ts'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { SEARCH_CHARS_MAX } from '../kit/find-setting.ts'
import { Notice } from '../kit/notice.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useLanguage } from '../kit/use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { findPages } from './find-pages.ts'
import { Page, Words } from './page.tsx'
import { manualIn, useManualWords, type Manual } from './manuals.ts'
import { pageHere } from './places.ts'
import { printManual } from './print-manual.ts'
import { useWord } from './use-word.ts'
import styles from './manual.module.css'

/** F1: the page of the screen it was asked from, and every other one beside it. */
export function ManualDialog() {
  const ui = useUi()
  const words = useManualWords()
  const manual = manualIn(useLanguage())
  const [shownId, setShownId] = useState(() => pageHere(ui))
  const [isWhole, setWhole] = useState(false)
  const reading = useRef<HTMLElement>(null)
  const pages = manual.groups.flatMap((group) => group.pages.map((page) => ({ page, group })))
  const shown = pages.find(({ page }) => page.id === shownId)
  const show = (id: string) => {
    flushSync(() => setShownId(id))
    reading.current?.querySelector('h3')?.focus()
  }
  const printAll = () => {
    flushSync(() => setWhole(true))
    printManual(() => setWhole(false))
  }
  return (
    <Sheet title={words.title} widthRem={76} tools={<Tools onPrintAll={printAll} />}>
      <div className={styles.manual} data-whole={isWhole || undefined}>
        <Index manual={manual} shownId={shownId} onShow={show} />
        {shown !== undefined && (
          <article
            key={shownId}
            ref={reading}
            tabIndex={0}
            lang={manual.locale}
            aria-labelledby={`manual-${shownId}`}
            className={styles.reading}
            data-testid="manual-page"
          >
            <Page {...shown} titleOf={(id) => titleOf(manual, id)} onShow={show} />
          </article>
        )}
        {isWhole && (
          <div className={styles.whole} lang={manual.locale}>
            {pages.map((each) => (
              <Page key={each.page.id} {...each} titleOf={(id) => titleOf(manual, id)} />
            ))}
          </div>
        )}
      </div>
    </Sheet>
  )
}

const titleOf = ({ groups }: Manual, id: string): string =>
  groups.flatMap(({ pages }) => pages).find((page) => page.id === id)?.title ?? ''

function Tools({ onPrintAll }: { readonly onPrintAll: () => void }) {
  const ui = useUi()
  const { t } = useTranslation()
  const words = useManualWords()
  return (
    <div className={styles.tools}>
      <Button
        variant="quiet"
        onPress={() => actionById('shortcuts').run(ui)}
        data-testid="manual-shortcuts"
      >
        <Keyboard size={20} aria-hidden="true" />
        {t('actions.shortcuts')}
      </Button>
      <Button variant="quiet" onPress={onPrintAll} data-testid="manual-print-all">
        <Printer size={20} aria-hidden="true" />
        {words.printAll}
      </Button>
    </div>
  )
}

interface IndexProps {
  readonly manual: Manual
  readonly shownId: string
  readonly onShow: (id: string) => void
}

/** All pages in their groups; while somebody searches, those that are found. */
function Index({ manual, shownId, onShow }: IndexProps) {
  const words = useManualWords()
  const word = useWord()
  const [typed, setTyped] = useState('')
  const found = findPages(manual.groups, typed, word)
  const isSearching = typed.trim() !== ''
  return (
    <div className={styles.index}>
      <search>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (found[0] !== undefined) onShow(found[0].id)
          }}
        >
          <Field
            label={words.search}
            isLabelHidden
            value={typed}
            onChange={setTyped}
            placeholder={words.hint}
            maxLength={SEARCH_CHARS_MAX}
            autoFocus
            testId="manual-search"
          />
          <p role="status" className="visually-hidden">
            {isSearching && `${words.pages}: ${found.length}`}
          </p>
        </form>
      </search>
      {isSearching && found.length === 0 && (
        <Notice tone="plain" testId="manual-none">
          {words.none}
        </Notice>
      )}
      <PageList label={words.pages} locale={manual.locale} shownId={shownId}>
        {isSearching ? (
          <Links pages={found} shownId={shownId} onShow={onShow} />
        ) : (
          manual.groups.map((group) => (
            <Group key={group.title} group={group} shownId={shownId} onShow={onShow} />
          ))
        )}
      </PageList>
    </div>
  )
}

function PageList({
  label,
  locale,
  shownId,
  children,
}: {
  readonly label: string
  readonly locale: string
  readonly shownId: string
  readonly children: ReactNode
}) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [shownId])
  return (
    <nav ref={list} aria-label={label} className={styles.list}>
      <div lang={locale}>{children}</div>
    </nav>
  )
}

function Group({
  group: { title, pages },
  ...rest
}: Pick<IndexProps, 'shownId' | 'onShow'> & { readonly group: ManualGroup }) {
  return (
    <section className={styles.group}>
      <h3 className={styles.groupTitle}>{title}</h3>
      <Links pages={pages} {...rest} />
    </section>
  )
}

function Links({
  pages,
  shownId,
  onShow,
}: Pick<IndexProps, 'shownId' | 'onShow'> & { readonly pages: readonly ManualPage[] }) {
  return (
    <ul>
      {pages.map(({ id, title }) => (
        <li key={id}>
          <PressButton
            className={styles.link ?? ''}
            aria-current={id === shownId ? 'page' : undefined}
            onPress={() => onShow(id)}
            data-testid={`manual-to-${id}`}
          >
            <span>
              <Words text={title} />
            </span>
          </PressButton>
        </li>
      ))}
    </ul>
  )
}
