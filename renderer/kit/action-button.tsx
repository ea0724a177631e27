import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { Button, KeyCap, ToolFace, type ButtonProps } from './button.tsx'
import { useDocumentWords } from './use-texts.ts'
import { useUi } from '../stores/till-ui.ts'
import { actionById, ariaKey, type ActionId } from '../actions/registry.ts'

interface ActionButtonProps extends Omit<ButtonProps, 'children' | 'onPress' | 'aria-label'> {
  readonly action: ActionId
  readonly icon?: ReactNode
  /** Shown instead of the action's own label, which stays its name. */
  readonly children?: ReactNode
  readonly isKeyHidden?: boolean
  /** Class of the label, for buttons that hide it where there is no room. */
  readonly labelClass?: string | undefined
  /** The icon with one word under it; the whole label stays the button's name. */
  readonly word?: string
}

/** A button that does what the registry says, with its label and its key on it. */
export function ActionButton(props: ActionButtonProps) {
  const { action: id, icon, children, isKeyHidden = false, word, labelClass, ...rest } = props
  const ui = useUi()
  const { t } = useTranslation()
  const say = useDocumentWords()
  const label = say(t(`actions.${id}`))
  const action = actionById(id)
  const key = action.keys[0] ?? ''
  const keys = action.keys.map(ariaKey).join(' ')
  if (word !== undefined) {
    return (
      <Button
        {...rest}
        size="tool"
        aria-label={label}
        aria-keyshortcuts={keys}
        onPress={() => action.run(ui)}
      >
        <ToolFace icon={icon} keyName={key} word={word} />
      </Button>
    )
  }
  return (
    <Button {...rest} aria-keyshortcuts={keys} onPress={() => action.run(ui)}>
      {icon}
      {children ?? <span className={labelClass}>{label}</span>}
      {!isKeyHidden && <KeyCap name={key} />}
    </Button>
  )
}

/** The key of a pane that is pressed for what the pane is for; says so while it is under way. */
export function MainActionButton({
  busyText,
  isBusy,
  children,
  ...rest
}: Omit<ActionButtonProps, 'variant' | 'size' | 'isWide' | 'isDisabled'> & {
  readonly busyText: string
  readonly isBusy: boolean
}) {
  const { t } = useTranslation()
  return (
    <ActionButton {...rest} variant="primary" size="large" isWide isDisabled={isBusy}>
      {isBusy ? busyText : (children ?? t(`actions.${rest.action}`))}
    </ActionButton>
  )
}
