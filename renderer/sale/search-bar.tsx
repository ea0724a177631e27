import { useEffect, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { PackagePlus, ScanBarcode, Search, Tag, X } from 'lucide-react'
import { ActionButton } from '../kit/action-button.tsx'
import { createProduct } from '../actions/counter.ts'
import { useUi } from '../stores/till-ui.ts'
import { Button, KeyCap } from '../kit/button.tsx'
import { useRegisteredInput } from '../kit/registered-input.ts'
import { Notice } from '../kit/notice.tsx'
import { useRefusalText } from '../kit/use-texts.ts'
import { useWide } from '../kit/use-wide.ts'
import styles from './sale.module.css'

const TEXT_CHARS_MAX = 100
const TROUBLE_ID = 'search-trouble'
/** Narrower, the tools beside it leave room for one word. */
const WHOLE_REM = 57

/** Where everything typed "into nothing" lands. Has the focus when the sale screen opens. */
export function SearchBar() {
  return (
    <>
      <div className={styles.searchRow}>
        <SearchField />
        <ActionButton
          action="price"
          icon={<ScanBarcode size={21} aria-hidden="true" />}
          className={styles.tool ?? ''}
          labelClass={styles.toolLabel}
        />
        <ActionButton
          action="freeLine"
          icon={<Tag size={21} aria-hidden="true" />}
          className={styles.tool ?? ''}
          labelClass={styles.toolLabel}
        />
      </div>
      <SearchTrouble />
    </>
  )
}

/** Alone in what is drawn at every key, and at every digit of a scan that passes through it. */
function SearchField() {
  const ui = useUi()
  const isWide = useWide(WHOLE_REM)
  const { t } = useTranslation()
  const text = useStore(ui.catalogue, (state) => state.text)
  const hasTrouble = useStore(ui.catalogue, (state) => state.trouble !== null)
  const register = useRegisteredInput('search')

  useEffect(() => ui.inputs.get('search')?.focus(), [ui])

  return (
    <div className={styles.search} role="search">
      <Search className={styles.searchIcon} size={22} aria-hidden="true" />
      <input
        ref={register}
        className={styles.searchInput}
        type="text"
        value={text}
        maxLength={TEXT_CHARS_MAX}
        placeholder={t(isWide ? 'sale.searchPlaceholder' : 'sale.searchShort')}
        aria-label={t('sale.searchLabel')}
        aria-invalid={hasTrouble}
        aria-describedby={hasTrouble ? TROUBLE_ID : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        data-testid="search"
        onPointerDown={(event) => selectWhole(event, ui.catalogue.getState().isTextTaken)}
        onChange={(event) => ui.catalogue.getState().setText(event.target.value)}
      />
      <div className={styles.searchEnd}>
        {text === '' ? (
          <span className={styles.searchKey}>
            <KeyCap name="F2" />
          </span>
        ) : (
          <Button
            variant="quiet"
            size="square"
            aria-label={t('sale.clearSearch')}
            onPress={() => clear(ui)}
          >
            <X size={20} aria-hidden="true" />
          </Button>
        )}
      </div>
    </div>
  )
}

function SearchTrouble() {
  const ui = useUi()
  const { t } = useTranslation()
  const trouble = useStore(ui.catalogue, (state) => state.trouble)
  const refusalText = useRefusalText()
  if (trouble === null) return null
  const { code } = trouble
  return (
    <div id={TROUBLE_ID}>
      <Notice tone="bad" testId="search-trouble">
        <span>{refusalText(trouble.refusal)}</span>
        {code !== null && (
          <Button onPress={() => createProduct(ui, code)} data-testid="create-product">
            <PackagePlus size={20} aria-hidden="true" />
            {t('sale.createWithCode')}
          </Button>
        )}
      </Notice>
    </div>
  )
}

function clear(ui: ReturnType<typeof useUi>): void {
  ui.catalogue.getState().setText('')
  ui.inputs.get('search')?.focus()
}

/**
 * Somebody who comes back to the field begins another search: what they type takes the place of the
 * last one.
 */
function selectWhole(event: PointerEvent<HTMLInputElement>, isTextTaken: boolean): void {
  const field = event.currentTarget
  if (field.value === '' || (document.activeElement === field && !isTextTaken)) return
  event.preventDefault()
  field.focus()
  field.select()
}
