/**
 * What a sale needs beyond the cashier's rights, who allowed it, and the last word when it is
 * committed. An approval is bound to the open sale or to the cashier it was given to, to the thing
 * allowed, and to a quarter of an hour.
 */
import { z } from 'zod'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { makeUlid, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { AuditAction } from '#shared/bridge/staff-views.ts'
import { hasNumberTwice } from '#shared/sale/decide-sale.ts'
import { covers, needSchema, type Need, type PlainRight } from '#shared/staff/need.ts'
import { mayApprove, needsOfSale } from '#shared/staff/rights.ts'
import type { RiskSale } from '#shared/staff/risk-line.ts'
import type { OpenSale } from '#shared/open-sale/open-sale.ts'
import { needText } from '#shared/staff/need-text.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Clock, Randomness } from '../ports.ts'
import type { Actor, Staff } from './staff-ports.ts'
import { noteSale, type SaleThen } from './note-changes.ts'

/** Long enough for the rest of the sale, too short to be saved up. */
export const APPROVAL_MS = 15 * 60_000

/** Lines and the discount on all of them, as the screen has them. */
export type AskedSale = Parameters<TillApi['saleNeeds']>[0]

export interface ApprovalPorts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly randomness: Randomness
  readonly staff: Staff
  /** With the catalogue's own names and prices. */
  readonly riskSale: (sale: AskedSale) => RiskSale
  readonly openSaleId: () => SaleId | null
  /** The same, made now where it has none yet. */
  readonly nameOpenSale: () => SaleId
}

/**
 * Who may do something now: the cashier, or somebody for the cashier. Call `used` in the
 * transaction of the action.
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
  /** For a single action under a right. `subject` is what it is done to: a sale, a parked sale. */
  allow(
    right: PlainRight,
    subject: string | null,
    approvalId: string | null,
  ): Result<Permission, Refusal>
  /**
   * Lines and payments that vanish from an open sale are remembered. Inside the transaction that
   * lets them go.
   */
  noteSale(before: OpenSale | null, after: SaleThen | null): void
}

interface Row {
  readonly id: string
  readonly needJson: string
  readonly approverId: string
  readonly approverName: string
}

export function createApprovals(ports: ApprovalPorts): Approvals {
  const { db, clock, staff, riskSale } = ports
  const { audit } = staff
  const { single, use, insert, given } = statements(db, clock)
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
      const approvalId = makeUlid(clock.now(), ports.randomness.bytes(ULID_RANDOM_BYTES))
      const isAllowed = needs.every((need) => mayApprove(rights, need))
      // Somebody else's PIN came first: there is nothing left to allow, and nobody answers for
      // nothing.
      if (needs.length === 0) return ok({ approvalId, approverName: approver.name, needs })
      db.transaction(() => {
        // The settings are opened for a visit, not for one action: nothing is kept that a command
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
        for (const { action, detail, need } of auditedActionsOf(riskSale(sale), actor.value)) {
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
    allow(right, subject, approvalId) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      if (actor.value.rights[right])
        return ok({ actor: actor.value, approverName: null, used: () => undefined })
      const row = approvalId === null ? undefined : single(approvalId, actor.value.name)
      const isFor =
        row !== undefined &&
        mayStill(staff, row, right) &&
        needsIn(row).some(
          (need) => need.kind === 'right' && need.right === right && need.subject === subject,
        )
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
    insert:
      db.prepare(`INSERT INTO approval (id, sale_id, need_json, cashier_name, approver_id, approver_name, made_at_ms,
      expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
  }
}

interface AuditedAction {
  readonly action: AuditAction
  readonly detail: Record<string, string | number | null>
  /** What somebody else had to allow; null where the cashier's own right was enough. */
  readonly need: Need | null
}

/** Those who allowed just this: a PIN for another line of the sale answers for that line. */
function approversOf(rows: readonly Row[], need: Need | null): string | null {
  if (need === null) return null
  const names = rows
    .filter((row) => needsIn(row).some((allowed) => covers(allowed, need)))
    .map(({ approverName }) => approverName)
  return names.length === 0 ? null : [...new Set(names)].join(', ')
}

/**
 * What of a sale is worth remembering: prices that were changed, and all that went beyond the
 * cashier's own rights.
 */
function auditedActionsOf(sale: RiskSale, actor: Actor): AuditedAction[] {
  const beyond = needsOfSale(sale, actor.rights, [])
  const pricedAt = (lineNumber: number) =>
    beyond.find((need) => need.kind === 'price' && need.lineNumber === lineNumber) ?? null
  const changed = sale.lines
    .filter((line) => typeof line.list === 'number' && line.list !== line.unitGrossClp)
    .map((line) => ({
      action: 'price-change' as const,
      need: pricedAt(line.lineNumber),
      detail: { what: line.name, fromClp: line.list as number, toClp: line.unitGrossClp },
    }))
  const discounts = beyond
    .filter((need) => need.kind !== 'price')
    .map((need) => ({
      action: need.kind === 'free-line' ? ('free-line' as const) : ('discount' as const),
      need,
      detail: { what: textOf([need]) },
    }))
  return [...changed, ...discounts]
}

function rightNeed(
  subject: Exclude<Parameters<TillApi['approve']>[0]['subject'], { kind: 'sale' }>,
): Need {
  return subject.kind === 'settings'
    ? { kind: 'right', right: 'manageStaff', subject: null }
    : { kind: 'right', right: subject.right, subject: subject.subject }
}

/**
 * One an earlier till wrote names too little to allow anything by now; it has run out in a quarter
 * of an hour.
 */
function needsIn(row: Row): Need[] {
  const needs = z.array(needSchema).safeParse(JSON.parse(row.needJson))
  return needs.success ? needs.data : []
}

const textOf = (needs: readonly Need[]) => needs.map((need) => needText(need, 'es')).join('; ')
