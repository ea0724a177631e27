/** Who may charge, delete, give back and mend, and what of it stands in the log. */
import type { ChangeInput } from '#shared/returns/changes.ts'
import type { CommitInput } from '#shared/selling/inputs.ts'
import type { AuditAction, AuditRow } from '#shared/staff/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { SHORT_NAMES } from '#shared/issuing/short-names.ts'
import { ZERO_CLP } from '#shared/money/clp.ts'
import { cashIn } from '#shared/selling/payment/payment.ts'
import type { ChangeDecision } from '#shared/returns/decide-change.ts'
import type { NewVale, OutsideFacts, ReturnDecision } from '#shared/returns/return-decision.ts'
import type { SaleDecision } from '#shared/selling/sale/decide-sale.ts'
import {
  changeDeed,
  deletionDeed,
  mendDeed,
  type ApprovalSubject,
  type Mending,
} from '#shared/staff/deeds.ts'
import { printDate } from '#shared/time/calendar.ts'
import { valeName } from '#shared/vales/vale.ts'
import { createSpendNotes } from './returns/spend-notes.ts'
import { createCommittedReader } from './selling/sales.ts'
import type { AskedDeletion } from './issuing/outbox/deletion-store.ts'
import type { TillDatabase } from './kernel/database.ts'
import type { Approvals } from './staff/approvals.ts'
import type { CashOut } from './staff/cash-out.ts'
import type { CardRefunds } from './card/card-refunds.ts'
import type { Staff } from './staff/staff-ports.ts'

interface MayDoPorts {
  readonly store: {
    readonly db: TillDatabase
    readonly staff: Staff
    readonly cardRefunds: Pick<CardRefunds, 'deletionProblem'>
  }
  /** Why no money may go back now; null when it may. */
  readonly needsShift: () => Refusal | null
}

export interface MayDo {
  /**
   * Deleting a pending receipt: who answers for it. Noted as asked for; what comes of it stands at
   * the receipt.
   */
  mayDelete(saleId: SaleId, approvalId: string | null): Result<AskedDeletion, Refusal>
  /** For a sale about to be written: refused, or what to write with it. */
  permitSale(command: CommitInput, decision: SaleDecision): Result<() => void, Refusal>
  readonly cashOut: CashOut
  /** Taking back what was sold; run the answer with the return, in its transaction. */
  mayReturn(
    deed: ApprovalSubject,
    approvalId: string | null,
    decision: ReturnDecision,
  ): Result<() => void, Refusal>
  /** Changing a document for another: no money moves. */
  mayChange(command: ChangeInput, decision: ChangeDecision): Result<() => void, Refusal>
  /** What a person does about a receipt that is stuck. Run the answer in its transaction. */
  mayMend(
    saleId: SaleId,
    mending: Mending,
    approvalId: string | null,
  ): Result<(action: AuditAction, detail: AuditRow['detail']) => void, Refusal>
}

export function createMayDo(
  { store, needsShift }: MayDoPorts,
  approvals: Approvals,
  cashOut: CashOut,
): MayDo {
  const { audit } = store.staff
  const spendNotes = createSpendNotes(store.db, cashOut, store.staff)
  const sold = createCommittedReader(store.db)
  return {
    cashOut,
    permitSale(command, decision) {
      const goods = approvals.permitSale(command.saleId, command)
      if (!goods.ok) return goods
      const notes = spendNotes(decision, command.approvalId ?? null)
      if (!notes.ok) return notes
      return ok(() => {
        goods.value()
        notes.value()
      })
    },
    mayDelete(saleId, approvalId) {
      const closed = needsShift()
      if (closed !== null) return refuse(closed)
      const problem = store.cardRefunds.deletionProblem(saleId)
      if (problem !== null) return refuse(problem)
      const { payments = [], toCollectClp = ZERO_CLP } = sold(saleId) ?? {}
      const deed = deletionDeed(saleId, toCollectClp)
      const out = cashOut({ way: 'deletion', deed, cashClp: cashIn(payments) }, approvalId)
      if (!out.ok) return out
      const { actor, approverName, write } = out.value
      return ok({
        askedBy: [actor.name, approverName].filter(Boolean).join(', '),
        note: () => write({ saleId, detail: { totalClp: toCollectClp } }),
      })
    },
    mayReturn(deed, approvalId, decision) {
      const { returnId: saleId } = decision
      // Undone, its money comes back in: nothing leaves.
      if (decision.documentType === '56') {
        const permission = approvals.allow(deed, approvalId)
        if (!permission.ok) return permission
        const { actor, approverName, used } = permission.value
        return ok(() => {
          used()
          const row = { staff: actor, approverName, saleId, detail: detailOf(decision) }
          audit.write({ action: 'return-undone', ...row })
        })
      }
      const out = cashOut({ way: 'return', deed, cashClp: cashIn(decision.payments) }, approvalId)
      return out.ok ? ok(() => out.value.write({ saleId, detail: detailOf(decision) })) : out
    },
    mayChange: createMayChange(store.staff, approvals),
    mayMend(saleId, mending, approvalId) {
      const permission = approvals.allow(mendDeed(saleId, mending), approvalId)
      if (!permission.ok) return permission
      const { actor, approverName, used } = permission.value
      return ok((action, detail) => {
        used()
        audit.write({ action, staff: actor, approverName, saleId, detail })
      })
    },
  }
}

/** Into an invoice, both rights: a person has one at least, and a PIN lends only the other. */
function createMayChange(staff: Staff, approvals: Approvals): MayDo['mayChange'] {
  return ({ to, recipient, approvalId }, decision) => {
    const serving = staff.actor()
    if (!serving.ok) return serving
    const { rights } = serving.value
    if (to === 'invoice' && !rights.refund && !rights.invoice)
      return refuse(refusal('RIGHT_REQUIRED'))
    const permission = approvals.allow(
      changeDeed(decision.originalId, to, recipient, rights),
      approvalId,
    )
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
