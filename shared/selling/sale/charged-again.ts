/**
 * A charge that comes again: a second press, or a retry after an answer that got lost. It is
 * answered with the sale it made only where it asks for that sale. Somebody who has changed the
 * payment, the customer or the goods meanwhile must not read that this was charged.
 */
import type { CommitInput } from '../inputs.ts'
import type { CommittedSale } from '../views.ts'
import { isCredit, isVale } from '../payment/payment-method.ts'
import { foldToLatin1 } from '../../text/latin1.ts'
import { isInvoice } from '../../core/document-type.ts'
import { toParty, type ReceiptParty } from '../../issuing/receipt-document.ts'
import { decideBuyer } from './decide-recipient.ts'

export interface Buyer {
  readonly rut: string
  readonly legalName: string
  /** As the document names the buyer, as JSON; null where nothing is issued. */
  readonly partyJson: string | null
}
/** `quantity` in thousandths. */
export interface SoldLine {
  readonly productId: string | null
  readonly quantity: number
}

export function isSaleOf(
  command: CommitInput,
  sold: CommittedSale,
  buyer: Buyer | null,
  lines: readonly SoldLine[],
): boolean {
  const wantsInvoice = command.isInvoice === true
  const asked = decideBuyer(command.recipient, wantsInvoice)
  return (
    isInvoice(sold.documentType) === wantsInvoice &&
    sold.totalClp === command.expectedTotalClp &&
    sold.tipClp === (command.tipClp ?? 0) &&
    asked.ok &&
    asked.value.rut === buyer?.rut &&
    asked.value.legalName === buyer.legalName &&
    (!wantsInvoice || isNamedAs(asked.value, buyer)) &&
    lines.length === command.lines.length &&
    lines.every((line, index) => isSameLine(line, command.lines[index])) &&
    sold.payments.length === command.payments.length &&
    sold.payments.every((part, index) => isSamePayment(part, command.payments[index]))
  )
}

/** An invoice says more of its buyer: who has corrected it must not read that it went out so. */
function isNamedAs(asked: ReceiptParty, { partyJson }: Buyer): boolean {
  return (
    partyJson !== null && JSON.stringify(JSON.parse(partyJson)) === JSON.stringify(toParty(asked))
  )
}

function isSameLine(sold: SoldLine, asked: CommitInput['lines'][number] | undefined): boolean {
  return (
    asked !== undefined && asked.productId === sold.productId && asked.quantity === sold.quantity
  )
}

/** What was left open took what was due. */
function isSamePayment(
  sold: CommittedSale['payments'][number],
  asked: CommitInput['payments'][number] | undefined,
): boolean {
  if (asked === undefined || asked.method !== sold.method) return false
  // A vale is named by its code and kept by its number, a credit note by its id.
  if (isVale({ id: asked.method }) || isCredit({ id: asked.method }))
    return asked.amountClp === null || asked.amountClp === sold.tenderedClp
  // So is what the terminal said of a card by its attempt.
  if (asked.attemptId !== undefined) return asked.amountClp === sold.tenderedClp
  return (
    foldToLatin1(asked.reference).trim() === sold.reference &&
    (asked.amountClp === null || asked.amountClp === sold.tenderedClp)
  )
}
