import type { AuditRow } from '#shared/staff/views.ts'
import { clp, formatClp } from '#shared/money/clp.ts'

/** What stands beside an action of the log: a product, prices, quantities, an amount. */
export function auditDetailText(detail: AuditRow['detail']): string {
  const amount = (key: string) =>
    typeof detail[key] === 'number' ? formatClp(clp(detail[key])) : null
  const change = (
    from: string | number | null | undefined,
    to: string | number | null | undefined,
  ) => (from != null && to != null ? `${from} → ${to}` : null)
  return [
    detail['what'] ?? detail['name'],
    change(amount('fromClp'), amount('toClp')),
    change(detail['from'], detail['to']),
    amount('totalClp'),
  ]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')
}
