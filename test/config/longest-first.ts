import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take more than twenty seconds, longest first: begun last, one of them would run alone
 * while the rest is done.
 */
const LONG_FILES = [
  'test/usb/usb-printing.test.ts',
  'test/chaos/chaos.test.ts',
  'test/crash/crash-sweep.test.ts',
  'test/sim/sim.test.ts',
  'test/renderer/paying-stories.test.ts',
  'test/renderer/accessibility.test.ts',
  'test/renderer/forms.test.ts',
  'test/renderer/stories.test.ts',
  'test/renderer/layout.test.ts',
  'test/renderer/returns.test.ts',
]

/**
 * A fresh clone has no record of past durations, which vitest would sort by; this list stands in
 * for it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a.moduleId) - rank(b.moduleId))
  }
}

function rank(path: string): number {
  const place = LONG_FILES.findIndex((long) => path.endsWith(long))
  return place === -1 ? LONG_FILES.length : place
}
