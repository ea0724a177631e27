/** The parts of what is spent once over all tills, over the open store. */
import type { LookUps } from '../staff/look-ups.ts'
import type { HttpPort } from '../kernel/ports.ts'
import type { Today } from '../kernel/today.ts'
import { creditReader, type Credits } from '../returns/credits.ts'
import { createCreditSource } from './credit-worth.ts'
import type { TillCredentials } from '../settings/own-key.ts'
import type { Membership } from './membership.ts'
import { createShopWorths, type ShopWorthsParts } from './shop-worths.ts'
import { createSoldSource } from './sold-worth.ts'
import { createValeSource } from './vale-worth.ts'
import { createWorthClaiming, type WorthHub } from './worth-asking.ts'
import { createWorthClient } from './worth-client.ts'
import { createWorthCommands } from './worth-commands.ts'
import { createWorthDesk } from './worth-desk.ts'

interface OpenWorths extends Omit<ShopWorthsParts, 'sources'> {
  readonly today: Today
  readonly http: HttpPort
  readonly credentials: (membership: Membership) => TillCredentials | null
  readonly signal: AbortSignal
  readonly hub: WorthHub
}

export function openWorths({ http, credentials, signal, hub, ...parts }: OpenWorths) {
  const { db, today, membership } = parts
  const creditOf = creditReader(db)
  const tillNumber = () => membership.now()?.number ?? 0
  const worths = createShopWorths({
    ...parts,
    sources: {
      vale: createValeSource({ db, today, tillNumber }),
      credit: createCreditSource(db, (id) => creditOf(id)?.balanceClp ?? null),
      sale: createSoldSource(db),
    },
  })
  const worthClient = createWorthClient(http)
  const as = () => {
    const current = membership.now()
    return current && credentials(current)
  }
  const claim = createWorthClaiming({ worths, client: worthClient, hub, as, signal })
  const desk = createWorthDesk({ db, worths, claim, hub, signal })
  return {
    worths,
    worthClient,
    desk,
    api: (lookUps: LookUps, { named }: Pick<Credits, 'named'>) =>
      createWorthCommands(
        { ...{ db, today, desk, worths, hub, as, signal, named }, client: worthClient },
        lookUps,
      ),
  }
}
