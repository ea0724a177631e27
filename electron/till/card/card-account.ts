/**
 * The shop's account at Mercado Pago: its token is kept as the service's key is, by the RUT it is
 * for, and goes to the account's own service alone. It is kept once the account has answered with
 * its terminals, and takes the place of no other company's.
 */
import { z } from 'zod'
import type { Log } from '#shared/core/ports.ts'
import { POINT_URL, type PointTerminal } from '#shared/card/point.ts'
import { ok, refuse, type Result } from '#shared/core/result.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { changedSecret } from '#shared/settings/changed-fields.ts'
import { asBearer, createNodeHttp } from '../adapters/node-http.ts'
import { loadIfReadable, NO_STORE } from '../adapters/system.ts'
import type { HttpPort, SecretStore } from '../kernel/ports.ts'
import type { Handlers, Staff } from '../staff/staff-ports.ts'
import { orderIdOf, type Attempt, type Attempts } from './attempts.ts'
import type { CardRefunds } from './card-refunds.ts'
import type { CardRefund } from './refund-rows.ts'
import { askOnce, knowsOrder, listTerminals } from './point.ts'

export interface CardAccount {
  readonly http: HttpPort
  /** Its terminals, asked with that token, or with the kept one. */
  terminals(typed: string | null): ReturnType<typeof listTerminals>
  /** Whether that account has the order of an attempt. */
  knows(typed: string, attemptId: string, orderId: string): Promise<boolean>
  has(): boolean
  /** Whose it is: a token that was renewed is the same one's; null without one. */
  owner(): string | null
  keep(token: string | null): Promise<void>
}

/** Its number ends each token of an account; of one without it nobody knows whose it is. */
const ownerIn = (token: string | null) => /-(\d{1,20})$/.exec(token ?? '')?.[1] ?? null

/** As the account's pages give them out. */
const TOKEN = /^APP_USR-[\w-]{10,180}$/
/** Of orders without money: for practice alone, as money is for shops alone. */
const TRIAL_TOKEN = /^TEST-[\w-]{10,180}$/

/** To the account's service, with the token of that moment. */
export type AccountHttp = (tokenOf: () => string | null) => HttpPort

const overInternet: AccountHttp = (tokenOf) =>
  createNodeHttp(() => ({ baseUrl: POINT_URL, apiKey: tokenOf() }), asBearer)

/** By the company it is for: a backup of another one on this computer finds them as well. */
const keptSchema = z.object({ tokens: z.record(z.string(), z.string()) })
/** As it was kept before: one alone. */
const oneSchema = z
  .object({ rut: z.string(), token: z.string() })
  .transform(({ rut, token }) => ({ tokens: { [rut]: token } }))
type Kept = z.output<typeof keptSchema>['tokens']

interface AccountPorts {
  readonly secrets: SecretStore | undefined
  readonly httpOf: AccountHttp | undefined
  /** Of the company whose till this is now. */
  readonly rutOf: () => string
  readonly log: Log
}

/** Reads the stored token once, before the till opens. */
export async function openCardAccount({
  secrets = NO_STORE,
  httpOf = overInternet,
  rutOf,
  log,
}: AccountPorts): Promise<CardAccount> {
  let kept = keptIn(await loadIfReadable(secrets, log))
  const token = () => kept[rutOf()] ?? null
  const http = httpOf(token)
  const askWith = (typed: string) => askOnce(httpOf(() => typed))
  return {
    http,
    has: () => token() !== null,
    owner: () => ownerIn(token()),
    terminals: (typed) => listTerminals(typed === null ? askOnce(http) : askWith(typed)),
    knows: (typed, attemptId, orderId) => knowsOrder(askWith(typed), attemptId, orderId),
    async keep(next) {
      const before = kept
      // At once: no card comes between what stands against it and the new one.
      const { [rutOf()]: _, ...others } = kept
      kept = next === null ? others : { ...others, [rutOf()]: next }
      try {
        const isAny = Object.keys(kept).length > 0
        await secrets.save(isAny ? JSON.stringify({ tokens: kept }) : null)
      } catch (error) {
        kept = before
        throw error
      }
    },
  }
}

function keptIn(text: string | null): Kept {
  try {
    return z.union([keptSchema, oneSchema]).parse(JSON.parse(text ?? '')).tokens
  } catch {
    // Damaged, or of something else: it is pasted again.
    return {}
  }
}

interface Ports {
  readonly account: CardAccount
  readonly attempts: Pick<Attempts, 'open'>
  readonly refunds: Pick<CardRefunds, 'open'>
  readonly staff: Staff
  readonly isPractice: boolean
}

export function createLinkAccount(ports: Ports): Handlers<'linkCardAccount'>['linkCardAccount'] {
  const { account, attempts, refunds, staff, isPractice } = ports
  return async ({ token: typed }, _, { actor, approverName }) => {
    const token = typed?.trim() ?? null
    const keep = async (next: string | null) => {
      const had = account.has()
      await account.keep(next)
      const detail = changedSecret('cardTerminal.token', next !== null, had)
      staff.audit.write({ action: 'settings-changed', staff: actor, approverName, detail })
    }
    // Whoever can be asked how an open one ended stays, whether its token can be read or not.
    const held = () => [...attempts.open().map(heldOf), ...refunds.open().map(heldOfRefund)]
    const heldCode = () => (attempts.open().length > 0 ? 'CARD_STILL_OPEN' : 'CARD_REFUND_OPEN')
    if (token === null) {
      if (held().length > 0) return refuse(refusal(heldCode(), 'token'))
      await keep(null)
      return ok([])
    }
    if (token === '')
      return account.has()
        ? listedOf(await account.terminals(null))
        : refuse(refusal('CARD_ACCOUNT_NEEDED', 'token'))
    if (!(isPractice ? TRIAL_TOKEN : TOKEN).test(token))
      return refuse(refusal(isPractice ? 'CARD_TOKEN_NOT_TRIAL' : 'CARD_TOKEN_NOT_VALID', 'token'))
    const open = held()
    const listed = listedOf(await account.terminals(token))
    if (!listed.ok) return listed
    const isOwn = await hasAll(account, token, listed.value, open)
    // A card may have come while the account was asked.
    const isAll = held().every((one) => open.some(({ attemptId }) => attemptId === one.attemptId))
    if (!isOwn || !isAll) return refuse(refusal(heldCode(), 'token'))
    await keep(token)
    return listed
  }
}

/** What the account is asked about still: a charge, or a refund of one. */
interface Held {
  readonly attemptId: string
  readonly orderId: string | null
  /** Null: it needs none. */
  readonly terminal: string | null
}

const heldOf = (attempt: Attempt): Held => ({ ...attempt, orderId: orderIdOf(attempt) })
const heldOfRefund = ({ attemptId, orderId }: CardRefund): Held => ({
  ...{ attemptId, orderId, terminal: null },
})

/** A token that was renewed is of the account that has the open charges: it goes on asking. */
async function hasAll(
  account: Pick<CardAccount, 'knows'>,
  token: string,
  listed: readonly PointTerminal[],
  open: readonly Held[],
): Promise<boolean> {
  for (const { attemptId, orderId, terminal } of open) {
    if (terminal !== null && !listed.some(({ id }) => id === terminal)) return false
    if (orderId !== null && !(await account.knows(token, attemptId, orderId))) return false
  }
  return true
}

function listedOf(
  listed: Awaited<ReturnType<typeof listTerminals>>,
): Result<readonly PointTerminal[], Refusal> {
  if (listed.ok) return listed
  const isRefused = listed.refusal === 'refused'
  return refuse(refusal(isRefused ? 'CARD_TOKEN_REFUSED' : 'CARD_ACCOUNT_AWAY', 'token'))
}
