/** Roles of the shop's own and who has them, as rows. */
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import type { OwnRole } from '#shared/staff/roles.ts'
import { readStoredRights } from '#shared/staff/stored-rights.ts'
import type { TillDatabase } from '../kernel/database.ts'

export interface RoleStore {
  all(): readonly OwnRole[]
  save(role: OwnRole, atMs: number): void
  remove(roleId: string): void
  /** What somebody has from here on; nothing for one who has left. */
  give(staffId: string, roleIds: readonly string[]): void
}

interface Row {
  readonly id: string
  readonly name: string
  readonly json: string
  readonly isArchived: number
}

export function createRoleStore(db: TillDatabase): RoleStore {
  const all = db.prepare<[], Row>(
    `SELECT id, name, rights_json AS json, is_archived AS isArchived FROM own_role
    ORDER BY created_at_ms, name`,
  )
  const upsert =
    db.prepare(`INSERT INTO own_role (id, name, rights_json, is_archived, created_at_ms)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, rights_json = excluded.rights_json, is_archived = excluded.is_archived`)
  const remove = db.prepare('DELETE FROM own_role WHERE id = ?')
  const takeAll = db.prepare('DELETE FROM staff_own_role WHERE staff_id = ?')
  const give = db.prepare('INSERT INTO staff_own_role (staff_id, role_id) VALUES (?, ?)')
  return {
    // A right that came later than the row is nobody's before the owner gives it.
    all: () =>
      all
        .all()
        .map(({ json, isArchived, ...role }) => ({
          ...role,
          rights: readStoredRights(json, NO_RIGHTS),
          isArchived: isArchived === 1,
        })),
    save: ({ id, name, rights, isArchived }, atMs) =>
      void upsert.run(id, name, JSON.stringify(rights), Number(isArchived), atMs),
    remove: (roleId) => void remove.run(roleId),
    give(staffId, roleIds) {
      takeAll.run(staffId)
      for (const roleId of new Set(roleIds)) give.run(staffId, roleId)
    },
  }
}
