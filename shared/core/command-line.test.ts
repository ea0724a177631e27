import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { askedOrEnd, readCommand } from './command-line.ts'

const COMMAND = {
  usage: 'npm run x -- [--n N] ...',
  options: {
    n: { kind: 'number', from: 1, to: 50, first: 7 },
    share: { kind: 'number', from: 0, to: 1, isShare: true },
    out: { kind: 'text' },
    mood: { kind: 'text', choices: ['good', 'bad'], first: 'good' },
    each: { kind: 'text', isMany: true },
    dry: { kind: 'flag' },
  },
  wordsMax: 1,
} as const
const read = (...argv: string[]) => readCommand(parseArgs, COMMAND, argv)

it('reads what was typed, and what stands where nothing was', () => {
  expect(read()).toEqual({
    kind: 'asked',
    words: [],
    values: { n: 7, share: undefined, out: undefined, mood: 'good', each: [], dry: false },
  })
  const words = [
    '--n=3',
    '--share',
    '0.5',
    '--out',
    'd',
    '--mood',
    'bad',
    '--each',
    'a',
    '--each=b',
  ]
  expect(read('word', ...words, '--dry')).toEqual({
    kind: 'asked',
    words: ['word'],
    values: { n: 3, share: 0.5, out: 'd', mood: 'bad', each: ['a', 'b'], dry: true },
  })
})

it.each([
  ['--bogus'],
  ['-n', '3'],
  ['-x'],
  ['--n', 'abc'],
  ['--n', '0'],
  ['--n=51'],
  ['--n=1.5'],
  ['--n='],
  ['--n'],
  ['--n', '--dry'],
  ['--n', '1', '--n', '2'],
  ['--n', '-1'],
  ['--share', '1.01'],
  ['--out', ''],
  ['--mood', 'loud'],
  ['--dry=yes'],
  ['--dry', '--dry'],
  ['--__proto__', 'x'],
  ['--constructor'],
  ['one', 'two'],
])('%s %s is one line that names it', (...argv) => {
  const told = read(...argv.filter((word) => word !== undefined))
  expect(told).toMatchObject({ kind: 'told', isHelp: false })
  expect(told.kind === 'told' && told.text.split('\n')).toHaveLength(1)
})

it('shows how it is used, whatever else was said', () => {
  for (const words of [['--help'], ['-h'], ['--bogus', '--help']])
    expect(read(...words)).toEqual({ kind: 'told', isHelp: true, text: COMMAND.usage })
})

it('answers every line of words, and never throws', () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom('--n', '--n=', '--', '-', '--out', '--dry', '1'),
  )
  fc.assert(
    fc.property(fc.array(word), (argv) => {
      expect(['asked', 'told']).toContain(readCommand(parseArgs, COMMAND, argv).kind)
    }),
  )
})

it('ends the program with 2, or 0 for help', () => {
  const endOf = (...argv: string[]) => {
    const said = { out: '', err: '', code: -1 }
    const program = {
      argv: ['node', 'x', ...argv],
      stdout: { write: (text: string) => (said.out += text) },
      stderr: { write: (text: string) => (said.err += text) },
      exit(code: number): never {
        said.code = code
        throw new Error('ended')
      },
    }
    expect(() => askedOrEnd(parseArgs, COMMAND, program)).toThrow('ended')
    return said
  }
  expect(endOf('--bogus')).toMatchObject({ code: 2, out: '' })
  expect(endOf('--bogus').err).toMatch(/^ARGUMENTS_NOT_VALID: .*--bogus.*--help\n$/)
  expect(endOf('--help')).toMatchObject({ code: 0, out: `${COMMAND.usage}\n`, err: '' })
})
