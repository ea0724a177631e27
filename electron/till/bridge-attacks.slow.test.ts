/**
 * The bridge, attacked as an untrusted page or program would that has got past the token: every
 * row, and none at all.
 */
import { beforeEach, expect, it } from 'vitest'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import { SCREEN_HEADER } from '#shared/bridge/screen-header.ts'
import { NO_RIGHTS } from '../../test/support/rightless-cashier.ts'
import { tillPerTest } from '../../test/support/till-per-test.ts'
import { answerCommand } from './router.ts'

const NAMES = Object.keys(CONTRACT).sort() as CommandName[]
const PINS = { owner: '3690', supervisor: '1470', cashier: '2580' } as const
const rowOf = (name: CommandName): AnyRow => CONTRACT[name]

let bugs: string[]
const ids: Record<string, string> = {}
const { till } = tillPerTest({ pinCost: 4 })

beforeEach(async () => {
  bugs = []
  for (const role of ['owner', 'supervisor', 'cashier'] as const) {
    const saved = await till.api.saveStaff({ staffId: null, name: role, role, pin: PINS[role] })
    ids[role] = saved.ok ? (saved.value.members.find(({ name }) => name === role)?.id ?? '') : ''
  }
  till.api.signOut()
})

interface Sent {
  readonly method?: string
  readonly body?: string
  readonly screen?: string
}
async function send(path: string, { method = 'POST', body, screen }: Sent = {}) {
  const headers = {
    'content-type': 'application/json',
    ...(screen === undefined ? {} : { [SCREEN_HEADER]: screen }),
  }
  const request = new Request(`http://127.0.0.1/trpc/${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const response = await answerCommand(till.api, request, (at, error) =>
    bugs.push(`${at}: ${error.split('\n', 3).join(' ')}`),
  )
  const text = await response.text()
  return { status: response.status, text }
}
/** What of the till an untrusted program might have changed. */
const trace = () => {
  const { seq: _, ...status } = till.api.status() as unknown as Record<string, unknown>
  return JSON.stringify([
    till.api.settings(),
    till.api.staff(),
    till.api.loadDraft(),
    till.api.parkedSales(),
    till.api.listReceipts({ cursor: null, limit: 100, text: '', onlyPending: false }),
    status['shift'],
    till.api.bootstrap(),
  ])
}

it('has no answer for a name that every object has, nor for a path into one', async () => {
  const strange = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'prototype',
    '__defineGetter__',
    'then',
    'feed.constructor',
    'signIn.call',
    'constructor.constructor',
    '_def',
    'createCaller',
    '..',
    '%2e%2e',
    '',
    '%00',
    'SIGNIN',
    'staff%20',
  ]
  for (const name of strange) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, text } = await send(name, {
        method,
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
      expect
        .soft([name, method, status >= 400 && status < 500], text.slice(0, 200))
        .toEqual([name, method, true])
    }
  }
  expect(bugs).toEqual([])
})

it('does nothing for a command that comes as a question', async () => {
  await till.api.signIn({ staffId: ids['owner'] ?? '', pin: PINS.owner })
  const before = trace()
  for (const name of NAMES.filter((each) => rowOf(each).kind === 'command')) {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const { status } = await send(`${name}?input=${encodeURIComponent('{}')}`, {
        method,
        ...(method !== 'GET' ? { body: '{}' } : {}),
      })
      expect.soft([name, method, status]).toEqual([name, method, 405])
    }
  }
  expect([trace(), bugs]).toEqual([before, []])
})

const HOSTILE = [
  undefined,
  '',
  '{',
  'null',
  '[]',
  '[[]]',
  '{}',
  '0',
  '-1',
  '1e999',
  '"x"',
  'true',
  '{"__proto__":{"approvalId":"x"}}',
  '{"constructor":{"prototype":{}}}',
  `"${'x'.repeat(100_000)}"`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"saleId":{"$ne":null}}',
  '{"length":1e9}',
  '{"json":{},"meta":{}}',
  '\u0000',
  '{"toJSON":1,"then":1}',
]

it.each(['nobody', 'cashier', 'supervisor', 'owner'] as const)(
  'answers %s in words to whatever a row is called with, and breaks nowhere',
  async (who) => {
    for (const name of NAMES) {
      for (const body of HOSTILE) {
        // Whoever serves: a row may have signed somebody out.
        if (who !== 'nobody' && till.api.staff().current === null)
          await till.api.signIn({ staffId: ids[who] ?? '', pin: PINS[who] })
        const { status, text } = await send(name, body === undefined ? {} : { body })
        expect
          .soft([name, body?.slice(0, 40), status < 500], text.slice(0, 300))
          .toEqual([name, body?.slice(0, 40), true])
      }
    }
    expect(bugs).toEqual([])
    expect(({} as Record<string, unknown>)['approvalId']).toBeUndefined()
  },
  120_000,
)

it('counts wrong PINs of a batch one by one, and a batch gets no row past the lock', async () => {
  const guess = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      index,
      { staffId: ids['owner'], pin: String(5_000 + index) },
    ]),
  )
  const guesses = await send(`${Array(40).fill('signIn').join(',')}?batch=1`, {
    body: JSON.stringify(guess),
  })
  expect(guesses.text.match(/PIN_WRONG/g) ?? []).toHaveLength(4)
  expect(await till.api.signIn({ staffId: ids['owner'] ?? '', pin: PINS.owner })).toMatchObject({
    refusal: { code: 'PIN_LOCKED' },
  })
  const { text } = await send('staff,receipt,__proto__,reprint?batch=1', {
    body: JSON.stringify({ 1: 'x'.repeat(26), 3: 'x'.repeat(26) }),
  })
  expect(text).not.toContain('"ok":true')
  expect(bugs).toEqual([])
})

it('knows no screen by a name of another form', async () => {
  for (const screen of ['../x', 'x'.repeat(41), 'a b', '__proto__']) {
    const { status, text } = await send('takeSale', { screen })
    expect.soft([screen, status >= 400, text.includes('    at ')]).toEqual([screen, true, false])
  }
  expect((await send('takeSale', { screen: 'a-1' })).status).toBe(200)
})

it('takes a made-up, an empty or a strange approval for none, in every row that lends its right', async () => {
  await till.api.signIn({ staffId: ids['owner'] ?? '', pin: PINS.owner })
  const { lineDiscountPercent, cartDiscountPercent } = till.api.staff().rightsOf.cashier
  till.api.saveRights({
    role: 'cashier',
    rights: { ...NO_RIGHTS, lineDiscountPercent, cartDiscountPercent },
  })
  await till.api.signIn({ staffId: ids['cashier'] ?? '', pin: PINS.cashier })
  const before = trace()
  const id = '0'.repeat(26)
  const inputs: Partial<Record<CommandName, object>> = {
    saveProduct: {
      code: 'N1',
      name: 'X',
      unitGrossClp: 1,
      isExempt: false,
      unit: null,
      categoryId: 'a',
      isFavourite: false,
    },
    discardParked: { parkedId: id },
    openDrawer: {},
    deleteReceipt: { saleId: id, reason: 'por error' },
    setAside: { saleId: id, reason: 'por error' },
    resendFixed: { saleId: id, recipient: null },
    adoptId: { saleId: id, remoteId: '00000000-0000-4000-8000-000000000001' },
    commitReturn: {
      returnId: id,
      originalId: id,
      lines: [{ lineNumber: 1, quantity: 1000 }],
      reason: 'por error',
      refund: { method: 'EF' },
      expectedTotalClp: 1,
    },
    commitOutsideReturn: {
      returnId: id,
      reason: 'por error',
      refund: { method: 'EF' },
      amountClp: 1,
    },
    undoReturn: { returnId: id, reason: 'por error' },
    changeDocument: { changeId: id, originalId: id, to: 'receipt', recipient: null },
    moveCash: { movementId: id, kind: 'out', amountClp: 1_000, reason: 'por error' },
    voidVale: { number: 1, reason: 'por error' },
    acceptVale: { number: 1 },
    settleCard: { attemptId: id, isCharged: true, authorization: '1' },
    giveBackCard: { attemptId: id },
    checkCard: { attemptId: id },
  }
  for (const name of NAMES.filter((each) => rowOf(each).who.startsWith('lent:'))) {
    expect
      .soft([name, inputs[name] !== undefined], 'a row that lends a right is attacked here')
      .toEqual([name, true])
    for (const approvalId of ['', id, '1 OR 1=1', "' OR ''='", null]) {
      const { text } = await send(name, { body: JSON.stringify({ ...inputs[name], approvalId }) })
      expect
        .soft([name, approvalId, text.includes('"ok":false')], text.slice(0, 300))
        .toEqual([name, approvalId, true])
    }
  }
  expect([trace(), bugs]).toEqual([before, []])
})
