import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'
import { putTemporaryFilesInMemory } from './memory-disk.ts'
import { filesOfPart, partFromEnvironment } from './parts.ts'

putTemporaryFilesInMemory()

const root = fileURLToPath(new URL('../..', import.meta.url))
const part = partFromEnvironment()
/**
 * A browser and an emulated machine measure patience: the many share the processors with each other
 * only. The few a person waits for stand beside what computes while they wait.
 */
const sequence = { groupOrder: part === 'short' ? 0 : 1 }

/**
 * Unit tests stand beside their source; what crosses rooms is under test/. Browser stories have
 * their own project.
 */
export default defineConfig({
  root,
  test: {
    // One more than there are processors: a third of the time goes by waiting for a browser, a
    // network or a process it killed. More than five would only wait for disks.
    maxWorkers: Math.min(5, availableParallelism() + 1),
    sequence: { sequencer: LongestFirst },
    // A condition that comes late on a loaded machine has come; one that never comes fails as well
    // after a minute as after a second.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...filesOfPart('unit', part),
          // Their modules hold no state: a process for each file cost more than all that is tested
          // in it.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'house',
          ...filesOfPart('house', part),
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          ...filesOfPart('browser', part),
          // One screen for all of them, and one browser for all files of a worker: every story has
          // a page, a profile and a core of its own.
          globalSetup: ['test/renderer/built-screen.ts'],
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence,
        },
      },
      {
        extends: true,
        test: {
          name: 'packaged',
          ...filesOfPart('packaged', part),
          globalSetup: ['test/packaged/set-up.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence,
        },
      },
      {
        extends: true,
        test: {
          name: 'usb',
          ...filesOfPart('usb', part),
          testTimeout: 600_000,
          hookTimeout: 600_000,
          sequence,
        },
      },
    ],
  },
})
