/** What a screen does beside its main key, in one list that opens: each with its key, if any. */
import { useState } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { actionById, type ActionId } from '../actions/registry.ts'
import { isLocked } from '../stores/staff-store.ts'
import { useUi } from '../stores/till-ui.ts'
import { AriaLikeButton } from './aria-like-button.tsx'
import { KeyCap } from './button.tsx'
import styles from './select.module.css'

interface MoreItem {
  readonly testId: string
  readonly label: string
  readonly keyName?: string
  readonly onPress: () => void
}

/** Without an item there is nothing to open. */
export function MoreMenu({
  items,
  isDisabled = false,
}: {
  readonly items: readonly MoreItem[]
  readonly isDisabled?: boolean
}) {
  const ui = useUi()
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  // A key may open a dialog over it, or whoever serves may be locked out.
  const isCovered = useStore(ui.screen, ({ dialog }) => dialog !== null)
  const isLockedOut = useStore(ui.staff, isLocked)
  if (isOpen && (isCovered || isLockedOut)) setOpen(false)
  if (items.length === 0) return null
  const press = (key: unknown) => items.find(({ testId }) => testId === key)?.onPress()
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaLikeButton isDisabled={isDisabled} testId="more">
        {t('common.more')}
        <ChevronDown size={18} aria-hidden="true" />
      </AriaLikeButton>
      <Popover className={styles.menu ?? ''} placement="bottom end">
        <Menu className={styles.list ?? ''} aria-label={t('common.more')} onAction={press}>
          {items.map(({ testId, label, keyName }) => (
            <MenuItem
              key={testId}
              id={testId}
              textValue={label}
              className={`${styles.item} ${styles.spread}`}
              data-testid={testId}
            >
              {label}
              {keyName !== undefined && <KeyCap name={keyName} />}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** Actions of the registry as items, in order. */
export function useActionItems(actions: readonly (readonly [ActionId, string])[]): MoreItem[] {
  const ui = useUi()
  const { t } = useTranslation()
  return actions.map(([id, testId]) => ({
    testId,
    label: t(`actions.${id}`),
    keyName: actionById(id).keys[0] ?? '',
    onPress: () => actionById(id).run(ui),
  }))
}
