/** A long outage: the service hangs, the till sells on, is cut off, sells on, then all goes out. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cash } from '../support/till-driver.ts'
import { cashierAtWindow, coreBehind, endInOrder } from './at-the-window.ts'
import { packageOnce } from './package-once.ts'
import { eventuallyFound, PackagedTill, type PackagedProgram } from './packaged-program.ts'
import { IS_REAL, WHERE, WHY_NOT } from './where.ts'

const COLA = '7800104006297'
const SALES_EACH = 4

describe.skipIf(WHY_NOT !== null || IS_REAL)(`a long outage ${WHERE}`, () => {
  let till: PackagedTill
  let program: PackagedProgram
  let page: Page
  const hanging: number[] = []

  beforeAll(async () => {
    till = new PackagedTill((await packageOnce()).executable)
    program = till.start()
    page = await program.page()
  })
  afterAll(() => till?.clear())

  const pending = async () => (await coreBehind(page).status()).pendingCount
  const hang = async () => {
    const service = await eventuallyFound('the service', () =>
      program.notes('utility').find((one) => one['serviceName'] === 'meson-service'),
    )
    hanging.push(Number(service['pid']))
    process.kill(Number(service['pid']), 'SIGSTOP')
  }
  const sell = async (sales: number) => {
    for (let sale = 0; sale < sales; sale += 1) {
      await cashierAtWindow(page).scan(COLA).pay(cash())
      await page.getByTestId('next-sale').click()
    }
  }

  it('sells on while the service hangs, also after the machine was cut off', async () => {
    await cashierAtWindow(page).scan(COLA).pay(cash()).expectIssued()
    await page.getByTestId('next-sale').click()
    await hang()
    await sell(SALES_EACH)
    expect(await pending()).toBe(SALES_EACH)
    await program.kill()
    program = till.start()
    page = await program.page()
    // It may have issued some of the first by now: an outage with holes in it.
    await hang()
    await sell(SALES_EACH)
    expect(await pending()).toBeGreaterThanOrEqual(SALES_EACH)
  })

  it('issues and prints every sale once, in order, when the service is back', async () => {
    for (const pid of hanging) process.kill(pid, 'SIGCONT')
    await eventuallyFound('an empty queue', async () => ((await pending()) === 0 ? true : null))
    const { rows } = await coreBehind(page).listReceipts({ cursor: null, limit: 50 })
    const folios = rows.map(({ folio }) => Number(folio)).toSorted((a, b) => a - b)
    expect(folios).toEqual(Array.from({ length: 2 * SALES_EACH + 1 }, (_, at) => at + 1))
    await eventuallyFound('every paper', async () =>
      (await coreBehind(page).status()).printQueueCount === 0 ? true : null,
    )
    await endInOrder(program)
  })
})
