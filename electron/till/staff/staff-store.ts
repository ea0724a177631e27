/** The people of a till, their PINs and the rights of their roles, as rows. */
import { DEFAULT_RIGHTS, type Role, type RoleRights } from '#shared/staff/rights.ts'
import type { StaffMember } from '#shared/bridge/staff-views.ts'
import type { TillDatabase } from '../db/open-database.ts'
import type { StoredPin } from './pin-hash.ts'
import { readStoredRights } from '#shared/staff/stored-rights.ts'

export interface StoredMember extends StaffMember {
  readonly isDemo: boolean
  readonly failedCount: number
  readonly lockedUntilMs: number
  readonly pin: StoredPin
}

export interface StaffStore {
  /**
   * Who counts now: the shop's own people, or the demo's while there are none and nothing real is
   * issued.
   */
  members(): readonly StoredMember[]
  find(staffId: string): StoredMember | null
  add(member: StaffMember, pin: StoredPin, isDemo: boolean, atMs: number): void
  change(member: StaffMember, pin: StoredPin | null): void
  deactivate(staffId: string): void
  setTries(staffId: string, failedCount: number, lockedUntilMs: number): void
  rights(role: Role): RoleRights
  saveRights(role: Role, rights: RoleRights): void
}

interface Row {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly isDemo: number
  readonly failedCount: number
  readonly lockedUntilMs: number
  readonly hash: Uint8Array
  readonly salt: Uint8Array
  readonly cost: number
}

export function createStaffStore(db: TillDatabase, isDemo: () => boolean): StaffStore {
  const all = db.prepare<
    [],
    Row
  >(`SELECT id, name, role, is_demo AS isDemo, failed_count AS failedCount,
    locked_until_ms AS lockedUntilMs, pin_hash AS hash, pin_salt AS salt, pin_cost AS cost FROM staff WHERE is_active = 1
    ORDER BY created_at_ms, name`)
  const insert =
    db.prepare(`INSERT INTO staff (id, name, role, pin_hash, pin_salt, pin_cost, is_active, is_demo, created_at_ms)
    VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`)
  const rename = db.prepare('UPDATE staff SET name = ?, role = ? WHERE id = ?')
  const rehash = db.prepare(
    'UPDATE staff SET pin_hash = ?, pin_salt = ?, pin_cost = ?, failed_count = 0, locked_until_ms = 0 WHERE id = ?',
  )
  const deactivate = db.prepare('UPDATE staff SET is_active = 0 WHERE id = ?')
  const setTries = db.prepare('UPDATE staff SET failed_count = ?, locked_until_ms = ? WHERE id = ?')
  const rightsOf = db.prepare<[Role], { json: string }>(
    'SELECT rights_json AS json FROM role_rights WHERE role = ?',
  )
  const saveRights = db.prepare(`INSERT INTO role_rights (role, rights_json) VALUES (?, ?)
    ON CONFLICT (role) DO UPDATE SET rights_json = excluded.rights_json`)
  const members = () => {
    const rows = all.all()
    const own = rows.filter((row) => row.isDemo === 0)
    return (own.length > 0 || !isDemo() ? own : rows).map(toMember)
  }

  return {
    members,
    find: (staffId) => members().find(({ id }) => id === staffId) ?? null,
    add: ({ id, name, role }, pin, demo, atMs) =>
      void insert.run(id, name, role, pin.hash, pin.salt, pin.cost, Number(demo), atMs),
    change({ id, name, role }, pin) {
      rename.run(name, role, id)
      if (pin !== null) rehash.run(pin.hash, pin.salt, pin.cost, id)
    },
    deactivate: (staffId) => void deactivate.run(staffId),
    setTries: (staffId, failedCount, lockedUntilMs) =>
      void setTries.run(failedCount, lockedUntilMs, staffId),
    rights(role) {
      const stored = role === 'owner' ? undefined : rightsOf.get(role)
      return stored ? readStoredRights(stored.json, DEFAULT_RIGHTS[role]) : DEFAULT_RIGHTS[role]
    },
    saveRights: (role, rights) => void saveRights.run(role, JSON.stringify(rights)),
  }
}

function toMember({ isDemo, hash, salt, cost, ...row }: Row): StoredMember {
  return { ...row, isDemo: isDemo === 1, pin: { hash, salt, cost } }
}
