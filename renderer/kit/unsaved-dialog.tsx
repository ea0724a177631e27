import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useUi } from '../stores/till-ui.ts'
import { Button } from './button.tsx'
import { Sheet } from './sheet.tsx'

/**
 * Somebody leaves a section with something typed in it. Nothing is stored and nothing lost without
 * a word.
 */
export function UnsavedDialog({ then }: { readonly then: () => void }) {
  const ui = useUi()
  const { t } = useTranslation()
  const unsaved = useStore(ui.settings, (state) => state.unsaved)
  const { close } = ui.screen.getState()
  const save = async () => {
    const isSaved = (await unsaved?.save()) ?? true
    close()
    if (isSaved) then()
  }
  const discard = () => {
    unsaved?.discard()
    ui.settings.setState({ unsaved: null })
    close()
    then()
  }
  return (
    <Sheet
      title={t('settings.unsaved.title')}
      lead={t('settings.unsaved.lead', { section: unsaved?.title ?? '' })}
      role="alertdialog"
      onClose={close}
      onSubmit={save}
      actions={
        <>
          <Button variant="danger" onPress={discard} data-testid="unsaved-discard">
            {t('settings.unsaved.discard')}
          </Button>
          <Button variant="primary" type="submit" autoFocus data-testid="unsaved-save">
            {t('common.save')}
          </Button>
        </>
      }
    />
  )
}

/** Goes on at once when nothing is typed; else asks first. Answers whether it asked. */
export function afterUnsaved(ui: ReturnType<typeof useUi>, then: () => void): boolean {
  const { unsaved } = ui.settings.getState()
  if (unsaved === null) {
    then()
    return false
  }
  if (unsaved.saving !== null) {
    void unsaved.saving.then((isTaken) => {
      if (isTaken) then()
    })
    return true
  }
  ui.screen.getState().open({ kind: 'unsaved-settings', then })
  return true
}
