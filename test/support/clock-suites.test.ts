import { expect, it } from 'vitest'
import { filesOfPart, filesMatching } from '../config/parts.ts'
import { suitesOfTheMachinesClock } from './clock-suites.ts'

const playedOnce = (['unit', 'house'] as const).flatMap((project) => {
  const { include, exclude } = filesOfPart(project, 'short')
  return filesMatching(include, exclude)
})
const found = suitesOfTheMachinesClock(playedOnce)

it('finds those that ask the machine, a program on it or a helper that does', () => {
  expect(found).toContain('electron/till/adapters/system.test.ts')
  expect(found).toContain('test/contract/rules.test.ts')
  expect(found).toContain('test/integration/service-postgres.test.ts')
  expect(found).toContain('test/integration/service-document-list.test.ts')
})

it('leaves those that hold a clock of their own', () => {
  expect(found).not.toContain('electron/till/selling/sales.test.ts')
  expect(found).not.toContain('electron/till/shifts/shifts.test.ts')
  expect(found).not.toContain('shared/money/clp.test.ts')
  expect(found).not.toContain('test/integration/fleet.test.ts')
})

it('takes one that begins to ask, also through a circle of helpers', () => {
  const file = (path: string, ...texts: string[]) => ({ path, text: texts.join('\n') })
  const own = file('electron/a.test.ts', "import { held } from '../test/support/one.ts'")
  const one = file('test/support/one.ts', "import { two } from './two.ts'")
  const two = file('test/support/two.ts', "import { one } from './one.ts'")
  const asking = file(two.path, two.text, "import { wallClockMs } from './wall-clock.ts'")
  expect(suitesOfTheMachinesClock([own.path], [own, one, two])).toEqual([])
  expect(suitesOfTheMachinesClock([own.path], [own, one, asking])).toEqual([own.path])
})
