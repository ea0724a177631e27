/** Hands on the stock: who may, and in whose name. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { ok } from '#shared/core/result.ts'
import type { Approvals } from '../../staff/approvals.ts'
import { notedWork } from '../noted-work.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Staff } from '../../staff/staff-ports.ts'

export type StockCommandName = 'stockByCode' | 'stockMoves' | 'setStock' | 'moveStock'

export function stockCommands(
  approvals: Approvals,
  { catalogue: { stock }, staff }: { readonly catalogue: Catalogue; readonly staff: Staff },
): Pick<TillApi, StockCommandName> {
  const allowed = notedWork(approvals, staff, 'stock')
  return {
    stockByCode: (code) => allowed(() => stock.byCode(code)),
    stockMoves: ({ productId }) => allowed(() => ok(stock.moves(productId))),
    setStock: (input) => allowed((note, staffName) => stock.set(input, { note, staffName })),
    moveStock: (input) => allowed((note, staffName) => stock.move(input, { note, staffName })),
  }
}
