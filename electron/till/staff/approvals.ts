/**
 * What a sale needs beyond the cashier's rights, who allowed it, and the last word when it is
 * committed. An approval is bound to the open sale or to the cashier it was given to, to the thing
 * allowed, and to a quarter of an hour.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { Ids } from '#shared/text/ids.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { hasNumberTwice } from '#shared/selling/sale/decide-sale.ts'
import type { ApprovalSubject } from '#shared/staff/deeds.ts'
import { covers, type Need } from '#shared/staff/need.ts'
import { mayApprove, needsOfSale } from '#shared/staff/rights.ts'
import type { RiskSale } from '#shared/staff/risk-line.ts'
import type { OpenSale } from '#shared/selling/open-sale/open-sale.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Clock } from '../kernel/ports.ts'
import { noteSale, type SaleThen } from './note-changes.ts'
import { createApprovalStore, type ApprovalStore } from './approval-store.ts'
import { approversOf, deedsOf, needsIn, textOf, type ApprovalRow } from './sale-deeds.ts'
import type { Actor, Staff } from './staff-ports.ts'

/** Lines and the discount on all of them, as the screen has them. */
export type AskedSale = Parameters<TillApi['saleNeeds']>[0]

interface ApprovalPorts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly ids: Ids
  readonly staff: Staff
  /** With the catalogue's own names and prices. */
  readonly riskSale: (sale: AskedSale) => RiskSale
  readonly openSaleId: () => SaleId | null
  /** The same, made now where it has none yet. */
  readonly nameOpenSale: () => SaleId
}

/**
 * Who may do something now: the cashier, or somebody for the cashier. Run `used` with the deed, in
 * its transaction.
 */
export interface Permission {
  readonly actor: Actor
  readonly approverName: string | null
  used(): void
}

export interface Approvals {
  saleNeeds: TillApi['saleNeeds']
  approve: TillApi['approve']
  /** For a sale about to be written: refused, or what to write with it. */
  permitSale(saleId: SaleId, sale: AskedSale): Result<() => void, Refusal>
  /** For a single deed of a right, named as exactly as it was allowed. */
  allow(deed: ApprovalSubject, approvalId: string | null): Result<Permission, Refusal>
  /** Whoever they were given to has left the counter. Inside a transaction. */
  endAll(): void
  /**
   * Lines and payments that vanish from an open sale are remembered. Inside the transaction that
   * lets them go.
   */
  noteSale(before: OpenSale | null, after: SaleThen | null): void
}

export function createApprovals(ports: ApprovalPorts): Approvals {
  const { staff, riskSale } = ports
  const { audit } = staff
  const store = standing(staff, createApprovalStore(ports.db, ports.clock))
  const needsNow = (sale: AskedSale, rights: Actor['rights'], rows: readonly ApprovalRow[]) =>
    needsOfSale(riskSale(sale), rights, rows.flatMap(needsIn))
  return {
    saleNeeds(sale) {
      const actor = staff.actor()
      return actor.ok
        ? needsNow(sale, actor.value.rights, store.given(sale.saleId ?? ports.openSaleId()))
        : []
    },
    approve: createApprove(ports, store, needsNow),
    permitSale(saleId, sale) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      const rows = store.given(saleId)
      const asked = riskSale(sale)
      const missing = needsOfSale(asked, actor.value.rights, rows.flatMap(needsIn))
      if (missing.length > 0)
        return refuse(refusal('APPROVAL_REQUIRED', null, { what: textOf(missing) }))
      return ok(() => {
        for (const { action, detail, need } of deedsOf(asked, actor.value)) {
          audit.write({
            action,
            staff: actor.value,
            saleId,
            detail,
            approverName: approversOf(rows, need),
          })
        }
        for (const row of rows) store.use(row)
      })
    },
    endAll: store.endAll,
    allow(deed, approvalId) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      if (actor.value.rights[deed.right])
        return ok({ actor: actor.value, approverName: null, used: () => undefined })
      const row = approvalId === null ? undefined : store.single(approvalId, actor.value.name)
      const isFor = row !== undefined && needsIn(row).some((need) => covers(need, needOf(deed)))
      if (!isFor) return refuse(refusal('RIGHT_REQUIRED'))
      return ok({ actor: actor.value, approverName: row.approverName, used: () => store.use(row) })
    },
    noteSale: (before, after) => noteSale(staff, before, after),
  }
}

type NeedsNow = (
  sale: AskedSale,
  rights: Actor['rights'],
  rows: readonly ApprovalRow[],
) => readonly Need[]

/** Somebody types a PIN over the cashier's shoulder: whose it is, and whether they may. */
function createApprove(
  { db, ids, staff, openSaleId, nameOpenSale }: ApprovalPorts,
  store: ApprovalStore,
  needsNow: NeedsNow,
): Approvals['approve'] {
  return async ({ staffId, pin, subject }) => {
    if (subject.kind === 'sale' && hasNumberTwice(subject.lines))
      return refuse(refusal('LINE_NUMBER_TWICE'))
    const actor = staff.actor()
    if (!actor.ok) return actor
    const verified = await staff.verify(staffId, pin, actor.value.id)
    if (!verified.ok) return verified
    // Comparing takes a moment, and the counter may have been locked or taken over in it: it was
    // asked for somebody else.
    const still = staff.actor()
    if (!still.ok || still.value.id !== actor.value.id) return refuse(refusal('SIGN_IN_REQUIRED'))
    const approver = verified.value
    const saleId =
      subject.kind === 'sale' ? (subject.saleId ?? openSaleId() ?? nameOpenSale()) : null
    const needs: readonly Need[] =
      subject.kind === 'sale'
        ? needsNow(subject, actor.value.rights, store.given(saleId))
        : [rightNeed(subject)]
    const rights = staff.store.rightsOf(approver)
    const approvalId = ids.next()
    const isAllowed = needs.every((need) => mayApprove(rights, need))
    // Somebody else's PIN came first: there is nothing left to allow, and nobody answers for
    // nothing.
    if (needs.length === 0) return ok({ approvalId, approverName: approver.name, needs })
    db.transaction(() => {
      // The settings are opened for a visit, not for one deed: nothing is kept that a command
      // could use later.
      if (isAllowed && subject.kind !== 'settings')
        store.add({ approvalId, saleId, needs, cashierName: actor.value.name, approver })
      staff.audit.write({
        action: isAllowed ? 'approval' : 'approval-refused',
        staff: actor.value,
        approverName: approver.name,
        saleId,
        detail: { what: textOf(needs) },
      })
    }).immediate()
    if (isAllowed && subject.kind === 'settings') staff.settingsRight.lend(approver)
    return isAllowed
      ? ok({ approvalId, approverName: approver.name, needs })
      : refuse(refusal('APPROVER_TOO_LOW', 'pin', { name: approver.name }))
  }
}

/** Somebody who has left the shop, or may no longer do it, allows nothing of what they allowed. */
function standing({ store: people }: Staff, approvals: ApprovalStore): ApprovalStore {
  const mayStill = (row: ApprovalRow) => {
    const approver = people.find(row.approverId)
    if (approver === null) return false
    const rights = people.rightsOf(approver)
    return needsIn(row).every((need) => mayApprove(rights, need))
  }
  return {
    ...approvals,
    given: (saleId) => approvals.given(saleId).filter(mayStill),
    single(approvalId, cashier) {
      const row = approvals.single(approvalId, cashier)
      return row !== undefined && mayStill(row) ? row : undefined
    },
  }
}

function rightNeed(
  subject: Exclude<Parameters<TillApi['approve']>[0]['subject'], { kind: 'sale' }>,
): Need {
  if (subject.kind === 'settings') return needOf({ right: 'manageStaff', subject: null })
  const { right, subject: to, amountClp } = subject
  return needOf({ right, subject: to, ...(amountClp === undefined ? {} : { amountClp }) })
}

function needOf({ right, subject, amountClp }: ApprovalSubject): Need {
  return { kind: 'right', right, subject, ...(amountClp === undefined ? {} : { amountClp }) }
}
