import { expect, it } from 'vitest'
import { LOG_MESSAGES } from '#till/backup/support/log-messages.ts'
import { sourceFiles } from '../support/source-files.ts'

/** Whatever else a log line says may be somebody's, and is left out of a diagnosis. */
it('what the program says in its log is what a diagnosis may show', () => {
  const files = sourceFiles(['electron']).filter(
    ({ path }) => !/\.test\.ts$|\/service\//.test(path),
  )
  const said = files.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:log|logs\.till)\(\s*'([^']+)'/g)].map(([, message]) => message ?? ''),
  )
  expect(said.length).toBeGreaterThan(40)
  expect(said.filter((message) => !LOG_MESSAGES.has(message))).toEqual([])
})
