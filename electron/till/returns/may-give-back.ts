/** Who may give back or change a document for another, and what of it stands in the log. */
import type { ChangeInput } from '#shared/returns/changes.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { SHORT_NAMES } from '#shared/issuing/short-names.ts'
import { cashIn } from '#shared/selling/payment/payment.ts'
import type { ChangeDecision } from '#shared/returns/decide-change.ts'
import type { NewVale, OutsideFacts, ReturnDecision } from '#shared/returns/return-decision.ts'
import { changeDeed, type ApprovalSubject } from '#shared/staff/deeds.ts'
import { printDate } from '#shared/time/calendar.ts'
import { valeName } from '#shared/vales/vale.ts'
import type { Approvals } from '../staff/approvals.ts'
import type { CashOut } from '../staff/cash-out.ts'
import type { Staff } from '../staff/staff-ports.ts'

/** Run the answers with what they allow, in its transaction. */
interface MayGiveBack {
  /** Taking back what was sold. */
  mayReturn(
    deed: ApprovalSubject,
    approvalId: string | null,
    decision: ReturnDecision,
  ): Result<() => void, Refusal>
  /** Changing a document for another: no money moves. */
  mayChange(command: ChangeInput, decision: ChangeDecision): Result<() => void, Refusal>
}

export function createMayGiveBack(
  staff: Staff,
  { allow }: Pick<Approvals, 'allow'>,
  cashOut: CashOut,
): MayGiveBack {
  return {
    mayReturn(deed, approvalId, decision) {
      const { returnId: saleId } = decision
      // Undone, its money comes back in: nothing leaves.
      if (decision.documentType === '56') {
        const permission = allow(deed, approvalId)
        if (!permission.ok) return permission
        const { actor, approverName, used } = permission.value
        return ok(() => {
          used()
          const row = { staff: actor, approverName, saleId, detail: detailOf(decision) }
          staff.audit.write({ action: 'return-undone', ...row })
        })
      }
      const out = cashOut({ way: 'return', deed, cashClp: cashIn(decision.payments) }, approvalId)
      return out.ok ? ok(() => out.value.write({ saleId, detail: detailOf(decision) })) : out
    },
    mayChange: createMayChange(staff, allow),
  }
}

/** Into an invoice, both rights: a person has one at least, and a PIN lends only the other. */
function createMayChange(staff: Staff, allow: Approvals['allow']): MayGiveBack['mayChange'] {
  return ({ to, recipient, approvalId }, decision) => {
    const serving = staff.actor()
    if (!serving.ok) return serving
    const { rights } = serving.value
    if (to === 'invoice' && !rights.refund && !rights.invoice)
      return refuse(refusal('RIGHT_REQUIRED'))
    const permission = allow(changeDeed(decision.originalId, to, recipient, rights), approvalId)
    if (!permission.ok) return permission
    const { actor, approverName, used } = permission.value
    return ok(() => {
      used()
      const row = { staff: actor, approverName, ...changeRow(decision) }
      staff.audit.write({ action: 'document-changed', ...row })
    })
  }
}

function changeRow({ changeId: saleId, changedType, document, totals }: ChangeDecision) {
  const what = `${SHORT_NAMES[changedType]} por ${SHORT_NAMES[document.documentType]}`
  return { saleId, detail: { what, totalClp: totals.totalClp } }
}

function detailOf({
  totals,
  payments,
  reason,
  outside,
  vale,
}: ReturnDecision): Record<string, string | number> {
  return {
    what: reason,
    totalClp: totals.totalClp,
    method: payments.map(({ name }) => name).join(' + '),
    ...(vale === null ? {} : { vale: valeText(vale) }),
    ...(outside === null ? {} : { receipt: outsideText(outside) }),
  }
}

/** With its end, which stands under no seal anywhere else. */
function valeText({ number, expiresOn }: NewVale): string {
  const until = expiresOn === null ? 'sin vencimiento' : `hasta ${printDate(expiresOn)}`
  return `${valeName(number)}, ${until}`
}

/** Whose word it is that there was such a receipt. */
function outsideText({ documentType, folio, check, sameFolio }: OutsideFacts): string {
  const receipt = `${SHORT_NAMES[documentType]} N° ${folio} de otra caja`
  const before =
    sameFolio === undefined ? '' : `; antes como ${SHORT_NAMES[sameFolio.documentType]} N° ${folio}`
  return `${receipt}, ${OUTSIDE_WORDS[check]}${before}`
}

const OUTSIDE_WORDS: Readonly<Record<OutsideFacts['check'], string>> = {
  confirmed: 'confirmada por el servicio',
  'not-found': 'según lo escrito: el servicio no la conoce',
  'not-asked': 'según lo escrito: el servicio no respondió',
}
