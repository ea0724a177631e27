/** The shop's customers as a list, on the real core. */
import { beforeEach, describe, expect, it } from 'vitest'
import { HISTORY_PAGE_ROWS } from '#shared/customers/views.ts'
import { must } from '../../../test/support/must.ts'
import { ROSA, rowsOf, sellTo } from '../../../test/support/people-story.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'

const story = tillPerTest({ pinCost: 4 })
const { api, fixture } = story
const PEDRO = {
  rut: '11.111.111-1',
  legalName: 'Comercial Ñuñoa  Limitada',
  activity: 'Venta de abarrotes',
  address: 'Av. Irarrázaval 1234',
  commune: 'Ñuñoa',
  phone: '+56 9 8765 4321',
  email: 'Pedro@Nunoa.cl',
  notes: 'Paga a 30 días.\r\nLlamar antes.',
}
const save = (part: Partial<typeof PEDRO> & { isNew?: boolean } = {}) =>
  api.saveCustomer({ ...PEDRO, isNew: true, ...part })
const found = (text: string, filter: 'active' | 'archived' = 'active') =>
  must(api.customers({ text, filter, offset: 0, limit: 50 })).rows.map(({ rut }) => rut)
const logged = () => must(api.audit({ cursor: null, limit: 50 })).rows

describe('the list of customers', () => {
  beforeEach(() => void must(save()))

  it('finds one by words of name, RUT, phone and e-mail, without accents and signs', () => {
    const words = ['nunoa', 'ÑUÑOA comercial', '11.111.111-1', '111111111', '11.111', '']
    const contact = ['pedro@nunoa', '8765 4321', '+56987654321', 'nunoa 9']
    for (const text of [...words, ...contact])
      expect.soft(found(text), text).toEqual(['11111111-1'])
    for (const text of ['rosa', 'nunoa 77', '11.111.112', '.'])
      expect.soft(found(text), text).toEqual([])
  })

  it('keeps what was typed, tidied, and says no name or RUT in the log', () => {
    const [row] = must(api.customers({ text: '', filter: 'active', offset: 0, limit: 1 })).rows
    expect(row).toEqual({
      ...PEDRO,
      mailsReceipts: false,
      rut: '11111111-1',
      legalName: 'Comercial Ñuñoa Limitada',
      notes: 'Paga a 30 días. Llamar antes.',
      priceListId: null,
      isArchived: false,
      lastSoldAt: null,
    })
    must(save({ isNew: false, phone: '+56 2 2345 6789' }))
    const [changed, created] = logged()
    expect(created).toMatchObject({ action: 'customer-saved' })
    expect(created?.detail['what']).toMatch(/^[0-9a-f]{12} \(nuevo\)$/)
    expect(changed?.detail['what']).toMatch(/^[0-9a-f]{12} \(phone\)$/)
    expect(JSON.stringify(logged())).not.toMatch(/11111111|Pedro|uñoa/)
  })

  it('refuses what no document can carry, says the field, and keeps nothing of it', () => {
    const before = JSON.stringify(rowsOf(fixture.dataDir, 'SELECT * FROM customer'))
    const bad: readonly (readonly [Parameters<typeof save>[0], string, string | null])[] = [
      [{ rut: '11.111.111-2' }, 'RUT_CHECK_DIGIT', 'rut'],
      [{ rut: '66.666.666-6' }, 'PERSON_IS_NOBODY', 'rut'],
      [{}, 'CUSTOMER_KNOWN', 'rut'],
      [{ rut: '12345678-5', isNew: false }, 'CUSTOMER_GONE', null],
      [{ legalName: ' ' }, 'NAME_REQUIRED', 'legalName'],
      [{ email: 'pedro@nunoa' }, 'EMAIL_NOT_VALID', 'email'],
      [{ activity: 'x'.repeat(41) }, 'CUSTOMER_TEXT_TOO_LONG', 'activity'],
      [{ commune: 'x'.repeat(21) }, 'CUSTOMER_TEXT_TOO_LONG', 'commune'],
      [{ notes: 'ж' }, 'NAME_NOT_LATIN1', 'notes'],
    ]
    for (const [part, code, field] of bad)
      expect.soft(save(part), code).toMatchObject({ ok: false, refusal: { code, field } })
    expect(JSON.stringify(rowsOf(fixture.dataDir, 'SELECT * FROM customer'))).toBe(before)
  })

  it('an archived one is suggested at the counter no more, and comes back with a sale', () => {
    sellTo(story, ROSA)
    const suggested = () => api.findCustomers({ text: 'rosa', limit: 6 })
    expect(suggested()).toHaveLength(1)
    must(api.archiveCustomer({ rut: ROSA.rut, isArchived: true }))
    expect([suggested(), found('rosa'), found('rosa', 'archived')]).toEqual([[], [], [ROSA.rut]])
    must(api.archiveCustomer({ rut: ROSA.rut, isArchived: true }))
    expect(logged().filter(({ action }) => action === 'customer-archived')).toHaveLength(1)
    sellTo(story, ROSA)
    expect([suggested().length, found('rosa')]).toEqual([1, [ROSA.rut]])
  })

  it('a sale keeps what the list says beside what the sale says', () => {
    must(save({ rut: ROSA.rut, isNew: true }))
    sellTo(story, ROSA)
    const [row] = must(api.customers({ text: 'rosa', filter: 'active', offset: 0, limit: 1 })).rows
    expect(row).toMatchObject({ legalName: ROSA.legalName, activity: PEDRO.activity, notes: /30/ })
    expect(row?.lastSoldAt).not.toBeNull()
  })

  it('shows what they bought, the newest first, page by page', () => {
    const sold = Array.from({ length: HISTORY_PAGE_ROWS + 3 }, () => sellTo(story, ROSA)).reverse()
    sellTo(story, { ...ROSA, rut: '11111111-1' })
    const first = must(api.customerHistory({ rut: '12.345.678-5', before: null }))
    const rest = must(api.customerHistory({ rut: ROSA.rut, before: first.before }))
    expect([...first.rows, ...rest.rows].map(({ saleId }) => saleId)).toEqual(sold)
    expect([first.rows.length, first.total, rest.before]).toEqual([20, 23, null])
  })

  it('leaves as a file piece by piece, each export with its row in the log', () => {
    must(save({ rut: '12345678-5' }))
    must(api.archiveCustomer({ rut: '12345678-5', isArchived: true }))
    const slice = must(api.exportCustomers({ after: null }))
    expect(slice.rows.map(({ rut, isArchived }) => [rut, isArchived])).toEqual([
      ['11111111-1', false],
      ['12345678-5', true],
    ])
    expect(slice.after).toBeNull()
    expect(logged()[0]).toMatchObject({ action: 'customers-exported' })
  })
})

describe('the data of a customer in the list', () => {
  it('are handed over and erased whole', async () => {
    must(save())
    const file = must(await api.exportPerson({ rut: PEDRO.rut }))
    for (const word of [PEDRO.activity, PEDRO.address, PEDRO.commune, 'Llamar antes'])
      expect(file.text).toContain(word)
    must(await api.erasePerson({ rut: PEDRO.rut }))
    expect(found('')).toEqual([])
  })
})
