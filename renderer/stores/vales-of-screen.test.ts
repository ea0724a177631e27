/** Vales between scanner, dialog and PIN: what the core refuses asks for somebody, and is said. */
import { expect, it } from 'vitest'
import { waitFor } from '../../test/support/wait-for.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { makeValeCode, VALE_CODE_BYTES, valeMark } from '#shared/text/vale-code.ts'
import { printVale } from '../actions/vale-actions.ts'
import { scan } from '../actions/scanning.ts'
import type { TillPort } from '../bridge/till-port.ts'
import { startedScreen } from './started-screen.ts'

const MARK = valeMark(makeValeCode(new Uint8Array(VALE_CODE_BYTES)))
const STAFF = { isOn: true, current: { name: 'Camila' }, rights: { refund: false } }
const VALE = { number: 3, name: 'V3', balanceClp: 990, isDoubtful: true }

const given = (value: unknown) => () => Promise.resolve(value) as never

async function open(port: Partial<TillPort> = {}) {
  const { ui } = await startedScreen({
    bootstrap: given({ categories: [] }),
    status: given({}),
    settings: given({}),
    staff: given(STAFF),
    parkedSales: given([]),
    loadDraft: given({ sale: null, hold: 'free' }),
    searchProducts: given([]),
    bestSellers: given([]),
    offers: given({ promotions: [], priceLists: [] }),
    ...port,
  })
  ui.staff.setState({ staff: STAFF as never })
  const asked = () => {
    const { dialog } = ui.screen.getState()
    if (dialog?.kind !== 'approval') throw new Error('nobody is asked')
    return dialog
  }
  return { ui, asked }
}

it('a copy asks for a PIN where its cashier may not go beyond limits, and is printed with it', async () => {
  const orders: unknown[] = []
  const { ui, asked } = await open({
    printVale: (order) => {
      orders.push(order.approvalId)
      const isAllowed = order.approvalId === 'allowed'
      return Promise.resolve(isAllowed ? ok(null) : refuse(refusal('RIGHT_REQUIRED')))
    },
  })
  const told: unknown[] = []
  await printVale(ui, 3, (trouble) => told.push(trouble))
  expect(asked().ask).toMatchObject({ right: 'beyondLimits', subject: 'vale 3' })
  asked().then('allowed')
  await waitFor(() => expect(told).toEqual([null]))
  expect(orders).toEqual([null, 'allowed'])
})

it('a doubtful vale that is refused even with the PIN says so at the payment', async () => {
  const gone = refusal('VALE_NOT_DOUBTFUL', null, { name: 'V3' })
  const { ui, asked } = await open({ findVale: given(ok(VALE)), acceptVale: given(refuse(gone)) })
  ui.screen.getState().go('payment')
  ui.screen.getState().open({ kind: 'vale' })
  await scan(ui, MARK)
  await waitFor(() => expect(asked().ask).toMatchObject({ subject: 'vale accept 3' }))
  asked().then('allowed')
  await waitFor(() =>
    expect(ui.payment.getState().troubles.form).toMatchObject({ code: 'VALE_NOT_DOUBTFUL' }),
  )
})

it('one scanned at the payment closes the question for its code', async () => {
  const { ui } = await open({ findVale: given(refuse(refusal('VALE_UNKNOWN', 'code'))) })
  ui.screen.getState().go('payment')
  ui.screen.getState().open({ kind: 'vale' })
  await scan(ui, MARK)
  expect(ui.screen.getState().dialog).toBeNull()
  await waitFor(() =>
    expect(ui.payment.getState().troubles.form).toMatchObject({ code: 'VALE_UNKNOWN' }),
  )
})

it('one scanned among the receipts is found in the list of vales', async () => {
  const { ui } = await open()
  ui.screen.getState().go('receipts')
  await scan(ui, MARK)
  expect(ui.screen.getState().dialog).toEqual({ kind: 'vales', text: MARK })
})
