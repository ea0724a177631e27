import { describe, expect, it } from 'vitest'
import type { EpochMs } from '../core/brand.ts'
import { clp } from '../money/clp.ts'
import { mayErase, terminalSections, type TotalsSaid } from './terminal-totals.ts'

const tally = (count: number, totalClp: number) => ({ count, totalClp: clp(totalClp) })
const of = (terminal: [number, number], till: [number, number]): TotalsSaid => ({
  ...{ answer: 'said', askedAt: Date.UTC(2026, 0, 5, 23, 15) as EpochMs },
  ...{ terminal: tally(...terminal), till: tally(...till) },
  ...{ byHand: tally(0, 0), givenBack: tally(0, 0) },
})
const said = (...both: Parameters<typeof of>) => terminalSections(of(...both))
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

  it('says what rests on a word alone, which changes no sum, and is never erased', () => {
    const whole = of([2, 3_992], [2, 3_992])
    const byHand = { ...whole, byHand: tally(1, 500) }
    const givenBack = { ...whole, givenBack: tally(1, 500) }
    expect(rows(terminalSections(byHand))).toContain('De ello, anotado a mano (1): $500')
    expect(rows(terminalSections(givenBack))).toContain('Devuelto por fuera, sin restar (1): $500')
    expect([whole, byHand, givenBack].map(mayErase)).toEqual([true, false, false])
    expect(mayErase(of([1, 3_992], [2, 3_992]))).toBe(false)
  })

  it('says when it was asked, and a close by hand as a hint beside the difference', () => {
    expect(said([1, 500], [1, 500])[0]?.remark).toContain('Preguntado a las 20:15:00')
    const hinted = terminalSections({ ...of([1, 500], [2, 1_000]), closedByHandAfter: 7 })
    expect(hinted[0]?.remark).toContain('Cuadraría si se cerró a mano después del turno 7.')
    expect(rows(hinted).at(-1)).toBe('Falta en el terminal: -$500')
  })

  it('says since which close it compares, and that the shop makes it by hand', () => {
    expect(said([1, 500], [1, 500])[0]?.remark).toContain('desde el último cierre comprobado')
    const byHand = terminalSections({ ...of([1, 500], [1, 500]), sinceByHand: 7 })
    expect(byHand[0]?.remark).toContain('en el terminal después del turno 7, sin comprobar.')
  })

  it('says the tips of the terminal, which are in no sale', () => {
    const sections = terminalSections({ ...of([1, 500], [1, 500]), tipsClp: clp(50) })
    expect(rows(sections)).toContain('Propinas dichas por el terminal, en ninguna venta: $50')
    expect(rows(sections)).toContain('Sin diferencia: $0')
  })

  it('says that it did not answer, or was not asked; nothing without a terminal', () => {
    const { askedAt } = of([0, 0], [0, 0])
    expect(rows(terminalSections({ answer: 'silent', askedAt }))).toEqual([
      'Terminal: no respondió a las 20:15:00',
    ])
    expect(rows(terminalSections({ answer: 'not-asked' }))).toEqual(['Terminal: no se le preguntó'])
    expect(terminalSections(undefined)).toEqual([])
  })
})
