/** The first start of a shop on the real core, step by step: for the gallery and for its test. */
import { GUIDE_STEPS, type GuideStep } from '#shared/guide/guide.ts'
import { systemClock } from '#till/adapters/system.ts'
import type { TillFixture } from '../support/till-fixture.ts'
import type { Counter } from './counter-driver.ts'

/** The core of a folder that nobody has used. */
export async function emptyFolder(fixture: TillFixture) {
  const till = await fixture.open({
    ...{ isSetUp: false, asksFirst: true, serviceUrlFromHost: null, apiKeyFromHost: null },
    ...{ embedded: { baseUrl: () => null, apiKey: () => null }, clock: systemClock, pinCost: 4 },
  })
  return { api: till.api, paper: () => null, shows: 'choose-own' }
}

export const isAtStep = async ({ page }: Pick<Counter, 'page'>, step: GuideStep): Promise<void> =>
  page.locator(`[data-testid=guide-step-${step}][aria-current=step]`).waitFor()

/** Leaves every step for later; `at` is told of each, and of the end. */
export async function walkGuide(
  counter: Counter,
  at: (step: GuideStep | 'end') => Promise<unknown>,
): Promise<void> {
  await counter.tap('choose-own')
  for (const step of GUIDE_STEPS) {
    await isAtStep(counter, step)
    await at(step)
    await counter.tap('guide-later')
  }
  await counter.find('guide-end')
  await at('end')
}
