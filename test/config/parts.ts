/**
 * The two parts of the suites: `npm test` plays the short one, what a person waits for; `npm run
 * test:all` plays the rest. Every file stands in exactly one of them (`parts.test.ts` holds it).
 */
import { matchesGlob } from 'node:path'
import { testFiles } from '../support/source-files.ts'

/** The variable that names the part; without it, as for named files, both are played. */
export const TEST_PART = 'MESON_TEST_PART'
export type TestPart = 'short' | 'rest'

/** Globs of test files, from the project's root. */
interface ProjectFiles {
  readonly all: readonly string[]
  readonly never: readonly string[]
  /** What the short part leaves, or all that it takes: whichever list is shorter to read. */
  readonly long?: readonly string[]
  readonly short?: readonly string[]
}

export interface FilesOfPart {
  readonly include: string[]
  readonly exclude: string[]
}

/** Over two seconds of processor time, or unable to finish without load or a long wait. */
const SLOW = '**/*.slow.test.ts'

export const PROJECT_FILES = {
  unit: {
    all: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'renderer/**/*.test.{ts,tsx}'],
    never: [],
    long: [
      SLOW,
      // What thieves tried, where it takes more than two seconds.
      'electron/till/{reports/report,audit/state,returns/own-elsewhere}-attacks.test.ts',
      'electron/till/backup/durability/identity/twin-attacks.test.ts',
    ],
  },
  house: {
    all: ['test/**/*.test.ts'],
    never: ['test/e2e/**', 'test/renderer/**', 'test/usb/**', 'test/packaged/**'],
    long: [
      SLOW,
      'test/{chain,chaos,crash,hostile,sim,walks}/**',
      'test/integration/{adopt-old-folder,card-on-a-wire,cashier-rights,till-from-trial}.test.ts',
      // Of several tills, and of the head office, a person waits for one story of each.
      'test/integration/{fleet-*,head-office-*,planned-prices-attacks}.test.ts',
      'test/integration/printing-{hanging-queue,paper,probe,serial}.test.ts',
      'test/integration/service-{branch-folios,contract-runner,copy-back,fuzz}.test.ts',
      'test/integration/service-{attacks,operator-attacks,process,provisioning}.test.ts',
      // Any head and any way of pictures; one of each is read with the papers.
      'test/paper-reader/heads.test.ts',
      'test/integration/{service-webhook-restart,till-process}.test.ts',
    ],
  },
  browser: {
    all: ['test/e2e/**/*.test.ts', 'test/renderer/**/*.test.ts'],
    never: [],
    // What goes on at the counter from the first key to the paper; `test:all` plays the rest.
    short: ['test/e2e/counter-story.test.ts', 'test/renderer/stories.test.ts'],
  },
  packaged: {
    all: ['test/packaged/**/*.test.ts'],
    never: [],
    short: ['test/packaged/selling.test.ts'],
  },
  usb: { all: ['test/usb/**/*.test.ts'], never: [], short: [] },
} as const satisfies Record<string, ProjectFiles>

export function filesOfPart(
  project: keyof typeof PROJECT_FILES,
  part: TestPart | null,
): FilesOfPart {
  const { all, never, long, short }: ProjectFiles = PROJECT_FILES[project]
  const include = [...all]
  const exclude = ['**/node_modules/**', ...never]
  if (part === null) return { include, exclude }
  if (part === 'short')
    return short === undefined
      ? { include, exclude: [...exclude, ...(long ?? [])] }
      : { include: [...short], exclude }
  if (short !== undefined) return { include, exclude: [...exclude, ...short] }
  return {
    include: filesMatching(all, exclude).filter((file) => matches(file, long ?? [])),
    exclude,
  }
}

/** Test files of a part, from the project's root. */
export function filesMatching(include: readonly string[], exclude: readonly string[]): string[] {
  return testFiles().filter((file) => matches(file, include) && !matches(file, exclude))
}

const matches = (file: string, globs: readonly string[]) =>
  globs.some((glob) => matchesGlob(file, glob))

export function partFromEnvironment(): TestPart | null {
  const part = process.env[TEST_PART]
  return part === 'short' || part === 'rest' ? part : null
}
