/**
 * What may be missing after a restore, because it could not be read whole from what was there
 * before. `all`: nothing of it could. `log`: the newest of it. `states`: what became of receipts.
 */
export type LostPart =
  | 'all'
  | 'log'
  | 'sales'
  | 'states'
  | 'shifts'
  | 'papers'
  | 'customers'
  | 'stock'
  | 'vales'
  | 'cards'
  | 'owner-code'
