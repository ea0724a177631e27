/**
 * Who is barred at all tills, by the word of the head office alone: no till says so of anybody, and
 * what the shop's tills say of the person stays as it is.
 */
import type { Role } from '#shared/staff/rights.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { endCodeOf } from '../staff/owner-code.ts'
import type { KindRows } from './kind-rows.ts'
import type { PersonParts, PersonRow } from './person-parts.ts'
import { createWaysIn } from './person-writing.ts'

/** People one till takes of its shop, with room for those it has not heard of yet. */
const BARS_MAX = 1_000

type Named = Pick<PersonRow, 'id' | 'name' | 'role' | 'isOwnOnly'>

export function barRows(db: TillDatabase, parts: PersonParts): KindRows {
  const read = db
    .prepare<[string], string>('SELECT by_name FROM staff_bar WHERE staff_id = ?')
    .pluck()
  const person = db.prepare<[string], Named>(`SELECT id, name, role,
    has_own_roles_only AS isOwnOnly FROM staff WHERE id = ? AND is_active = 1 AND is_demo = 0`)
  const put = db.prepare('INSERT OR REPLACE INTO staff_bar (staff_id, by_name) VALUES (?, ?)')
  const take = db.prepare('DELETE FROM staff_bar WHERE staff_id = ?')
  const count = db.prepare<[], number>('SELECT count(*) FROM staff_bar').pluck()
  const waysIn = createWaysIn(db, parts)
  const { audit } = parts.staff
  const bar = (id: string, by: string) => {
    const here = person.get(id)
    const actor = { id: null, name: `${by} (casa central)` }
    // As whatever else is said of people: somebody has to be able to run this till.
    if (here !== undefined && waysIn.isLast(here))
      return audit.write({ action: 'staff-not-taken', staff: actor, detail: { name: here.name } })
    put.run(id, by)
    if (here === undefined) return
    parts.staff.endServing(id)
    const role: Role | null = here.isOwnOnly === 1 ? null : (here.role as Role)
    endCodeOf({ db, audit }, { name: here.name, role }, { actor, approverName: null })
    audit.write({ action: 'staff-removed', staff: actor, detail: { name: here.name } })
  }
  const free = (id: string, by: string) => {
    const here = person.get(id)
    if (take.run(id).changes === 0 || here === undefined) return
    const staff = { id: null, name: `${by} (casa central)` }
    audit.write({ action: 'staff-saved', staff, detail: { name: here.name, pin: null } })
  }
  return {
    read(id) {
      const by = read.get(id)
      return by === undefined ? null : { is_barred: true, by }
    },
    write(id, { is_barred: isBarred, by }) {
      const isNow = read.get(id) !== undefined
      if (isBarred === isNow) return
      if (isBarred !== true) free(id, String(by))
      else if ((count.get() ?? 0) < BARS_MAX) bar(id, String(by))
    },
    // Whoever is free again is said to be; what is deleted was said by nobody.
    remove: () => undefined,
    // Nothing here is this till's to say.
    ids: () => [],
  }
}
