/** The rule itself: what a folder is to the machine that opens it. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isSameMachine, meet, type MachinePrint, type Met } from './witness.ts'

const machine: MachinePrint = { system: 'a', parts: ['x', 'y'] }
const mark = (lastSale: number, folio = 0) => ({
  lastSale,
  lastSaleAt: null,
  folios: folio === 0 ? {} : { '39 service': folio },
})
const count = fc.nat({ max: 50 })

function met(here: { starts: number; sales: number; folio?: number }, seen = here): Met {
  const tillId = 'f'.repeat(32)
  return {
    identity: { tillId, starts: here.starts, machine, isRestored: false, moved: null },
    witness: {
      tillId,
      folder: '/till',
      machine,
      starts: seen.starts,
      mark: mark(seen.sales, seen.folio),
    },
    machine,
    folder: '/till',
    mark: mark(here.sales, here.folio),
    livesElsewhere: false,
  }
}

it('less than the machine saw is never the same, and as much or more never a question', () => {
  fc.assert(
    fc.property(count, count, count, count, count, count, (a, b, c, d, e, f) => {
      const here = { starts: a, sales: b, folio: c }
      const seen = { starts: d, sales: e, folio: f }
      const isLess = a < d || b < e || c < f
      const isNothing = b === 0 && e === 0
      expect(meet(met(here, seen)).kind).toBe(isLess && !isNothing ? 'doubt' : 'same')
    }),
  )
})

it('who meets another machine, no witness or the one it was copied from is never the same', () => {
  const whole = met({ starts: 3, sales: 5 })
  const elsewhere: MachinePrint = { system: 'b', parts: ['z'] }
  const strangers: Met[] = [
    { ...whole, machine: elsewhere },
    { ...whole, machine: { ...machine, parts: ['z'] } },
    { ...whole, machine: elsewhere, witness: null },
    { ...whole, witness: null },
    { ...whole, folder: '/copy', livesElsewhere: true },
  ]
  for (const stranger of strangers) {
    expect(meet(stranger)).toMatchObject({ kind: 'doubt', isOwn: false })
    expect(meet({ ...stranger, mark: mark(0) })).toEqual({ kind: 'new' })
  }
  expect(meet({ ...whole, folder: '/moved' })).toEqual({ kind: 'same' })
})

it('a machine that cannot say who it is, or lost a part, is no other', () => {
  const unknown: MachinePrint = { system: null, parts: [] }
  expect(isSameMachine(machine, unknown)).toBe(true)
  expect(isSameMachine(unknown, machine)).toBe(true)
  expect(isSameMachine(machine, { system: 'a', parts: ['y'] })).toBe(true)
  expect(isSameMachine(machine, { system: null, parts: ['z'] })).toBe(false)
  expect(isSameMachine(machine, { system: 'b', parts: ['x'] })).toBe(false)
})
