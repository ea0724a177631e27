/** What roles may, as it lies in this till's tables. */
import { parseJson } from '#shared/issuing/answer-body.ts'
import { DEFAULT_RIGHTS, NO_RIGHTS, type RoleRights } from '#shared/staff/rights.ts'
import { NAMES_OF_TILL, ROLE_NAME_CHARS_MAX, ROLES_HEARD_MAX } from '#shared/staff/roles.ts'
import { checkShownName } from '#shared/staff/shown-name.ts'
import { readStoredRights } from '#shared/staff/stored-rights.ts'
import { PAPER_LOCALE } from '#shared/languages/paper-language.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { wrongPercent } from '../staff/own-roles.ts'
import { listed, type KindRows } from './kind-rows.ts'

export function roleRows(db: TillDatabase) {
  return { role_rights: rightsRows(db), role: ownRoleRows(db) } satisfies Readonly<
    Record<string, KindRows>
  >
}

/** As an owner could have said them; null for anything else. */
function readRights(said: unknown, own: RoleRights): string | null {
  const parsed = parseJson(String(said))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
  const rights = readStoredRights(JSON.stringify(parsed), own)
  // What it cannot read it answers with the role's own.
  const isRead = rights !== own && wrongPercent(rights) === null
  return isRead ? JSON.stringify(rights) : null
}

function rightsRows(db: TillDatabase): KindRows {
  const read = db
    .prepare<[string], string>('SELECT rights_json FROM role_rights WHERE role = ?')
    .pluck()
  const write = db.prepare(`INSERT INTO role_rights (role, rights_json) VALUES (?, ?)
    ON CONFLICT (role) DO UPDATE SET rights_json = excluded.rights_json`)
  /** An owner has all, whatever is said. */
  const isChanged = (role: string) => role === 'cashier' || role === 'supervisor'
  return {
    read(role) {
      const json = isChanged(role) ? read.get(role) : undefined
      return json === undefined ? null : { rights: json }
    },
    write(role, fields) {
      if (!isChanged(role)) return
      const rights = readRights(fields['rights'], DEFAULT_RIGHTS[role as 'cashier'])
      if (rights !== null) write.run(role, rights)
    },
    remove: () => undefined,
    ids: listed(db, "SELECT role FROM role_rights WHERE role <> 'owner'"),
  }
}

interface RoleRow {
  readonly name: string
  readonly rights: string
  readonly is_archived: 0 | 1
}

function ownRoleRows(db: TillDatabase): KindRows {
  const read = db.prepare<[string], RoleRow>(
    'SELECT name, rights_json AS rights, is_archived FROM own_role WHERE id = ?',
  )
  const write = db.prepare(`INSERT INTO own_role
      (id, name, rights_json, is_archived, created_at_ms)
    VALUES (@id, @name, @rights, @isArchived, @at) ON CONFLICT (id) DO UPDATE
    SET name = excluded.name, rights_json = excluded.rights_json,
      is_archived = excluded.is_archived`)
  const remove = db.prepare(`DELETE FROM own_role WHERE id = @id
    AND NOT EXISTS (SELECT 1 FROM staff_own_role WHERE role_id = @id)`)
  const archive = db.prepare('UPDATE own_role SET is_archived = 1 WHERE id = @id')
  const count = db.prepare<[], number>('SELECT count(*) FROM own_role').pluck()
  return {
    read(id) {
      const row = read.get(id)
      return row === undefined ? null : { ...row, is_archived: row.is_archived === 1 }
    },
    write(id, fields, at) {
      const name = checkShownName(String(fields['name']), ROLE_NAME_CHARS_MAX)
      const rights = readRights(fields['rights'], NO_RIGHTS)
      if (!name.ok || rights === null) return
      if (NAMES_OF_TILL.includes(name.value.toLocaleLowerCase(PAPER_LOCALE))) return
      if (read.get(id) === undefined && (count.get() ?? 0) >= ROLES_HEARD_MAX) return
      write.run({ id, name: name.value, rights, isArchived: Number(fields['is_archived']), at })
    },
    /** Who has it at this till keeps it. */
    remove(id) {
      if (remove.run({ id }).changes === 0) archive.run({ id })
    },
    ids: listed(db, 'SELECT id FROM own_role'),
  }
}
