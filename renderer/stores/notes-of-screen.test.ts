/** A credit note between scanner, payment and PIN: named, and allowed for just this sale. */
import { expect, it } from 'vitest'
import { waitFor } from '../../test/support/wait-for.ts'
import { commitInput, type CommitInput } from '#shared/selling/inputs.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { clp } from '#shared/money/clp.ts'
import type { CreditView } from '#shared/selling/payment/credit.ts'
import { notesDeed } from '#shared/staff/deeds.ts'
import { scan } from '../actions/scanning.ts'
import { confirmPayment } from '../actions/selling.ts'
import { startedScreen } from './started-screen.ts'

const STAFF = { isOn: true, current: { name: 'Camila' }, rights: { refund: false } }
const creditId = '01JD0000000000000000000000' as SaleId
const NOTE = { creditId, name: 'Nota de crédito N° 7', balanceClp: clp(39_950), buyerRut: null }
const STAMP = '<TED version="1.0"><DD><RE>1-9</RE><TD>61</TD><F>7</F></DD></TED>'
const given = (value: unknown) => () => Promise.resolve(value) as never

it.each([
  ['CREDIT_APPROVAL', 'refund'],
  ['CREDIT_OF_CARD', 'beyondLimits'],
] as const)(
  'pays by its scanned stamp; %s asks for a PIN over just these notes',
  async (code, right) => {
    const orders: CommitInput[] = []
    const named: string[] = []
    const { ui } = await startedScreen({
      bootstrap: given({ categories: [] }),
      status: given({}),
      settings: given({}),
      staff: given(STAFF),
      parkedSales: given([]),
      loadDraft: given({ sale: null, hold: 'free' }),
      saveDraft: given(ok(null)),
      openSale: given(ok({})),
      searchProducts: given([]),
      bestSellers: given([]),
      offers: given({ promotions: [], priceLists: [] }),
      findCredits: ({ text }) => {
        named.push(text)
        return Promise.resolve(ok([NOTE as CreditView]))
      },
      commitSale: (order) => {
        orders.push(commitInput.parse(order))
        return Promise.resolve(refuse(refusal(code, 'method', { name: NOTE.name })))
      },
    })
    ui.staff.setState({ staff: STAFF as never })
    ui.cart
      .getState()
      .apply({ type: 'add-free-line', name: 'Pan', unitGrossClp: clp(350), isExempt: false })
    await ui.payment.getState().begin()
    ui.screen.getState().go('payment')
    await scan(ui, STAMP)
    await scan(ui, STAMP)
    expect(named).toEqual([STAMP, STAMP])
    expect(ui.payment.getState().troubles.form).toMatchObject({ code: 'CREDIT_TWICE' })
    const { sale } = ui.cart.getState()
    expect(sale.paying.given).toMatchObject([{ creditId, amountClp: 350 }])
    ui.payment.setState({ troubles: {} })
    await confirmPayment(ui)
    const { dialog } = ui.screen.getState()
    if (dialog?.kind !== 'approval') throw new Error('nobody is asked')
    const taken = [{ creditId, takenClp: 350 }]
    expect(dialog.ask).toMatchObject(notesDeed(sale.saleId, 350, taken, right))
    dialog.then('allowed')
    await waitFor(() =>
      expect(orders.map((order) => order.approvalId)).toEqual([undefined, 'allowed']),
    )
    expect(orders[1]?.payments).toEqual([{ method: 'NC', amountClp: 350, reference: creditId }])
  },
)
