import { expect, it } from 'vitest'
import { unclearCommits } from './commit-subjects.ts'

const log = (...commits: readonly (readonly [string, string])[]) =>
  commits.map(([subject, body]) => `${subject}\0${body}\u0001`).join('\n')

it('takes a short subject that begins with its feature, and a body', () => {
  expect(
    unclearCommits(
      log(["returns: ask for the note's number", 'A list of notes was cash for anybody.']),
    ),
  ).toEqual([])
  expect(unclearCommits('')).toEqual([])
})

it('names what is long, what has no feature, and what says no why', () => {
  expect(
    unclearCommits(
      log(
        [`returns: ${'x'.repeat(64)}`, 'why'],
        ['The note is asked for its number', 'why'],
        ['returns: ask', ''],
      ),
    ),
  ).toEqual([
    expect.stringContaining('73 characters, 72 at most'),
    expect.stringContaining('begins with no feature'),
    expect.stringContaining('says in no body why'),
  ])
})
