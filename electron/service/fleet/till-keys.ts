/** Keys of tills: `mst_<till id>_<secret>`. */
import { placeOf } from '#shared/fleet/contract.ts'
import { KeyDoor } from '../auth/key-door.ts'
import type { Principal } from '../auth/keys.ts'
import type { Clock, ClientId, CompanyId } from '../core/ports.ts'
import type { TillRole } from '../storage/fleet-tables.ts'
import type { Storage } from '../storage/storage.ts'

/** The till that asks, with its only shop. */
export interface AskingTill {
  readonly id: string
  readonly companyId: CompanyId
  readonly clientId: ClientId
  readonly number: number
  readonly installationId: string
  /** Where it stands; empty in a shop of one place. */
  readonly place: string
  readonly seenAtMs: number
  /** Of who let it in. */
  readonly role: TillRole
  /** It is told what was decided of what it asked; nothing more is given to it. */
  readonly isRetired: boolean
}

const KEY_FORM = /^mst_([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/

export const tillKeyOf = ({ id, secret }: { readonly id: string; readonly secret: string }) =>
  `mst_${id}_${secret}`

export class TillRing extends KeyDoor<AskingTill> {
  constructor({ read }: Storage, clock: Clock) {
    super(clock, {
      form: KEY_FORM,
      refusal: 'TILL_KEY_REQUIRED',
      find: async (id) => {
        const row = await read
          .selectFrom('fleet_tills')
          .innerJoin('companies', 'companies.id', 'fleet_tills.company_id')
          .selectAll('fleet_tills')
          .select('companies.client_id')
          .where('fleet_tills.id', '=', id)
          .executeTakeFirst()
        if (row === undefined) return null
        const { company_id: companyId, client_id: clientId, number, role } = row
        const { installation_id: installationId } = row
        const seenAtMs = row.seen_at_ms ?? 0
        const place = placeOf(row.branch)
        const isRetired = row.retired_at_ms !== null
        const who = { id, companyId, clientId, number, installationId, place, seenAtMs, isRetired }
        return { secret_hash: row.secret_hash, who: { ...who, role } }
      },
      all: () => read.selectFrom('fleet_tills').select(['id', 'secret_hash']).execute(),
    })
  }
}

/**
 * Who a till is where it asks as programs do: it issues and looks up in the name of its shop, with
 * the role of who let it in and by no other key, so that all it may ends with its row.
 */
export function principalOf({ id, clientId, companyId, role }: AskingTill): Principal {
  return {
    ...{ keyId: id, clientId, role },
    reach: {
      has: (company) => Promise.resolve(company === companyId),
      only: () => Promise.resolve(companyId),
      among: (db) => db.selectFrom('fleet_tills').select('company_id').where('id', '=', id),
    },
  }
}
