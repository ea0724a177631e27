/** A vale at the payment: looked up by its code, taken; the owner accepts a doubtful one. */
import type { Refusal } from '#shared/core/refusals.ts'
import { valeDeed } from '#shared/staff/deeds.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { callCore, withDeed } from './counter.ts'

/** What is wrong, or null once it pays or somebody is asked for it. */
export async function payWithVale(ui: TillUi, code: string): Promise<Refusal | null> {
  const problem = await take(ui, code)
  if (problem === null) return null
  ui.payment.setState({ troubles: { form: { ...problem, field: null } } })
  ui.sounds.refuse()
  return problem
}

async function take(ui: TillUi, code: string): Promise<Refusal | null> {
  const found = await callCore(ui, ui.port.findVale({ code }))
  if (found === null) return null
  if (!found.ok) return found.refusal
  const { number, name, balanceClp, isDoubtful } = found.value
  const pay = () => ui.payment.getState().takeVale({ name, code, balanceClp })
  if (!isDoubtful) return pay()
  withDeed(ui, valeDeed('accept', number), (approvalId) => {
    void callCore(ui, ui.port.acceptVale({ number, approvalId })).then((accepted) => {
      if (accepted?.ok === true) return pay()
      return ui.sounds.refuse()
    })
  })
  return null
}
