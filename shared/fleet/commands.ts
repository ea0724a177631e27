/** Rows of the contract: the tills of one shop. */
import { z } from 'zod'
import { command, laterResult, query, result } from '../staff/row.ts'
import { typedText } from '../text/typed-text.ts'
import { BRANCH_MAX, TILL_NAME_MAX } from './contract.ts'
import { ADDRESS_CHARS_MAX } from './hub-contract.ts'
import { WORTH_COMMANDS } from './worth-commands.ts'
import type { FleetView, ShopTillView } from './views.ts'

/** Longer than any that is made; spaces and dashes are typed along. */
const CODE_CHARS_MAX = 40
const tillId = typedText().min(1).max(40)
const tillName = typedText().min(1).max(TILL_NAME_MAX)
const branch = typedText().max(BRANCH_MAX)

/** Of the shop, as somebody types it: sent once, kept nowhere. Absent where this till has one. */
const shopKey = z.string().max(300).exactOptional()

const joinShopInput = z.object({
  /** Null makes this till the first, or a further one, with the shop's own key for the service. */
  code: typedText().max(CODE_CHARS_MAX).nullable(),
  name: tillName,
  /** Empty where the shop has one place only. */
  branch: branch.default(''),
})

export const FLEET = {
  /** Which shop this till shares with, and what waits. */
  fleet: query(null, result<FleetView>(), 'settings'),
  /** From here on catalogue and customers are the shop's; what only this till has goes there. */
  joinShop: command(joinShopInput, laterResult<FleetView>(), 'owner', 'shop-joined'),
  /**
   * Everything stays here as it is, and goes its own way from now on. What waits is said first, as
   * far as the service answers; moves of stock that are not, and those it makes alone, go up when
   * it joins the same shop and place again.
   */
  leaveShop: command(null, laterResult<FleetView>(), 'owner', 'shop-left'),
  shopTills: query(null, laterResult<readonly ShopTillView[]>(), 'settings'),
  /** A code for a further till, or for the computer that takes the place of one. */
  makeTillCode: command(
    z.object({ tillId: tillId.nullable(), shopKey }),
    laterResult<{ readonly code: string; readonly expiresAtMs: number }>(),
    'owner',
    'shop-till',
  ),
  changeShopTill: command(
    z.object({
      tillId,
      name: tillName.exactOptional(),
      /** Its key ends with it. */
      isRetired: z.literal(true).exactOptional(),
      /** From now on it is the hub of its place, in the place of any other; or no more. */
      isHub: z.boolean().exactOptional(),
      shopKey,
    }),
    laterResult<readonly ShopTillView[]>(),
    'owner',
    'shop-till',
  ),
  /** Where this till finds the hub of its place, instead of where the hub says; empty: there. */
  typeHubAddress: command(
    z.object({ address: typedText().max(ADDRESS_CHARS_MAX) }),
    result<FleetView>(),
    'owner',
    'shop-till',
  ),
  /**
   * Brings a parked sale the service knows into this till's hand; then it is taken up, or
   * discarded, as one of its own. What is this till's already is there at once.
   */
  claimParked: command(
    z.object({
      parkedId: typedText().min(1).max(40),
      /** A person says that the lost hub that had it has not charged it: nobody else can. */
      isSure: z.boolean().optional(),
    }),
    laterResult<null>(),
    'served',
  ),
  ...WORTH_COMMANDS,
  seeOverruled: command(z.object({ upToSeq: z.int().min(0) }), result<FleetView>(), 'settings'),
}
