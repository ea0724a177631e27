import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take half a minute or more in a landing, longest first: begun last, one of them would
 * run alone while the rest is done.
 */
const LONG_FILES = [
  'test/usb/usb-printing.test.ts',
  'test/sim/fleet-sabotage.slow.test.ts',
  'test/renderer/whole-gallery.test.ts',
  'test/crash/whole-life.test.ts',
  'test/sim/fleet-shop.slow.test.ts',
  'test/crash/crash-sweep.test.ts',
  'test/chaos/chaos.test.ts',
  'test/integration/fleet-hub-silence.test.ts',
  'test/crash/paying-by-card.test.ts',
  'test/renderer/goods.test.ts',
  'test/packaged/core-falls.test.ts',
  'test/integration/fleet-hub-returns.test.ts',
  'electron/till/backup/moving/moving-cut.slow.test.ts',
  'test/crash/closing-shift.test.ts',
  'test/renderer/settings.test.ts',
  'test/renderer/accessibility.test.ts',
  'test/integration/fleet-hub-worth-attacks.test.ts',
  'test/integration/fleet-hub-processes.slow.test.ts',
  'test/integration/commands.slow.test.ts',
  'test/renderer/selling-on-the-core.test.ts',
  'test/packaged/starting.test.ts',
  'test/renderer/forms.test.ts',
  'test/renderer/support.test.ts',
  'test/e2e/day-story.test.ts',
  'test/sim/point-day.slow.test.ts',
  'test/integration/fleet-hub-return-attacks.test.ts',
  'test/renderer/returns.test.ts',
  'test/renderer/owners-screens.test.ts',
  'test/renderer/card.test.ts',
  'test/crash/arriving.test.ts',
  'test/renderer/paying-stories.test.ts',
  'test/sim/sim.test.ts',
  'test/crash/support.test.ts',
  'electron/till/kernel/background.slow.test.ts',
  'test/integration/service-fuzz.test.ts',
  'test/renderer/monday.test.ts',
  'test/integration/service-fleet-load.slow.test.ts',
  'test/integration/fleet-hub-worths.test.ts',
  'test/chain/bad-day.slow.test.ts',
  'test/integration/fleet-worth-attacks.test.ts',
  'test/renderer/pin-instead.test.ts',
  'test/integration/fleet-hub-attacks.test.ts',
  'test/e2e/counter-story.test.ts',
  'test/integration/till-process.test.ts',
  'electron/till/backup/moving/moving-walks.slow.test.ts',
  'test/renderer/stories.test.ts',
  'test/e2e/rescue.test.ts',
  'test/hostile/hostile-pdfs.test.ts',
  'test/integration/fleet-facts-burst.slow.test.ts',
  'test/integration/service-query-plans.slow.test.ts',
  'test/renderer/layout.test.ts',
  'test/integration/cashier-rights.test.ts',
  'test/integration/printing-story.test.ts',
  'test/integration/head-office.test.ts',
]

/**
 * Projects, one after the other: a worker that goes over to another one begins anew. Units are
 * short, and fill up the end.
 */
const PROJECTS = ['house', 'browser', 'packaged', 'usb', 'unit']

/**
 * A fresh clone has no record of past durations, which vitest would sort by; this list stands in
 * for it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name)
    return sorted.toSorted((a, b) => place(a) - place(b) || rank(a.moduleId) - rank(b.moduleId))
  }
}

function rank(path: string): number {
  const place = LONG_FILES.findIndex((long) => path.endsWith(long))
  return place === -1 ? LONG_FILES.length : place
}
