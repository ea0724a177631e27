/**
 * People of the shop, as they lie in this till's tables. What is said of somebody is sealed with
 * the secret of the shop's PINs and has a number that only goes up: neither the key of a till nor
 * the service makes an owner, gives a PIN or brings back what was taken away.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  isSamePerson,
  readPerson,
  textToSeal,
  withSeal,
  type PersonFacts,
  type SealedPerson,
} from '#shared/fleet/shared-person.ts'
import type { Role } from '#shared/staff/rights.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Pepper } from '../staff/pin-hash.ts'
import { listed, type KindRows } from './kind-rows.ts'
import type { PersonParts, PersonRow } from './person-parts.ts'
import { createPersonWriting } from './person-writing.ts'

export function personRows(db: TillDatabase, parts: PersonParts): KindRows {
  const read = createReading(db)
  const told = createTold(db, read)
  const current = createSaying(db, { ...parts, read, told })
  const write = createPersonWriting(db, { ...parts, read })
  const noteRefused = refusing(parts)
  /** False: it is not the shop's word, or an older one than stands. */
  const keepNewer = (id: string, text: string): boolean => {
    const said = readPerson(text)
    const pepper = parts.pepper()
    const heard = pepper && told.under(pepper, id)
    const isNews = heard === null || text === heard.text
    const isNewer = said !== null && (isNews || isAfter(said, heard.said))
    if (said === null || !isNewer || !isOurs(parts, id, { text, said })) return false
    told.keep(id, { text, said })
    return true
  }
  return {
    read(id) {
      const person = current(id)
      return person === null ? null : { person }
    },
    accepts(id, { person }) {
      const text = String(person)
      if (keepNewer(id, text)) return true
      noteRefused(id, text, read(id)?.name ?? readPerson(text)?.name ?? '')
      if (read(id) !== undefined) parts.noteAgain(id)
      return false
    },
    overtakes: ({ person: accepted }, { person: said }) =>
      accepted !== said && revisionOf(accepted) >= revisionOf(said),
    isOnTop(id, { person: heard }, { person: said }) {
      const pepper = parts.pepper()
      const isKnown = pepper !== null && told.under(pepper, id)?.text === heard
      return isKnown && revisionOf(said) > revisionOf(heard)
    },
    taken: (id, { person }) => void keepNewer(id, String(person)),
    write(id, { person }, at) {
      const text = String(person)
      const said = readPerson(text)
      if (said !== null && isOurs(parts, id, { text, said })) write(id, said, at)
    },
    // Nobody is taken away: whoever has left is not active.
    remove: () => undefined,
    ids: listed(
      db,
      `SELECT id FROM staff WHERE is_demo = 0
        AND (is_active = 1 OR id IN (SELECT staff_id FROM fleet_person))`,
    ),
  }
}

/**
 * Of two that have one number every till takes the same: whoever was sent away stays away, whatever
 * was said of them at that moment elsewhere.
 */
const isAfter = (one: SealedPerson, other: SealedPerson) => {
  if (one.revision !== other.revision) return one.revision > other.revision
  return one.is_active === other.is_active ? one.seal > other.seal : !one.is_active
}

const revisionOf = (text: unknown) => readPerson(String(text))?.revision ?? 0

type Reading = (id: string) => PersonRow | undefined

function createReading(db: TillDatabase): Reading {
  const read = db.prepare<[string], PersonRow>(`SELECT id, name, role, is_active AS isActive,
    has_own_roles_only AS isOwnOnly, pin_hash AS hash, pin_salt AS salt,
    pin_cost AS cost, pin_pepper AS pepperId, created_at_ms AS createdAt,
    coalesce(by_name, '') AS byName, by_till AS byTill,
    (SELECT json_group_array(role_id) FROM staff_own_role WHERE staff_id = id) AS roleIds
    FROM staff LEFT JOIN staff_signed ON staff_id = id WHERE id = ? AND is_demo = 0`)
  return (id) => read.get(id)
}

interface Told {
  readonly text: string
  readonly said: SealedPerson
}

/** What another secret than the shop's of now has sealed says nothing here. */
function underOf(pepper: Pepper, text: string | undefined): Told | null {
  const said = text === undefined ? null : readPerson(text)
  return said?.pepper === pepper.id && text !== undefined ? { text, said } : null
}

function createTold(db: TillDatabase, read: Reading) {
  const told = db
    .prepare<[string], string>('SELECT sealed FROM fleet_person WHERE staff_id = ?')
    .pluck()
  const keep = db.prepare(`INSERT INTO fleet_person (staff_id, sealed) VALUES (?, ?)
    ON CONFLICT (staff_id) DO UPDATE SET sealed = excluded.sealed`)
  const keepPin = db.prepare('UPDATE fleet_person SET pin = ? WHERE staff_id = ?')
  return {
    under: (pepper: Pepper, id: string) => underOf(pepper, told.get(id)),
    /** A PIN that was typed here is written here. */
    keep(id: string, { text, said: { pin } }: Told) {
      keep.run(id, text)
      const hash = Buffer.from(read(id)?.hash ?? []).toString('base64')
      if (pin !== null && pin.hash === hash) keepPin.run(JSON.stringify(pin), id)
    },
  }
}

interface SayingParts extends PersonParts {
  readonly read: Reading
  readonly told: ReturnType<typeof createTold>
}

/** As this till says somebody: a person that is the same in the same words, else one number on. */
function createSaying(db: TillDatabase, { read, told, ...parts }: SayingParts) {
  const going = db
    .prepare<[string], string>(
      `SELECT json_extract(fields_json, '$.person') FROM fleet_edit
        WHERE kind = 'person' AND record_id = ? AND is_deleted = 0 ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
  return (id: string): string | null => {
    const [row, pepper, shop] = [read(id), parts.pepper(), parts.shop()]
    if (row === undefined || pepper === null || shop === null) return null
    const heard = told.under(pepper, id)
    const last = underOf(pepper, going.get(id)) ?? heard
    const facts = factsOf(row, { ...parts, pepper, heard: heard?.said ?? null, till: shop.number })
    if (last !== null && isSamePerson(last.said, facts)) return last.text
    const revision = Math.max(last?.said.revision ?? 0, heard?.said.revision ?? 0) + 1
    const text = textToSeal(facts, revision, pepper.id)
    return withSeal(text, sealOf(pepper, shop.shopId, id, text))
  }
}

function isOurs(parts: Pick<PersonParts, 'pepper' | 'shop'>, id: string, { text, said }: Told) {
  const { seal, pepper: of, revision, ...facts } = said
  const [pepper, shop] = [parts.pepper(), parts.shop()]
  if (pepper === null || shop === null || of !== pepper.id) return false
  const bare = textToSeal(facts, revision, of)
  const own = sealOf(pepper, shop.shopId, id, bare)
  return text === withSeal(bare, seal) && timingSafeEqual(Buffer.from(own), Buffer.from(seal))
}

const sealOf = ({ key }: Pepper, shopId: string, id: string, text: string) =>
  createHmac('sha256', createHmac('sha256', key).update('people').digest())
    .update(JSON.stringify([shopId, id, text]))
    .digest('hex')

interface Saying extends Pick<PersonParts, 'shopRole'> {
  readonly pepper: Pepper
  readonly heard: SealedPerson | null
  readonly till: number
}

function factsOf(row: PersonRow, { pepper, heard, till, shopRole }: Saying): PersonFacts {
  const { hash, salt, cost } = row
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const isShops = row.pepperId === pepper.id
  return {
    name: row.name,
    role: row.isOwnOnly === 1 ? null : (row.role as Role),
    roles: (JSON.parse(row.roleIds) as string[]).map(shopRole).toSorted(),
    is_active: row.isActive === 1,
    created_at_ms: row.createdAt,
    // With another secret in it, it is good here alone, and no news of the shop's.
    pin: isShops ? { hash: text(hash), salt: text(salt), cost } : (heard?.pin ?? null),
    by: row.byName.slice(0, 80),
    till: row.byTill ?? till,
  }
}

/** Once each: a key that says it again and again fills no log. */
function refusing({ staff }: PersonParts) {
  const last = new Map<string, string>()
  return (id: string, text: string, name: string) => {
    if (last.get(id) === text) return
    last.set(id, text)
    const detail = { name }
    staff.audit.write({ action: 'staff-not-taken', staff: { id: null, name: 'Otra caja' }, detail })
  }
}
