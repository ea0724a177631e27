import { useTranslation } from 'react-i18next'
import { ACTIONS, type ActionId } from '../actions/registry.ts'
import { KeyCap } from '../kit/button.tsx'
import { PressButton } from '../kit/press-button.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { useUi } from '../stores/till-ui.ts'
import styles from './app.module.css'
import type { Action } from '../actions/action.ts'

const SCOPES = [
  'everywhere',
  'sale',
  'payment',
  'result',
  'receipts',
  'return',
  'returned',
  'shift',
  'goods',
  'customers',
  'settings',
] as const

/**
 * What the registry holds, nothing else, so it cannot be out of date. What applies here and now
 * can be pressed.
 */
export function ShortcutsDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <Sheet
      title={t('actions.shortcuts')}
      lead={t('shortcuts.lead')}
      widthRem={64}
      onClose={ui.screen.getState().close}
    >
      <div className={styles.shortcuts}>
        {SCOPES.map((scope) => (
          <section key={scope} className={styles.shortcutGroup}>
            <h3 className={styles.shortcutTitle}>{t(`shortcuts.${scope}`)}</h3>
            <ul>
              {(ACTIONS as readonly Action[])
                .filter((action) => action.scope === scope)
                .map((action) => (
                  <li key={action.id}>
                    <Shortcut action={action} />
                  </li>
                ))}
              {scope === 'sale' && <Typed />}
            </ul>
          </section>
        ))}
      </div>
    </Sheet>
  )
}

/** What the search field understands besides names and codes. */
function Typed() {
  const { t } = useTranslation()
  const rows = [
    { text: t('shortcuts.timesText'), means: t('shortcuts.times') },
    { text: t('shortcuts.weightText'), means: t('shortcuts.weight') },
  ]
  return rows.map(({ text, means }) => (
    <li key={text}>
      <p className={styles.shortcut}>
        <span>{means}</span>
        <span className={styles.shortcutKeys}>
          <KeyCap name={text} isAlways />
        </span>
      </p>
    </li>
  ))
}

function Shortcut({ action }: { readonly action: Action }) {
  const ui = useUi()
  const { t } = useTranslation()
  const face = (
    <>
      <span>{t(`actions.${action.id as ActionId}`)}</span>
      <span className={styles.shortcutKeys}>
        {action.keys.map((key) => (
          <KeyCap key={key} name={key} isAlways />
        ))}
      </span>
    </>
  )
  const { screen } = ui.screen.getState()
  const isHere =
    (action.scope === 'everywhere' || action.scope === screen) &&
    action.id !== 'shortcuts' &&
    (action.isEnabled?.(ui) ?? true)
  if (!isHere) return <p className={styles.shortcut}>{face}</p>
  const run = () => {
    ui.screen.getState().close()
    // Once the dialog has let go of the focus: the action may want it somewhere.
    setTimeout(() => action.run(ui), 0)
  }
  return (
    <PressButton
      className={`${styles.shortcut} ${styles.shortcutHere}`}
      onPress={run}
      data-testid={`do-${action.id}`}
    >
      {face}
    </PressButton>
  )
}
