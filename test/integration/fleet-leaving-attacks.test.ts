/** Leaving, joining and restoring, attacked where they meet parked sales, stock and time. */
import { expect, it } from 'vitest'
import { DAY_MS } from '#shared/time/calendar.ts'
import { must } from '../support/must.ts'
import {
  addProduct,
  BREAD,
  byCode,
  change,
  COFFEE,
  cut,
  joined,
  NEW_CODE,
  one,
  receive,
  scanned,
  settled,
  stockOf,
  two,
  useTwoTills,
  view,
  wait,
  world,
} from './fleet-hands.ts'
import {
  atService,
  backedUpTill,
  between,
  CLAIMS,
  claim,
  codeOf,
  join,
  leave,
  park,
  putBack,
  recall,
  retire,
  sell,
  take,
} from './parked-hands.ts'
import { startInProcess } from './service-in-process.ts'

useTwoTills()

it('P1: one granted without an answer is not lost by a visit to another service', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  two.wire.losesAnswersTo = CLAIMS
  await claim(two, id)
  cut(true, one, two)
  must(await leave(two))
  two.wire.losesAnswersTo = null
  const other = await startInProcess()
  const back = between((_, request) => {
    const headers = new Headers(request.headers)
    headers.set('x-api-key', other.keys.owner)
    return other.service.handle(new Request(request, { headers }))
  })
  cut(false, two)
  must(await join(two, 'Dos'))
  await settled(two)
  await wait(5_000)
  must(await leave(two))
  back()
  await other.close()
  cut(false, one)
  await world.join(one, two)
  await settled(one, two)
  await wait(5_000)
  const codes = [codeOf(await take(one, id)), codeOf(await take(two, id))]
  expect(codes).toContain('ok')
})

// P1, doubles a sale: a backup of a till alone presumes nothing, though its key says it joined.
it('P1: a till put back to before it joined does not sell what another sold', async () => {
  const { id } = park(two, 'Rosa')
  const restore = backedUpTill(two)
  await joined()
  await sell(one, id)
  await settled(one, two)
  const back = await putBack(two, restore)
  expect(codeOf(recall(back, id))).not.toBe('ok')
})

// P2, two stocks of one place: the first stock of a till goes by one id at every place.
it('P2: stock there was before is the first of a new place at each it stands at', async () => {
  receive(two, COFFEE, 10_000)
  must(await join(one, 'Uno', 'Ñuñoa'))
  must(await join(two, 'Dos', 'Maipú'))
  await settled(one, two)
  cut(true, two)
  must(await leave(two))
  cut(false, two)
  must(await join(two, 'Dos', 'Lampa'))
  await settled(one, two)
  const three = await world.open()
  must(await join(three, 'Tres', 'Lampa'))
  await settled(one, two, three)
  expect(stockOf(three, COFFEE)).toBe(stockOf(two, COFFEE))
})

it('P2: a till joined to an older service that knows no parked sale hears the rest', async () => {
  await joined()
  between((path, request, handle) =>
    path === '/api/fleet/changes'
      ? handle(request).then(async (answer) => {
          const { parked: _, ...rest } = (await answer.json()) as Record<string, unknown>
          return new Response(JSON.stringify(rest), answer)
        })
      : null,
  )
  addProduct(one, NEW_CODE, 'Leche')
  await wait(30_000)
  expect([scanned(two, NEW_CODE), view(two).state]).toEqual(['Leche', 'together'])
})

// P3, the older price won: a change nobody timed within half a second was of the next start.
it('P3: a price set just before a till was shut is as old as it is', async () => {
  await joined()
  change(two, 'Pan (kg)', { unitGrossClp: 2_100 })
  await two.till.stop()
  await wait(60_000)
  change(one, 'Pan (kg)', { unitGrossClp: 2_200 })
  await settled(one)
  await wait(60_000)
  const back = { ...two, till: await two.openAgain() }
  await settled(one, back)
  expect(byCode(one, BREAD)?.unitGrossClp).toBe(2_200)
})

// P3: the row is forgotten by a clock that jumps, and says nothing at all then.
it('P3: who took one is shown for hours, whatever was done to the clock', async () => {
  await joined()
  const { id } = park(two, 'Rosa')
  await settled(one, two)
  two.fixture.clock.jumpWallClock(-DAY_MS)
  await sell(one, id)
  await settled(one, two)
  two.fixture.clock.jumpWallClock(DAY_MS)
  expect(two.till.api.parkedSales().map((sale) => sale.shop?.taken?.till)).toEqual(['Uno'])
})

// P1, doubles a sale: leaving forgets the keys by which a service put back is told what was taken.
it('P1: what was sold stays sold in a service put back, also once its till had left', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  const { read } = world.service.storage
  const [kept] = await atService()
  const counters = await read.selectFrom('fleet_counters').selectAll().execute()
  await sell(two, id)
  await settled(one, two)
  must(await leave(two))
  cut(true, one)
  await world.service.storage.write(async (db) => {
    await db.deleteFrom('fleet_parked').execute()
    if (kept !== undefined) await db.insertInto('fleet_parked').values(kept).execute()
    const [{ version } = { version: 0 }] = counters
    await db.updateTable('fleet_counters').set({ version }).execute()
  })
  must(await join(two, 'Dos'))
  const three = await world.open()
  must(await join(three, 'Tres'))
  await settled(two, three)
  await wait(5_000)
  expect(codeOf(await take(three, id))).not.toBe('ok')
})

// P3, tells a wrong thing: its own number is another one's once it has joined anew.
it('P3: a till that joined anew is not told that it has itself taken a sale', async () => {
  await joined()
  const { id } = park(one, 'Rosa')
  await settled(one, two)
  must(await claim(two, id))
  await settled(one, two)
  await retire(two)
  await world.join(one, two)
  await settled(one, two)
  must(recall(two, id))
  expect(two.till.api.parkedSales().filter(({ shop }) => shop?.taken)).toEqual([])
})
