import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { askSettings } from './counter.ts'

/** A deed of the owner's: whoever may not is asked for a PIN that may, and it is done then. */
export function asOwner<Value>(
  ui: TillUi,
  deed: () => Promise<Result<Value, Refusal>>,
  then: (answer: Result<Value, Refusal>) => void,
): void {
  deed().then(
    (answer) => {
      if (answer.ok || answer.refusal.code !== 'OWNER_REQUIRED') return then(answer)
      askSettings(ui, () => asOwner(ui, deed, then))
    },
    () => ui.status.setState({ link: 'down' }),
  )
}
