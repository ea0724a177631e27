/** The way into the first start of a shop. */
import type { TillUi } from '../stores/till-ui.ts'
import { callCore } from './counter.ts'

/** The steps of the first start; false where whoever serves may not go through them. */
export async function beginGuide(ui: TillUi): Promise<boolean> {
  const answer = await callCore(ui, ui.port.moveGuide({ to: 'begin' }))
  if (answer?.ok !== true) return false
  ui.screen.getState().go('guide')
  return true
}
