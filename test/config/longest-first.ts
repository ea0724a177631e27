import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take twenty seconds or about that, longest first: begun last, one of them would run
 * alone while the rest is done.
 */
const LONG_FILES = [
  'test/usb/usb-printing.test.ts',
  'test/sim/fleet-shop.slow.test.ts',
  'test/sim/fleet-sabotage.slow.test.ts',
  'test/crash/crash-sweep.test.ts',
  'test/crash/whole-life.test.ts',
  'test/chaos/chaos.test.ts',
  'test/integration/fleet-hub-processes.slow.test.ts',
  'test/integration/fleet-hub-returns.test.ts',
  'test/integration/fleet-hub-worth-attacks.test.ts',
  'test/integration/fleet-hub-return-attacks.test.ts',
  'test/integration/fleet-hub-worths.test.ts',
  'test/integration/service-query-plans.slow.test.ts',
  'electron/till/kernel/background.slow.test.ts',
  'test/integration/fleet-worth-attacks.test.ts',
  'test/integration/cashier-rights.test.ts',
  'test/hostile/hostile-pdfs.test.ts',
  'test/renderer/accessibility.test.ts',
  'test/renderer/selling-on-the-core.test.ts',
  'test/renderer/forms.test.ts',
  'test/renderer/stories.test.ts',
  'test/renderer/pin-instead.test.ts',
  'test/renderer/returns.test.ts',
  'test/e2e/counter-story.test.ts',
  'test/renderer/settings.test.ts',
  'test/renderer/layout.test.ts',
  'test/sim/sim.test.ts',
  'test/integration/printing-story.test.ts',
  'electron/till/adapters/hub-wire.test.ts',
  'test/integration/head-office.test.ts',
  'test/integration/demo-on-paper.test.ts',
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
