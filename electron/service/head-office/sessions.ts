/** Who is in: by passphrase and phone together, until they leave, rest or a day is over. */
import { timingSafeEqual } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { SESSION_IDLE_MS, SESSION_MS, type OfficeRole } from '#shared/head-office/contract.ts'
import { hashSecret, newSecret } from '../auth/key-door.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { ClientId, CompanyId } from '../core/ports.ts'
import type { ServiceParts } from '../parts/parts.ts'
import type { OfficePersonRow, Tables } from '../storage/tables.ts'
import { noteDone } from './office-log.ts'
import { hashPassphrase, isPassphrase } from './passphrase.ts'
import { invitedBy, type OfficePorts } from './people.ts'
import { stepOf } from './phone-code.ts'

/** Who asks, of whose shop. */
export interface OfficeUser {
  readonly sessionId: string
  readonly personId: string
  readonly name: string
  readonly role: OfficeRole
  readonly companyId: CompanyId
  readonly clientId: ClientId
}

/** How often it is written down that somebody is there. */
const SEEN_EVERY_MS = 60_000
const TOKEN_FORM = /^([0-9a-f]{16})_([A-Za-z0-9_-]{43})$/

type Parts = Pick<ServiceParts, 'storage' | 'clock' | 'random' | 'settings'>

/** The token of a session. One refusal for whatever was wrong, and it takes the same time. */
export async function enter(
  { storage, clock, random, settings: { passphraseCost: cost } }: Parts,
  { email, passphrase, phone_code: code }: Record<'email' | 'passphrase' | 'phone_code', string>,
): Promise<Result<string, ApiError>> {
  const people = await peopleBy(storage.read, email)
  const person = await whoseEntry(people, { passphrase, cost, code, now: clock.now() })
  return storage.write(async (db) => {
    const ports = { db, clock, random }
    const isIn = person !== null && (await takeStep(db, person, person.step))
    const noted = person === null ? people : [person]
    for (const { company_id: company, name } of noted)
      await noteDone(ports, company, name, isIn ? 'entered' : 'refused', email)
    return isIn ? ok(await begin(ports, person)) : refuse(apiError('OFFICE_ENTRY_REFUSED'))
  })
}

/** Companies of one e-mail, whoever has it there; each passphrase takes a look. */
const COMPANIES_MAX = 10

const peopleBy = (db: Kysely<Tables>, email: string) =>
  db
    .selectFrom('office_people')
    .selectAll()
    .where('email', '=', email)
    .where('ended_at_ms', 'is', null)
    .orderBy(sql`passphrase_hash IS NULL`)
    .orderBy('entered_at_ms', 'desc')
    .orderBy('id')
    .limit(COMPANIES_MAX)
    .execute()

/** Of all of one e-mail, the one whose passphrase and phone it is; who was in last comes first. */
async function whoseEntry(
  people: readonly OfficePersonRow[],
  { passphrase, cost, code, now }: { passphrase: string; cost: number; code: string; now: EpochMs },
): Promise<(OfficePersonRow & { readonly step: number }) | null> {
  const hashes = new Set(people.map(({ passphrase_hash: hash }) => hash))
  const right = new Set<string | null>()
  // At least once: that nobody has the e-mail is not told by the time it takes.
  for (const hash of hashes.size === 0 ? [null] : hashes)
    if (await isPassphrase(passphrase, hash, cost)) right.add(hash)
  for (const person of people) {
    const step = stepOf(person.phone_secret, code, now)
    if (step !== null && right.has(person.passphrase_hash)) return { ...person, step }
  }
  return null
}

/** False for a code that was taken before, by whoever read it over a shoulder. */
async function takeStep(
  db: Kysely<Tables>,
  { id, email, phone_secret: secret, passphrase_hash: known }: OfficePersonRow,
  step: number,
): Promise<boolean> {
  const taken = await db
    .updateTable('office_people')
    .set({ phone_step: step })
    // Who is of several companies has one phone for all of them.
    .where('phone_secret', '=', secret)
    .where('email', '=', email)
    .where('phone_step', '<', step)
    // Whoever was ended or invited anew meanwhile does not get in by what held before.
    .where('ended_at_ms', 'is', null)
    .where(known === null ? sql<boolean>`TRUE` : sql<boolean>`passphrase_hash = ${known}`)
    .returning('id')
    .execute()
  return taken.some((row) => row.id === id)
}

/** The code of the phone of whoever is in, asked for again. Inside a write job. */
export async function isTheirPhone(
  { db, clock }: OfficePorts,
  personId: string,
  code: string,
): Promise<boolean> {
  const person = await db
    .selectFrom('office_people')
    .selectAll()
    .where('id', '=', personId)
    .executeTakeFirst()
  const step = person === undefined ? null : stepOf(person.phone_secret, code, clock.now())
  return person !== undefined && step !== null && takeStep(db, person, step)
}

async function begin({ db, clock, random }: OfficePorts, { id: personId }: OfficePersonRow) {
  const { id, secret, secretHash } = newSecret(random)
  const now = clock.now()
  await db
    .updateTable('office_people')
    .set({ entered_at_ms: now })
    .where('id', '=', personId)
    .execute()
  await db
    .insertInto('office_sessions')
    .values({ id, person_id: personId, secret_hash: secretHash, made_at_ms: now, seen_at_ms: now })
    .execute()
  return `${id}_${secret}`
}

/** An invitation becomes an account, and whoever took it up is in. */
export async function takeUp(
  { storage, clock, random, settings: { passphraseCost: cost } }: Parts,
  asked: Record<'invitation' | 'passphrase' | 'phone_code', string>,
): Promise<Result<string, ApiError>> {
  const invalid = refuse(apiError('INVITATION_INVALID', 'invitation'))
  const person = await invitedBy(storage.read, asked.invitation, clock.now())
  if (person === null) return invalid
  const { passphrase, phone_code: code } = asked
  const others = (await peopleBy(storage.read, person.email)).filter(({ id }) => id !== person.id)
  const known = await whoseEntry(others, { passphrase, cost, code, now: clock.now() })
  const step = stepOf(person.phone_secret, code, clock.now())
  if (known === null && step === null) return refuse(apiError('PHONE_CODE_WRONG', 'phone_code'))
  const passphraseHash = known?.passphrase_hash ?? (await hashPassphrase(random, passphrase, cost))
  return storage.write(async (db) => {
    const ports = { db, clock, random }
    const still = await invitedBy(db, asked.invitation, clock.now())
    if (still === null) return invalid
    const isTaken = known
      ? await takeStep(db, known, known.step)
      : step !== null && (await takeStep(db, still, step))
    if (!isTaken) return invalid
    const phone = known ? { phone_secret: known.phone_secret, phone_step: known.step } : {}
    await db
      .updateTable('office_people')
      .set({ passphrase_hash: passphraseHash, invitation_hash: null, invited_until_ms: null })
      .set(phone)
      .where('id', '=', still.id)
      .execute()
    await noteDone(ports, still.company_id, still.name, 'joined', still.email)
    return ok(await begin(ports, still))
  })
}

export async function sessionOf(
  { storage, clock }: Pick<Parts, 'storage' | 'clock'>,
  token: string | undefined,
): Promise<OfficeUser | null> {
  const [, id, secret = ''] = TOKEN_FORM.exec(token ?? '') ?? []
  if (id === undefined) return null
  const row = await storage.read
    .selectFrom('office_sessions as s')
    .innerJoin('office_people as p', 'p.id', 's.person_id')
    .innerJoin('companies as c', 'c.id', 'p.company_id')
    .select(['s.secret_hash', 's.made_at_ms', 's.seen_at_ms', 'p.name', 'p.role'])
    .select(['p.id as personId', 'p.company_id as companyId', 'c.client_id as clientId'])
    .where('s.id', '=', id)
    .where('p.ended_at_ms', 'is', null)
    .executeTakeFirst()
  if (row === undefined || !isSame(row.secret_hash, secret)) return null
  const now = clock.now()
  if (now >= row.made_at_ms + SESSION_MS || now >= row.seen_at_ms + SESSION_IDLE_MS) return null
  if (now >= row.seen_at_ms + SEEN_EVERY_MS)
    await storage.write((db) =>
      db.updateTable('office_sessions').set({ seen_at_ms: now }).where('id', '=', id).execute(),
    )
  const { personId, name, role, companyId, clientId } = row
  return { sessionId: id, personId, name, role, companyId, clientId }
}

const isSame = (kept: string, secret: string) =>
  timingSafeEqual(Buffer.from(kept, 'hex'), Buffer.from(hashSecret(secret), 'hex'))

/**
 * Where whoever is in may go: the companies they entered by the same passphrase and phone. Whoever
 * has the same e-mail alone is somebody else.
 */
export async function shopsOf(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('office_people as p')
    .innerJoin('office_people as o', (join) =>
      join
        .onRef('o.email', '=', 'p.email')
        .onRef('o.phone_secret', '=', 'p.phone_secret')
        .onRef('o.passphrase_hash', '=', 'p.passphrase_hash'),
    )
    .innerJoin('companies as c', 'c.id', 'o.company_id')
    .select(['o.id as person_id', 'c.name', 'c.document_number as rut'])
    .where('p.id', '=', personId)
    .where('p.ended_at_ms', 'is', null)
    .where('o.ended_at_ms', 'is', null)
    .orderBy('c.name')
    .execute()
}

/** The same session goes on in another company of theirs. Inside a write job. */
export async function goTo(
  { db, clock, random }: OfficePorts,
  user: OfficeUser,
  personId: string,
): Promise<Result<null, ApiError>> {
  const there = await shopsOf(db, user.personId)
  if (!there.some((shop) => shop.person_id === personId))
    return refuse(apiError('PERSON_NOT_FOUND'))
  const person = await db
    .updateTable('office_people')
    .set({ entered_at_ms: clock.now() })
    .where('id', '=', personId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .updateTable('office_sessions')
    .set({ person_id: personId })
    .where('id', '=', user.sessionId)
    .execute()
  await noteDone({ db, clock, random }, person.company_id, person.name, 'entered', person.email)
  return ok(null)
}

export async function leave({ db, clock, random }: OfficePorts, user: OfficeUser): Promise<void> {
  await db.deleteFrom('office_sessions').where('id', '=', user.sessionId).execute()
  await noteDone({ db, clock, random }, user.companyId, user.name, 'left', '')
}

/** Those that are over. */
export async function pruneSessions({ storage, clock }: Parts): Promise<void> {
  const before = (clock.now() - SESSION_MS) as EpochMs
  await storage.write((db) =>
    db.deleteFrom('office_sessions').where('seen_at_ms', '<', before).execute(),
  )
}
