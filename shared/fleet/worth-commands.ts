/** Rows of the contract: what is spent once over all tills of a shop. */
import { z } from 'zod'
import { paymentInput } from '../selling/inputs.ts'
import type { CreditView } from '../selling/payment/credit.ts'
import { command, laterResult } from '../staff/row.ts'
import { saleIdSchema } from '../text/input-schemas.ts'
import { findCreditsInput } from '../returns/views.ts'
import { findValeInput, type ValeView } from '../vales/views.ts'

/** What a word of the service is wanted for. */
const claimWorthsInput = z.discriminatedUnion('for', [
  z.object({
    for: z.literal('sale'),
    saleId: saleIdSchema,
    payments: z.array(paymentInput).min(1).max(20),
  }),
  /** All that is left of a vale, which is then voided. */
  z.object({ for: z.literal('void'), number: z.int().min(1).max(999_999_999) }),
  /** The value a return gave, which is then undone. */
  z.object({ for: z.literal('undo'), returnId: saleIdSchema }),
])
export type ClaimWorthsInput = z.output<typeof claimWorthsInput>

export const WORTH_COMMANDS = {
  /**
   * Brings into this till's hand what is about to be spent, where the service has it; what is this
   * till's already is there at once. What is not spent then comes back by itself.
   */
  claimWorths: command(claimWorthsInput, laterResult<null>(), 'served'),
  /** The same as `findVale`, by the word of the service, for any till's. */
  findValeInShop: command(findValeInput, laterResult<ValeView>(), 'served', 'notes-looked-up'),
  findCreditsInShop: command(
    findCreditsInput,
    laterResult<readonly CreditView[]>(),
    'served',
    'notes-looked-up',
  ),
}
