/** What the service's tool is told on the command line, and what its commands are. */
import { systemClock, systemRandom } from './core/ports.ts'
import type { Storage } from './storage/storage.ts'

export interface ToolOptions {
  readonly id: string
  readonly role: string
  readonly companies: readonly string[]
  readonly label: string
  readonly status: string | undefined
  readonly file: string | undefined
  readonly to: string | undefined
  /** `N`, or `+N` for N more. */
  readonly next: string | undefined
  readonly all: boolean
  readonly since: string | undefined
  /** Asks whoever sits there; null for who thought better of it. */
  readonly secret: (question: string) => Promise<string | null>
}

/** Answers the lines to print, or null when the arguments do not fit. */
export type ToolCommand = (
  storage: Storage,
  options: ToolOptions,
) => Promise<readonly string[] | null>

export const TOOL_PORTS = { clock: systemClock, random: systemRandom }

/** What a command line may say of a command. */
export type ToolWord = Exclude<keyof ToolOptions, 'secret'>

/** A command with the words it takes: any other would be believed to narrow what it does. */
export type ToolEntry = readonly [run: ToolCommand, ...takes: readonly ToolWord[]]

/** A line of a list. What clients named is theirs: it begins no line and moves no terminal. */
export const row = (...cells: readonly (string | number)[]): string =>
  cells.map((cell) => String(cell).replaceAll(/\p{Cc}/gu, ' ')).join('\t')

/** Ends a command with a sentence: what it was told was understood and does not go. */
export class ToolRefusal extends Error {}
