/** The first start as the screen's tests see it: there is none, and no practice beside the till. */
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import type { GuideCommands } from '#till/onboarding/guide-commands.ts'
import { NO_GUIDE } from '#shared/onboarding/guide.ts'

const practiceOnly = () => refuse(refusal('PRACTICE_ONLY'))

export const MEMORY_GUIDE: GuideCommands = {
  guide: () => NO_GUIDE,
  moveGuide: practiceOnly,
  answerGuide: practiceOnly,
  ownCompany: () =>
    Promise.resolve(ok({ rut: null, companies: [], taxpayer: { kind: 'unknown' } })),
  printTrialSale: () => Promise.resolve(practiceOnly()),
  openOwnShop: () => Promise.resolve(refuse(refusal('OWN_SHOP_NOT_HERE'))),
  enterPractice: () => Promise.resolve(refuse(refusal('PRACTICE_NOT_HERE'))),
}
