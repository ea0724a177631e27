/**
 * A till carried about at random between three computers and two sticks, with deaths, full sticks
 * and wrong codes on the way: at every moment one of them sells at most, and nothing is ever lost.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { rmSync } from 'node:fs'
import type { EpochMs } from '#shared/core/brand.ts'
import { CODE_BYTES, makeCode } from '#shared/support/recovery-code.ts'
import { cutAt } from '../../../test/support/cut-files.ts'
import { arriving, comingBack, leaving } from '../../../test/support/moving-by-hand.ts'
import { movingTills, sell, started } from '../../../test/support/moving-tills.ts'
import { pick } from '../../../test/support/thoroughness.ts'
import { NOON } from '../../../test/support/till-fixture.ts'

const COMPUTERS = 3
const WRONG = makeCode(new Uint8Array(CODE_BYTES).fill(7))
const tills = movingTills()

const step = fc.record({
  what: fc.constantFrom('sell', 'leave', 'arrive', 'back', 'arrive-wrong', 'here'),
  computer: fc.nat(COMPUTERS - 1),
  stick: fc.nat(1),
  /** Where it dies, or its stick fails; most steps come to their end. */
  cut: fc.oneof(fc.constant(null), fc.constant(null), fc.integer({ min: 1, max: 60 })),
  /** Whether the till that sells is meant, and the stick of the last package: else at random. */
  isSensible: fc.oneof(fc.constant(true), fc.constant(true), fc.boolean()),
  failsAs: fc.constantFrom(null, 'ENOSPC', 'EIO', 'EROFS'),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

class Walk {
  readonly computers: readonly string[]
  readonly sticks: readonly string[]
  readonly sold: string[] = []
  readonly codes: string[] = []
  lastStick = 0
  at = NOON as number

  constructor() {
    this.computers = [tills.shop('walk-0'), tills.path('walk-1'), tills.path('walk-2')]
    this.sticks = [tills.stick('walk-stick-0'), tills.stick('walk-stick-1')]
  }

  seen = () => this.computers.map((one) => started(one, this.at as EpochMs))
  awake = () => {
    const seen = this.seen()
    return this.computers.filter((_, index) => seen[index]?.rest === null)
  }

  take({ what, computer, stick, cut, failsAs, isSensible }: Step): void {
    this.at += 1_000
    const at = this.at as EpochMs
    const [awake] = this.awake()
    const meant = what === 'sell' || what === 'leave' ? awake : undefined
    const till = (isSensible ? meant : undefined) ?? this.computers[computer]!
    const place = this.sticks[isSensible && what !== 'leave' ? this.lastStick : stick]!
    if (what === 'sell') {
      if (till !== awake) return
      sell(till, String(this.sold.length).padStart(3, '0'))
      this.sold.push(String(this.sold.length).padStart(3, '0'))
      return
    }
    const leave = leaving(till, place, at)
    const does = {
      leave: leave.go,
      arrive: () => arriving(till, place, this.codes.at(-1) ?? WRONG, at),
      'arrive-wrong': () => arriving(till, place, WRONG, at),
      back: () => comingBack(till, place, this.codes.at(-1) ?? WRONG, at),
      here: () => comingBack(till, null, null, at),
    }[what]
    const medium = failsAs === null ? {} : { medium: { folder: place, code: failsAs } }
    cutAt({ at: cut ?? Number.POSITIVE_INFINITY, ...medium }, does)
    if (what === 'leave') this.lastStick = stick
    // What was told before anything was done is on paper, whatever became of it.
    if (leave.code !== '') this.codes.push(leave.code)
  }

  /** What somebody with the sticks and all the papers can do: some way out must lead on. */
  findWayOut(): void {
    const ways = this.computers.flatMap((till) => [
      () => comingBack(till, null, null, this.at as EpochMs),
      ...this.sticks.flatMap((place) =>
        this.codes
          .toReversed()
          .flatMap((code) => [
            () => comingBack(till, place, code, this.at as EpochMs),
            () => arriving(till, place, code, this.at as EpochMs),
          ]),
      ),
    ])
    for (const way of ways) {
      if (this.awake().length > 0) return
      cutAt({ at: Number.POSITIVE_INFINITY }, way)
    }
  }

  clear(): void {
    for (const folder of [...this.computers, ...this.sticks])
      rmSync(folder, { recursive: true, force: true })
  }
}

it('one computer sells at most after every step, and there is always a way on with every sale', () => {
  const met = { cut: 0, moved: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 14 }), (steps) => {
      const walk = new Walk()
      try {
        for (const one of steps) {
          walk.take(one)
          const awake = walk.awake()
          expect(awake.length).toBeLessThanOrEqual(1)
          met.cut += one.cut === null ? 0 : 1
          met.moved += awake[0] !== undefined && awake[0] !== walk.computers[0] ? 1 : 0
        }
        walk.findWayOut()
        const awake = walk.seen().filter((seen) => seen?.rest === null)
        expect(awake.map((seen) => seen?.marks)).toEqual([walk.sold.map((mark) => `sold-${mark}`)])
        const faults = walk
          .awake()
          .flatMap((till) => started(till, walk.at as EpochMs, true)?.faults)
        expect(faults).toEqual([])
      } finally {
        walk.clear()
      }
    }),
    { numRuns: pick(25, 500) },
  )
  expect(met.cut).toBeGreaterThan(20)
  expect(met.moved).toBeGreaterThan(0)
})
