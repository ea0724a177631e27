/**
 * A PIN over the shoulder, attacked: by the next cashier, in the moment its PIN is compared, for
 * something else.
 */
import { beforeEach, expect, it } from 'vitest'
import type { SaleId } from '#shared/core/brand.ts'
import type { LentRight } from '#shared/staff/need.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const PINS = { owner: '3690', supervisor: '1470', cashier: '2580' } as const
const ids: Record<string, string> = {}
const serve = (role: keyof typeof PINS) => api.signIn({ staffId: ids[role] ?? '', pin: PINS[role] })

const { fixture, api } = tillPerTest({ pinCost: 4 })
beforeEach(async () => {
  for (const role of ['owner', 'supervisor', 'cashier'] as const) {
    const saved = await api.saveStaff({ staffId: null, name: role, role, pin: PINS[role] })
    ids[role] = saved.ok ? (saved.value.members.find(({ name }) => name === role)?.id ?? '') : ''
  }
})

/** Another cashier. The owner serves then. */
async function hireDiego(): Promise<string> {
  await serve('owner')
  const diego = await api.saveStaff({ staffId: null, name: 'Diego', role: 'cashier', pin: '8520' })
  return diego.ok ? (diego.value.members.find(({ name }) => name === 'Diego')?.id ?? '') : ''
}

it('is given to one cashier: nobody else opens a drawer with it, nor the same one after the approver has left the shop', async () => {
  const diegoId = await hireDiego()
  const lend = async () => {
    const given = await api.approve({
      staffId: ids['supervisor'] ?? '',
      pin: PINS.supervisor,
      subject: { kind: 'right', right: 'openDrawer', subject: null },
    })
    return given.ok ? given.value.approvalId : null
  }
  await serve('cashier')
  const approvalId = await lend()
  await api.signIn({ staffId: diegoId, pin: '8520' })
  expect(await api.openDrawer({ approvalId })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
  const kept = await lend()
  await serve('owner')
  expect(api.removeStaff(ids['supervisor'] ?? '')).toMatchObject({ ok: true })
  await api.signIn({ staffId: diegoId, pin: '8520' })
  expect(await api.openDrawer({ approvalId: kept })).toMatchObject({
    refusal: { code: 'RIGHT_REQUIRED' },
  })
})

it('lends nothing to whoever took the counter over while a PIN was being compared', async () => {
  const diegoId = await hireDiego()
  await serve('cashier')
  const asks = [
    api.approve({ staffId: ids['owner'] ?? '', pin: PINS.owner, subject: { kind: 'settings' } }),
    api.approve({
      staffId: ids['owner'] ?? '',
      pin: PINS.owner,
      subject: { kind: 'right', right: 'openDrawer', subject: null },
    }),
  ]
  api.signOut()
  expect(await Promise.all(asks)).toMatchObject([
    { refusal: { code: 'SIGN_IN_REQUIRED' } },
    { refusal: { code: 'SIGN_IN_REQUIRED' } },
  ])
  await serve('cashier')
  const late = api.approve({
    staffId: ids['owner'] ?? '',
    pin: PINS.owner,
    subject: { kind: 'settings' },
  })
  const entered = api.signIn({ staffId: diegoId, pin: '8520' })
  await Promise.all([late, entered])
  // Whoever came first: it was asked for Camila.
  expect(api.staff()).toMatchObject({
    current: { name: 'Diego' },
    settingsLentBy: null,
    mayChangeSettings: false,
  })
})

it('is good for one deed on one thing: given for each, it opens none of the others, and not the same one twice', async () => {
  await serve('owner')
  const sale = () => sellOf(api, '7801040000037')
  const [kept, sold] = [sale(), sale()]
  const returned = giveBack(sold, null)
  expect(returned).toMatchObject({ ok: true })
  fixture.printer.kickDrawer = () =>
    Promise.resolve({
      kind: 'sent',
      escpos: new Uint8Array(),
      paperPng: new Uint8Array(),
      stampReadable: null,
    })
  await serve('cashier')
  const noteId = returned.ok ? returned.value.saleId : sold
  const actions: readonly Lent[] = [
    { right: 'openDrawer', subject: null, run: (approvalId) => api.openDrawer({ approvalId }) },
    { right: 'refund', subject: `${kept} EF`, run: (approvalId) => giveBack(kept, approvalId) },
    {
      right: 'refund',
      subject: noteId,
      run: (approvalId) => api.undoReturn({ returnId: noteId, reason: 'Por error', approvalId }),
    },
  ]
  const unrelated = [
    ['refund', null],
    ['refund', sold],
    ['openDrawer', kept],
    ['discardParked', null],
    ['deletePending', kept],
    ['moveCash', null],
  ] as const
  for (const action of actions) {
    const others = actions
      .filter((other) => other !== action)
      .map(({ right, subject }) => [right, subject] as const)
    for (const [right, subject] of [...others, ...unrelated]) {
      expect
        .soft(await action.run(await lend(right, subject)), `${action.right} with ${right}`)
        .toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    }
  }
  for (const action of actions) {
    const approvalId = await lend(action.right, action.subject)
    expect(await action.run(approvalId)).toMatchObject({ ok: true })
    if (action.right === 'openDrawer')
      expect(await action.run(approvalId)).toMatchObject({ refusal: { code: 'RIGHT_REQUIRED' } })
    else
      expect(await action.run(approvalId)).toMatchObject(
        action.subject === `${kept} EF` ? { ok: false } : { ok: true },
      )
  }
})

interface Lent {
  readonly right: 'openDrawer' | 'refund'
  readonly subject: string | null
  run(approvalId: string | null): unknown
}

async function lend(right: LentRight, subject: string | null): Promise<string | null> {
  const given = await api.approve({
    staffId: ids['supervisor'] ?? '',
    pin: PINS.supervisor,
    subject: { kind: 'right', right, subject, ...(right === 'refund' ? { amountClp: 1_996 } : {}) },
  })
  return given.ok ? given.value.approvalId : null
}

function giveBack(originalId: SaleId, approvalId: string | null) {
  const opened = api.startReturn(originalId)
  if (!opened.ok) return opened
  const { returnId, lines, totalClp } = opened.value
  return api.commitReturn({
    returnId,
    originalId,
    reason: 'Producto fallado',
    refund: { method: 'EF', reference: '' },
    approvalId,
    lines: lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity })),
    expectedTotalClp: totalClp,
  })
}
