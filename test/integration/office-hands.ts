/** Somebody of a head office, as a browser would ask for them: the cookie, and the phone's code. */
import { Secret, TOTP } from 'otpauth'
import type { OfficeRole } from '#shared/head-office/contract.ts'
import { invite } from '../../electron/service/head-office/people.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { companyOf, type InProcessService } from './service-in-process.ts'

export const PASSPHRASE = 'caballo grapa batería'
const HALF_MINUTE_MS = 30_000

export interface OfficeHand {
  readonly email: string
  readonly secret: string
  ask(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Said>
  /** Once more from outside, by passphrase and phone. */
  enter(changes?: Partial<Record<'passphrase' | 'phone_code', string>>): Promise<Said>
  code(): string
  cookie: string
}

export interface Said {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: Headers
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** As a browser says it of the very page; one that says where a page is from says only that. */
const OWN = { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' }

interface Asked {
  readonly body?: object | undefined
  readonly headers?: Record<string, string>
  /** Address of the connection it comes by. */
  readonly from?: string
}

export async function asked(
  { service }: InProcessService,
  method: string,
  path: string,
  { body, headers, from }: Asked = {},
): Promise<Said> {
  const answer = await service.handle(
    new Request(`http://127.0.0.1/api/office/${path}`, {
      method,
      headers: { ...(headers?.['origin'] === undefined ? OWN : JSON_TYPE), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    from === undefined
      ? undefined
      : { incoming: { socket: { remoteAddress: from }, headers: { ...OWN, ...headers } } },
  )
  const said = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, body: said, headers: answer.headers }
}

export const invitationFor = async (
  world: InProcessService,
  email: string,
  role: OfficeRole,
  rut?: string,
) => {
  const { id } = await companyOf(world.storage, rut)
  const made = await world.storage.write((db) =>
    invite({ db, clock: world.clock, random: systemRandom }, id, { email, name: 'Ana', role }),
  )
  if (!made.ok) throw new Error(made.refusal.code)
  return made.value
}

/** Invited, joined and in. */
export async function officeHand(
  world: InProcessService,
  role: OfficeRole = 'owner',
  email = `${role}@tienda.cl`,
  rut?: string,
): Promise<OfficeHand> {
  const { invitation } = await invitationFor(world, email, role, rut)
  const shown = await asked(world, 'POST', 'invitation', { body: { invitation } })
  const secret = String(shown.body['secret'])
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const hand: OfficeHand = {
    ...{ email, secret, cookie: '' },
    code: () => totp.generate({ timestamp: world.clock.now() }),
    ask(method, path, body, headers) {
      // Whoever decides about people has the phone in the hand.
      const isAsked = path.startsWith('people') && body !== undefined && !('phone_code' in body)
      if (isAsked) world.clock.advance(HALF_MINUTE_MS)
      const whole = isAsked ? { ...body, phone_code: hand.code() } : body
      return asked(world, method, path, {
        body: whole,
        headers: { cookie: hand.cookie, ...headers },
      })
    },
    async enter(changes) {
      world.clock.advance(HALF_MINUTE_MS)
      const body = { email, passphrase: PASSPHRASE, phone_code: hand.code(), ...changes }
      return asked(world, 'POST', 'session', { body })
    },
  }
  const joined = await asked(world, 'POST', 'account', {
    body: { invitation, passphrase: PASSPHRASE, phone_code: hand.code() },
  })
  if (joined.status !== 200) throw new Error(JSON.stringify(joined.body))
  hand.cookie = cookieIn(joined)
  return hand
}

export const cookieIn = ({ headers }: Said) => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
