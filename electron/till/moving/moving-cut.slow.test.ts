/** Killed, or cut off from its stick, at each change on the way: never two tills, never none. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { cutAt } from '../../../test/support/cut-files.ts'
import { arriving, comingBack, leaving } from '../../../test/support/moving-by-hand.ts'
import { movingTills, sell, started } from '../../../test/support/moving-tills.ts'
import { refusedAs } from '../../../test/support/refused-as.ts'
import { NOON } from '../../../test/support/till-fixture.ts'
import { refusalOf } from '../support/trouble.ts'
import { tillFolder } from '../durability/till-folder.ts'

const LATER = (NOON + 1_000) as EpochMs
const CHANGES_MAX = 400
const tills = movingTills()

const onStick = (stick: string) => readdirSync(stick).map((name) => name.replace(/^[^.]+/, ''))

interface Scene {
  readonly old: string
  readonly other: string
  readonly stick: string
}
/** One scene after another, until a run is through uncut. */
function sweep(name: string, play: (scene: Scene, n: number) => boolean): void {
  for (let n = 1; n < CHANGES_MAX; n += 1) {
    const scene = {
      old: tills.shop(`${name}-old`),
      other: tills.path(`${name}-other`),
      stick: tills.stick(`${name}-stick`),
    }
    const wasCut = play(scene, n)
    for (const folder of Object.values(scene)) rmSync(folder, { recursive: true, force: true })
    if (!wasCut) return
  }
  throw new Error('it never came to its end')
}

describe('a till that leaves', () => {
  it('killed at any change rests or sells, and comes back or arrives, never both', () => {
    const ends = { sells: 0, packing: 0, left: 0 }
    sweep('leave', ({ old, other, stick }, n) => {
      const leave = leaving(old, stick)
      const { error } = cutAt({ at: n }, leave.go)
      const { rest, faults } = started(old, LATER, true)!
      const isWhole = onStick(stick).includes('.traslado')
      expect([n, faults]).toEqual([n, []])
      // A whole package beside a till that is not gone would be two tills.
      expect([n, isWhole && rest?.state !== 'left']).toEqual([n, false])
      ends[rest?.state ?? 'sells'] += 1
      if (isWhole && n % 2 === 0) {
        arriving(other, stick, leave.code)
        expect(refusedAs(() => comingBack(old, stick, leave.code))).toBe('MOVE_ALREADY_OPENED')
        expect(started(other, LATER)?.rest).toBeNull()
        return error !== null
      }
      if (rest?.state === 'left' && !isWhole)
        expect(refusedAs(() => arriving(other, stick, leave.code))).toBe('MOVE_NOT_FINISHED')
      if (rest !== null) comingBack(old, stick, leave.code)
      expect(started(old, LATER)?.rest).toBeNull()
      expect(refusedAs(() => arriving(other, stick, leave.code))).not.toBeNull()
      return error !== null
    })
    expect(ends.packing).toBeGreaterThan(1)
    expect(ends.left).toBeGreaterThan(0)
  })

  it.each([
    ['EIO', 'COPY_PLACE_PULLED'],
    ['ENOSPC', 'COPY_PLACE_FULL'],
    ['EROFS', 'COPY_PLACE_READ_ONLY'],
  ])('from a stick that answers %s from any change on, it says so and comes back', (code, told) => {
    const said = new Set<string>()
    sweep('stick', ({ old, stick }, n) => {
      const leave = leaving(old, stick)
      const { error } = cutAt({ at: n, medium: { folder: stick, code } }, leave.go)
      if (error === null) return false
      const { rest } = started(old, LATER)!
      expect(rest).not.toBeNull()
      const refused = refusalOf(error).code
      said.add(refused)
      expect([n, refused]).toEqual([n, rest?.state === 'left' ? 'MOVE_CUT_AT_NAMING' : told])
      // The stick is put in again, with whatever was written.
      comingBack(old, stick, leave.code)
      expect(started(old, LATER)?.rest).toBeNull()
      return true
    })
    expect([...said].sort()).toEqual([told, 'MOVE_CUT_AT_NAMING'].sort())
  })
})

describe('a till that arrives', () => {
  it('killed at any change, and again while the next start finishes, is the one or the other', () => {
    const ends = { before: 0, arrived: 0 }
    sweep('arrive', ({ old, other, stick }, n) => {
      sell(old, 'moved')
      const leave = leaving(old, stick)
      leave.go()
      tills.shop('arrive-other')
      sell(other, 'here')
      const { error } = cutAt({ at: n }, () => arriving(other, stick, leave.code))
      const again = cutAt({ at: 1 + (n % 7) }, () => started(other, LATER))
      const seen = again.value ?? started(other, LATER, true)!
      const isOther = seen.marks.includes('sold-here')
      expect([n, seen.faults, seen.rest, seen.marks.length]).toEqual([n, [], null, 1])
      ends[isOther ? 'before' : 'arrived'] += 1
      if (isOther && refusedAs(() => comingBack(old, stick, leave.code)) !== null)
        arriving(other, stick, leave.code)
      const awake = [old, other].filter((till) => {
        const one = started(till, LATER)
        return one?.rest === null && one.marks.includes('sold-moved')
      })
      expect([n, awake.length]).toEqual([n, 1])
      return error !== null
    })
    expect(ends.before).toBeGreaterThan(3)
    expect(ends.arrived).toBeGreaterThan(2)
  })

  it('from a read-only stick is refused, and nothing here has changed', () => {
    sweep('locked', ({ old, other, stick }, n) => {
      const leave = leaving(old, stick)
      leave.go()
      const medium = { folder: stick, code: 'EROFS' }
      const { error } = cutAt({ at: n, medium }, () => arriving(other, stick, leave.code))
      if (error === null) return false
      expect(existsSync(tillFolder(other).database)).toBe(false)
      arriving(other, stick, leave.code)
      expect(started(other, LATER)?.rest).toBeNull()
      return true
    })
  })
})
