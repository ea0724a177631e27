/** What a shop's till needs before it sells, in the order in which somebody fills it in. */
import { refusal, type Refusal } from '../languages/refusals.ts'

export const SET_UP_STEPS = ['shop', 'address', 'key', 'test', 'emission'] as const
export type SetUpStep = (typeof SET_UP_STEPS)[number]

interface SetUpFacts {
  /** The shop's own RUT; null while nobody has typed it. */
  readonly rut: string | null
  readonly serviceUrl: string | null
  readonly hasKey: boolean
  /** This address has answered this key for this RUT. */
  readonly isTested: boolean
  /** The owner has said which emission model the shop declared. */
  readonly hasEmission: boolean
}

export function missingSteps({
  rut,
  serviceUrl,
  hasKey,
  isTested,
  hasEmission,
}: SetUpFacts): readonly SetUpStep[] {
  const isDone: Readonly<Record<SetUpStep, boolean>> = {
    shop: rut !== null,
    address: serviceUrl !== null,
    key: hasKey,
    test: isTested && rut !== null && serviceUrl !== null && hasKey,
    emission: hasEmission,
  }
  return SET_UP_STEPS.filter((step) => !isDone[step])
}

const CODES = {
  shop: 'SET_UP_SHOP',
  address: 'SET_UP_ADDRESS',
  key: 'SET_UP_KEY',
  test: 'SET_UP_TEST',
  emission: 'SET_UP_EMISSION',
} as const

/** Why nothing is sold yet, with the first thing to do about it; null when everything is there. */
export function notSellingYet(missing: readonly SetUpStep[]): Refusal | null {
  const first = missing[0]
  return first === undefined ? null : refusal(CODES[first])
}
