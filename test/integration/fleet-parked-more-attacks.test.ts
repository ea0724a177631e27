/** Parked sales of a shop, attacked where claims meet leaving, retiring and restoring. */
import { expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { cartOf } from '../support/till-fixture.ts'
import {
  COFFEE,
  cut,
  joined,
  one,
  said,
  settled,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import {
  answered,
  backedUpTill,
  between,
  CLAIMS,
  claim,
  codeOf,
  join,
  names,
  onScreen,
  park,
  PARKED,
  putBack,
  recall,
  retire,
  sell,
  take,
  thrownAway,
} from './parked-hands.ts'
import { startInProcess } from './service-in-process.ts'

useTwoTills()

// P1, loses a sale: a grant goes by the till's number, which joining after being retired changes.
it('P1: one granted without an answer comes to the till that joins anew', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  two.wire.losesAnswersTo = CLAIMS
  await claim(two, id)
  await retire(two)
  two.wire.losesAnswersTo = null
  await world.join(one, two)
  await settled(one, two)
  expect(names(one, two)).toContain('Rosa')
})

// P1, loses a sale: what the old number took reads as another till's, and is removed at its own.
it('P1: its own, claimed back without an answer, stays with a till that joins anew', async () => {
  await joined()
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  two.wire.losesAnswersTo = CLAIMS
  await claim(two, id)
  await retire(two)
  two.wire.losesAnswersTo = null
  await world.join(one, two)
  await settled(one, two)
  const codes = [codeOf(await take(one, id)), codeOf(await take(two, id))]
  expect(codes).toContain('ok')
})

// P1, loses a sale: the key given up is not held by the new number, so nothing is set free.
it('P1: what is given up by a till that joined anew waits for the others again', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  await world.service.storage.write(async (db) => {
    await db.updateTable('fleet_parked').set({ sale: '{"version":999}' }).execute()
  })
  let asked = 0
  const open = between((path) => (path === CLAIMS && (asked += 1) > 1 ? answered(504) : null))
  expect(codeOf(await claim(two, id))).toBe('PARKED_NOT_READABLE')
  await retire(two)
  open()
  await world.join(one, two)
  await settled(one, two)
  expect(names(one)).toContain('Rosa')
})

/** The owner leaves while a cashier's question of the same till is on its way. */
async function leaveWhileAsking(id: string): Promise<void> {
  let asked = 0
  const open = between((path, request, handle) => {
    if (path !== CLAIMS) return null
    asked += 1
    if (asked > 1) return answered(504)
    return handle(request).then(async (answer) => {
      must(await two.till.api.leaveShop())
      return answer
    })
  })
  await claim(two, id)
  open()
}

// P1, loses a sale: a till without a shop writes no state, so what it was granted stays `left`.
it('P1: its own, granted while it leaves, is in its hand', async () => {
  await joined()
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  await leaveWhileAsking(id)
  expect(view(two).state).toBe('alone')
  const codes = [codeOf(await take(one, id)), codeOf(await take(two, id))]
  expect(codes).toContain('ok')
})

// P1, loses a sale: without a state it is said as new, found taken by itself, and removed.
it('P1: one granted while it leaves is still had once it is back', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  await leaveWhileAsking(id)
  await world.join(one, two)
  await settled(one, two)
  await wait(5_000)
  const codes = [codeOf(await take(one, id)), codeOf(await take(two, id))]
  expect(codes).toContain('ok')
})

it('P1: a new service gives no word for what the one before gave to another till', async () => {
  await joined()
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  const open = between((path) => (path === CLAIMS ? answered(504) : null))
  await claim(two, id)
  cut(true, two)
  open()
  await sell(one, id)
  await settled(one)
  // The disk of the service is ruined, and an empty one stands at its address.
  const other = await startInProcess()
  between((_, request) => {
    const headers = new Headers(request.headers)
    headers.set('x-api-key', other.keys.owner)
    return other.service.handle(new Request(request, { headers }))
  })
  cut(false, two)
  await world.until(() => view(one).state === 'barred' && view(two).state === 'barred', 400_000)
  must(await join(one, 'Uno'))
  must(await join(two, 'Dos'))
  await settled(one, two)
  const code = codeOf(await take(two, id))
  await other.close()
  expect(code).not.toBe('ok')
})

// P1, doubles a sale: the key in the backup is granted the same again, under a new sale's id.
it('P1: a till put back to while it was asking does not sell it a second time', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  const open = between((path) => (path === CLAIMS ? answered(504) : null))
  await claim(two, id)
  const restore = backedUpTill(two)
  open()
  await world.until(() => two.till.api.parkedSales().some(({ shop }) => shop === undefined))
  await sell(two, id)
  await settled(one, two)
  const back = await putBack(two, restore)
  await settled(one, back)
  await wait(5_000)
  expect(codeOf(await take(back, id))).not.toBe('ok')
})

// P1, doubles a sale: what the backup has as granted is taken up without a word.
it('P1: a till put back to before it parked anew does not sell what another sold', async () => {
  await joined()
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  must(await claim(two, id))
  const restore = backedUpTill(two)
  const { saleId, cart } = must(recall(two, id))
  const screen = { ...onScreen(two, cart), replaces: saleId }
  const sale = { ...screen.sale, saleId }
  const again = must(two.till.api.parkSale({ ...screen, sale, name: 'Rosa otra vez' }))
  await settled(one, two)
  await sell(one, again.id)
  await settled(one, two)
  const back = await putBack(two, restore)
  await settled(one, back)
  expect(codeOf(await take(back, id))).not.toBe('ok')
})

// P1, loses a sale: the refusal of the say takes back the state that the claim has set since.
it('P1: its own, claimed while the say of it is refused, can be had', async () => {
  await joined()
  cut(true, two)
  const { id } = park(two, 'Rosa')
  let isFirst = true
  const open = between((path) => {
    if (path !== PARKED || !isFirst) return null
    isFirst = false
    return two.till.api
      .claimParked({ parkedId: id })
      .then(() => answered(429, { code: 'RATE_LIMITED' }))
  })
  cut(false, two)
  await wait(60_000)
  open()
  await settled(one, two)
  const codes = [codeOf(await take(two, id)), thrownAway(two, id), codeOf(await take(one, id))]
  expect(codes).toContain('ok')
})

/** The second one, its say unanswered, is replaced by a new computer and joins elsewhere. */
async function replaced(): Promise<string> {
  await joined()
  two.wire.losesAnswersTo = PARKED
  const { id } = park(two, 'Rosa')
  await wait(3_000)
  cut(true, two)
  const three = await world.open()
  const tillId = view(two).till?.id ?? ''
  const { code } = must(await said(one, one.till.api.makeTillCode({ tillId })))
  must(await said(three, three.till.api.joinShop({ code, name: 'Nueva', branch: '' })))
  await settled(one, three)
  two.wire.losesAnswersTo = null
  cut(false, two)
  await world.until(() => view(two).state === 'barred')
  must(await join(two, 'Vieja', 'Maipú'))
  return id
}

// P2, burdens the service: refused, claimed in vain, and said again, 500 times a second.
it('P2: a till whose place another computer took does not ask without end', async () => {
  await replaced()
  let asked = 0
  const open = between((path) => {
    if (path === PARKED || path === CLAIMS) asked += 1
    return null
  })
  await wait(5_000)
  open()
  expect(asked).toBeLessThan(50)
})

// P2, blocks a sale of its list: whose it was is read off the till that took its number.
it('P2: a till whose place another computer took can have its own, or throw it away', async () => {
  const id = await replaced()
  await wait(5_000)
  expect([codeOf(await take(two, id)), thrownAway(two, id)]).toContain('ok')
})

// P2, tells a wrong thing: of its own it hears only what is of the place it stands at now.
it('P2: what another sold at the place it left waits no more in its list', async () => {
  await joined()
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  await retire(two)
  must(await join(two, 'Dos', 'Maipú'))
  await settled(one, two)
  await sell(one, id)
  await settled(one, two)
  expect(names(two)).toEqual([])
})

it('P2: a till that joins anew at another place lists no sale of the one before', async () => {
  await joined()
  park(one, 'Rosa')
  await settled(one, two)
  await retire(two)
  must(await join(two, 'Dos', 'Maipú'))
  await settled(one, two)
  expect(names(two)).toEqual([])
})

// P2, tells a wrong thing: somebody waits for a service that answers, and does not join anew.
it('P2: a till that was retired is told so, not that the service is away', async () => {
  await joined()
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  await retire(two)
  expect(codeOf(await take(two, id))).not.toBe('PARKED_SHOP_AWAY')
})

// P2, blocks: the claim nobody can read is asked first each time, and nothing parked goes up.
it('P2: one answered in words of a later service holds up no other', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  between((path) => (path === CLAIMS ? answered(200, { outcome: 'reserved' }) : null))
  await claim(two, id)
  park(two, 'Pedro')
  await wait(60_000)
  expect(names(one)).toContain('Pedro')
})

// P2, blocks a cashier: what comes late is not counted, and then no two sales change places.
it('P2: a full list that got two more is still swapped through', async () => {
  await joined()
  const ids = ['Rosa', 'Marta'].map((name) => park(one, name).id)
  await settled(one, two)
  const open = between((path) => (path === CLAIMS || path === PARKED ? answered(504) : null))
  for (const id of ids) await claim(two, id)
  const own = Array.from({ length: 20 }, (_, at) => park(two, `v${at}`).id)
  open()
  await settled(one, two)
  expect(names(two)).toContain('Marta')
  must(await claim(two, own[3] ?? ''))
  const screen = onScreen(two, cartOf(two.till.api, COFFEE))
  expect(codeOf(two.till.api.recallSale({ ...screen, parkedId: own[3] ?? '' }))).toBe('ok')
})
