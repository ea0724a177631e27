/** A till that joins by a code and then works by its own key alone, and what is done with it. */
import { FIXTURE_SERVICE } from '../support/till-fixture.ts'
import { must } from '../support/must.ts'
import { one, said, view, world } from './fleet-hands.ts'
import type { PlayedTill } from './fleet-world.ts'
import { between } from './parked-hands.ts'

/** A till to which somebody typed the shop's key, or nobody any. */
export async function openTyped(typed: string | null = FIXTURE_SERVICE.key) {
  const safe = { typed, breaks: false }
  const serviceKey = {
    load: async () => safe.typed,
    save: async (key: string | null) => {
      if (safe.breaks) throw new Error('the keyring is shut')
      safe.typed = key
    },
  }
  const played = await world.open({ serviceKey, apiKeyFromHost: null })
  return { played, safe }
}
export const place = ({ till }: PlayedTill) => till.api.settings().keyPlace
export const pending = ({ till }: PlayedTill) => till.api.status().pendingCount
export const issued = async () =>
  (await world.service.storage.read.selectFrom('documents').select('external_reference').execute())
    .length
export const newCode = async (tillId: string | null = null, by: { shopKey?: string } = {}) =>
  must(await said(one, one.till.api.makeTillCode({ tillId, ...by }))).code
export const joinBy = async (played: PlayedTill, code: string | null) =>
  said(played, played.till.api.joinShop({ code, name: 'Caja', branch: '' }))
export const retire = async (played: PlayedTill) => {
  const tillId = view(played).till?.id ?? ''
  must(await said(one, one.till.api.changeShopTill({ tillId, isRetired: true })))
}

/**
 * A service that says nothing of keys that issue: what joins it goes on with the key somebody gave
 * it, which deletes too. Answers what makes it the one of now.
 */
export const asBefore = () =>
  between((path, request, handle) =>
    /changes|pair/.test(path)
      ? handle(request).then(async (answer) => {
          const { key_issues: _, ...rest } = (await answer.json()) as Record<string, unknown>
          return new Response(JSON.stringify(rest), answer)
        })
      : null,
  )
