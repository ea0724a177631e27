import { expect, it } from 'vitest'
import { testFiles } from '../support/source-files.ts'
import { filesMatching, filesOfPart, PROJECT_FILES } from './parts.ts'

const projects = Object.keys(PROJECT_FILES) as (keyof typeof PROJECT_FILES)[]
const filesOf = (part: 'short' | 'rest' | null) =>
  projects.flatMap((project) => {
    const { include, exclude } = filesOfPart(project, part)
    return filesMatching(include, exclude)
  })

it('plays every test file in exactly one of the two parts', () => {
  const all = testFiles()
  expect(filesOf(null).toSorted()).toEqual(all)
  expect([...filesOf('short'), ...filesOf('rest')].toSorted()).toEqual(all)
})

it('leaves the long suites out of what a person waits for', () => {
  const short = filesOf('short')
  expect(
    short.filter((file) => /\.slow\.|test\/(crash|chaos|hostile|sim|usb)\//.test(file)),
  ).toEqual([])
  expect(short).toContain('test/integration/fleet.test.ts')
  expect(short).toContain('test/renderer/stories.test.ts')
  expect(short).toContain('shared/money/clp.test.ts')
})
