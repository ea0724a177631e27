/** Options of a command line, as `parseArgs` tells them one by one. */
interface Token {
  readonly kind: string
  readonly name?: string
  readonly value?: string | undefined
}

/**
 * The first option that is said twice, or whose value is empty, or null: a script with a variable
 * that is not set must not mean the folder it happens to run in.
 */
export function badOption(tokens: readonly Token[]): string | null {
  const options = tokens.filter(({ kind }) => kind === 'option')
  const isBad = ({ name, value }: Token) =>
    value === '' || options.filter((other) => other.name === name).length > 1
  return options.find(isBad)?.name ?? null
}

/** Of such an option, for whoever typed it. */
export const badOptionText = (name: string) => `--${name} se escribe una vez y con su valor.`
