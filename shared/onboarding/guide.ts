/**
 * The first start of a shop: its steps, which of them are done by what the till has, and which
 * somebody left for later. Nothing here is needed to sell but what `missingSteps` says.
 */
import type { SetUpStep } from './set-up.ts'

export const GUIDE_STEPS = [
  'service',
  'shop',
  'emission',
  'printer',
  'owner',
  'catalogue',
  'shift',
  'trial',
] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

/**
 * `choose`: nobody has said yet whether to practise or to sell; `open`: somebody goes through the
 * steps; `left`: put away, to be taken up again; `done`; `none`: this till began without it.
 */
export const GUIDE_PHASES = ['none', 'choose', 'open', 'left', 'done'] as const
type GuidePhase = (typeof GUIDE_PHASES)[number]

/** What a person said of a step. What the till can see for itself it does not take from this. */
export const GUIDE_ANSWERS = ['done', 'later'] as const
type GuideAnswer = (typeof GUIDE_ANSWERS)[number]

export interface KeptGuide {
  readonly phase: GuidePhase
  readonly answers: Readonly<Partial<Record<GuideStep, GuideAnswer>>>
}

interface GuideFacts {
  /** What the till still needs before it sells. */
  readonly missing: readonly SetUpStep[]
  /** The service has answered this key, for whatever RUT, or before there was one. */
  readonly hasAnswered: boolean
  readonly hasPrinter: boolean
  readonly hasOwner: boolean
  readonly productCount: number
}

export interface GuideStepView {
  readonly step: GuideStep
  readonly state: 'done' | 'later' | 'open'
}

export interface GuideView {
  readonly phase: GuidePhase
  readonly steps: readonly GuideStepView[]
  readonly productCount: number
}

export const NO_GUIDE: GuideView = { phase: 'none', steps: [], productCount: 0 }

export function guideView({ phase, answers }: KeptGuide, facts: GuideFacts): GuideView {
  const { missing, hasAnswered, hasPrinter, hasOwner, productCount } = facts
  const has = (...steps: readonly SetUpStep[]) => steps.every((step) => !missing.includes(step))
  const isSaid = (step: GuideStep) => answers[step] === 'done'
  const isDone: Readonly<Record<GuideStep, boolean>> = {
    shop: has('shop'),
    // Whose the key is can be compared only once the shop has a RUT.
    service: has('address', 'key') && (has('test') || (!has('shop') && hasAnswered)),
    emission: has('emission'),
    printer: isSaid('printer') && hasPrinter,
    owner: hasOwner,
    catalogue: productCount > 0 || isSaid('catalogue'),
    shift: isSaid('shift'),
    trial: isSaid('trial'),
  }
  const stateOf = (step: GuideStep) =>
    isDone[step] ? 'done' : answers[step] === 'later' ? 'later' : 'open'
  return { phase, steps: GUIDE_STEPS.map((step) => ({ step, state: stateOf(step) })), productCount }
}

/** Where to go on after `from`: what is open behind it, else anywhere; null at the end. */
export function nextStep(
  steps: readonly GuideStepView[],
  from: GuideStep | null,
): GuideStep | null {
  const at = from === null ? -1 : GUIDE_STEPS.indexOf(from)
  const isOpen = ({ state }: GuideStepView) => state === 'open'
  const behind = steps.find((view, index) => index > at && isOpen(view))
  return (behind ?? steps.find((view) => isOpen(view) && view.step !== from))?.step ?? null
}
