/** A till says with each question whether it has something in hand: nobody else is granted it. */
import { expect, it } from 'vitest'
import { must } from '../support/must.ts'
import { answered, between } from './parked-hands.ts'
import { COFFEE, joined, one, settled, two, useTwoTills, view, wait, world } from './fleet-hands.ts'
import { CLAIMS, giveVale, payWithVale } from './worth-hands.ts'

useTwoTills()

const heardFor = async () => {
  await world.service.service.settle()
  const rows = await world.service.storage.read
    .selectFrom('fleet_tills')
    .select(['number', 'heard_since_ms'])
    .execute()
  return rows.map(({ number, heard_since_ms: since }) => ({
    number,
    isSince: world.service.clock.now() - Number(since) > 120_000,
  }))
}

it('what it spent and cannot tell is not taken to be unspent, though it is heard', async () => {
  await joined()
  const { code, totalClp } = giveVale(one, COFFEE)
  await settled(one, two)
  const mend = between((path, request, handle) =>
    path === CLAIMS
      ? request
          .clone()
          .json()
          .then((body: { is_done?: boolean }) =>
            body.is_done === true ? answered(500) : handle(request),
          )
      : null,
  )
  must(await payWithVale(two, code, totalClp, COFFEE))
  await wait(300_000)
  const number = view(two).till?.number ?? 0
  expect(await heardFor()).toContainEqual({ number, isSince: false })
  mend()
  await wait(60_000)
  await heardFor()
  await wait(300_000)
  expect(await heardFor()).toContainEqual({ number, isSince: true })
})
