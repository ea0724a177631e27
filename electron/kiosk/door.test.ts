import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createDoor } from './door.ts'

class Made extends EventEmitter {
  isThere = true
  destroy() {
    this.isThere = false
    this.emit('close')
  }
}

it('the oldest that never showed a token makes room, and who did stays', () => {
  const door = createDoor(3)
  const all = Array.from({ length: 6 }, () => new Made())
  for (const [at, one] of all.entries()) {
    door.admit(one)
    if (at === 0) door.trust(one)
  }
  expect(all.map(({ isThere }) => isThere)).toEqual([true, false, false, false, true, true])
})

it('a place that was left is free, and with all of them trusted the next is turned away', () => {
  const door = createDoor(2)
  const [first, second, third, fourth] = [new Made(), new Made(), new Made(), new Made()]
  door.admit(first)
  door.admit(second)
  first.destroy()
  door.admit(third)
  expect([second.isThere, third.isThere]).toEqual([true, true])
  door.trust(second)
  door.trust(third)
  door.admit(fourth)
  expect([second.isThere, third.isThere, fourth.isThere]).toEqual([true, true, false])
})
