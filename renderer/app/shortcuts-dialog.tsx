import { useTranslation } from 'react-i18next'
import { ACTIONS, type Action, type ActionId } from '../actions/registry.ts'
import { KeyCap } from '../components/button.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useUi } from './till-ui.ts'
import styles from './app.module.css'

const SCOPES = ['everywhere', 'sale', 'payment', 'result', 'receipts', 'return', 'returned'] as const

/** F1: what the registry holds, nothing else, so it cannot be out of date. */
export function ShortcutsDialog() {
  const ui = useUi()
  const { t } = useTranslation()
  return (
    <Sheet title={t('shortcuts.title')} lead={t('shortcuts.lead')} widthRem={64} onClose={ui.screen.getState().close}>
      <div className={styles.shortcuts}>
        {SCOPES.map((scope) => (
          <section key={scope} className={styles.shortcutGroup}>
            <h3 className={styles.shortcutTitle}>{t(`shortcuts.${scope}`)}</h3>
            <ul>
              {(ACTIONS as readonly Action[]).filter((action) => action.scope === scope).map((action) => (
                <li key={action.id} className={styles.shortcut}>
                  <span>{t(`actions.${action.id as ActionId}`)}</span>
                  <span className={styles.shortcutKeys}>{action.keys.map((key) => <KeyCap key={key} name={key} />)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Sheet>
  )
}
