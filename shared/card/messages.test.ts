import { describe, expect, it } from 'vitest'
import { readAnswer, saleOf } from './messages.ts'

const ACCOUNT = '4042111122223333445'
const SALE = `0210|00|597034512345|90000123|123456|A1B2C3|1990|3|663|0042|101|DB|041125|${ACCOUNT}|DB|03112025|101500|7|500`

describe('what till and terminal say', () => {
  it('asks for a sale with nine digits of pesos, its ticket, and the steps', () => {
    expect(saleOf({ amountClp: 1_990 as never, ticket: '123456' })).toBe(
      '0200|000001990|123456|||1',
    )
  })

  it('reads a sale, and drops the account number for good', () => {
    const answer = readAnswer(SALE)
    expect(answer).toEqual({
      kind: 'sale',
      code: '00',
      facts: {
        ticket: '123456',
        amountClp: 1_990,
        commerce: '597034512345',
        terminal: '90000123',
        authorization: 'A1B2C3',
        operation: '101',
        last4: '0042',
        kind: 'DB',
        brand: 'DB',
        installments: 3,
        terminalTime: '03112025 101500',
        tipClp: 500,
      },
    })
    expect(JSON.stringify(answer)).not.toContain(ACCOUNT)
  })

  it('reads the last sale, a sale of the list, and the end of the list', () => {
    expect(readAnswer(SALE.replace('0210', '0260'))).toMatchObject({
      kind: 'last',
      facts: { ticket: '123456', operation: '101', last4: '0042' },
    })
    expect(readAnswer('0260|11|597034512345|90000123')).toMatchObject({ kind: 'last', code: '11' })
    const listed = readAnswer(
      `0261|00|597034512345|90000123|123456|A1B2C3|1990|0042|101|CR|041125|${ACCOUNT}|VI|03112025|101500|7|500|663|3`,
    )
    expect(listed).toMatchObject({
      kind: 'listed',
      facts: {
        last4: '0042',
        operation: '101',
        kind: 'CR',
        brand: 'VI',
        installments: 3,
        tipClp: 500,
      },
    })
    expect(JSON.stringify(listed)).not.toContain(ACCOUNT)
    expect(readAnswer('0261|00|597034512345|90000123|||||||')).toEqual({
      kind: 'listed',
      facts: null,
    })
  })

  it('keeps nothing longer than four digits as the last four', () => {
    const shifted = readAnswer(SALE.replace('|0042|', `|${ACCOUNT}|`))
    expect(shifted).toMatchObject({ facts: { last4: '' } })
    expect(JSON.stringify(shifted)).not.toContain(ACCOUNT)
  })

  it('keeps the account number in no field, however far the layout has moved', () => {
    const fields = SALE.split('|')
    for (const by of [-9, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5])
      for (const place of ['0210', '0260', '0261'])
        for (let from = 2; from < fields.length; from += 1) {
          const moved =
            by < 0
              ? fields.toSpliced(from, -by)
              : fields.toSpliced(from, 0, ...Array<string>(by).fill(''))
          expect(JSON.stringify(readAnswer([place, ...moved.slice(1)].join('|')))).not.toContain(
            ACCOUNT,
          )
        }
  })

  it('keeps a field only in the form it has', () => {
    const told = (at: number, text: string) => {
      const answer = readAnswer(SALE.split('|').with(at, text).join('|'))
      if (answer.kind !== 'sale') throw new Error(answer.kind)
      return answer.facts
    }
    expect(told(5, 'Ñ 1;').authorization).toBe('')
    expect(told(5, 'A123456789012').authorization).toBe('')
    expect(told(10, '00000101').operation).toBe('101')
    expect(told(10, 'abc').operation).toBe('')
    expect(told(14, 'VISA 4042').brand).toBe('')
    expect(told(15, '3112').terminalTime).toBe('')
    expect(told(7, '12345').installments).toBe(0)
  })

  it('takes an answer without a code for none: it neither approves nor refuses', () => {
    for (const code of ['', 'A0', ACCOUNT])
      for (const kind of ['0210', '0260', '0900'])
        expect(readAnswer(SALE.replace('0210|00', `${kind}|${code}`))).toEqual({ kind: 'other' })
  })

  it('reads steps, totals, a close, a void; and nothing in what it does not know', () => {
    expect(readAnswer('0900|81||')).toEqual({ kind: 'step', code: '81' })
    expect(readAnswer('0710|00||5970')).toEqual({ kind: 'other' })
    expect(readAnswer('0710|00|3|5970')).toEqual({
      kind: 'totals',
      code: '00',
      count: 3,
      sumClp: 5_970,
    })
    expect(readAnswer('0510|00|1|2')).toEqual({ kind: 'closed', code: '00' })
    expect(readAnswer('1210|00|1|2|A1B2C3|101')).toEqual({
      kind: 'voided',
      code: '00',
      operation: '101',
    })
    expect(readAnswer('9999|00')).toEqual({ kind: 'other' })
    expect(readAnswer('0210|00|||123456|A|-5')).toMatchObject({ facts: { amountClp: 0 } })
  })
})
