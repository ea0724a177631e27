/**
 * A reporter for errors that belong to no test: one thrown after its test ended, or by a worker
 * that died. Vitest fails the run for them, and its JSON report does not name them.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, SerializedError } from 'vitest/node'
import type { Failure } from './suite-report.ts'

/** The variable that says where the list goes: a path. */
export const STRAY_ERRORS_FILE = 'MESON_STRAY_ERRORS_FILE'
/** Of a message; a page's whole text has been in one. */
const MOST_LETTERS = 300

export default class StrayErrors implements Reporter {
  private root = ''

  onInit(vitest: { readonly config: { readonly root: string } }): void {
    this.root = vitest.config.root
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env[STRAY_ERRORS_FILE]
    if (path === undefined) return
    writeFileSync(path, JSON.stringify(errors.map((error) => strayFailure(this.root, error))))
  }
}

/** An error nobody could place has an empty file, which no second look can ask again. */
export function strayFailure(root: string, error: SerializedError): Failure {
  const path: unknown = error['VITEST_TEST_PATH']
  const test: unknown = error['VITEST_TEST_NAME']
  const file = typeof path === 'string' ? relative(root, path) : ''
  const during = typeof test === 'string' ? ` > ${test}` : ''
  const said = `${error.name ?? 'Error'}: ${error.message}`.replace(/\s+/g, ' ')
  const ours = (line: string) => line.includes(root) && !line.includes('node_modules')
  const at = error.stack?.split('\n').find(ours)?.trim().replace(root, '')
  const where = at === undefined ? '' : ` ${at}`
  return {
    file,
    stray: true,
    line: `${file || 'no file'}${during}, outside of any test: ${said.slice(0, MOST_LETTERS)}${where}`,
  }
}
