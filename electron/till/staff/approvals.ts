/**
 * What a sale needs beyond the cashier's rights, who allowed it, and the last word when it is committed. An approval is
 * bound to the open sale, to the thing allowed, and to a quarter of an hour.
 */
import type { SaleId } from '#shared/core/brand.ts'
import { refusal, type Refusal } from '#shared/core/refusals.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { makeUlid, ULID_RANDOM_BYTES } from '#shared/core/ulid.ts'
import type { TillApi } from '#shared/bridge/till-api.ts'
import type { AuditAction } from '#shared/bridge/staff-views.ts'
import { cartLineTotal, type Cart, type CartLine } from '#shared/cart/cart.ts'
import { formatQuantity } from '#shared/money/quantity.ts'
import { mayApprove, needsOfSale, type Need, type PlainRight } from '#shared/staff/rights.ts'
import type { RiskLine } from '#shared/staff/risk-line.ts'
import { needText } from '#shared/staff/need-text.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { Clock, Randomness } from '../ports.ts'
import type { Actor, Staff } from './staff.ts'

/** Long enough for the rest of the sale, too short to be saved up. */
export const APPROVAL_MS = 15 * 60_000

export type SaleLines = Parameters<TillApi['saleNeeds']>[0]['lines']

export interface ApprovalPorts {
  readonly db: TillDatabase
  readonly clock: Clock
  readonly randomness: Randomness
  readonly staff: Staff
  /** Lines with the catalogue's own prices. */
  readonly riskLines: (lines: SaleLines) => RiskLine[]
  readonly openSale: TillApi['openSale']
}

/** Who may do something now: the cashier, or somebody for the cashier. Run `used` with the deed, in its transaction. */
export interface Leave {
  readonly actor: Actor
  readonly approverName: string | null
  used(): void
}

export interface Approvals {
  saleNeeds: TillApi['saleNeeds']
  approve: TillApi['approve']
  /** For a sale about to be written: refused, or what to write with it. */
  permitSale(saleId: SaleId, lines: SaleLines): Result<() => void, Refusal>
  /** For a single deed of a right. `subject` is what it is done to: a sale, a parked sale. */
  allow(right: PlainRight, subject: string | null, approvalId: string | null): Result<Leave, Refusal>
  /** Lines that vanish from an open cart are remembered. */
  noteCart(before: Cart, after: Cart): void
}

interface Row { readonly id: string; readonly needJson: string; readonly approverName: string }

export function createApprovals(ports: ApprovalPorts): Approvals {
  const { db, clock, staff, riskLines } = ports
  const { audit } = staff
  const { single, use, insert, given, openSaleId } = statements(db, clock)
  const needsNow = (lines: SaleLines, rights: Actor['rights'], rows: readonly Row[]) => needsOfSale(riskLines(lines), rights, rows.flatMap(needsIn))

  return {
    saleNeeds({ lines }) {
      const actor = staff.actor()
      return actor.ok ? needsNow(lines, actor.value.rights, given(openSaleId())) : []
    },
    async approve({ staffId, pin, subject }) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      const verified = await staff.verify(staffId, pin)
      if (!verified.ok) return verified
      const approver = verified.value
      const open = subject.kind === 'sale' ? ports.openSale().saleId : null
      const needs: readonly Need[] = subject.kind === 'sale'
        ? needsNow(subject.lines, actor.value.rights, given(open)) : [{ kind: 'right', right: subject.right, subject: subject.subject }]
      const rights = staff.store.rights(approver.role)
      const approvalId = makeUlid(clock.now(), ports.randomness.bytes(ULID_RANDOM_BYTES))
      const isAllowed = needs.every((need) => mayApprove(rights, need))
      db.transaction(() => {
        if (isAllowed) {
          insert.run(approvalId, open, JSON.stringify(needs), actor.value.name, approver.id, approver.name, clock.now(),
            clock.now() + APPROVAL_MS)
        }
        audit.write({
          action: isAllowed ? 'approval' : 'approval-refused', staff: actor.value, approverName: approver.name, saleId: open,
          detail: { what: textOf(needs) },
        })
      }).immediate()
      return isAllowed ? ok({ approvalId, approverName: approver.name, needs }) : refuse(refusal('APPROVER_TOO_LOW', 'pin', { name: approver.name }))
    },
    permitSale(saleId, lines) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      const rows = given(saleId)
      const missing = needsNow(lines, actor.value.rights, rows)
      if (missing.length > 0) return refuse(refusal('APPROVAL_REQUIRED', null, { what: textOf(missing) }))
      const approverName = rows.length === 0 ? null : [...new Set(rows.map((row) => row.approverName))].join(', ')
      return ok(() => {
        for (const { action, detail, isApproved } of deedsOf(riskLines(lines), actor.value)) {
          audit.write({ action, staff: actor.value, saleId, detail, approverName: isApproved ? approverName : null })
        }
        for (const row of rows) use.run(clock.now(), row.id)
      })
    },
    allow(right, subject, approvalId) {
      const actor = staff.actor()
      if (!actor.ok) return actor
      if (actor.value.rights[right]) return ok({ actor: actor.value, approverName: null, used: () => undefined })
      const row = approvalId === null ? undefined : single(approvalId)
      const isFor = row !== undefined
        && needsIn(row).some((need) => need.kind === 'right' && need.right === right && need.subject === subject)
      if (!isFor) return refuse(refusal('RIGHT_REQUIRED'))
      return ok({ actor: actor.value, approverName: row.approverName, used: () => void use.run(clock.now(), row.id) })
    },
    noteCart: (before, after) => noteCart(ports, openSaleId(), before, after),
  }
}

function statements(db: TillDatabase, clock: Clock) {
  const columns = 'id, need_json AS needJson, approver_name AS approverName'
  const ofSale = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM approval WHERE sale_id = ? AND used_at_ms IS NULL AND expires_at_ms > ?`)
  const single = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM approval WHERE id = ? AND sale_id IS NULL AND used_at_ms IS NULL AND expires_at_ms > ?`)
  const open = db.prepare<[], { saleId: SaleId | null }>('SELECT open_sale_id AS saleId FROM draft')
  return {
    single: (approvalId: string) => single.get(approvalId, clock.now()),
    given: (saleId: SaleId | null): Row[] => (saleId === null ? [] : ofSale.all(saleId, clock.now())),
    openSaleId: (): SaleId | null => open.get()?.saleId ?? null,
    use: db.prepare('UPDATE approval SET used_at_ms = ? WHERE id = ?'),
    insert: db.prepare(`INSERT INTO approval (id, sale_id, need_json, cashier_name, approver_id, approver_name, made_at_ms,
      expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
  }
}

function noteCart({ staff, riskLines }: ApprovalPorts, saleId: SaleId | null, before: Cart, after: Cart): void {
  const actor = staff.actor()
  if (!staff.isOn() || !actor.ok) return
  const kept = new Map(after.lines.map((line) => [line.lineNumber, line]))
  noteLowered(staff, { id: actor.value.id, name: actor.value.name }, saleId, before, kept)
  const gone = before.lines.filter(({ lineNumber }) => !kept.has(lineNumber))
  if (gone.length === 0) return
  const totalClp = riskLines(gone as SaleLines).reduce((sum, line) => sum + line.beforeClp - line.discountClp, 0)
  const isAll = gone.length === before.lines.length && gone.length > 1
  staff.audit.write({
    action: isAll ? 'cart-cleared' : 'line-removed', staff: actor.value, saleId,
    detail: isAll ? { lines: gone.length, totalClp } : { what: gone.map(({ name }) => name).join(', ').slice(0, 200), totalClp },
  })
}

/** Fewer of something than were scanned: the same way out as a removed line, one piece at a time. */
function noteLowered(
  staff: Staff, actor: { readonly id: string | null; readonly name: string }, saleId: SaleId | null, before: Cart,
  after: ReadonlyMap<number, CartLine>,
): void {
  for (const line of before.lines) {
    const now = after.get(line.lineNumber)
    if (now === undefined || now.productId !== line.productId || now.quantity >= line.quantity) continue
    staff.audit.write({
      action: 'quantity-lowered', staff: actor, saleId,
      detail: {
        what: line.name, from: formatQuantity(line.quantity), to: formatQuantity(now.quantity),
        totalClp: cartLineTotal(line) - cartLineTotal(now),
      },
    })
  }
}

interface Deed {
  readonly action: AuditAction
  readonly detail: Record<string, string | number | null>
  readonly isApproved: boolean
}

/** What of a sale is worth remembering: prices that were changed, and all that went beyond the cashier's own rights. */
function deedsOf(lines: readonly RiskLine[], actor: Actor): Deed[] {
  const beyond = needsOfSale(lines, actor.rights, [])
  const priced = new Set(beyond.flatMap((need) => (need.kind === 'price' ? [need.lineNumber] : [])))
  const changed = lines.filter((line) => typeof line.list === 'number' && line.list !== line.unitGrossClp).map((line) => ({
    action: 'price-change' as const, isApproved: priced.has(line.lineNumber),
    detail: { what: line.name, fromClp: line.list as number, toClp: line.unitGrossClp },
  }))
  const discounts = beyond.filter((need) => need.kind !== 'price').map((need) => ({
    action: need.kind === 'free-line' ? 'free-line' as const : 'discount' as const, isApproved: true, detail: { what: textOf([need]) },
  }))
  return [...changed, ...discounts]
}

function needsIn(row: Row): Need[] {
  return JSON.parse(row.needJson) as Need[]
}

const textOf = (needs: readonly Need[]) => needs.map((need) => needText(need, 'es')).join('; ')
