/** Rows of the contract: the card terminal, and what a person says of a charge nobody knows. */
import { z } from 'zod'
import { command, laterResult, result } from '../staff/row.ts'
import { commitInput } from '../selling/inputs.ts'
import { REFUND_WAYS } from '../shifts/refund-ways.ts'
import { shiftIdSchema } from '../shifts/views.ts'
import type { TerminalTotals } from '../shifts/terminal-totals.ts'
import { approvalIdInput } from '../text/input-schemas.ts'
import { typedText } from '../text/typed-text.ts'
import type { CardView } from './attempt.ts'
import { cardTerminalSchema } from './config.ts'
import type { PointTerminal } from './point.ts'

/** As it stands on the terminal's paper. */
export const AUTHORIZATION_CHARS_MAX = 12
const authorization = typedText().max(AUTHORIZATION_CHARS_MAX)
/** Longer than any that is given out. */
export const TOKEN_CHARS_MAX = 200
const attemptId = typedText().min(1).max(40)

const chargeCardInput = commitInput.extend({
  /**
   * The amount was typed on a terminal that the till does not reach: the authorization on its
   * paper.
   */
  byHand: authorization.exactOptional(),
})
export type ChargeCardInput = z.output<typeof chargeCardInput>

/** What was found where the terminal should be. */
const CARD_ANSWERS = [
  'ready',
  'away',
  'absent',
  'ambiguous',
  'busy',
  'no-permission',
  /** Of one over the internet: its service is not reached, or it has to be switched off and on. */
  'offline',
  'restart',
] as const
export type CardAnswerOfTry = (typeof CARD_ANSWERS)[number]

export const CARD = {
  /**
   * Charges the first card of this sale that was not charged yet, with what the sale leaves for it,
   * once everything else of the sale would be charged as it is. Answers when it is over, or when
   * nobody knows how it ended.
   */
  chargeCard: command(chargeCardInput, laterResult<CardView>(), 'content'),
  /** What the terminal's own paper says of a charge nobody knows the end of. */
  settleCard: command(
    z.object({
      attemptId,
      isCharged: z.boolean(),
      /** Of one that was charged. */
      authorization: authorization.default(''),
      approvalId: approvalIdInput,
    }),
    result<CardView>(),
    'lent:acceptDifference',
    'card-by-hand',
  ),
  /** A card that was charged and pays no sale: the money went back on the terminal. */
  giveBackCard: command(
    z.object({ attemptId, approvalId: approvalIdInput }),
    result<CardView>(),
    'lent:refund',
    'card-given-back',
  ),
  /**
   * Takes back a charge that no terminal has taken yet. Answers once that was asked for; it is over
   * by the service's word, as any other.
   */
  cancelCard: command(z.object({ attemptId }), laterResult<null>(), 'served'),
  /**
   * A Yes that the service has denied, of a sale that is sold: somebody has seen to it. Of a
   * refund, by its id: how its money went, where the till could not send or prove it.
   */
  checkCard: command(
    z.object({
      attemptId /** Absent: as a transfer and the like; of a charge it says nothing. */,
      way: z.enum(REFUND_WAYS).exactOptional(),
      approvalId: approvalIdInput,
    }),
    result<CardView>(),
    'lent:acceptDifference',
    'card-checked',
  ),
  /**
   * Asks the terminal what it holds, for the Z of the shift that is being closed. What it does not
   * answer is kept as well, and holds up nothing.
   */
  askCardTotals: command(
    z.object({ shiftId: shiftIdSchema }),
    laterResult<TerminalTotals['answer']>(),
    'served',
  ),
  /**
   * The shop's account at Mercado Pago, by the token its owner copies there; empty: the one that is
   * kept. Answers with its terminals, and keeps a token that has them. Null: it is forgotten.
   */
  linkCardAccount: command(
    z.object({ token: z.string().max(TOKEN_CHARS_MAX).nullable() }),
    laterResult<readonly PointTerminal[]>(),
    // Where the money of cards lands is no word of a lent visit.
    'own:manageStaff',
    'settings-changed',
  ),
  /** Whether a terminal answers, saved or not, without an amount. */
  tryCardTerminal: command(cardTerminalSchema, laterResult<CardAnswerOfTry>(), 'settings'),
}
