/** Inputs made from a row's own schema: of its form, with values a shop has, by a seeded die. */
import type { z } from 'zod'

export type Die = (sides: number) => number

/** The same seed, the same throws (mulberry32). */
export function seededDie(seed: number): Die {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

export const oneOf = <Value>(die: Die, values: readonly Value[]): Value =>
  values[die(values.length)] as Value

/** What schemas of zod 4 say of themselves, as far as the contract uses it. */
interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly items?: readonly z.ZodType[]
  readonly entries?: Readonly<Record<string, unknown>>
  readonly values?: readonly unknown[]
}

const NUMBERS = [0, 1, 2, 39, 100, 1_000, 1_890, 2_026, 20_000, 1.5, -1]

/** `words` are tried for every text; the first that fits its schema is taken. */
export function inputOf(schema: z.ZodType, die: Die, words: readonly string[]): unknown {
  const def = schema._zod.def as unknown as Def
  const of = (inner: z.ZodType | undefined): unknown =>
    inner === undefined ? undefined : inputOf(inner, die, words)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape ?? {})
          .map(([key, inner]) => [key, of(inner)] as const)
          .filter(([, value]) => value !== undefined),
      )
    case 'array':
      return Array.from({ length: die(3) }, () => of(def.element))
    case 'tuple':
      return def.items?.map(of)
    case 'nullable':
      return die(3) === 0 ? null : of(def.innerType)
    case 'optional':
    case 'default':
      return die(3) === 0 ? undefined : of(def.innerType)
    case 'readonly':
    case 'nonoptional':
    case 'catch':
    case 'prefault':
      return of(def.innerType)
    case 'pipe':
      return of(def.in)
    case 'union':
      return of(oneOf(die, def.options ?? []))
    case 'enum':
      return oneOf(die, Object.values(def.entries ?? {}))
    case 'literal':
      return oneOf(die, def.values ?? [])
    case 'boolean':
      return die(2) === 0
    case 'string':
      return fitting(schema, die, words)
    case 'number':
      return fitting(schema, die, NUMBERS)
    case 'record':
      return {}
    case 'null':
      return null
    default:
      throw new Error(`no input is made of a schema of type ${def.type} yet`)
  }
}

function fitting(schema: z.ZodType, die: Die, values: readonly unknown[]): unknown {
  const from = die(values.length)
  const turned = [...values.slice(from), ...values.slice(0, from)]
  return turned.find((value) => schema.safeParse(value).success) ?? turned[0]
}
