import {} from 'vitest'
import { waitFor } from './wait-for.ts'
import type { Updates } from '#desk/updates/updates.ts'
import type { MachineUpdates, UpdateOrder } from '#shared/updates/machine-updates.ts'
import { must } from './must.ts'

const PATIENCE = { timeout: 10_000, interval: 5 }

/** What the updates tell once the task of this order has ended. */
export async function toldAfter(updates: Updates, order: UpdateOrder): Promise<MachineUpdates> {
  must(await updates.answer(order))
  return waitFor(async () => {
    const now = must(await updates.answer({ what: 'view' }))
    if (now.task !== null) throw new Error('under way')
    return now
  }, PATIENCE)
}
