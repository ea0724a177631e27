import { describe, expect, it } from 'vitest'
import { clp } from '../money/clp.ts'
import { closestBatch, terminalSections } from './terminal-totals.ts'

const tally = (count: number, totalClp: number) => ({ count, totalClp: clp(totalClp) })
const said = (
  terminal: [number, number],
  till: [number, number],
  back: [number, number] = [0, 0],
) =>
  terminalSections({
    answer: 'said',
    terminal: tally(...terminal),
    till: tally(...till),
    givenBack: tally(...back),
  })
const rows = (sections: ReturnType<typeof terminalSections>) =>
  sections.flatMap((section) => section.rows.map(({ label, value }) => `${label}: ${value}`))

describe('what the terminal holds beside what the till has charged on it', () => {
  it('agrees to the peso and to the count', () => {
    expect(rows(said([2, 3_992], [2, 3_992]))).toEqual([
      'Cobrado por la caja (2): $3.992',
      'Dice el terminal (2): $3.992',
      'Sin diferencia: $0',
    ])
  })

  it('names a difference of pesos, and one of operations where the pesos agree', () => {
    expect(rows(said([1, 1_996], [2, 3_992])).at(-1)).toBe('Falta en el terminal: -$1.996')
    expect(rows(said([3, 5_000], [2, 3_992])).at(-1)).toBe('Falta en la caja: $1.008')
    expect(rows(said([1, 3_992], [2, 3_992])).at(-1)).toBe('Otra cantidad de operaciones: -1')
    expect(said([1, 1_996], [2, 3_992])[0]?.remark).toContain('detalle')
  })

  it('says what went back on the terminal, which is in neither sum', () => {
    expect(rows(said([1, 1_996], [1, 1_996], [1, 500]))).toContain(
      'Devuelto en el terminal (1): $500',
    )
  })

  it('says the tips of the terminal, which are in no sale', () => {
    const tipped = { answer: 'said', terminal: tally(1, 500), till: tally(1, 500) } as const
    const sections = terminalSections({ ...tipped, givenBack: tally(0, 0), tipsClp: clp(50) })
    expect(rows(sections)).toContain('Propinas dichas por el terminal, en ninguna venta: $50')
    expect(rows(sections)).toContain('Sin diferencia: $0')
  })

  it('says that it did not answer, or was not asked; nothing without a terminal', () => {
    const of = (answer: 'silent' | 'not-asked') => rows(terminalSections({ answer }))
    expect([of('silent'), of('not-asked')]).toEqual([
      ['Terminal: no respondió'],
      ['Terminal: no se le preguntó'],
    ])
    expect(terminalSections(undefined)).toEqual([])
  })
})

describe('since which moment the terminal counts', () => {
  const batches = [tally(1, 1_000), tally(3, 6_000), tally(9, 20_000)]

  it('is that at which both agree, after a close by hand as well', () => {
    expect(closestBatch(tally(3, 6_000), batches)).toEqual(tally(3, 6_000))
    expect(closestBatch(tally(9, 20_000), batches)).toEqual(tally(9, 20_000))
  })

  it('is the nearest where none agrees: by the count, then by the pesos', () => {
    expect(closestBatch(tally(4, 7_000), batches)).toEqual(tally(3, 6_000))
    expect(closestBatch(tally(2, 1_100), batches)).toEqual(tally(1, 1_000))
    expect(closestBatch(tally(5, 5_000), [])).toBe(undefined)
  })
})
