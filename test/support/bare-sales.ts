/** The sales of a till that has nothing beside them: no shift, no promotions, no drawer, no log. */
import { ok } from '#shared/core/result.ts'
import { createSaleHold } from '#till/selling/sale-hold.ts'
import type { SalesPorts } from '#till/selling/sales.ts'

type Neighbours =
  | (
      | 'needsShift'
      | 'cards'
      | 'notYet'
      | 'permit'
      | 'resolveProducts'
      | 'applyPromotions'
      | 'note'
      | 'pages'
      | 'sold'
    )
  | ('drawer' | 'followed' | 'hold' | 'servedBy' | 'noteChange' | 'log' | 'paperRule' | 'isMailed')

export const bareSales = (): Pick<SalesPorts, Neighbours> => ({
  needsShift: () => null,
  cards: { resolve: (command) => ok(command), settle: () => undefined },
  notYet: () => null,
  permit: () => ok(() => undefined),
  resolveProducts: (command) => ok(command),
  applyPromotions: (command) => command,
  note: () => undefined,
  pages: { next: () => null, write: () => undefined },
  sold: () => undefined,
  drawer: { owe: () => undefined, kick: () => undefined },
  followed: [],
  hold: createSaleHold(),
  servedBy: () => null,
  noteChange: () => undefined,
  log: () => undefined,
  paperRule: () => 'always',
  isMailed: () => false,
})
