/** Vales and credit notes of a shop that is played: given at one till, and spent at any. */
import { findWorths } from '../../electron/service/fleet/worths.ts'
import { valeWorthId } from '#till/fleet/vale-worth.ts'
import { must } from '../support/must.ts'
import { orderOf } from '../support/return-till.ts'
import { sellOf } from '../support/till-fixture.ts'
import { COFFEE } from '../integration/fleet-hands.ts'
import type { FleetWorld, PlayedTill } from '../integration/fleet-world.ts'
import { claimFor, giveVale, orderBy } from '../integration/worth-hands.ts'
import type { Dice } from './dice.ts'

export interface Given {
  readonly method: 'vc' | 'NC'
  readonly name: string
  readonly amountClp: number
  /** Of the till that gave it. */
  readonly giver: PlayedTill['fixture']
  spentClp: number
}

/** The goods go back on the shelf they came from. */
export function give(played: PlayedTill, dice: Dice): Given {
  const { fixture: giver } = played
  if (dice.chance(0.5)) {
    const { code, totalClp } = giveVale(played, COFFEE)
    return { method: 'vc', name: code, amountClp: totalClp, giver, spentClp: 0 }
  }
  const { api } = played.till
  const sale = must(api.startReturn(sellOf(api, COFFEE)))
  const kept = { refund: { method: 'NC', reference: '' } }
  const { saleId, totalClp } = must(api.commitReturn(orderOf(sale, null, kept)))
  return { method: 'NC', name: saleId, amountClp: totalClp, giver, spentClp: 0 }
}

const ASKING = ['WORTH_ASKS_SHOP', 'VALE_UNKNOWN', 'CREDIT_UNKNOWN']

/** A product for it; null where it paid, else why not. */
export async function spend(played: PlayedTill, given: Given, dice: Dice): Promise<string | null> {
  const { api } = played.till
  const most = orderBy(played, given.method, given.name, given.amountClp, COFFEE)
  const wanted = dice.between(1, given.amountClp)
  const pesos = Math.min(wanted, most.expectedTotalClp)
  const order = orderBy(played, given.method, given.name, pesos, COFFEE)
  let paid = api.commitSale(order)
  if (!paid.ok && ASKING.includes(paid.refusal.code)) {
    const claimed = await claimFor(played, order)
    if (!claimed.ok) return claimed.refusal.code
    paid = api.commitSale(order)
  }
  if (!paid.ok) return paid.refusal.code
  given.spentClp += pesos
  return null
}

/** Never more than was given, and the rest is the customer's: by the service, to the peso. */
export async function judgeWorths(
  { service }: Pick<FleetWorld, 'service'>,
  all: readonly Given[],
  say: (text: string) => void,
): Promise<void> {
  const { read } = service.storage
  const shops = await read.selectFrom('fleet_counters').select('company_id').execute()
  for (const { method, name, amountClp, spentClp } of all) {
    if (spentClp > amountClp) say(`${method} of ${amountClp} paid ${spentClp}`)
    const kind = method === 'vc' ? 'vale' : 'credit'
    const asked = { kind, name: kind === 'vale' ? valeWorthId(name) : name } as const
    for (const { company_id: shop } of shops)
      for (const { left } of await findWorths(read, shop, asked))
        if (left['clp'] !== Math.max(0, amountClp - spentClp))
          say(`${method} of ${amountClp} that paid ${spentClp} has ${left['clp']} left`)
  }
}
