import { useTranslation } from 'react-i18next'
import { ArrowRight, Printer } from 'lucide-react'
import { localeOf } from '#shared/languages/languages.ts'
import type { ManualGroup, ManualPage, ManualPlace } from '../i18n/manual-page.ts'
import { keyOf, type ActionId } from '../actions/registry.ts'
import { Button, KeyCap } from '../kit/button.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { useLanguage } from '../kit/use-texts.ts'
import { SECTION_TITLES } from '../settings/section-titles.ts'
import { useUi } from '../stores/till-ui.ts'
import { piecesOf, plainText } from './manual-text.ts'
import { pictureAt, useManualWords } from './manuals.ts'
import { goTo, placeOf, wayTo } from './places.ts'
import { printManual } from './print-manual.ts'
import { useWord } from './use-word.ts'
import styles from './manual.module.css'

interface PageProps {
  readonly page: ManualPage
  readonly group: ManualGroup
  readonly titleOf: (id: string) => string
  /** None on paper, where nothing is pressed. */
  readonly onShow?: (id: string) => void
}

/** Every page of the manual is drawn by this. */
export function Page({ page, group, titleOf, onShow }: PageProps) {
  const words = useManualWords()
  const screens = localeOf(useLanguage())
  const { id, title, lead, steps, notes = [], see = [], at } = page
  return (
    <section className={styles.page} data-manual-id={id}>
      <h3 id={onShow && `manual-${id}`} className={styles.title} tabIndex={-1}>
        <Words text={title} />
      </h3>
      <p className={styles.lead}>
        <Words text={lead} />
      </p>
      {onShow !== undefined && <Ways at={at} />}
      <h4 className={styles.heading} lang={screens}>
        {group.kind === 'task' ? words.steps : words.cure}
      </h4>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>
            <span>
              <Words text={step} />
            </span>
          </li>
        ))}
      </ol>
      {notes.length > 0 && (
        <>
          <h4 className={styles.heading} lang={screens}>
            {words.good}
          </h4>
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>
                <Words text={note} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Picture page={page} />
      {see.length > 0 && onShow !== undefined && (
        <>
          <h4 className={styles.heading} lang={screens}>
            {words.see}
          </h4>
          <ul className={styles.see}>
            {see.map((other) => (
              <li key={other}>
                <PressButton
                  className={styles.seeLink ?? ''}
                  onPress={() => onShow(other)}
                  data-testid={`manual-see-${other}`}
                >
                  <Words text={titleOf(other)} />
                </PressButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Words of the screen stand out as keys do, in the language the screen speaks. */
export function Words({ text }: { readonly text: string }) {
  const word = useWord()
  const locale = localeOf(useLanguage())
  return piecesOf(text).map((piece, index) => {
    if ('text' in piece) return piece.text
    if ('said' in piece)
      return (
        <span key={index} lang={locale}>
          {word(piece.said)}
        </span>
      )
    return (
      <b key={index} className={styles.label} lang={locale}>
        {word(piece.label)}
        {piece.action !== null && <KeyCap name={keyOf(piece.action as ActionId)} isAlways />}
      </b>
    )
  })
}

function Picture({ page }: Pick<PageProps, 'page'>) {
  const word = useWord()
  const src = page.picture === undefined ? undefined : pictureAt(page.picture)
  if (src === undefined) return null
  return (
    <img
      className={styles.picture}
      data-manual-picture
      src={src}
      width={1366}
      height={768}
      alt={plainText(page.title, word)}
    />
  )
}

/** To the screen it is about, where whoever serves may go there; and onto paper. */
function Ways({ at }: { readonly at: ManualPlace | undefined }) {
  const ui = useUi()
  const { t } = useTranslation()
  const words = useManualWords()
  const screens = localeOf(useLanguage())
  const way = at === undefined ? null : wayTo(ui, at)
  const place = at === undefined ? null : placeOf(at)
  return (
    <div className={styles.ways} lang={screens}>
      {at !== undefined && way !== null && (
        <Button onPress={() => goTo(ui, way, at)} data-testid="manual-go">
          {words.go} {place === null ? t(`actions.${way}`) : t(SECTION_TITLES[place.section])}
          <ArrowRight size={18} aria-hidden="true" />
        </Button>
      )}
      <Button variant="quiet" onPress={() => printManual()} data-testid="manual-print">
        <Printer size={20} aria-hidden="true" />
        {words.print}
      </Button>
    </div>
  )
}
