/**
 * The shop's account at Mercado Pago: its token is kept as the service's key is, and goes to the
 * account's own service alone. It is kept once the account has answered with its terminals.
 */
import { POINT_URL, type PointTerminal } from '#shared/card/point.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { changedSecret } from '#shared/settings/changed-fields.ts'
import { asBearer, createNodeHttp } from '../adapters/node-http.ts'
import { NO_STORE } from '../adapters/system.ts'
import type { HttpPort, SecretStore } from '../kernel/ports.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import type { Attempts } from './attempts.ts'
import { askOnce, listTerminals } from './point.ts'

export interface CardAccount {
  readonly http: HttpPort
  /** Its terminals, asked with that token, or with the kept one. */
  terminals(typed: string | null): ReturnType<typeof listTerminals>
  has(): boolean
  keep(token: string | null): Promise<void>
}

/** As the account's pages give them out. */
const TOKEN = /^APP_USR-[\w-]{10,180}$/
/** Of orders without money: for practice alone, as money is for shops alone. */
const TRIAL_TOKEN = /^TEST-[\w-]{10,180}$/

/** To the account's service, with the token of that moment. */
export type AccountHttp = (tokenOf: () => string | null) => HttpPort

const overInternet: AccountHttp = (tokenOf) =>
  createNodeHttp(() => ({ baseUrl: POINT_URL, apiKey: tokenOf() }), asBearer)

/** Reads the stored token once, before the till opens. */
export async function openCardAccount(
  secrets: SecretStore = NO_STORE,
  httpOf: AccountHttp = overInternet,
): Promise<CardAccount> {
  let token = (await secrets.load()) || null
  const http = httpOf(() => token)
  return {
    http,
    has: () => token !== null,
    terminals: (typed) => listTerminals(askOnce(typed === null ? http : httpOf(() => typed))),
    async keep(next) {
      const before = token
      // At once: no card comes between what stands against it and the new one.
      token = next
      try {
        await secrets.save(next)
      } catch (error) {
        token = before
        throw error
      }
    },
  }
}

interface Ports {
  readonly account: CardAccount
  readonly attempts: Pick<Attempts, 'open'>
  readonly staff: Staff
  readonly isPractice: boolean
}

export function createLinkAccount(ports: Ports): Handlers<'linkCardAccount'>['linkCardAccount'] {
  const { account, attempts, staff, isPractice } = ports
  return async ({ token: typed }, _, { actor, approverName }) => {
    const token = typed?.trim() ?? null
    const keep = async (next: string | null) => {
      const had = account.has()
      await account.keep(next)
      const detail = changedSecret('cardTerminal.token', next !== null, had)
      staff.audit.write({ action: 'settings-changed', staff: actor, approverName, detail })
    }
    // Whoever is there to be asked how an open one ended stays.
    const isHeld = () => token !== '' && account.has() && attempts.open().length > 0
    if (isHeld()) return refuse(refusal('CARD_STILL_OPEN', 'token'))
    if (token === null) {
      await keep(null)
      return ok([])
    }
    if (token === '')
      return account.has()
        ? listedOf(await account.terminals(null))
        : refuse(refusal('CARD_ACCOUNT_NEEDED', 'token'))
    if (!(isPractice ? TRIAL_TOKEN : TOKEN).test(token))
      return refuse(refusal('CARD_TOKEN_NOT_VALID', 'token'))
    const listed = listedOf(await account.terminals(token))
    if (!listed.ok) return listed
    // A card may have come while the account was asked.
    if (isHeld()) return refuse(refusal('CARD_STILL_OPEN', 'token'))
    await keep(token)
    return listed
  }
}

function listedOf(
  listed: Awaited<ReturnType<typeof listTerminals>>,
): Result<readonly PointTerminal[], Refusal> {
  if (listed.ok) return listed
  const isRefused = listed.refusal === 'refused'
  return refuse(refusal(isRefused ? 'CARD_TOKEN_REFUSED' : 'CARD_ACCOUNT_AWAY', 'token'))
}
