import type { Refusal } from '#shared/languages/refusals.ts'
import type { Result } from '#shared/core/result.ts'
import type { StaffView } from '#shared/staff/views.ts'
import { callCore } from '../actions/counter.ts'
import type { TillUi } from '../stores/till-ui.ts'

/** Takes the new picture of who works here, or says what is wrong. */
export async function take(
  ui: TillUi,
  question: Promise<Result<StaffView, Refusal>>,
): Promise<Refusal | null> {
  const answer = await callCore(ui, question)
  if (answer === null) return null
  if (!answer.ok) return answer.refusal
  ui.staff.getState().take(answer.value)
  return null
}
