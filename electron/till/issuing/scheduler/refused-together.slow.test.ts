/**
 * Refusals that are nobody's own fault: a suspended company, folios that have run out, a type the
 * service does not know.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { HttpOutcome } from '../../kernel/ports.ts'
import { LOST, receiptOf, sellOf } from '../../../../test/support/till-fixture.ts'
import { answered, isCreation, textOf } from '../../../../test/support/service-answers.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'

const { fixture, till, honest } = tillPerTest()
beforeEach(() => fixture.clock.advance(1_000))

const creations = () => fixture.service.requests.filter(isCreation)
const receipt = (saleId: SaleId) => receiptOf(till.api, saleId)
const sell = (count: number, code = '101') =>
  Array.from({ length: count }, () => sellOf(till.api, code))
const statesOf = (sales: readonly SaleId[]) => [
  ...new Set(sales.map((saleId) => receipt(saleId).issueState)),
]
const isNumbered = (saleId: SaleId) => receipt(saleId).issueState === 'numbered'
/** Asked again and again while time passes: the first that is not spares reading the others. */
const areNumbered = (sales: readonly SaleId[]) => sales.every(isNumbered)
const held = () => till.api.status().heldTogether

interface Words {
  readonly status: number
  readonly body: unknown
  readonly validation: HttpOutcome
}
const invalid = (field: string, code: string) =>
  answered(400, {
    valid: false,
    validation_errors: [{ field, code, message: 'La empresa no puede emitir.' }],
  })
const SUSPENDED: Words = {
  status: 400,
  body: { error: { codigo: 'EMPRESA_INACTIVA', mensaje: 'no' } },
  validation: invalid('issuer', 'EMPRESA_INACTIVA'),
}
/** From now on, receipts with this in their bytes are refused like this. */
const refuse = (words: Words, word = '') => {
  fixture.service.answer = (request) => {
    if (request.method !== 'POST' || !textOf(request).includes(word)) return honest(request)
    return isCreation(request) ? answered(words.status, words.body) : words.validation
  }
}
const mend = () => {
  fixture.service.answer = honest
}

describe('a company that may not issue, in words the till does not know', () => {
  const KINDS: [string, Words][] = [
    ['named by validation', SUSPENDED],
    [
      '422, and validation finds nothing',
      { status: 422, body: { code: 'SIN_FOLIOS' }, validation: answered(200, { valid: true }) },
    ],
    [
      '422, and there is no validation',
      { status: 422, body: { code: 'X' }, validation: answered(404, {}) },
    ],
  ]

  it.each(KINDS)(
    '%s: no receipt is refused for itself, and few are tried',
    async (_, words) => {
      refuse(words)
      const sales = sell(30)
      await fixture.clock.advance(60_000)
      const before = creations().length
      await fixture.clock.advance(3_600_000)
      expect(statesOf(sales)).toEqual(['queued'])
      expect(creations().length - before).toBeLessThanOrEqual(15)
      expect(till.api.status()).toMatchObject({ attentionCount: 0, pendingCount: 30 })
      expect(held()).toMatchObject([{ kind: 'refused', documentTypes: ['39'], count: 30 }])
      mend()
      // Nobody presses anything: the next probe passes, and all go with it.
      await fixture.until(() => areNumbered(sales), 400_000)
      expect(held()).toEqual([])
    },
    60_000,
  )

  it.each(KINDS)('%s: one press, and all go', async (_, words) => {
    refuse(words)
    const sales = [...sell(9), ...sell(4, '201')]
    await fixture.clock.advance(600_000)
    expect(till.api.status().attentionCount).toBe(0)
    mend()
    till.api.retryHeld()
    await fixture.until(() => areNumbered(sales), 30_000)
    expect(fixture.service.created()).toHaveLength(13)
  })

  it.each([
    [401, 'key'],
    [403, 'company'],
  ])(
    '%s with an unknown code holds all of them, and one press lets them go',
    async (status, kind) => {
      refuse({
        status: Number(status),
        body: { code: 'NO_HABILITADA' },
        validation: answered(404, {}),
      })
      const sales = sell(9)
      await fixture.clock.advance(3_600_000)
      expect(statesOf(sales)).toEqual(['queued'])
      expect(creations().length).toBeLessThanOrEqual(60)
      expect(held()).toMatchObject([{ kind, count: 9 }])
      mend()
      till.api.retryHeld()
      await fixture.until(() => areNumbered(sales), 30_000)
    },
    60_000,
  )

  it.each([
    ['two codes by turns', (turn: number) => `E${turn % 2}`],
    ['a code of its own each time', (turn: number) => `E-${turn}`],
  ])(
    'said in %s: no receipt is refused for itself, and all go when one passes',
    async (_, codeOf) => {
      let turn = 0
      fixture.service.answer = (request) => {
        if (request.method !== 'POST') return honest(request)
        if (isCreation(request)) turn += 1
        return isCreation(request)
          ? answered(422, { code: codeOf(turn) })
          : invalid('issuer', codeOf(turn))
      }
      const sales = sell(30)
      await fixture.clock.advance(3_600_000)
      expect(statesOf(sales)).toEqual(['queued'])
      expect(creations().length).toBeLessThanOrEqual(40)
      expect(held()).toMatchObject([
        { kind: 'refused', detail: 'La empresa no puede emitir.', count: 30 },
      ])
      mend()
      await fixture.until(() => areNumbered(sales), 400_000)
    },
    60_000,
  )

  it('is one trouble in the words it was told in, whatever waits behind', async () => {
    refuse(SUSPENDED)
    sell(5)
    await fixture.clock.advance(30_000)
    expect(held()).toMatchObject([{ detail: 'La empresa no puede emitir.', count: 5 }])
    sell(2)
    expect(held()).toMatchObject([{ count: 7 }])
  })

  it('refuses nothing for itself after a restart either', async () => {
    refuse(SUSPENDED)
    const sales = sell(12)
    await fixture.clock.advance(60_000)
    await till.stop()
    await fixture.open()
    await fixture.clock.advance(60_000)
    expect(statesOf(sales)).toEqual(['queued'])
    mend()
    await fixture.until(() => areNumbered(sales), 400_000)
  })

  it('after lost answers: what may have been taken is looked for, and waits with the others', async () => {
    fixture.service.answer = (request) => (isCreation(request) ? LOST : honest(request))
    const sales = sell(4)
    await fixture.clock.advance(10_000)
    refuse(SUSPENDED)
    sales.push(...sell(6))
    await fixture.clock.advance(1_800_000)
    expect(
      statesOf(sales).filter((state) => state !== 'queued' && state !== 'reconciling'),
    ).toEqual([])
    mend()
    await fixture.until(() => areNumbered(sales), 400_000)
    expect(fixture.service.created()).toHaveLength(10)
  })
})

describe('a receipt that is refused for what it says', () => {
  const BAD: Words = {
    status: 422,
    body: { code: 'X' },
    validation: invalid('recipient', 'INVALID_RUT'),
  }

  it('stands alone, and the others pass', async () => {
    const [bad] = sell(1)
    refuse(BAD, receipt(bad as SaleId).externalReference)
    const good = sell(8)
    await fixture.until(() => areNumbered(good), 30_000)
    expect(receipt(bad as SaleId)).toMatchObject({
      issueState: 'rejected',
      lastErrorCode: 'INVALID_RUT',
    })
    expect(held()).toEqual([])
  })

  it.each([4, 7])(
    'stands alone in the end also among %i alike, while the others of its type pass',
    async (count) => {
      const bad = sell(count, '201')
      const references = bad.map((saleId) => receipt(saleId).externalReference)
      fixture.service.answer = (request) => {
        if (
          request.method !== 'POST' ||
          !references.some((reference) => textOf(request).includes(reference))
        )
          return honest(request)
        return isCreation(request) ? answered(BAD.status, BAD.body) : BAD.validation
      }
      await fixture.clock.advance(30_000)
      const good: SaleId[] = []
      for (let customer = 0; customer < 8; customer += 1) {
        good.push(...sell(1, '201'))
        await fixture.clock.advance(60_000)
      }
      expect(good.filter(isNumbered)).toHaveLength(8)
      expect(statesOf(bad)).toEqual(['rejected'])
      expect(held()).toEqual([])
    },
  )

  it('without a reason goes to a person also where the service refuses every receipt at first', async () => {
    const [bad] = sell(1) as [SaleId]
    const seen = new Set<string>()
    const { externalReference } = receipt(bad)
    fixture.service.answer = (request) => {
      if (request.method !== 'POST') return honest(request)
      if (!isCreation(request)) return answered(200, { valid: true })
      const text = textOf(request)
      if (seen.has(text) && !text.includes(externalReference)) return honest(request)
      seen.add(text)
      return answered(422, { code: 'X' })
    }
    for (let customer = 0; customer < 30; customer += 1) {
      sell(1)
      await fixture.clock.advance(240_000)
    }
    expect(receipt(bad)).toMatchObject({
      issueState: 'attention',
      lastErrorCode: 'REFUSED_WITHOUT_REASON',
    })
  }, 60_000)

  it.each(['RETURN_ORIGINAL_STUCK', 'RECEIPT_DELETED', 'SERVICE_CHANGED', 'SERVICE_ERROR'])(
    "in the till's own word %s is not taken for what the till says by it, and can be sent again",
    async (code) => {
      refuse({ status: 422, body: { code }, validation: invalid('items', code) })
      const sales = sell(2)
      await fixture.clock.advance(30_000)
      expect(sales.map((saleId) => receipt(saleId).lastErrorCode)).toEqual([
        `SERVICE:${code}`,
        `SERVICE:${code}`,
      ])
      mend()
      till.api.retryNow(sales[0] as SaleId)
      await fixture.until(() => areNumbered(sales), 30_000)
    },
  )

  it('in letters that turn the line round or cannot be shown is shown without them', async () => {
    const errors = [{ field: 'a', code: 'A\u0000B', message: 'no\u202e\u2066va\u0000\nle' }]
    refuse({
      status: 422,
      body: { code: 'X' },
      validation: answered(400, { valid: false, validation_errors: errors }),
    })
    const [saleId] = sell(1) as [SaleId]
    await fixture.clock.advance(30_000)
    expect(receipt(saleId)).toMatchObject({ lastErrorCode: 'A B', lastErrorText: 'no va le' })
  })

  it('for ever with 403 goes to a person, and does not close the door for the others again and again', async () => {
    const [bad] = sell(1)
    refuse(
      { status: 403, body: { code: 'SUCURSAL' }, validation: answered(404, {}) },
      receipt(bad as SaleId).externalReference,
    )
    for (let customer = 0; customer < 20; customer += 1) {
      sell(1)
      await fixture.clock.advance(180_000)
    }
    expect(receipt(bad as SaleId)).toMatchObject({ issueState: 'attention' })
    await fixture.until(() => till.api.status().pendingCount === 1, 400_000)
    const [next] = sell(1)
    await fixture.until(() => receipt(next as SaleId).issueState === 'numbered', 5_000)
  }, 60_000)
})

describe('a type the service does not know', () => {
  it('is shown with how many wait for it, while the others pass', async () => {
    fixture.service.answer = (request) =>
      isCreation(request) && textOf(request).includes('"41"') ? answered(404, {}) : honest(request)
    const [closed, open] = [sell(3, '201'), sell(2)]
    await fixture.until(() => areNumbered(open), 30_000)
    expect(held()).toMatchObject([{ kind: 'type', documentTypes: ['41'], count: 3 }])
    mend()
    till.api.retryHeld()
    await fixture.until(() => areNumbered(closed), 10_000)
    expect(held()).toEqual([])
  })

  it('by a 404 of twenty seconds is over soon after it, and at once on a press', async () => {
    fixture.service.answer = (request) =>
      isCreation(request) ? answered(404, {}) : honest(request)
    const first = sell(1)
    await fixture.clock.advance(20_000)
    mend()
    await fixture.until(() => areNumbered(first), 40_000)
    fixture.service.answer = (request) =>
      isCreation(request) ? answered(404, {}) : honest(request)
    const second = sell(1)
    await fixture.clock.advance(300_000)
    mend()
    till.api.retryNow(second[0] as SaleId)
    await fixture.until(() => areNumbered(second), 5_000)
  })
})

it('a receipt that exists after all is not taken for a refused one of before', async () => {
  refuse({ status: 422, body: { code: 'X' }, validation: invalid('items', 'ITEMS') })
  const [saleId] = sell(1) as [SaleId]
  await fixture.until(() => receipt(saleId).issueState === 'rejected', 30_000)
  // Mended there; its answer is lost, and from then on it is known and cannot be read yet.
  let isLost = false
  fixture.service.answer = async (request) => {
    if (/\/39\/\d+$|by-id/.test(request.path)) return answered(404, {})
    const outcome = await honest(request)
    if (!isCreation(request)) return outcome
    if (isLost) return answered(400, { message: 'DUPLICATE_EXTERNAL_REFERENCE' })
    isLost = true
    return LOST
  }
  till.api.retryNow(saleId)
  await fixture.until(() => isLost, 30_000)
  await fixture.clock.advance(300_000)
  expect(receipt(saleId)).toMatchObject({ issueState: 'reconciling' })
  expect(await till.api.deleteReceipt({ saleId, reason: 'prueba' })).toMatchObject({ ok: false })
})
