import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take twenty seconds or about that, longest first: begun last, one of them would run
 * alone while the rest is done.
 */
const LONG_FILES = [
  'test/usb/usb-printing.test.ts',
  'test/chaos/chaos.test.ts',
  'test/crash/crash-sweep.test.ts',
  'test/hostile/hostile-pdfs.test.ts',
  'test/renderer/accessibility.test.ts',
  'test/renderer/selling-on-the-core.test.ts',
  'test/renderer/forms.test.ts',
  'test/renderer/stories.test.ts',
  'test/crash/whole-life.test.ts',
  'test/renderer/pin-instead.test.ts',
  'test/renderer/returns.test.ts',
  'test/e2e/counter-story.test.ts',
  'test/renderer/settings.test.ts',
  'test/renderer/layout.test.ts',
  'test/sim/sim.test.ts',
  'test/integration/printing-story.test.ts',
  'test/integration/fleet.test.ts',
  'test/integration/head-office.test.ts',
  'electron/till/matrix.test.ts',
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
