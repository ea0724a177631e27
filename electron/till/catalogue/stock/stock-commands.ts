/** Hands on the stock, and in whose name. */
import { ok } from '#shared/core/result.ts'
import { notedBy } from '../noted-work.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Giver, Handlers, Staff } from '../../staff/staff-ports.ts'

type StockCommandName = 'stockByCode' | 'stockMoves' | 'setStock' | 'moveStock'

export function stockCommands({
  catalogue: { stock },
  staff,
}: {
  readonly catalogue: Catalogue
  readonly staff: Staff
}): Handlers<StockCommandName> {
  const inName = (who: Giver) => ({ note: notedBy(staff)(who), staffName: who.actor.name })
  return {
    stockByCode: (code) => stock.byCode(code),
    stockMoves: ({ productId }) => ok(stock.moves(productId)),
    setStock: (input, _, who) => stock.set(input, inName(who)),
    moveStock: (input, _, who) => stock.move(input, inName(who)),
  }
}
