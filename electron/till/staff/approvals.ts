/**
 * What a sale needs beyond the cashier's rights, who allowed it, and the last word when it is
 * committed. An approval is bound to the open sale or to the cashier it was given to, to the thing
 * allowed, and to a quarter of an hour.
 */
import type { SaleId } from '#shared/core/brand.ts'
import type { Ids } from '#shared/core/ids.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import { hasNumberTwice } from '#shared/sale/decide-sale.ts'
import { covers, type Need, type PlainRight } from '#shared/staff/need.ts'
import { mayApprove, needsOfSale } from '#shared/staff/rights.ts'
import type { RiskSale } from '#shared/staff/risk-line.ts'
import type { OpenSale } from '#shared/open-sale/open-sale.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Clock } from '../ports.ts'
import { noteSale, type SaleThen } from './note-changes.ts'
import { approversOf, deedsOf, needsIn, textOf, type ApprovalRow as Row } from './sale-deeds.ts'
import type { Actor, Staff } from './staff-ports.ts'

/** Long enough for the rest of the sale, too short to be saved up. */
export const APPROVAL_MS = 15 * 60_000

/** Lines and the discount on all of them, as the screen has them. */
export type AskedSale = Parameters<TillApi['saleNeeds']>[0]

export interface ApprovalPorts {
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

export interface DeedOfRight {
  readonly right: PlainRight
  /** What it is done to: a sale, a parked sale, the way of a movement; null where there is one. */
  readonly subject: string | null
  /** Pesos that change hands; absent where none do. */
  readonly amountClp?: number
}

export interface Approvals {
  saleNeeds: TillApi['saleNeeds']
  approve: TillApi['approve']
  /** For a sale about to be written: refused, or what to write with it. */
  permitSale(saleId: SaleId, sale: AskedSale): Result<() => void, Refusal>
  /** For a single deed of a right, named as exactly as it was allowed. */
  allow(deed: DeedOfRight, approvalId: string | null): Result<Permission, Refusal>
  /** Whoever they were given to has left the counter. Inside a transaction. */
  endAll(): void
  /**
   * Lines and payments that vanish from an open sale are remembered. Inside the transaction that
   * lets them go.
   */
  noteSale(before: OpenSale | null, after: SaleThen | null): void
}

export function createApprovals(ports: ApprovalPorts): Approvals {
  const { db, clock, staff, riskSale } = ports
  const { audit } = staff
  const { single, use, insert, given, end } = statements(db, clock)
  const needsNow = (sale: AskedSale, rights: Actor['rights'], rows: readonly Row[]) =>
    needsOfSale(riskSale(sale), rights, rows.flatMap(needsIn))

  return {
    saleNeeds(sale) {
      const actor = staff.actor()
      return actor.ok
        ? needsNow(sale, actor.value.rights, given(sale.saleId ?? ports.openSaleId()))
        : []
    },
    async approve({ staffId, pin, subject }) {
      if (subject.kind === 'sale' && hasNumberTwice(subject.lines))
        return refuse(refusal('LINE_NUMBER_TWICE'))
      const actor = staff.actor()
      if (!actor.ok) return actor
      const verified = await staff.verify(staffId, pin)
      if (!verified.ok) return verified
      // Comparing takes a moment, and the counter may have been locked or taken over in it: it was
      // asked for somebody else.
      const still = staff.actor()
      if (!still.ok || still.value.id !== actor.value.id) return refuse(refusal('SIGN_IN_REQUIRED'))
      const approver = verified.value
      const open =
        subject.kind === 'sale'
          ? (subject.saleId ?? ports.openSaleId() ?? ports.nameOpenSale())
          : null
      const needs: readonly Need[] =
        subject.kind === 'sale'
          ? needsNow(subject, actor.value.rights, given(open))
          : [rightNeed(subject)]
      const rights = staff.store.rights(approver.role)
      const approvalId = ports.ids.next()
      const isAllowed = needs.every((need) => mayApprove(rights, need))
      // Somebody else's PIN came first: there is nothing left to allow, and nobody answers for
      // nothing.
      if (needs.length === 0) return ok({ approvalId, approverName: approver.name, needs })
      db.transaction(() => {
        // The settings are opened for a visit, not for one deed: nothing is kept that a command
        // could use later.
        if (isAllowed && subject.kind !== 'settings') {
          insert.run(
            approvalId,
            open,
            JSON.stringify(needs),
            actor.value.name,
            approver.id,
            approver.name,
            clock.now(),
            clock.now() + APPROVAL_MS,
          )
        }
        audit.write({
          action: isAllowed ? 'approval' : 'approval-refused',
          staff: actor.value,
          approverName: approver.name,
          saleId: open,
          detail: { what: textOf(needs) },
        })
      }).immediate()
      if (isAllowed && subject.kind === 'settings') staff.settingsRight.lend(approver.name)
      return isAllowed
        ? ok({ approvalId, approverName: approver.name, needs })
        : refuse(refusal('APPROVER_TOO_LOW', 'pin', { name: approver.name }))
    },
    permitSale(saleId, sale) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      const rows = given(saleId)
      const missing = needsNow(sale, actor.value.rights, rows)
      if (missing.length > 0)
        return refuse(refusal('APPROVAL_REQUIRED', null, { what: textOf(missing) }))
      return ok(() => {
        for (const { action, detail, need } of deedsOf(riskSale(sale), actor.value)) {
          audit.write({
            action,
            staff: actor.value,
            saleId,
            detail,
            approverName: approversOf(rows, need),
          })
        }
        for (const row of rows) use.run(clock.now(), row.id)
      })
    },
    endAll: () => void end.run(clock.now(), clock.now()),
    allow(deed, approvalId) {
      const { right } = deed
      const actor = staff.actor()
      if (!actor.ok) return actor
      if (actor.value.rights[right])
        return ok({ actor: actor.value, approverName: null, used: () => undefined })
      const row = approvalId === null ? undefined : single(approvalId, actor.value.name)
      const isFor =
        row !== undefined &&
        mayStill(staff, row, right) &&
        needsIn(row).some((need) => covers(need, needOf(deed)))
      if (!isFor) return refuse(refusal('RIGHT_REQUIRED'))
      return ok({
        actor: actor.value,
        approverName: row.approverName,
        used: () => void use.run(clock.now(), row.id),
      })
    },
    noteSale: (before, after) => noteSale(staff, before, after),
  }
}

/** Somebody who has left the shop, or may no longer do it, allows nothing either. */
function mayStill({ store }: Staff, { approverId }: Row, right: PlainRight): boolean {
  const approver = store.find(approverId)
  return approver !== null && store.rights(approver.role)[right]
}

function statements(db: TillDatabase, clock: Clock) {
  const columns =
    'id, need_json AS needJson, approver_id AS approverId, approver_name AS approverName'
  // A clock set back must not make it last: it is then of a time that has not come.
  const isAlive = `used_at_ms IS NULL AND expires_at_ms > @now AND made_at_ms <= @now`
  const ofSale = db.prepare<{ sale: string; now: number }, Row>(
    `SELECT ${columns} FROM approval WHERE sale_id = @sale AND ${isAlive}`,
  )
  const single = db.prepare<{ id: string; cashier: string; now: number }, Row>(
    `SELECT ${columns} FROM approval WHERE id = @id AND cashier_name = @cashier AND sale_id IS NULL AND ${isAlive}`,
  )
  return {
    single: (approvalId: string, cashier: string) =>
      single.get({ id: approvalId, cashier, now: clock.now() }),
    given: (saleId: SaleId | null): Row[] =>
      saleId === null ? [] : ofSale.all({ sale: saleId, now: clock.now() }),
    use: db.prepare('UPDATE approval SET used_at_ms = ? WHERE id = ?'),
    end: db.prepare(
      'UPDATE approval SET expires_at_ms = ? WHERE used_at_ms IS NULL AND expires_at_ms > ?',
    ),
    insert:
      db.prepare(`INSERT INTO approval (id, sale_id, need_json, cashier_name, approver_id, approver_name, made_at_ms,
      expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
  }
}

function rightNeed(
  subject: Exclude<Parameters<TillApi['approve']>[0]['subject'], { kind: 'sale' }>,
): Need {
  if (subject.kind === 'settings') return needOf({ right: 'manageStaff', subject: null })
  const { right, subject: to, amountClp } = subject
  return needOf({ right, subject: to, ...(amountClp === undefined ? {} : { amountClp }) })
}

function needOf({ right, subject, amountClp }: DeedOfRight): Need {
  return { kind: 'right', right, subject, ...(amountClp === undefined ? {} : { amountClp }) }
}
