/** The sale that a command would make, for whoever asks what vanished from the open one. */
import type { CommitInput } from '#shared/selling/inputs.ts'
import { clp } from '#shared/money/clp.ts'
import { quantityMilli } from '#shared/money/quantity.ts'
import type { SaleThen } from '../staff/note-changes.ts'

/** The sale a command would make, as far as something may have vanished from the open one. */
export function chargedAs({ saleId, lines, payments }: CommitInput): SaleThen {
  return {
    saleId,
    cart: {
      lines: lines.map((line, index) => ({
        ...line,
        quantity: quantityMilli(line.quantity),
        unitGrossClp: clp(line.unitGrossClp),
        lineNumber: line.lineNumber ?? index + 1,
      })),
    },
    paying: {
      given: payments.map(({ method, amountClp, reference }) => ({
        method: { id: method },
        amountClp,
        reference,
      })),
    },
  }
}
