/**
 * What a command was told: every program of the house reads its options here. An option nobody
 * knows, one said twice, an empty value and a number that is none are each one sentence and exit
 * code 2; `--help` is the way it is used and exit code 0. Node's reader is handed in, since this
 * room knows no Node.
 */

interface Token {
  readonly kind: string
  readonly name?: string
  readonly rawName?: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

/** `parseArgs` of node:util. */
type ParseArgs = (config: {
  args: string[]
  options: Record<string, { type: 'string' | 'boolean' }>
  strict: false
  allowPositionals: true
  tokens: true
}) => { tokens?: unknown }

type Option =
  | { readonly kind: 'flag' }
  | {
      readonly kind: 'text'
      readonly first?: string
      readonly choices?: readonly string[]
      /** It may be said again, and each counts. */
      readonly isMany?: boolean
    }
  | {
      readonly kind: 'number'
      readonly from: number
      readonly to: number
      readonly first?: number
      /** Not only whole ones. */
      readonly isShare?: boolean
    }

interface Command {
  /** A line a way, as a person types it. */
  readonly usage: string
  readonly options: Readonly<Record<string, Option>>
  /** How many words beside the options; none when it is not said. */
  readonly wordsMax?: number
}

type ValueOf<Each extends Option> = Each extends { kind: 'flag' }
  ? boolean
  : Each extends { kind: 'text'; isMany: true }
    ? readonly string[]
    : Each extends { kind: 'text' }
      ? Each extends { first: string }
        ? string
        : string | undefined
      : Each extends { first: number }
        ? number
        : number | undefined

export type Values<Told extends Command> = {
  readonly [Name in keyof Told['options']]: ValueOf<Told['options'][Name]>
}

interface Asked<Told extends Command> {
  readonly kind: 'asked'
  readonly values: Values<Told>
  readonly words: readonly string[]
}

/** What to tell the person instead of doing anything. */
export interface Told {
  readonly kind: 'told'
  readonly isHelp: boolean
  readonly text: string
}

/** The exit code for what was not understood. */
const EXIT_NOT_UNDERSTOOD = 2

export function readCommand<const Each extends Command>(
  parseArgs: ParseArgs,
  command: Each,
  argv: readonly string[],
): Asked<Each> | Told {
  const all = Object.entries(command.options)
  const types = all.map(
    ([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const,
  )
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries<{ type: 'string' | 'boolean' }>(types),
    ...{ strict: false, allowPositionals: true, tokens: true },
  }) as { readonly tokens: readonly Token[] }
  const options = tokens.filter(({ kind }) => kind === 'option')
  if (options.some(({ name }) => name === 'help' || name === 'h'))
    return { kind: 'told', isHelp: true, text: command.usage }
  const wrong = options.map((token) => wrongWith(token, command, options)).find(isSaid)
  const words = tokens.flatMap(({ kind, value }) => (kind === 'positional' ? [value ?? ''] : []))
  const tooMany = words[command.wordsMax ?? 0]
  if (wrong !== undefined) return wrong
  if (tooMany !== undefined) return notUnderstood(tooMany)
  const values = Object.fromEntries(
    all.map(([name, option]) => [name, valueOf(option, saidOf(name, options))]),
  )
  return { kind: 'asked', values: values as Values<Each>, words }
}

const isSaid = (told: Told | undefined): told is Told => told !== undefined
const saidOf = (name: string, options: readonly Token[]) =>
  options.filter((token) => token.name === name)

/** For a word that a program itself does not know. */
export const notUnderstood = (word: string) =>
  refused(`no se conoce «${word}»`, `“${word}” is not known`)

/** For a value that a program itself cannot use. */
export function refused(spanish: string, english: string): Told {
  return { kind: 'told', isHelp: false, text: `${spanish} / ${english}. Ayuda (help): --help` }
}

function wrongWith(token: Token, command: Command, all: readonly Token[]): Told | undefined {
  const { name = '', rawName = '', value, inlineValue } = token
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined
  // A short one is no way to say a long one.
  if (option === undefined || rawName !== `--${name}`) return notUnderstood(rawName)
  const isTwice = !mayRepeat(option) && saidOf(name, all).length > 1
  if (option.kind === 'flag') return wrongFlag(name, isTwice || value !== undefined)
  // A script with a variable that is not set must not mean the folder it happens to run in.
  const isEmpty = value === undefined || value === ''
  if (isEmpty || isTwice || (inlineValue !== true && value.startsWith('-')))
    return refused(
      `--${name} se escribe una vez y con su valor`,
      `--${name} is said once, with its value`,
    )
  return option.kind === 'number'
    ? wrongNumber(name, value, option)
    : wrongChoice(name, value, option)
}

const mayRepeat = (option: Option) => option.kind === 'text' && option.isMany === true

const wrongFlag = (name: string, isWrong: boolean): Told | undefined =>
  isWrong
    ? refused(`--${name} se escribe una vez y sin valor`, `--${name} is said once, without value`)
    : undefined

function wrongNumber(
  name: string,
  text: string,
  { from, to, isShare = false }: Extract<Option, { kind: 'number' }>,
): Told | undefined {
  const isNumber = (isShare ? /^\d+(\.\d+)?$/ : /^\d+$/).test(text)
  if (isNumber && Number(text) >= from && Number(text) <= to) return undefined
  return refused(
    `--${name} es un número de ${from} a ${to}, no «${text}»`,
    `--${name} is a number from ${from} to ${to}, not “${text}”`,
  )
}

function wrongChoice(
  name: string,
  text: string,
  { choices }: Extract<Option, { kind: 'text' }>,
): Told | undefined {
  if (choices === undefined || choices.includes(text)) return undefined
  const all = choices.join(', ')
  return refused(`--${name} es uno de ${all}, no «${text}»`, `--${name} is one of ${all}`)
}

function valueOf(option: Option, said: readonly Token[]) {
  const [token] = said
  if (option.kind === 'flag') return token !== undefined
  if (option.kind === 'number') return token === undefined ? option.first : Number(token.value)
  return option.isMany === true ? said.map(({ value }) => value) : (token?.value ?? option.first)
}

interface Program {
  readonly argv: readonly string[]
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown }
  exit(code: number): never
}

/** Help goes to stdout, what was not understood to stderr. Answers the exit code. */
export function tell({ isHelp, text }: Told, program: Pick<Program, 'stdout' | 'stderr'>): number {
  program[isHelp ? 'stdout' : 'stderr'].write(
    isHelp ? `${text}\n` : `ARGUMENTS_NOT_VALID: ${text}\n`,
  )
  return isHelp ? 0 : EXIT_NOT_UNDERSTOOD
}

/** For a program that has nothing to tidy up yet: what it was asked, or its end. */
export function askedOrEnd<const Each extends Command>(
  parseArgs: ParseArgs,
  command: Each,
  program: Program,
  /** How many words of the line are not the command's own. */
  skipped = 2,
): Asked<Each> {
  const asked = readCommand(parseArgs, command, program.argv.slice(skipped))
  return asked.kind === 'asked' ? asked : program.exit(tell(asked, program))
}
