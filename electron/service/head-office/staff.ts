/** Who serves at a shop's tills, as these say it, and whom the head office bars at them all. */
import type { Kysely } from 'kysely'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { readPerson } from '#shared/fleet/shared-person.ts'
import type { SharedFields } from '#shared/fleet/shared-records.ts'
import type { OfficeStaff } from '#shared/head-office/contract.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { CompanyId } from '../core/ports.ts'
import type { Tables } from '../storage/tables.ts'
import { changeRecords, recordsIn } from './change-record.ts'
import type { OfficePorts } from './people.ts'
import type { OfficeUser } from './sessions.ts'

/** Those who have left the tills are left out. */
export async function staffOf(db: Kysely<Tables>, companyId: CompanyId): Promise<OfficeStaff[]> {
  const rows = await recordsIn(db, companyId, ['person', 'person_bar', 'role'])
  const fieldsOf = (kind: string) =>
    new Map(
      rows
        .filter((row) => row.kind === kind)
        .map(({ id, fields }) => [id, JSON.parse(fields) as SharedFields]),
    )
  const [bars, roles] = [fieldsOf('person_bar'), fieldsOf('role')]
  return [...fieldsOf('person')]
    .flatMap(([id, { person }]) => {
      const said = readPerson(person)
      if (said?.is_active !== true) return []
      const bar = bars.get(id)
      return {
        ...{ staff_id: id, name: said.name, role: said.role, has_pin: said.pin !== null },
        own_roles: said.roles.flatMap((role) => String(roles.get(role)?.['name'] ?? '') || []),
        barred_by: bar?.['is_barred'] === true ? String(bar['by']) : null,
      }
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

interface Barred {
  readonly version: number
  readonly name: string
}

/** One owner who comes in stays at the tills. Inside a write job that has locked the shop. */
export async function barStaff(
  ports: OfficePorts,
  { companyId, name: by }: Pick<OfficeUser, 'companyId' | 'name'>,
  id: string,
  isBarred: boolean,
): Promise<Result<Barred, ApiError>> {
  const all = await staffOf(ports.db, companyId)
  const person = all.find(({ staff_id: known }) => known === id)
  if (person === undefined) return refuse(apiError('STAFF_NOT_FOUND'))
  const isOwner = (one: OfficeStaff) =>
    one.role === 'owner' && one.has_pin && one.barred_by === null
  const isLast = isOwner(person) && all.filter(isOwner).length === 1
  if (isBarred && isLast) return refuse(apiError('LAST_OWNER'))
  const fields = { is_barred: isBarred, by }
  const changed = await changeRecords(ports, companyId, [{ kind: 'person_bar', id, fields }])
  return changed.ok ? ok({ version: changed.value.version, name: person.name }) : changed
}
