/** The people of a till, their PINs and the rights of their roles, as rows. */
import { NO_TRIES, type PinTries } from '#shared/staff/pin.ts'
import { DEFAULT_RIGHTS, type Role, type RoleRights } from '#shared/staff/rights.ts'
import { rightsOfPerson, type Roles } from '#shared/staff/roles.ts'
import type { StaffMember } from '#shared/staff/views.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { StoredPin } from './pin-hash.ts'
import { createRoleStore, type RoleStore } from './role-store.ts'
import { readStoredRights } from '#shared/staff/stored-rights.ts'

export interface StoredMember extends StaffMember {
  readonly isDemo: boolean
  readonly pin: StoredPin
}

export interface StaffStore {
  /**
   * Who counts now: the shop's own people, or the demo's while there are none and nothing real is
   * issued.
   */
  members(): readonly StoredMember[]
  find(staffId: string): StoredMember | null
  /** Of somebody who is barred: as soon as they are not, they have it again. */
  isNameKept(name: string): boolean
  add(member: StaffMember, pin: StoredPin, isDemo: boolean, atMs: number): void
  /** A new PIN forgets what was tried on the one before. */
  change(member: StaffMember, pin: StoredPin | null): void
  /** The same PIN, hashed as today. */
  renew(staffId: string, pin: StoredPin): void
  deactivate(staffId: string): void
  /** Who changed them last, for the shop's other tills. */
  sign(staffId: string, byName: string): void
  /** `askedBy` = who asked for the PIN, null for its own people at the door. */
  tries(staffId: string, askedBy: string | null): PinTries
  setTries(staffId: string, askedBy: string | null, tries: PinTries): void
  rights(role: Role): RoleRights
  /** All that their roles allow. */
  rightsOf(person: Roles): RoleRights
  readonly roles: RoleStore
  saveRights(role: Role, rights: RoleRights): void
}

/** Stands for a pepper: they have a PIN at another till of the shop and none here. */
export const PIN_ELSEWHERE = 'elsewhere'
/** What stands in the row of somebody who has none of the three; it does not count. */
export const BESIDE_OWN: Role = 'cashier'

interface Row {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly isOwnOnly: number
  /** A JSON list. */
  readonly roleIds: string
  readonly isDemo: number
  readonly isBarred: number
  readonly hash: Uint8Array
  readonly salt: Uint8Array
  readonly cost: number
  readonly pepperId: string
}

export function createStaffStore(db: TillDatabase, isDemo: () => boolean): StaffStore {
  const insert =
    db.prepare(`INSERT INTO staff (id, name, role, has_own_roles_only, pin_hash, pin_salt, pin_cost, pin_pepper, is_active, is_demo,
    created_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`)
  const rename = db.prepare(
    'UPDATE staff SET name = ?, role = ?, has_own_roles_only = ? WHERE id = ?',
  )
  const rehash = db.prepare(
    'UPDATE staff SET pin_hash = ?, pin_salt = ?, pin_cost = ?, pin_pepper = ? WHERE id = ?',
  )
  const deactivate = db.prepare('UPDATE staff SET is_active = 0 WHERE id = ?')
  const sign = db.prepare('INSERT OR REPLACE INTO staff_signed (staff_id, by_name) VALUES (?, ?)')
  const forgetTries = db.prepare('DELETE FROM pin_tries WHERE staff_id = ?')
  const renew = db.transaction((staffId: string, { hash, salt, cost, pepperId }: StoredPin) => {
    rehash.run(hash, salt, cost, pepperId, staffId)
  })
  const roles = createRoleStore(db)

  return {
    ...createMembers(db, isDemo),
    add({ id, name, role, roleIds }, pin, demo, atMs) {
      insert.run(
        id,
        name,
        role ?? BESIDE_OWN,
        Number(role === null),
        pin.hash,
        pin.salt,
        pin.cost,
        pin.pepperId,
        Number(demo),
        atMs,
      )
      roles.give(id, roleIds)
    },
    change({ id, name, role, roleIds }, pin) {
      rename.run(name, role ?? BESIDE_OWN, Number(role === null), id)
      roles.give(id, roleIds)
      if (pin === null) return
      renew(id, pin)
      forgetTries.run(id)
    },
    renew,
    deactivate(staffId) {
      deactivate.run(staffId)
      roles.give(staffId, [])
    },
    sign: (staffId, byName) => void sign.run(staffId, byName),
    ...createKeptNames(db),
    ...createTries(db),
    ...createRights(db, roles),
    roles,
  }
}

function createMembers(
  db: TillDatabase,
  isDemo: () => boolean,
): Pick<StaffStore, 'members' | 'find'> {
  const active = `SELECT id, name, role, is_demo AS isDemo, pin_hash AS hash, pin_salt AS salt,
    pin_cost AS cost, pin_pepper AS pepperId, has_own_roles_only AS isOwnOnly,
    (SELECT json_group_array(role_id) FROM staff_own_role WHERE staff_id = staff.id) AS roleIds,
    EXISTS (SELECT 1 FROM staff_bar WHERE staff_id = staff.id) AS isBarred
    FROM staff WHERE is_active = 1`
  const all = db.prepare<[], Row>(`${active} ORDER BY created_at_ms, name`)
  // Of one person, who is asked for at each press: a shop may have many.
  const one = db.prepare<[string], Row>(`${active} AND id = ?`)
  const someOwn = db.prepare<[], 1>(
    'SELECT 1 FROM staff WHERE is_active = 1 AND is_demo = 0 LIMIT 1',
  )
  return {
    members() {
      const rows = all.all()
      const own = rows.filter((row) => row.isDemo === 0)
      return (own.length > 0 || !isDemo() ? own : rows)
        .filter(({ isBarred }) => isBarred === 0)
        .map(toMember)
    },
    find(staffId) {
      const row = one.get(staffId)
      if (row === undefined || row.isBarred === 1) return null
      const isHere = row.isDemo === 0 || (isDemo() && someOwn.get() === undefined)
      return isHere ? toMember(row) : null
    },
  }
}

function createKeptNames(db: TillDatabase): Pick<StaffStore, 'isNameKept'> {
  const kept = db.prepare(`SELECT 1 FROM staff JOIN staff_bar ON staff_id = id
    WHERE is_active = 1 AND name = ? COLLATE NOCASE`)
  return { isNameKept: (name) => kept.get(name) !== undefined }
}

/** Wrong PINs, of each way in apart. */
function createTries(db: TillDatabase): Pick<StaffStore, 'tries' | 'setTries'> {
  const triesOf = db.prepare<[string, string], PinTries>(
    'SELECT failed_count AS failedCount, locked_until_ms AS lockedUntilMs FROM pin_tries WHERE staff_id = ? AND asked_by = ?',
  )
  const setTries =
    db.prepare(`INSERT INTO pin_tries (staff_id, asked_by, failed_count, locked_until_ms) VALUES (?, ?, ?, ?)
    ON CONFLICT (staff_id, asked_by) DO UPDATE
    SET failed_count = excluded.failed_count, locked_until_ms = excluded.locked_until_ms`)
  return {
    tries: (staffId, askedBy) => triesOf.get(staffId, askedBy ?? '') ?? NO_TRIES,
    setTries: (staffId, askedBy, { failedCount, lockedUntilMs }) =>
      void setTries.run(staffId, askedBy ?? '', failedCount, lockedUntilMs),
  }
}

/** What the shop has made of the three roles, and what somebody may by all of theirs. */
function createRights(
  db: TillDatabase,
  roles: RoleStore,
): Pick<StaffStore, 'rights' | 'rightsOf' | 'saveRights'> {
  const rightsOf = db.prepare<[Role], { json: string }>(
    'SELECT rights_json AS json FROM role_rights WHERE role = ?',
  )
  const saveRights = db.prepare(`INSERT INTO role_rights (role, rights_json) VALUES (?, ?)
    ON CONFLICT (role) DO UPDATE SET rights_json = excluded.rights_json`)
  const rights = (role: Role) => {
    const stored = role === 'owner' ? undefined : rightsOf.get(role)
    return stored ? readStoredRights(stored.json, DEFAULT_RIGHTS[role]) : DEFAULT_RIGHTS[role]
  }
  return {
    rights,
    rightsOf: (person) =>
      rightsOfPerson(
        person,
        {
          cashier: rights('cashier'),
          supervisor: rights('supervisor'),
          owner: DEFAULT_RIGHTS.owner,
        },
        person.roleIds.length === 0 ? [] : roles.all(),
      ),
    saveRights: (role, given) => void saveRights.run(role, JSON.stringify(given)),
  }
}

function toMember({
  isDemo,
  isOwnOnly,
  role,
  roleIds,
  hash,
  salt,
  cost,
  pepperId,
  ...row
}: Row): StoredMember {
  return {
    ...row,
    role: isOwnOnly === 1 ? null : role,
    roleIds: JSON.parse(roleIds) as string[],
    isDemo: isDemo === 1,
    pin: { hash, salt, cost, pepperId },
  }
}
