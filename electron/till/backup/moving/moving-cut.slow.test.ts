/** Killed, or cut off from its stick, at each change on the way: never two tills, never none. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { cutAt } from '../../../../test/support/cut-files.ts'
import { arriving, comingBack, leaving } from '../../../../test/support/moving-by-hand.ts'
import {
  movingTills,
  sell,
  serviceAnswers,
  started,
} from '../../../../test/support/moving-tills.ts'
import { refusedIn } from '../../../../test/support/refused-as.ts'
import { NOON } from '../../../../test/support/till-fixture.ts'
import { refusalOf } from '../support/trouble.ts'

const LATER = (NOON + 1_000) as EpochMs
const CHANGES_MAX = 400
const tills = movingTills()

/** Whole copies of a till that moves. */
const whole = (stick: string) =>
  readdirSync(stick).includes('Meson-respaldo')
    ? readdirSync(join(stick, 'Meson-respaldo')).filter((name) => /-moved\..*\.age$/.test(name))
    : []

interface Scene {
  readonly old: string
  readonly other: string
  readonly stick: string
}
/** One scene after another, until a run is through uncut. */
async function sweep(
  name: string,
  play: (scene: Scene, n: number) => Promise<boolean>,
): Promise<void> {
  for (let n = 1; n < CHANGES_MAX; n += 1) {
    const scene = {
      old: tills.shop(`${name}-old`),
      other: tills.path(`${name}-other`),
      stick: tills.stick(`${name}-stick`),
    }
    await started(scene.old, NOON)
    const wasCut = await play(scene, n)
    for (const folder of Object.values(scene))
      for (const each of [folder, `${folder}-state`]) rmSync(each, { recursive: true, force: true })
    if (!wasCut) return
  }
  throw new Error('it never came to its end')
}

/** Tills that sell and know of no other, once the service has answered them. */
async function sure(...folders: string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    if ((await started(folder, LATER)) === null) continue
    serviceAnswers(folder)
    const seen = await started(folder, LATER)
    if (seen?.rest === null && seen.doubt === null) found.push(folder)
  }
  return found
}

describe('a till that leaves', () => {
  it('killed at any change rests or sells, and comes back or arrives, never both in silence', async () => {
    const ends = { sells: 0, packing: 0, left: 0 }
    await sweep('leave', async ({ old, other, stick }, n) => {
      const leave = leaving(old, stick)
      const { error } = await cutAt({ at: n }, leave.go)
      const { rest, faults } = (await started(old, LATER, true))!
      const isWhole = whole(stick).length > 0
      expect([n, faults]).toEqual([n, []])
      // A whole copy beside a till that is not gone would be two tills.
      expect([n, isWhole && rest?.state !== 'left']).toEqual([n, false])
      ends[rest?.state ?? 'sells'] += 1
      if (isWhole && n % 2 === 0) {
        await arriving(other, stick, leave.code)
        await comingBack(old, leave.code)
        expect((await started(old, LATER))?.doubt).toMatchObject({
          reason: 'taken-back',
          isOwn: false,
          word: null,
        })
        expect(await sure(old, other)).toEqual([other])
        return error !== null
      }
      if (!isWhole && rest !== null)
        expect(await refusedIn(arriving(other, stick, leave.code))).not.toBeNull()
      if (rest !== null) await comingBack(old, leave.code)
      const back = await started(old, LATER)
      // Of what nobody can have nobody doubts; an unopened copy that is there is nobody's any more.
      expect([n, back?.rest, back?.doubt?.word]).toEqual([
        n,
        null,
        rest?.state === 'left' ? (isWhole ? 'goes-on' : null) : undefined,
      ])
      await refusedIn(arriving(other, stick, leave.code))
      expect(await sure(old, other)).toEqual(rest?.state === 'left' && !isWhole ? [] : [old])
      return error !== null
    })
    expect(ends.packing).toBeGreaterThan(1)
    expect(ends.left).toBeGreaterThan(0)
  })

  it.each([
    ['EIO', 'COPY_PLACE_PULLED'],
    ['ENOSPC', 'COPY_PLACE_FULL'],
    ['EROFS', 'COPY_PLACE_READ_ONLY'],
  ])(
    'from a stick that answers %s from any change on, it says so and comes back',
    async (code, told) => {
      const said = new Set<string>()
      await sweep('stick', async ({ old, stick }, n) => {
        const leave = leaving(old, stick)
        const { error } = await cutAt({ at: n, medium: { folder: stick, code } }, leave.go)
        if (error === null) return false
        const { rest } = (await started(old, LATER))!
        expect(rest).not.toBeNull()
        const refused = refusalOf(error).code
        said.add(refused)
        expect([n, refused]).toEqual([n, rest?.state === 'left' ? 'MOVE_CUT_AT_NAMING' : told])
        // The stick is put in again, with whatever was written.
        await comingBack(old, leave.code)
        expect((await started(old, LATER))?.rest).toBeNull()
        return true
      })
      expect([...said].sort()).toEqual([told, 'MOVE_CUT_AT_NAMING'].sort())
    },
  )
})

describe('a till that arrives', () => {
  it('killed at any change, and again while the next start finishes, is the one or the other', async () => {
    const ends = { before: 0, arrived: 0, doubted: 0 }
    await sweep('arrive', async ({ old, other, stick }, n) => {
      sell(old, 'moved')
      const leave = leaving(old, stick)
      await leave.go()
      tills.shop('arrive-other')
      sell(other, 'here')
      const { error } = await cutAt({ at: n }, () => arriving(other, stick, leave.code))
      const again = await cutAt({ at: 1 + (n % 7) }, () => started(other, LATER))
      const seen = (again.value ?? (await started(other, LATER, true)))!
      const isOther = seen.marks.includes('sold-here')
      expect([n, seen.faults, seen.rest, seen.marks.length]).toEqual([n, [], null, 1])
      ends[isOther ? 'before' : 'arrived'] += 1
      // Cut off behind its first opening it is opened once more, and says so.
      if (isOther) await arriving(other, stick, leave.code, LATER)
      const last = (await started(other, LATER, true))!
      expect([n, last.rest, last.marks, last.faults]).toEqual([n, null, ['sold-moved'], []])
      const { reason, word } = last.doubt!
      if (word === null) ends.doubted += 1
      expect([n, reason]).toEqual([n, word === null ? 'moved' : 'arrived'])
      await comingBack(old, leave.code)
      expect((await sure(old, other)).length).toBeLessThanOrEqual(1)
      return error !== null
    })
    expect(ends.before).toBeGreaterThan(3)
    expect(ends.arrived).toBeGreaterThan(2)
    expect(ends.doubted).toBeGreaterThan(0)
    expect(ends.doubted).toBeLessThan(ends.before)
  })

  it('from a stick that takes no mark opens in doubt; who could leave one is the till', async () => {
    const [old, other, stick] = [tills.shop('l-old'), tills.path('l-other'), tills.stick('l-stick')]
    await started(old, NOON)
    const leave = leaving(old, stick)
    await leave.go()
    const medium = { folder: stick, code: 'EROFS' }
    const { error } = await cutAt({ at: 1, medium }, () => arriving(other, stick, leave.code))
    expect(error).toBeNull()
    expect((await started(other, LATER))?.doubt).toMatchObject({ reason: 'moved', word: null })
    const third = tills.path('l-third')
    await arriving(third, stick, leave.code)
    expect(await sure(other, third)).toEqual([third])
  })
})
