/** What must have come of a shop that was played, held against its ledger. */
import { byCode, COFFEE, goodsOf, shown } from '../integration/fleet-hands.ts'
import type { PlayedTill } from '../integration/fleet-world.ts'
import type { Shop } from './fleet-played.ts'
import { judgeReturns } from './fleet-returns.ts'
import { judgeSums, openNames } from './fleet-sums.ts'
import { judgeWorths } from './fleet-worths.ts'

export const waiting = ({ till }: PlayedTill) =>
  till.api.parkedSales().filter(({ shop }) => !shop?.taken)

export async function judge(shop: Shop): Promise<void> {
  const { tills, ledger, violations } = shop
  const say = (text: string) => void violations.push(text)
  await judgeWorths(shop.world, ledger.given, say)
  await judgeReturns(shop, say)
  await judgeSums(shop.world, ledger.charged, say)
  const all = tills.map(({ played }) => played)
  const goods = all.map((played) => new Set(shown(played).map((row) => JSON.stringify(row))))
  const some = new Set(goods.flatMap((rows) => [...rows]))
  for (const row of some) {
    const at = goods.flatMap((rows, till) => (rows.has(row) ? [till + 1] : []))
    if (at.length < all.length) say(`tills ${at.join(', ')} alone have ${row}`)
  }
  for (const [at, played] of all.entries()) {
    for (const [code, clp] of ledger.prices) {
      const has = byCode(played, code)?.unitGrossClp
      if (has !== clp) say(`till ${at + 1} sells ${code} for ${has}, set to ${clp} last`)
    }
    const stock = byCode(played, COFFEE)?.stock?.milli
    if (stock !== ledger.stockMilli) say(`till ${at + 1} counts ${stock} of ${ledger.stockMilli}`)
    if (goodsOf(played).some(({ code }) => code.startsWith('sin-')))
      say(`till ${at + 1} has a code nobody types`)
  }
  const open = await openNames(shop.world)
  const lists = all.map((played) => waiting(played).map(({ name }) => name))
  for (const name of ledger.parked) {
    const sold = ledger.sold.get(name) ?? 0
    const ends = sold + (ledger.discarded.has(name) ? 1 : 0)
    if (sold > 1) say(`${name} was charged ${sold} times`)
    // In every list, or in one hand.
    const times = lists.filter((names) => names.includes(name)).length
    if (ends === 0 && times === 0) say(`${name} is lost`)
    if (times < lists.length && (times > 1 || open.has(name)))
      say(`${name} is in ${times} lists of ${lists.length}`)
    if (ends > 0 && times > 0) say(`${name} waits again`)
  }
}
