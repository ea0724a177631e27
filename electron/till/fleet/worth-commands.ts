/** Commands about what is spent once over all tills: to have it in hand, and to find it at all. */
import { ok, refuse, type Result } from '#shared/core/result.ts'
import type { FoundWorth, WorthKind } from '#shared/fleet/worth-contract.ts'
import { refusal, type Refusal } from '#shared/languages/refusals.ts'
import { readValeCode } from '#shared/text/vale-code.ts'
import type { TillDatabase } from '../kernel/database.ts'
import type { Today } from '../kernel/today.ts'
import type { LookUps } from '../staff/look-ups.ts'
import type { Handlers } from '../staff/staff-ports.ts'
import { createValeRows } from '../vales/vale-rows.ts'
import { viewOf } from '../vales/vale-list.ts'
import type { TillCredentials } from './fleet-client.ts'
import { otherTillsVale, valeWorthId, viewOfOther } from './vale-worth.ts'
import { createWorthClaiming, type ClaimingWorths } from './worth-asking.ts'
import type { WorthDesk } from './worth-desk.ts'

export type WorthCommandName = 'claimWorths' | 'findValeInShop' | 'findCreditsInShop'

export interface WorthCommandParts extends ClaimingWorths {
  readonly db: TillDatabase
  readonly today: Today
  readonly desk: WorthDesk
}

export function createWorthCommands(
  parts: WorthCommandParts,
  lookUps: LookUps,
): Handlers<WorthCommandName> {
  const { db, today, desk, worths } = parts
  const claim = createWorthClaiming(parts)
  const find = createFinding(parts)
  const vales = createValeRows(db)
  return {
    async claimWorths(input) {
      const wanted = desk.wantedFor(input)
      return wanted.ok ? claim(wanted.value.deed, wanted.value.wanted) : wanted
    },
    async findValeInShop({ code: typed }) {
      const code = readValeCode(typed)
      if (code === null) return refuse(refusal('VALE_CODE_NOT_VALID', 'code'))
      const late = lookUps.refused('code')
      if (late !== null) return refuse(late)
      const own = vales.byCode(code)
      const worthId = valeWorthId(code)
      const found = await find('vale', worthId)
      if (!found.ok) return found
      const [first] = found.value
      if (own !== null) {
        const of = { kind: 'vale', worthId, ownId: String(own.number) } as const
        if (first !== undefined) worths.heard(of, first.left)
        return ok(viewOf(vales.byCode(code) ?? own, today()))
      }
      const other = first === undefined ? null : otherTillsVale(first.facts, first.left)
      if (other !== null) return ok(viewOfOther(other, code, today()))
      lookUps.taken()
      return refuse(refusal('WORTH_UNKNOWN', 'code'))
    },
    async findCreditsInShop() {
      return refuse(refusal('WORTH_UNKNOWN', 'text'))
    },
  }
}

function createFinding({ worths, client, as, signal }: ClaimingWorths) {
  return async (kind: WorthKind, name: string): Promise<Result<readonly FoundWorth[], Refusal>> => {
    const credentials: TillCredentials | null = as()
    if (credentials === null)
      return refuse(refusal(worths.isOfShop() ? 'WORTH_SHOP_AWAY' : 'WORTH_LEFT_SHOP'))
    const found = await client.find(kind, name, { as: credentials, signal })
    return found.ok ? found : refuse(refusal('WORTH_SHOP_AWAY'))
  }
}
