import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'

const PROGRAM = `const { giveWay } = await import(process.argv[1])
giveWay()
process.stdout.write(String((await import('node:os')).getPriority()))`

it.skipIf(process.platform !== 'linux').each([0, 10, 19])(
  'goes behind a till that was started with nice -n %s',
  (nice) => {
    const file = new URL('give-way.ts', import.meta.url).href
    const node = [process.execPath, '--input-type=module', '-e', PROGRAM, file]
    const asked = execFileSync('nice', ['-n', String(nice), ...node], { encoding: 'utf8' })
    expect(Number(asked)).toBe(Math.min(getPriority() + nice + 5, 19))
  },
)
