/** Text never becomes script: said by the page's own policy, and obeyed by real Chromium. */
import { describe, expect, it } from 'vitest'
import { NO_CHROMIUM } from '../support/chromium.ts'
import { eachStory } from './each-story.ts'
import { PRODUCTS } from './counter-shop.ts'

const [bread] = PRODUCTS.map(({ code }) => code)

/** Runs in the page: what an injected word could try. */
function tryEach(): string[] {
  const says = (attempt: () => unknown) => {
    try {
      attempt()
      return 'done'
    } catch (error) {
      return error instanceof Error ? error.name : 'thrown'
    }
  }
  const policies = (
    window as { trustedTypes?: { createPolicy(name: string, rules: object): void } }
  ).trustedTypes
  return [
    () => (document.createElement('div').innerHTML = '<b>x</b>'),
    () => document.createElement('script').setAttribute('src', '/assets/x.js'),
    () => (document.createElement('script').textContent = 'window.x = 1'),
    () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
    () => document.createRange().createContextualFragment('<b>x</b>'),
    () => policies?.createPolicy('default', {}),
  ].map(says)
}

describe.skipIf(NO_CHROMIUM !== null)(
  `the page in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    const counter = eachStory(/requires 'Trusted|TrustedTypePolicy/)

    it('makes neither markup nor script out of text, and nobody a policy that may', async () => {
      const tried = await counter.page.evaluate(tryEach)
      expect(tried.filter((said) => said === 'done')).toEqual([])
      expect(tried).toHaveLength(6)
      await counter.scan(bread ?? '')
      await expect.poll(counter.cart).toEqual(['1 Pan marraqueta $2.290'])
    })
  },
)
