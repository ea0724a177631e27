/** Other versions of the program as the screen's tests see them: one is found, fetched, ordered. */
import type { TillApi } from '#shared/bridge/contract.ts'
import type { UpdatesView } from '#shared/updates/contract.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { parsePlace } from '#shared/updates/place.ts'

export type UpdatesApi = Pick<
  TillApi,
  'updates' | 'chooseUpdatePlace' | 'lookForUpdate' | 'fetchUpdate' | 'orderUpdate' | 'cancelUpdate'
>

const NEXT = { version: '0.2.0', schema: 30 }

export function createMemoryUpdates(): UpdatesApi {
  let place = ''
  let machine: UpdatesView['machine'] = {
    ...{ version: '0.1.0', kind: 'deb', found: null, task: null, progress: null, refusal: null },
    ...{ ready: null, wayBack: null, keepsPresent: true, ordered: null },
  }
  const change = (part: Partial<UpdatesView['machine']>) => {
    machine = { ...machine, ...part }
    return Promise.resolve(ok(null))
  }
  return {
    updates: () => {
      const mayNotUpdate = machine.ready === null ? refusal('UPDATE_NOT_READY') : null
      return Promise.resolve(ok({ place, machine, mayNotUpdate, mayNotGoBack: null }))
    },
    chooseUpdatePlace(input) {
      const parsed = parsePlace(input.place)
      if (!parsed.ok) return Promise.resolve(parsed)
      ;({ place } = input)
      return Promise.resolve(ok(null))
    },
    lookForUpdate: () =>
      change({ found: { ...NEXT, releaseDate: '2026-11-22T12:00:00.000Z', bytes: 98_000_000 } }),
    fetchUpdate: () =>
      change({ ready: NEXT, wayBack: { version: '0.0.9', schema: 30 }, keepsPresent: false }),
    orderUpdate: ({ wish }) =>
      wish === 'way-back'
        ? Promise.resolve(refuse(refusal('UPDATE_SALE_OPEN')))
        : change({ ordered: NEXT }),
    cancelUpdate: () => change({ ordered: null }),
  }
}
