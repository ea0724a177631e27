/** Hands on the stock: who may, and in whose name. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { Refusal } from '#shared/core/refusals.ts'
import { ok, type Result } from '#shared/core/result.ts'
import type { Approvals } from '../../staff/approvals.ts'
import type { Store } from '../../store.ts'
import type { StockHand } from './stock.ts'

export type StockCommandName = 'stockByCode' | 'stockMoves' | 'setStock' | 'moveStock'

export function stockCommands(
  approvals: Approvals,
  { catalogue: { stock }, staff }: Pick<Store, 'catalogue' | 'staff'>,
): Pick<TillApi, StockCommandName> {
  const allowed = <Value>(
    work: (hand: StockHand) => Result<Value, Refusal>,
  ): Result<Value, Refusal> => {
    const permission = approvals.allow({ right: 'stock', subject: null }, null)
    if (!permission.ok) return permission
    const { actor } = permission.value
    return work({
      staffName: actor.name,
      note: (action, detail) => staff.audit.write({ action, staff: actor, detail }),
    })
  }
  return {
    stockByCode: (code) => allowed(() => stock.byCode(code)),
    stockMoves: ({ productId }) => allowed(() => ok(stock.moves(productId))),
    setStock: (input) => allowed((hand) => stock.set(input, hand)),
    moveStock: (input) => allowed((hand) => stock.move(input, hand)),
  }
}
