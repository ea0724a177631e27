/** Rows of the contract: the first start of a shop, and the practice beside it. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { Refusal } from '../languages/refusals.ts'
import type { Result } from '../core/result.ts'
import { GUIDE_ANSWERS, GUIDE_STEPS, NO_GUIDE, type GuideView } from './guide.ts'
import type { ListedCompany } from '../issuing/service-answer.ts'
import type { TaxpayerAnswer } from '../customers/buyer-views.ts'
import { command, gives, laterResult, query } from '../staff/row.ts'

interface TrialPrint {
  /** `sent`: the printer took it and says no more. */
  readonly state: 'printed' | 'sent'
  readonly imagePath: string
}

/** The shop as the service tells it, to be read through by its owner. */
export interface OwnCompany {
  /** Of the key's one company, or as asked for; null where nobody says it. */
  readonly rut: string | null
  /** To choose from, where the key is of several; empty where a RUT was asked for. */
  readonly companies: readonly ListedCompany[]
  readonly taxpayer: TaxpayerAnswer
}

type Guided = Result<GuideView, Refusal>

export const GUIDE = {
  guide: query(null, gives<GuideView>(), { locked: NO_GUIDE }),
  /** `begin` also takes up one that was left. */
  moveGuide: command(
    z.object({ to: z.enum(['begin', 'leave', 'finish']) }),
    gives<Guided>(),
    'settings',
  ),
  answerGuide: command(
    z.object({ step: z.enum(GUIDE_STEPS), answer: z.enum(GUIDE_ANSWERS) }),
    gives<Guided>(),
    'settings',
  ),
  /** Asks the service, which may know nothing: then the shop's details are typed. Keeps nothing. */
  ownCompany: command(
    z.object({ rut: typedText().max(20).nullable() }),
    laterResult<OwnCompany>(),
    'settings',
  ),
  /** A paper marked as not valid; nothing is sold, kept or issued. */
  printTrialSale: command(null, laterResult<TrialPrint>(), 'settings'),
  /** Opens the practice beside a shop, in a folder of its own; the counter is locked meanwhile. */
  enterPractice: command(null, laterResult<null>(), 'served', 'practice-entered'),
  /** Out of a practice that is opened alone: a shop of one's own, in a folder of its own. */
  openOwnShop: command(null, laterResult<null>(), 'served'),
}
