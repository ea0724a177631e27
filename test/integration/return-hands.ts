/** What one till of a shop sold, given back at it and at another one. */
import type { IsoDate, SaleId } from '#shared/core/brand.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { sellOf } from '../support/till-fixture.ts'
import { COFFEE, said, world } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'

const CASH = { method: 'EF', reference: '' }

export interface Sold {
  readonly saleId: SaleId
  readonly folio: number
  readonly documentType: string
  readonly date: IsoDate
  readonly totalClp: number
}

export async function sold(played: PlayedTill, ...codes: string[]): Promise<Sold> {
  const { api } = played.till
  const saleId = sellOf(api, COFFEE, ...codes)
  await world.until(() => api.status().pendingCount === 0)
  return asOnPaper(played, saleId)
}
/** Once it has its number. */
export function asOnPaper({ till }: PlayedTill, saleId: SaleId): Sold {
  const { folio, documentType, date, totalClp } = must(till.api.receipt(saleId))
  return { saleId, folio: Number(folio), documentType, date, totalClp }
}

/** As a screen does it: opened, which asks, and given back. */
export async function giveBack(played: PlayedTill, saleId: SaleId) {
  const opened = await said(played, played.till.api.openReturn(saleId))
  return opened.ok ? played.till.api.commitReturn(orderOf(opened.value, null)) : opened
}

export const lookUp = (played: PlayedTill, { folio, date, totalClp, documentType }: Sold) =>
  said(
    played,
    played.till.api.lookUpOutside({
      ...{ documentType: documentType as '39', folio, date, totalClp, buyerRut: '' },
    }),
  )
export const order = (returnId: SaleId, amountClp: number) => ({
  ...{ returnId, amountClp, reason: 'Producto fallado', refund: CASH, approvalId: null },
})
export async function giveBackElsewhere(
  played: PlayedTill,
  of: Sold,
  amountClp: number = of.totalClp,
) {
  const found = await lookUp(played, of)
  return found.ok
    ? played.till.api.commitOutsideReturn(order(found.value.returnId, amountClp))
    : found
}
export const undo = ({ till }: PlayedTill, returnId: SaleId) =>
  till.api.undoReturn({ returnId, reason: 'Fue un error', approvalId: null })
/** All it made has its number. */
export const back = (played: PlayedTill) =>
  world.until(() => played.till.api.status().pendingCount === 0, 300_000)
