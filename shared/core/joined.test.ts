import { describe, expect, it } from 'vitest'
import { joined } from './joined.ts'

describe('joined', () => {
  it('holds what each part holds', () => {
    const all = joined({ a: 1 }, { b: 'x' }, { c: true })
    const sum: number = all.a + all.b.length
    expect([sum, all]).toEqual([2, { a: 1, b: 'x', c: true }])
  })

  it('refuses a name that stands twice, at the start and by its type', () => {
    const twice = () => joined({ a: 1 }, { b: 2 }, { a: 3 })
    expect(twice).toThrow('«a» stands twice')
    // @ts-expect-error: nothing of it can be used.
    const used: () => { readonly b: number } = twice
    expect(used).toThrow()
  })
})
