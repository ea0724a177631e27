/** What every step of the first start gets. */
import type { GuideView } from '#shared/onboarding/guide.ts'
import type { SectionProps } from '../kit/section-props.ts'

export interface StepContentProps extends SectionProps {
  readonly view: GuideView
  /** A person has said that this step is done. */
  readonly onDone: () => void
  /** As the key «next» does: what is typed is saved first. */
  readonly onNext: () => void
}
