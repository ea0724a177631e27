/** What a row of the table of actions is. */
import type { TillUi } from '../stores/till-ui.ts'
import type { Dialog, Screen } from '../stores/screen-store.ts'

/** `elsewhere`: the sale's screens while another window has the sale. */
type ActionScope = 'everywhere' | 'elsewhere' | Screen

export interface Action {
  readonly id: string
  readonly scope: ActionScope
  /** As `keyName` writes them; the first is shown on the button. */
  readonly keys: readonly string[]
  /** False leaves the key to the focused element. */
  isEnabled?(ui: TillUi): boolean
  run(ui: TillUi): void
}

export const goTo = (screen: Screen) => (ui: TillUi) => ui.screen.getState().go(screen)

export const focuses = (input: Parameters<TillUi['inputs']['get']>[0]) => (ui: TillUi) => {
  ui.inputs.get(input)?.focus()
  ui.inputs.get(input)?.select()
}

export const opens = (dialog: Dialog) => (ui: TillUi) => ui.screen.getState().open(dialog)
