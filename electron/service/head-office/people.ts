/** People of a company's head office: invited, in, given another role, ended. */
import { sql, type Kysely } from 'kysely'
import type { EpochMs } from '#shared/core/brand.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  INVITATION_MS,
  PEOPLE_MAX,
  type OfficePerson,
  type OfficeRole,
} from '#shared/head-office/contract.ts'
import { hashSecret, newSecret } from '../auth/key-door.ts'
import { apiError, type ApiError } from '../core/errors.ts'
import type { Clock, CompanyId, Random } from '../core/ports.ts'
import type { OfficePersonRow, Tables } from '../storage/tables.ts'
import { newPhoneSecret } from './phone-code.ts'

export interface OfficePorts {
  readonly db: Kysely<Tables>
  readonly clock: Clock
  readonly random: Random
}

interface Invited {
  readonly person: OfficePerson
  /** Shown this once. */
  readonly invitation: string
}

type NewPerson = Pick<OfficePersonRow, 'email' | 'name' | 'role'>

/** Inside a write job. */
export async function invite(
  ports: OfficePorts,
  companyId: CompanyId,
  asked: NewPerson,
): Promise<Result<Invited, ApiError>> {
  const { db, random } = ports
  const email = asked.email.toLowerCase()
  if ((await peopleOf(db, companyId)).length >= PEOPLE_MAX)
    return refuse(apiError('PEOPLE_FULL', '', { limit: String(PEOPLE_MAX) }))
  const { invitation, ...invited } = newInvitation(ports)
  const row: OfficePersonRow = {
    ...{ id: random.uuid(), company_id: companyId, ...asked, email },
    ...{ passphrase_hash: null, entered_at_ms: null, ended_at_ms: null, ...invited },
  }
  // Somebody here may have the e-mail, also since a moment ago.
  const { numInsertedOrUpdatedRows: made } = await db
    .insertInto('office_people')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made === 0n) return refuse(apiError('PERSON_EXISTS', 'email'))
  await db
    .insertInto('office_alarm_watch')
    .values({ company_id: companyId, limits_json: '', look_due_at_ms: ports.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ok({ person: shown(row), invitation })
}

function newInvitation({ clock, random }: OfficePorts) {
  const { id, secret } = newSecret(random)
  const invitation = `${id}${secret}`
  return {
    invitation,
    invitation_hash: hashSecret(invitation),
    invited_until_ms: (clock.now() + INVITATION_MS) as EpochMs,
    phone_secret: newPhoneSecret(random),
    phone_step: 0,
  }
}

/** Whom it is for; null for one that is used, over or made up. */
export async function invitedBy(
  db: Kysely<Tables>,
  invitation: string,
  now: EpochMs,
): Promise<OfficePersonRow | null> {
  const row = await db
    .selectFrom('office_people')
    .selectAll()
    .where('invitation_hash', '=', hashSecret(invitation))
    .where('invited_until_ms', '>', now)
    .where('ended_at_ms', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function peopleOf(db: Kysely<Tables>, companyId: CompanyId): Promise<OfficePerson[]> {
  const rows = await db
    .selectFrom('office_people')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy(sql`ended_at_ms IS NOT NULL`)
    .orderBy('email')
    .limit(PEOPLE_MAX)
    .execute()
  return rows.map(shown)
}

interface PersonChanges {
  readonly role?: OfficeRole | undefined
  readonly is_ended?: true | undefined
  readonly is_invited_again?: true | undefined
}

interface Changed {
  readonly person: OfficePerson
  readonly invitation: string | null
}

/**
 * Their sessions end with whatever it is: a right that was taken is gone with the next request. The
 * last owner stays one. Inside a write job.
 */
export async function changePerson(
  ports: OfficePorts,
  companyId: CompanyId,
  id: string,
  changes: PersonChanges,
): Promise<Result<Changed, ApiError>> {
  const open = (await peopleOf(ports.db, companyId)).filter(
    ({ ended_at_ms: ended }) => ended === null,
  )
  const person = open.find(({ person_id: known }) => known === id)
  if (person === undefined) return refuse(apiError('PERSON_NOT_FOUND'))
  const staysOwner = changes.is_ended !== true && (changes.role ?? person.role) === 'owner'
  // Whoever was invited and never came runs no shop.
  const isOnly = !open.some(
    (one) => one.role === 'owner' && one.person_id !== id && one.entered_at_ms !== null,
  )
  if (isOnly && (!staysOwner || changes.is_invited_again === true))
    return refuse(apiError('LAST_OWNER'))
  return ok(await change(ports, companyId, id, changes))
}

/** Their sessions end. Inside a write job. */
async function change(
  ports: OfficePorts,
  companyId: CompanyId,
  id: string,
  changes: PersonChanges,
): Promise<Changed> {
  const { db, clock } = ports
  const { invitation = null, ...invited } =
    changes.is_invited_again === true ? newInvitation(ports) : {}
  const row = await db
    .updateTable('office_people')
    .set({
      ...(changes.role === undefined ? {} : { role: changes.role }),
      ...(changes.is_ended === true ? { ended_at_ms: clock.now(), invitation_hash: null } : {}),
      ...(invitation === null ? {} : { ...invited, passphrase_hash: null, entered_at_ms: null }),
    })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.deleteFrom('office_sessions').where('person_id', '=', id).execute()
  return { person: shown(row), invitation }
}

/**
 * From the machine of the service itself: whoever let the invitation lapse, or lost the phone, is
 * invited anew, the last owner too. Inside a write job.
 */
export async function inviteOwner(
  ports: OfficePorts,
  companyId: CompanyId,
  asked: Pick<NewPerson, 'email' | 'name'>,
): Promise<Result<Changed, ApiError>> {
  const known = await ports.db
    .selectFrom('office_people')
    .select('id')
    .where('email', '=', asked.email.toLowerCase())
    .where('company_id', '=', companyId)
    .where('ended_at_ms', 'is', null)
    .executeTakeFirst()
  const owner = { role: 'owner' as const }
  if (known === undefined) return invite(ports, companyId, { ...asked, ...owner })
  return ok(await change(ports, companyId, known.id, { ...owner, is_invited_again: true }))
}

function shown(row: OfficePersonRow): OfficePerson {
  const { id, email, name, role, entered_at_ms, ended_at_ms } = row
  return { person_id: id, email, name, role, entered_at_ms, ended_at_ms }
}
