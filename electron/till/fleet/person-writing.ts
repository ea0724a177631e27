/** What the shop says of somebody becomes so here: also of who serves, and of what they allowed. */
import type { SealedPerson, SharedPin } from '#shared/fleet/shared-person.ts'
import { checkShownName } from '#shared/staff/shown-name.ts'
import { asPerson } from './person-log.ts'
import type { TillDatabase } from '../kernel/database.ts'
import { endCodeOf } from '../staff/owner-code.ts'
import { BESIDE_OWN, PIN_ELSEWHERE } from '../staff/staff-store.ts'
import type { PersonParts, PersonRow } from './person-parts.ts'

interface WritingParts extends PersonParts {
  readonly read: (id: string) => PersonRow | undefined
}

/** People one till takes of its shop, also those who have left. */
const SHOP_STAFF_MAX = 400
const NAME_CHARS_MAX = 40

type Write = (id: string, said: SealedPerson, at: number) => void

export function createPersonWriting(db: TillDatabase, parts: WritingParts): Write {
  const count = db.prepare<[], number>('SELECT count(*) FROM staff').pluck()
  const rows = personTables(db, parts)
  const waysIn = createWaysIn(db, parts)
  const nameHere = createNames(db, parts)
  const log = asPerson(db, parts)
  const change = (id: string, said: SealedPerson, before: PersonRow | undefined, at: number) => {
    const name = said.is_active ? nameHere(id, said.name) : said.name
    const isNewPin = rows.put(id, { ...said, name }, at)
    log(id, said, before, isNewPin)
    if (before?.isActive !== 1) return
    if (isNewPin || !said.is_active) parts.staff.endServing(id)
    const wasOwner = { name: before.name, role: waysIn.isOwner(before) ? 'owner' : null } as const
    if (!said.is_active || said.role !== 'owner')
      endCodeOf({ db, ...parts.staff }, wasOwner, log.who(said))
  }
  return (id, said, at) => {
    const before = parts.read(id)
    if (!checkShownName(said.name, NAME_CHARS_MAX).ok) return
    if (before === undefined && (!said.is_active || (count.get() ?? 0) >= SHOP_STAFF_MAX)) return
    if (before === undefined && waysIn.wouldLock(said)) return
    if (
      before !== undefined &&
      waysIn.isLast(before) &&
      !(said.is_active && said.role === 'owner')
    ) {
      log.kept(said)
      return parts.noteAgain(id)
    }
    const isFirst = waysIn.isEmpty()
    change(id, said, before, at)
    if (isFirst) waysIn.takeWaiting()
  }
}

function personTables(db: TillDatabase, { pepper, ownRole, read }: WritingParts) {
  const insert = db.prepare(`INSERT INTO staff (id, name, role, has_own_roles_only, pin_hash,
      pin_salt, pin_cost, pin_pepper, is_active, is_demo, created_at_ms)
    VALUES (?, ?, ?, ?, zeroblob(32), zeroblob(16), 1, '${PIN_ELSEWHERE}', 1, 0, ?)`)
  const update = db.prepare(
    'UPDATE staff SET name = ?, role = ?, has_own_roles_only = ?, is_active = ? WHERE id = ?',
  )
  const setPin = db.prepare(
    'UPDATE staff SET pin_hash = ?, pin_salt = ?, pin_cost = ?, pin_pepper = ? WHERE id = ?',
  )
  const forgetTries = db.prepare('DELETE FROM pin_tries WHERE staff_id = ?')
  const written = db
    .prepare<[string], string | null>('SELECT pin FROM fleet_person WHERE staff_id = ?')
    .pluck()
  const keepWritten = db.prepare('UPDATE fleet_person SET pin = ? WHERE staff_id = ?')
  const sign = db.prepare(
    'INSERT OR REPLACE INTO staff_signed (staff_id, by_name, by_till) VALUES (?, ?, ?)',
  )
  const takeRoles = db.prepare('DELETE FROM staff_own_role WHERE staff_id = ?')
  const giveRole = db.prepare(
    'INSERT OR IGNORE INTO staff_own_role (staff_id, role_id) SELECT ?, id FROM own_role WHERE id = ?',
  )
  /** A PIN typed here with another secret stays, until the shop has another one than it had. */
  const putPin = (id: string, pin: SharedPin | null) => {
    const here = read(id)
    const ownPepper = pepper()?.id ?? ''
    const isShops = here?.pepperId === ownPepper
    const isOld = written.get(id) === JSON.stringify(pin)
    if (pin === null || (isOld && !isShops)) return false
    const [hash, salt] = [Buffer.from(pin.hash, 'base64'), Buffer.from(pin.salt, 'base64')]
    keepWritten.run(JSON.stringify(pin), id)
    if (isShops && hash.equals(here.hash) && salt.equals(here.salt)) return false
    setPin.run(hash, salt, pin.cost, ownPepper, id)
    forgetTries.run(id)
    return true
  }
  return {
    /** Whether they have another PIN here than before. */
    put(id: string, said: SealedPerson, at: number): boolean {
      const role = [said.role ?? BESIDE_OWN, Number(said.role === null)] as const
      if (read(id) === undefined) insert.run(id, said.name, ...role, said.created_at_ms || at)
      update.run(said.name, ...role, Number(said.is_active), id)
      takeRoles.run(id)
      for (const shopId of said.roles) giveRole.run(id, ownRole(shopId))
      sign.run(id, said.by, said.till)
      return putPin(id, said.pin)
    },
  }
}

/** Owners who come in at this till. One at least stays, whatever is said elsewhere. */
export function createWaysIn(db: TillDatabase, { staff }: PersonParts) {
  const active = db.prepare<[], Pick<PersonRow, 'id' | 'role' | 'isOwnOnly' | 'pepperId'>>(
    `SELECT id, role, has_own_roles_only AS isOwnOnly, pin_pepper AS pepperId
      FROM staff WHERE is_active = 1 AND is_demo = 0
        AND id NOT IN (SELECT staff_id FROM staff_bar)`,
  )
  const takeWaiting = db.prepare(`INSERT OR IGNORE INTO fleet_heard
    (kind, shop_id, version, fields_json, is_deleted)
    SELECT kind, record_id, 0, fields_json, 0 FROM fleet_known
    WHERE kind = 'person' AND record_id NOT IN (SELECT id FROM staff)`)
  type Row = ReturnType<typeof active.all>[number]
  const isOwner = ({ role, isOwnOnly }: Pick<Row, 'role' | 'isOwnOnly'>) =>
    role === 'owner' && isOwnOnly === 0
  const comesIn = (row: Row) =>
    isOwner(row) && (row.pepperId === '' || staff.peppers?.of(row.pepperId) != null)
  return {
    isOwner,
    isEmpty: () => active.all().length === 0,
    isLast: ({ id }: Pick<PersonRow, 'id'>) => {
      const owners = active.all().filter(comesIn)
      return owners.length === 1 && owners[0]?.id === id
    },
    /** A till that asks nobody would ask for PINs that nobody has. */
    wouldLock: ({ role, pin }: SealedPerson) =>
      !(role === 'owner' && pin !== null) && active.all().length === 0,
    takeWaiting: () => void takeWaiting.run(),
  }
}

interface Holder {
  readonly id: string
  readonly name: string
  readonly isDemo: 0 | 1
  readonly isBefore: 0 | 1
}

/**
 * Two people of one name stay two: one of them gets a number, the same one at every till. It is who
 * was at this till before it joined, else who has the greater id.
 */
function createNames(db: TillDatabase, { noteAgain }: PersonParts) {
  const holder = db.prepare<[string, string], Holder>(
    `SELECT id, name, is_demo AS isDemo, EXISTS (SELECT 1 FROM fleet_noted
        WHERE kind = 'person' AND record_id = id AND is_from_before = 1) AS isBefore
      FROM staff WHERE is_active = 1 AND name = ? COLLATE NOCASE AND id <> ?`,
  )
  const rename = db.prepare('UPDATE staff SET name = ? WHERE id = ?')
  const leave = db.prepare('UPDATE staff SET is_active = 0 WHERE id = ?')
  const numbered = (name: string): string => {
    for (let number = 2; ; number += 1) {
      const end = ` ${number}`
      const next = name.slice(0, NAME_CHARS_MAX - end.length).trimEnd() + end
      if (holder.get(next, '') === undefined) return next
    }
  }
  return (id: string, name: string): string => {
    const other = holder.get(name, id)
    if (other === undefined) return name
    if (other.isDemo === 1) {
      leave.run(other.id)
      return name
    }
    const isOther = other.isBefore === 1 || other.id > id
    noteAgain(isOther ? other.id : id)
    if (!isOther) return numbered(name)
    rename.run(numbered(other.name), other.id)
    return name
  }
}
