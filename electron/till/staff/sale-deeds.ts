/** What the log keeps of a sale that is charged, and who allowed what of it. */
import { z } from 'zod'
import type { AuditAction } from '#shared/staff/views.ts'
import { wordsOf } from '#shared/languages/core-words.ts'
import { PAPER_LANGUAGE } from '#shared/languages/paper-language.ts'
import { needText } from '#shared/staff/need-text.ts'
import { covers, needSchema, type Need } from '#shared/staff/need.ts'
import { DEFAULT_RIGHTS, needsOfSale, type RoleRights } from '#shared/staff/rights.ts'
import { formatQuantity, quantityMilli } from '#shared/money/quantity.ts'
import { priceRisk, type RiskSale } from '#shared/staff/risk-line.ts'
import type { Actor } from './staff-ports.ts'

export interface ApprovalRow {
  readonly id: string
  readonly needJson: string
  readonly approverId: string
  readonly approverName: string
}

interface Deed {
  readonly action: AuditAction
  readonly detail: Record<string, string | number | null>
  /** What somebody else had to allow; null where the cashier's own right was enough. */
  readonly need: Need | null
}

/** Those who allowed just this: a PIN for another line of the sale answers for that line. */
export function approversOf(rows: readonly ApprovalRow[], need: Need | null): string | null {
  if (need === null) return null
  const names = rows
    .filter((row) => needsIn(row).some((allowed) => covers(allowed, need)))
    .map(({ approverName }) => approverName)
  return names.length === 0 ? null : [...new Set(names)].join(', ')
}

const NO_FREE_LINES: RoleRights = { ...DEFAULT_RIGHTS.owner, freeLine: false }

/**
 * What of a sale is worth remembering: prices that were changed, and all that went beyond the
 * cashier's own rights.
 */
export function deedsOf(sale: RiskSale, actor: Actor): Deed[] {
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
  // A free amount is a price nobody can look up: it is written down whoever typed it.
  const freeNeeds = needsOfSale({ lines: sale.lines }, NO_FREE_LINES, [])
  const free = freeNeeds
    .filter((need) => need.kind === 'free-line' || need.kind === 'part')
    .map((need) => ({
      action: need.kind === 'part' ? ('part-sold' as const) : need.kind,
      need: beyond.find((other) => covers(other, need)) ?? null,
      detail: { what: textOf([need]) },
    }))
  const discounts = beyond
    .filter((need) => need.kind === 'line-discount' || need.kind === 'cart-discount')
    .map((need) => ({ action: 'discount' as const, need, detail: { what: textOf([need]) } }))
  return [...changed, ...discounts, ...free, ...labelDeeds(sale, beyond), ...listDeed(sale, beyond)]
}

/** A price list the customer does not have. */
function listDeed({ chosenList }: RiskSale, beyond: readonly Need[]): Deed[] {
  if (chosenList === undefined) return []
  const need = beyond.find((each) => each.kind === 'right' && each.right === 'promotions')
  return [{ action: 'price-list-used', need: need ?? null, detail: { what: chosenList.name } }]
}

/** Labels nobody saw a scanner read: what they say is what somebody typed. */
function labelDeeds(sale: RiskSale, beyond: readonly Need[]): Deed[] {
  const { lines } = priceRisk(sale)
  return sale.lines.flatMap((line, index) => {
    if (line.label === undefined || line.label.isScanned) return []
    const { lineNumber, quantity, name, label } = line
    const what = `${formatQuantity(quantityMilli(quantity))} × «${name}» ${label.code}`
    const need = beyond.find((each) => each.kind === 'label' && each.lineNumber === lineNumber)
    const detail = { what, totalClp: lines[index]?.beforeClp ?? 0 }
    return [{ action: 'label-typed' as const, need: need ?? null, detail }]
  })
}

/**
 * One an earlier till wrote names too little to allow anything by now; it has run out in a quarter
 * of an hour.
 */
export function needsIn(row: ApprovalRow): Need[] {
  const needs = z.array(needSchema).safeParse(JSON.parse(row.needJson))
  return needs.success ? needs.data : []
}

export const textOf = (needs: readonly Need[]) =>
  needs.map((need) => needText(need, wordsOf(PAPER_LANGUAGE))).join('; ')
