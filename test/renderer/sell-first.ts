import { type Counter } from './counter-driver.ts'
import type { CounterChain } from './counter-steps.ts'
import { PRODUCTS } from './counter-shop.ts'

/** The first product charged in cash; the result says `state` of its document. */
export function sellFirst(counter: Counter, state: string): CounterChain {
  return counter
    .scan(PRODUCTS[0]?.code ?? '')
    .press('F12')
    .find('tendered')
    .press('Enter')
    .see('issue-state', state)
}
