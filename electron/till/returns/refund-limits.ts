/** What the shop's settings say of money that goes back, with what has gone back today. */
import type { IsoDate } from '#shared/core/brand.ts'
import type { Ids } from '#shared/text/ids.ts'
import type { Clp } from '#shared/money/clp.ts'
import { ZERO_CLP } from '#shared/money/clp.ts'
import { VALE_ID } from '#shared/selling/payment/payment-method.ts'
import {
  refundLimits,
  type RefundLimits,
  type LimitedReceipt,
} from '#shared/returns/refund-limits.ts'
import type { ReturnContext } from '#shared/returns/return-decision.ts'
import type { BackSettings } from '#shared/vales/back-settings.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { createValeRows, NOT_AHEAD } from '../vales/vale-rows.ts'

interface BackPorts {
  readonly ids: Pick<Ids, 'valeCode'>
  readonly settings: () => BackSettings
  readonly today: () => IsoDate
}

interface Back {
  limits(receipt: LimitedReceipt): RefundLimits
  terms(): Pick<ReturnContext, 'nextVale' | 'givesVales'>
}

/** A clock set back begins no new day; one that ran ahead fills no later one. */
const SINCE = `SELECT seq FROM sale INDEXED BY sale_by_date WHERE date >= ? AND ${NOT_AHEAD}`

export function openRefundLimits(db: TillDatabase, { ids, settings, today }: BackPorts): Back {
  const vales = createValeRows(db)
  // What was undone came back into the drawer.
  const unconfirmed = db
    .prepare<[IsoDate], Clp>(`SELECT coalesce(sum(s.total_clp), 0) FROM sale s
      JOIN outside_receipt o ON o.sale_id = s.id
    WHERE s.seq IN (${SINCE}) AND o.checked <> 'confirmed'
      AND NOT EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = s.id)`)
    .pluck()
  const inVales = db
    .prepare<[IsoDate], Clp>(`SELECT coalesce(sum(p.total_clp), 0) FROM sale s
      JOIN vale v ON v.sale_id = s.id
      JOIN sale_payment p ON p.sale_id = s.id AND p.method = '${VALE_ID}'
    WHERE s.seq IN (${SINCE})
      AND NOT EXISTS (SELECT 1 FROM sale undo WHERE undo.original_id = s.id)`)
    .pluck()
  return {
    limits: (receipt) =>
      refundLimits(settings(), receipt, {
        unconfirmedClp: unconfirmed.get(today()) ?? ZERO_CLP,
        inValesClp: inVales.get(today()) ?? ZERO_CLP,
      }),
    terms: () => ({
      givesVales: settings().givesVales,
      nextVale: () => vales.next(today(), settings().valeMonths, ids),
    }),
  }
}
