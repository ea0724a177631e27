/** How another till's receipt was paid, as its document says it, and how it comes back then. */
import { describe, expect, it } from 'vitest'
import { clp, roundForCash, ZERO_CLP, type Clp } from '../money/clp.ts'
import { handOverClp, NO_CASH_BACK, withElsewhere, type CashBack } from './hand-over.ts'
import { documentPayment } from '../selling/sale/decide-payment.ts'
import { PAID_ANYHOW, readPaidAs, waysBack } from './outside-paid.ts'

const METHODS: Parameters<typeof readPaidAs>[2] = [
  { name: 'Efectivo', siiCode: 'EF' },
  { name: 'Débito', siiCode: 'TC' },
]
const read = (code: string, description: string, totalClp: number) =>
  readPaidAs({ code, description }, clp(totalClp), METHODS)

describe('the words of a document', () => {
  it.each([
    ['EF', 'Efectivo', 1_990, 0, null],
    ['OT', 'Vale de devolución', 1_990, 1_990, null],
    ['EF', 'Efectivo $1.500 + Vale de devolución $490', 1_990, 490, null],
    ['EF', 'Efectivo $1.500 + Débito $490', 1_990, 0, 1_500],
    ['TC', 'Tarjeta $1.500 + Efectivo $490', 1_990, 0, 490],
    ['OT', 'Vale de devolución $900 + Débito $600 + Efectivo $490', 1_990, 900, 490],
    ['OT', 'Nota de crédito N° 7', 1_990, 0, 0],
  ])('%s %s of %i', (code, words, totalClp, valeClp, moneyClp) => {
    expect(read(code, words, totalClp)).toEqual({ valeClp, moneyClp })
  })

  it('that come to another total, or were cut off, say nothing', () => {
    expect(read('EF', 'Efectivo $1.500 + Vale de devolución $49', 1_990)).toEqual(PAID_ANYHOW)
    expect(read('EF', 'Efectivo $1.500 + Vale de devo', 1_990)).toEqual(PAID_ANYHOW)
  })
})

// P2: a vale beside many small parts was cut off with the words, and came back as cash elsewhere.
it('parts of which the words have no room for all are read as they were paid', () => {
  const part = (name: string, siiCode: string, totalClp: number) => ({
    ...{ method: 'X', name, siiCode, totalClp: clp(totalClp), tenderedClp: clp(totalClp) },
    ...{ changeClp: ZERO_CLP, roundingClp: ZERO_CLP, tipClp: ZERO_CLP, reference: '' },
  })
  const small = (count: number) =>
    Array.from({ length: count }, (_, at) => part(`Transferencia bancaria ${at % 4}`, 'PE', 7))
  const notes = Array.from({ length: 8 }, (_, at) =>
    part(`Nota de crédito N° ${4_444_440 + at}`, 'OT', 1_000_000),
  )
  const vale = part('Vale de devolución', 'OT', 900_000)
  const card = part('Débito', 'TC', 600_000)
  const read = (...parts: ReturnType<typeof part>[]) => {
    const paid = documentPayment(parts as unknown as Parameters<typeof documentPayment>[0])
    expect(paid.description?.length).toBeLessThanOrEqual(200)
    return readPaidAs(paid, clp(parts.reduce((sum, { totalClp }) => sum + totalClp, 0)), METHODS)
  }
  expect(read(...small(9), vale)).toEqual({ valeClp: 900_000, moneyClp: null })
  expect(read(...small(8), card, vale)).toEqual({ valeClp: 900_000, moneyClp: 56 })
  expect(read(...notes, vale)).toEqual({ valeClp: 900_000, moneyClp: 0 })
  expect(read(...notes, card, vale)).toEqual({ valeClp: 900_000, moneyClp: 0 })
})

it('what a vale paid comes back first, at whichever till, and cash of a card’s sale once', () => {
  const paid = read('TC', 'Débito $1.000 + Vale de devolución $600 + Efectivo $390', 1_990)
  const back = (hereClp: number, elsewhereClp: number) =>
    waysBack(paid, {
      ...{ cashBack: NO_CASH_BACK, hereClp: clp(hereClp), elsewhereClp: clp(elsewhereClp) },
    })
  expect(back(0, 0)).toMatchObject({ valeDueClp: 600, cashClp: 390 })
  expect(back(400, 100)).toMatchObject({ valeDueClp: 100, cashClp: 390 })
  expect(back(0, 700)).toMatchObject({ valeDueClp: 0, cashClp: 290 })
  expect(back(700, 700)).toMatchObject({ valeDueClp: 0, cashClp: 0 })
})

it('parts in cash at two tills hand out no more than came in, to the last peso', () => {
  for (let totalClp = 1; totalClp < 120; totalClp += 1)
    for (let first = 0; first <= totalClp; first += 1)
      for (const second of [0, 3, 6, 18].filter((part) => first + part <= totalClp)) {
        const tills: [CashBack, CashBack] = [NO_CASH_BACK, NO_CASH_BACK]
        const parts = [first, second, totalClp - first - second]
        for (const [turn, part] of parts.entries()) give(tills, turn % 2 === 0, clp(part))
        const handed = tills[0].handedClp + tills[1].handedClp
        expect(handed).toBeLessThanOrEqual(roundForCash(clp(totalClp)))
      }
})

function give(tills: [CashBack, CashBack], isFirst: boolean, partClp: Clp): void {
  const [here, other] = isFirst ? ([0, 1] as const) : ([1, 0] as const)
  const before = withElsewhere(
    { valeDueClp: ZERO_CLP, cashBack: tills[here] },
    tills[other].totalClp,
  )
  const handed = partClp === 0 ? ZERO_CLP : handOverClp(partClp, 'EF', before.cashBack)
  tills[here] = {
    totalClp: clp(tills[here].totalClp + partClp),
    handedClp: clp(tills[here].handedClp + handed),
  }
}

/** As the till writes it that sold it, and as another one of its shop reads it. */
const paidWith = (...parts: readonly (readonly [name: string, siiCode: string, clp: number])[]) => {
  const payments = parts.map(([name, siiCode, pesos]) => ({
    ...{ method: 'X', name, siiCode, totalClp: clp(pesos), tenderedClp: clp(pesos) },
    ...{ changeClp: ZERO_CLP, roundingClp: ZERO_CLP, tipClp: ZERO_CLP, reference: '' },
  }))
  const paid = documentPayment(payments as unknown as Parameters<typeof documentPayment>[0])
  const totalClp = clp(parts.reduce((sum, [, , pesos]) => sum + pesos, 0))
  const methods = parts.map(([name, siiCode]) => ({ name, siiCode }))
  return readPaidAs(paid, totalClp, methods as unknown as Parameters<typeof readPaidAs>[2])
}

// P2: a method called so said nothing, and what a card or a vale paid came back as cash elsewhere.
it('a method may be called by any signs of an amount or of a list', () => {
  expect(paidWith(['Débito + crédito', 'TC', 5_000])).toEqual({ valeClp: 0, moneyClp: 0 })
  expect(paidWith(['Tarjeta $1', 'TC', 5_000])).toEqual({ valeClp: 0, moneyClp: 0 })
  expect(
    paidWith(['Pago + Fácil', 'TC', 500], ['Vale de devolución', 'OT', 300], ['Efectivo', 'EF', 9]),
  ).toEqual({ valeClp: 300, moneyClp: 9 })
  expect(paidWith(['Bono $1 Plus', 'OT', 500], ['Débito', 'TC', 600])).toEqual({
    ...{ valeClp: 0, moneyClp: 500 },
  })
})

it('words longer than any till writes are not read at all', () => {
  expect(readPaidAs({ code: 'TC', description: 'a'.repeat(10_000_000) }, clp(1), METHODS)).toBe(
    PAID_ANYHOW,
  )
})

// P3: with the words of the small parts the largest one was another, and cash was a card's.
it('the rest of many small parts is cash beside a card, also where it is more than that', () => {
  const small = Array.from({ length: 9 }, (_, at) => {
    return [`Transferencia bancaria ${at % 5}`, 'PE', 100] as const
  })
  expect(paidWith(['Débito', 'TC', 600], ...small)).toEqual({ valeClp: 0, moneyClp: 900 })
  expect(paidWith(['Débito', 'TC', 500], ['Efectivo', 'EF', 500])).toEqual({
    ...{ valeClp: 0, moneyClp: 500 },
  })
})
