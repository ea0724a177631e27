/** Rows of the contract: the first start of a shop, and the practice beside it. */
import { z } from 'zod'
import type { Refusal } from '../core/refusals.ts'
import type { Result } from '../core/result.ts'
import { GUIDE_ANSWERS, GUIDE_STEPS, NO_GUIDE, type GuideView } from '../guide/guide.ts'
import { command, gives, laterResult, query } from './row.ts'

export interface TrialPrint {
  /** `sent`: the printer took it and says no more. */
  readonly state: 'printed' | 'sent'
  readonly imagePath: string
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
  /** A paper marked as not valid; nothing is sold, kept or issued. */
  printTrialSale: command(null, laterResult<TrialPrint>(), 'settings'),
  /** Opens the practice beside a shop, in a folder of its own; the counter is locked meanwhile. */
  enterPractice: command(null, laterResult<null>(), 'served', 'practice-entered'),
}
