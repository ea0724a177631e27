/** Vales at the payment, in their list and on paper: who may not is asked for somebody's PIN. */
import type { Refusal } from '#shared/languages/refusals.ts'
import { valeCopyDeed, valeDeed } from '#shared/staff/deeds.ts'
import { overProblem } from '#shared/vales/vale.ts'
import type { TillUi } from '../stores/till-ui.ts'
import { withWord } from '../stores/worth-word.ts'
import { callCore, withDeed } from './counter.ts'

/** What is wrong, or null once it pays or somebody is asked for it. */
export async function payWithVale(ui: TillUi, code: string): Promise<Refusal | null> {
  const problem = await take(ui, code)
  if (problem !== null) complain(ui, problem)
  return problem
}

function complain(ui: TillUi, problem: Refusal): void {
  ui.payment.setState({ troubles: { form: { ...problem, field: null } } })
  ui.sounds.refuse()
}

async function take(ui: TillUi, code: string): Promise<Refusal | null> {
  const tried = await callCore(ui, ui.port.findVale({ code }))
  const isShops = tried?.ok === false && tried.refusal.code === 'WORTH_ASKS_SHOP'
  const found = isShops ? await callCore(ui, ui.port.findValeInShop({ code })) : tried
  if (found === null) return null
  if (!found.ok) return found.refusal
  const { number, name, balanceClp, isDoubtful } = found.value
  const over = overProblem(found.value)
  if (over !== null) return over
  const pay = () => ui.payment.getState().takeVale({ name, code, balanceClp })
  if (!isDoubtful) return pay()
  withDeed(ui, valeDeed('accept', number), (approvalId) => {
    void callCore(ui, ui.port.acceptVale({ number, approvalId })).then((accepted) => {
      // Its dialog has made way for the PIN: what is wrong is said at the payment.
      const problem = accepted === null ? null : accepted.ok ? pay() : accepted.refusal
      if (problem !== null) complain(ui, problem)
    })
  })
  return null
}

/**
 * The first paper is theirs who have just given it; any other needs whoever may go beyond, or a
 * PIN. Which of them it is the core knows. `then` hears what was wrong.
 */
export async function printVale(
  ui: TillUi,
  number: number,
  then: (trouble: Refusal | null) => void,
): Promise<void> {
  const print = (approvalId: string | null) =>
    callCore(ui, ui.port.printVale({ number, approvalId }))
  const told = (printed: Awaited<ReturnType<typeof print>>) =>
    then(printed === null || printed.ok ? null : printed.refusal)
  const printed = await print(null)
  if (printed?.ok === false && printed.refusal.code === 'RIGHT_REQUIRED')
    return withDeed(ui, valeCopyDeed(number), (approvalId) => void print(approvalId).then(told))
  return told(printed)
}

/** `then` hears what was wrong. */
export function voidVale(
  ui: TillUi,
  number: number,
  reason: string,
  then: (trouble: Refusal | null) => void,
): void {
  withDeed(ui, valeDeed('void', number), (approvalId) => {
    const claim = () => ui.port.claimWorths({ for: 'void', number })
    const end = () => ui.port.voidVale({ number, reason, approvalId })
    void callCore(ui, withWord(claim, end)).then((voided) =>
      then(voided === null || voided.ok ? null : voided.refusal),
    )
  })
}
