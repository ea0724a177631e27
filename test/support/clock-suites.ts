/**
 * The suites another day could break. The machine's clock is read by its ports alone
 * (`test/architecture/clocks.test.ts`): whoever holds a clock of its own and starts no program
 * plays the same day whatever today is, and once is enough. Tills and hosts as programs are left to
 * `npm run test:dates`.
 */
import { importsOf } from './imports.ts'
import { sourceFiles, type SourceFile } from './source-files.ts'

/** Takes a clock that runs, a module that tells its time, or the service as a program. */
const ASKS_THE_MACHINE =
  /import[^']*\bsystemClock\b[^']*from '|from '[^']*\/(wall-clock|other-clock|service-process)\.ts'/

/** Of these test files, those that ask the machine for the time, themselves or through others. */
export function suitesOfTheMachinesClock(
  among: readonly string[],
  sources = sourceFiles(['shared', 'electron', 'renderer', 'test']),
): string[] {
  const testing = new Map(sources.filter(isOfTests).map((file) => [file.path, file]))
  const known = new Map<string, boolean>()
  const asks = (path: string): boolean => {
    const before = known.get(path)
    if (before !== undefined) return before
    // Whoever comes around to itself has asked nobody on the way.
    known.set(path, false)
    const file = testing.get(path)
    const found =
      file !== undefined &&
      (ASKS_THE_MACHINE.test(file.text) ||
        importsOf(file).some(({ target, isType }) => !isType && asks(target)))
    known.set(path, found)
    return found
  }
  return among.filter(asks)
}

const isOfTests = ({ path }: SourceFile) => path.startsWith('test/') || /\.test\.tsx?$/.test(path)
