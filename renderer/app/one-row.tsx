/** Indicators in one row; what has no room in it is counted, and shown when asked for. */
import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PressButton } from '../kit/press-button.tsx'
import styles from './app.module.css'

/** What the bar keeps free at its ends and beside who serves, with some to spare. */
const BESIDE_REM = 3.5

/** Of the row above, whatever stands in which order. */
const below = (row: HTMLElement): Element[] => {
  const top = row.getBoundingClientRect().top + row.clientHeight
  return [...row.children].filter((child) => child.getBoundingClientRect().top >= top)
}

/** All of them, were nothing counted: the key that says it takes room itself. */
function allFit(row: HTMLElement): boolean {
  const remPx = parseFloat(getComputedStyle(document.documentElement).fontSize)
  const gapPx = remPx / 4
  const widths = [...row.children].map((child) => child.getBoundingClientRect().width + gapPx)
  const wanted = widths.reduce((sum, width) => sum + width, BESIDE_REM * remPx)
  return wanted <= (row.parentElement?.clientWidth ?? 0)
}

export function OneRow({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const shown = row.current
    if (shown === null || isOpen) return
    const count = () =>
      setHidden((before) => (before > 0 && allFit(shown) ? 0 : below(shown).length))
    const sized = new ResizeObserver(count)
    const changed = new MutationObserver(count)
    sized.observe(shown)
    changed.observe(shown, { childList: true, characterData: true, subtree: true })
    return () => {
      sized.disconnect()
      changed.disconnect()
    }
  }, [isOpen])
  // Whoever comes to one of them by Tab sees it.
  const open = ({ target }: FocusEvent) => {
    if (row.current !== null && !isOpen && below(row.current).includes(target)) setIsOpen(true)
  }
  return (
    <>
      <div
        ref={row}
        className={styles.indicators}
        data-crowded={hidden > 0 || undefined}
        data-open={isOpen || undefined}
        onFocus={open}
      >
        {children}
      </div>
      {hidden > 0 && (
        <PressButton
          className={styles.indicator ?? ''}
          aria-expanded={isOpen}
          preventFocusOnPress
          onPress={() => setIsOpen(!isOpen)}
          data-testid="more-indicators"
        >
          {isOpen ? t('status.less') : t('status.more', { count: hidden })}
        </PressButton>
      )}
    </>
  )
}
