/** Whoever sold first has the folio first: what failed once is overtaken for its own wait alone. */
import { expect, it } from 'vitest'
import type { HttpOutcome } from '../../kernel/ports.ts'
import { answered, isCreation, textOf } from '../../../../test/support/service-answers.ts'
import { LOST, receiptOf, sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const SALES = 300
const ANSWER_MS = 100
/** The longest first wait of a receipt that failed, and a look at the queue. */
const WAIT_MS_MAX = 5_000
const SENT_AT_ONCE = 4
/** Already claimed when it falls due. */
const CLAIMED = 44

const { fixture, till, honest } = tillPerTest()

it.each([
  ['answered with an error', answered(500, {})],
  ['whose answer was lost', LOST],
])('goes before younger ones once its wait is over: one %s', async (_, failure) => {
  fixture.service.answer = () => UNREACHABLE
  await fixture.until(() => till.api.status().connection === 'offline')
  const sales = Array.from({ length: SALES }, () => sellOf(till.api))
  const unlucky = receiptOf(till.api, sales[20] ?? ('' as never)).externalReference
  const sent: string[] = []
  fixture.service.answer = async (request) => {
    if (!isCreation(request)) return honest(request)
    const isFirst = !sent.includes(unlucky)
    const isUnlucky = textOf(request).includes(unlucky)
    sent.push(isUnlucky ? unlucky : 'another')
    const outcome = isUnlucky && isFirst ? failure : await honest(request)
    return new Promise<HttpOutcome>((resolve) => {
      fixture.clock.after(ANSWER_MS, () => resolve(outcome))
    })
  }
  await fixture.until(() => till.api.status().pendingCount === 0, 600_000)
  const overtakers = sent.lastIndexOf(unlucky) - sent.indexOf(unlucky) - 1
  expect(sent.filter((reference) => reference === unlucky)).toHaveLength(2)
  expect(overtakers).toBeLessThan((WAIT_MS_MAX / ANSWER_MS) * SENT_AT_ONCE + CLAIMED)
})
