import { Delete } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './controls.module.css'

export type KeypadCorner = ',' | '00' | '000' | 'K'

/** The text after a keypad key. Pure, so that it is the same for every field that has a keypad. */
export function afterKeypad(text: string, key: string): string {
  if (key === 'erase') return text.slice(0, -1)
  if (key === ',' && (text === '' || text.includes(','))) return text === '' ? '0,' : text
  return text === '0' && key !== ',' ? key.replace(/^0+(?=.)/, '') : text + key
}

/**
 * Digits for fingers. Keyboard users have the keyboard: the keys are not in the tab order and leave
 * the focus alone.
 */
export function Keypad({
  corner,
  onKey,
}: {
  readonly corner: KeypadCorner
  readonly onKey: (key: string) => void
}) {
  const { t } = useTranslation()
  const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', corner, '0']
  return (
    <div className={styles.keypad} role="group" aria-label={t('common.keypad')}>
      {keys.map((key) => (
        <Button
          key={key}
          className={styles.keypadKey ?? ''}
          excludeFromTabOrder
          preventFocusOnPress
          onPress={() => onKey(key)}
        >
          {key}
        </Button>
      ))}
      <Button
        className={styles.keypadKey ?? ''}
        excludeFromTabOrder
        preventFocusOnPress
        aria-label={t('common.erase')}
        onPress={() => onKey('erase')}
      >
        <Delete size={24} aria-hidden="true" />
      </Button>
    </div>
  )
}
