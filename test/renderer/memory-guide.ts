/** The first start as the screen's tests see it: there is none, and no practice beside the till. */
import type { TillApi } from '#shared/bridge/contract.ts'
import { refusal } from '#shared/core/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { NO_GUIDE } from '#shared/guide/guide.ts'

type GuideApi = Pick<
  TillApi,
  'guide' | 'moveGuide' | 'answerGuide' | 'ownCompany' | 'printTrialSale' | 'enterPractice'
>

const practiceOnly = () => refuse(refusal('PRACTICE_ONLY'))

export const MEMORY_GUIDE: GuideApi = {
  guide: () => NO_GUIDE,
  moveGuide: practiceOnly,
  answerGuide: practiceOnly,
  ownCompany: () => Promise.resolve(ok({ rut: null, taxpayer: { kind: 'unknown' } })),
  printTrialSale: () => Promise.resolve(practiceOnly()),
  enterPractice: () => Promise.resolve(refuse(refusal('PRACTICE_NOT_HERE'))),
}
