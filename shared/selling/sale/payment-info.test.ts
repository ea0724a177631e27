import { describe, expect, it } from 'vitest'
import { clp } from '../../money/clp.ts'
import { paymentInfo } from './decide-payment.ts'

const info = (name: string, reference: string) =>
  paymentInfo([
    {
      method: 'PE',
      name,
      reference,
      totalClp: clp(9990),
      tipClp: clp(0),
      toCollectClp: clp(9990),
      tenderedClp: clp(9990),
      changeClp: clp(0),
      roundingClp: clp(0),
    },
  ])

describe('a payment as the paper names it', () => {
  it.each([
    ['4711', 'Transferencia 4711'],
    ['', 'Transferencia'],
    ['Transferencia 4711', 'Transferencia 4711'],
    ['TRANSFERENCIA: 4711', 'Transferencia 4711'],
    ['transferencia', 'Transferencia'],
    ['N 4711 transferencia', 'Transferencia N 4711 transferencia'],
  ])('%j is said once', (reference, label) => {
    expect(info('Transferencia', reference)).toEqual([{ key: label, value: '$9.990' }])
  })
})
