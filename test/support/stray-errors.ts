/**
 * A reporter for errors that belong to no test: one thrown after its test ended, by a worker that
 * died, before and after the tests of a group, or by a global tear-down. Vitest fails the run for
 * them, and its JSON report does not name them; of a tear-down it tells no reporter, and prints it.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError } from 'vitest/node'
import type { Failure } from './suite-report.ts'

/** The variable that says where the list goes: a path. */
export const STRAY_ERRORS_FILE = 'MESON_STRAY_ERRORS_FILE'
/** Of a message; a page's whole text has been in one. */
const MOST_LETTERS = 300

/** A text, nothing at all, an object with words of its own. */
type Thrown = Readonly<Record<string, unknown>>

/** As much of a test file as is looked at. */
export interface FileOfGroups {
  readonly moduleId: string
  readonly children: {
    readonly allSuites: () => Iterable<{
      readonly fullName: string
      readonly errors: () => readonly SerializedError[]
    }>
  }
}

/** As much of Vitest as is listened to. */
interface Listened {
  readonly config: { readonly root: string }
  readonly logger: { error: (...said: unknown[]) => void }
  readonly onClose: (told: () => void) => void
}

export default class StrayErrors implements Reporter {
  private root = ''
  private readonly strays: Failure[] = []

  onInit(vitest: Listened): void {
    const { config, logger } = vitest
    this.root = config.root
    const print = logger.error.bind(logger)
    // Before it closes it prints what is in its reports anyway.
    vitest.onClose(() => {
      logger.error = (...said) => {
        print(...said)
        this.add([said.find((word) => word instanceof Error) ?? { message: said.join(' ') }])
      }
    })
  }

  onTestRunEnd(files: readonly FileOfGroups[], errors: readonly SerializedError[]): void {
    this.add([...errors, ...errorsOfGroups(files)])
  }

  private add(thrown: readonly object[]): void {
    const path = process.env[STRAY_ERRORS_FILE]
    if (path === undefined) return
    this.strays.push(...thrown.map((error) => strayFailure(this.root, error as Thrown)))
    writeFileSync(path, JSON.stringify(this.strays))
  }
}

/** Thrown before the tests of a group, or after them. */
export function errorsOfGroups(files: readonly FileOfGroups[]): Thrown[] {
  return files.flatMap(({ moduleId, children }) =>
    [...children.allSuites()].flatMap((group) =>
      group
        .errors()
        .map((error) => ({
          ...{ name: error.name, message: error.message, stack: error.stack },
          ...{ VITEST_TEST_PATH: moduleId, VITEST_TEST_NAME: group.fullName },
        })),
    ),
  )
}

/** An error nobody could place has an empty file, which no second look can ask again. */
export function strayFailure(root: string, error: Thrown): Failure {
  const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error
  const file = typeof path === 'string' ? relative(root, path) : ''
  const during = typeof test === 'string' ? ` > ${test}` : ''
  const { name, message, stack } = error
  const said = `${wordsOf(name ?? 'Error')}: ${wordsOf(message)}`.replace(/\s+/g, ' ')
  const ours = (line: string) => line.includes(root) && !line.includes('node_modules')
  const at = wordsOf(stack).split('\n').find(ours)?.trim().replace(root, '')
  const where = at === undefined ? '' : ` ${at}`
  return {
    file,
    stray: true,
    line: `${file || 'no file'}${during}, outside of any test: ${said.slice(0, MOST_LETTERS)}${where}`,
  }
}

const wordsOf = (said: unknown) => (typeof said === 'string' ? said : String(JSON.stringify(said)))
