/** Commands about what is spent once over all tills: to have it in hand, and to find it at all. */
import { ok, refuse, type Result } from '#shared/core/result.ts'
import {
  PESOS,
  WORTHS_FOUND_MAX,
  type FoundWorth,
  type WorthKind,
} from '#shared/fleet/worth-contract.ts'
import { clp } from '#shared/money/clp.ts'
import { readNoteName, type CreditView, type NoteName } from '#shared/selling/payment/credit.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { readValeCode } from '#shared/text/vale-code.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Today } from '../kernel/today.ts'
import type { LookUps } from '../staff/look-ups.ts'
import type { Handlers } from '../staff/staff-ports.ts'
import { createValeRows } from '../vales/vale-rows.ts'
import { viewOf } from '../vales/vale-list.ts'
import type { Credits } from '../returns/credits.ts'
import { namesAtService, otherTillsCredit } from './credit-worth.ts'
import type { TillCredentials } from '../settings/own-key.ts'
import { otherTillsVale, valeWorthId, viewOfOther } from './vale-worth.ts'
import { createWorthClaiming, NO_KEY, type ClaimingWorths } from './worth-asking.ts'
import type { WorthDesk } from './worth-desk.ts'

type WorthCommandName = 'claimWorths' | 'findValeInShop' | 'findCreditsInShop'

interface WorthCommandParts extends ClaimingWorths {
  readonly db: TillDatabase
  readonly today: Today
  readonly desk: WorthDesk
  readonly named: Credits['named']
}

export function createWorthCommands(
  parts: WorthCommandParts,
  lookUps: LookUps,
): Handlers<WorthCommandName> {
  const { db, today, desk, worths } = parts
  const claim = createWorthClaiming(parts)
  const found = new Set<string>()
  const find = createFinding(parts, found)
  const vales = createValeRows(db)
  const credits = createFindingCredits(parts, find)
  return {
    async claimWorths(input) {
      const asked = desk.wantedFor(input)
      if (!asked.ok) return asked
      const { deed, wanted } = asked.value
      // What nobody has looked up is a guess, as a look-up is.
      const isGuess = wanted.some(({ ownId, worthId }) => ownId === null && !found.has(worthId))
      const late = isGuess ? lookUps.refused('method') : null
      if (late !== null) return refuse(late)
      const claimed = await claim(deed, wanted)
      if (isGuess && !claimed.ok && claimed.refusal.code === 'WORTH_UNKNOWN') lookUps.taken()
      return claimed
    },
    async findValeInShop({ code: typed }) {
      const code = readValeCode(typed)
      if (code === null) return refuse(refusal('VALE_CODE_NOT_VALID', 'code'))
      const late = lookUps.refused('code')
      if (late !== null) return refuse(late)
      const own = vales.byCode(code)
      const worthId = valeWorthId(code)
      const looked = await find('vale', worthId)
      if (!looked.ok) return looked
      const [first] = looked.value
      if (own !== null) {
        if (first !== undefined) worths.keep([{ ...first, kind: 'vale' }])
        const known = vales.byCode(code) ?? own
        // A hub says what is left, and not who took the rest.
        const leftClp = first?.left[PESOS] ?? known.amountClp
        const usedClp = clp(Math.max(known.usedClp, known.amountClp - leftClp))
        return ok(viewOf({ ...known, usedClp }, today()))
      }
      const other = first === undefined ? null : otherTillsVale(first.facts, first.left)
      if (other !== null) return ok(viewOfOther(other, code, today()))
      lookUps.taken()
      return refuse(refusal('WORTH_UNKNOWN', 'code'))
    },
    async findCreditsInShop({ text }) {
      const name = readNoteName(text)
      if (name === null) return refuse(refusal('CREDIT_NAME_NOT_VALID', 'text'))
      const late = lookUps.refused('text')
      if (late !== null) return refuse(late)
      lookUps.taken()
      const looked = await credits(name)
      if (!looked.ok) return looked
      const [first] = looked.value
      const open = looked.value.filter(({ balanceClp }) => balanceClp > 0)
      if (open.length > 0) return ok(open)
      return first === undefined
        ? refuse(refusal('WORTH_UNKNOWN', 'text'))
        : refuse(refusal('CREDIT_SPENT', 'text', { name: first.name }))
    },
  }
}

/** Those of this till with what the service says is left, then those of the others. */
function createFindingCredits(
  { named, worths }: WorthCommandParts,
  find: ReturnType<typeof createFinding>,
) {
  return async (name: NoteName): Promise<Result<readonly CreditView[], Refusal>> => {
    const views: CreditView[] = []
    for (const own of named(name).slice(0, WORTHS_FOUND_MAX)) {
      const of = { kind: 'credit', worthId: own.creditId, ownId: own.creditId } as const
      const known = worths.asks(of) ? await find('credit', own.creditId) : null
      if (known?.ok === false) return known
      const left = known?.value[0]?.left[PESOS]
      views.push(left === undefined ? own : { ...own, balanceClp: clp(left) })
    }
    if (!worths.isOfShop()) return ok(views)
    for (const each of namesAtService(name)) {
      const found = await find('credit', each)
      if (!found.ok) return found
      for (const { worth_id: id, facts, left } of found.value) {
        const isThere = views.some(({ creditId }) => creditId === id)
        const other = isThere ? null : otherTillsCredit(id, facts, left[PESOS] ?? 0)
        if (other !== null) views.push(other)
      }
    }
    return ok(views)
  }
}

/** By what is found it may be charged at once. */
function createFinding({ worths, client, hub, as, signal }: ClaimingWorths, ids: Set<string>) {
  return async (kind: WorthKind, name: string): Promise<Result<readonly FoundWorth[], Refusal>> => {
    const credentials: TillCredentials | null = as()
    if (credentials === null)
      return refuse(refusal(worths.isOfShop() ? 'WORTH_SHOP_AWAY' : 'WORTH_LEFT_SHOP'))
    const near = await hub.asked()?.client.find(kind, name, { as: NO_KEY, signal })
    const isNear = near?.ok === true && near.value.length > 0
    if (near?.ok === true && !isNear && !hub.serviceIsUp())
      return refuse(refusal('WORTH_NOT_AT_HUB'))
    const found = isNear ? near : await client.find(kind, name, { as: credentials, signal })
    if (!found.ok) return refuse(refusal(hub.isOwn() ? 'WORTH_AT_OWN_HUB' : 'WORTH_SHOP_AWAY'))
    for (const { worth_id: id } of found.value) ids.add(id)
    return found
  }
}
