import type { TillCommands } from '#shared/bridge/contract.ts'

/**
 * Every row of the contract by its name; the compiler knows them, and the core answers no others.
 * `then` is none: whoever waits for the port would call it.
 */
export function commandsOf(ask: (name: string, input: unknown) => Promise<unknown>): TillCommands {
  return new Proxy(
    {},
    {
      get: (given: Record<string, unknown>, name: string) =>
        given[name] ?? (name === 'then' ? undefined : (input?: unknown) => ask(name, input)),
    },
  ) as unknown as TillCommands
}
