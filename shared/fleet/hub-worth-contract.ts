/**
 * Vales, credit notes and receipts that the service lends to the hub of a place, so that its tills
 * spend them, and take back what was sold, without internet.
 *
 * Each is in one hand at any moment: its till's until it is told of, then the service's, and while
 * it is lent the hub's alone: the service grants nothing of it to anybody, and says so. It lends to
 * the hub of a standing term what tills of that place gave, with all claims on it. The hub grants
 * to the tills of its term by the same rule and the same keys, also while nobody hears it. What a
 * till spent by its word it tells the service itself, as ever; the hub is told beside that.
 *
 * Lent is over in one of three ways. The hub gives it back, when somebody elsewhere asks for it,
 * when it is wanted at the hub itself, or once its term is left: from that moment, for good, it
 * grants nothing of it, and says with it all it had granted. Or its term has ended, and the hub has
 * left it and given back all it had: what it never heard of it never granted. Or the hub is not
 * heard any more, its term ended, and every other till that was told of it has left it with all its
 * data and has told all that it gave and asked for there. For that a hub grants nothing to itself:
 * whatever was granted is known by a till that is still there. One of them lost together with the
 * hub leaves it lent for good: nobody can say what it spent.
 *
 * A service that was put back may have forgotten what it lent: the hub gives back all it has as
 * soon as it hears so. Until each till that is or was the hub of a place has heard it, nothing that
 * was given there is granted by the service, nor lent. It may have forgotten the hub as well: the
 * tills of its place say its term, and until one gives back what it had there, it may be any.
 *
 * What a till gave without internet it may tell the hub first: that is lent from its first moment,
 * and the service is told so, by whoever of the two comes first.
 *
 * A receipt is told to the service alone, by the till that sold it and goes by a hub, once it has
 * its folio: with that on paper it may come back anywhere, so it is in no till's hand before. The
 * last days of a place are lent; what is older is asked back, and comes back by the service's word.
 * What a till says of one is no proof: it is lent only where the documents of the service have it
 * as its paper names it, and have no more given back of it than was claimed.
 */
import { z } from 'zod'
import { saidWorth, takenOfWorth, TAKEN_MAX, worthId, worthKind } from './worth-contract.ts'

export const HUB_WORTHS_PATH = '/api/fleet/hub-worths'

/** Of one request, and of one answer. */
export const LENT_MAX = 50
/** That one hub has at once; more stay the service's. */
export const LENT_OPEN_MAX = 20_000
/** Of these receipts, so that vales and credit notes always find room. */
export const SALES_LENT_MAX = 15_000
/** So long a receipt is lent after it was told. */
export const SALES_LENT_DAYS = 7
/** What was given back is the service's for so long at least. */
export const BACK_FOR_MS = 10 * 60_000

const term = z.int().min(1)
const version = z.int().min(0)
const id = z.string().min(1).max(40)

/** `POST /api/fleet/hub-worths`, with the key of the till that is the hub, or was. */
export const hubWorthsBody = z.strictObject({
  term,
  /** Up to which version of what it was lent it has heard. */
  after: version,
  /** Of its tills, told to it before the service. */
  born: z.array(z.strictObject({ till_id: id, worth: saidWorth })).max(LENT_MAX),
  /** It grants nothing of these any more; `version`: which time they were lent. */
  back: z
    .array(
      z.strictObject({
        ...{ kind: worthKind, worth_id: worthId, version },
        taken: z.array(takenOfWorth).max(TAKEN_MAX),
      }),
    )
    .max(LENT_MAX),
})
export type HubWorthsAsked = z.output<typeof hubWorthsBody>

const lentWorth = z.object({
  ...saidWorth.shape,
  /** Which time it was lent; rises in the shop. */
  version: z.int().min(1),
  /** Number of the till that gave it. */
  giver: z.int().min(1),
  taken: z.array(takenOfWorth),
})
export type LentWorth = z.output<typeof lentWorth>

export const hubWorthsAnswer = z.object({
  worths: z.array(lentWorth).max(LENT_MAX),
  has_more: z.boolean(),
  /** Somebody elsewhere asks for these. */
  wanted: z.array(z.object({ kind: worthKind, worth_id: worthId })).max(LENT_MAX),
})
export type HubWorths = z.output<typeof hubWorthsAnswer>
