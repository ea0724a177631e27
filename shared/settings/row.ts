/** What a row of the settings says, and the schemas that follow from all of them. */
import { z } from 'zod'
import { refusal, type Refusal, type RefusalCode } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'

/**
 * Who may change it: whoever keeps the counter going; who manages people, also by a visit they were
 * lent; the same without a visit, for what goes on telling somebody the shop's figures; or nobody
 * but an owner who stands there, for what the shop has told the tax authority.
 */
export type Who = 'anyone' | 'manager' | 'in-person' | 'owner'

interface Options<Value> {
  readonly who?: Who
  /** It can be put back to its first value. What names the shop or its service has none. */
  readonly putsBack?: true
  /** Its value stands in the diagnosis; of all others only whether there is one. */
  readonly isDiagnosed?: true
  /** A screen that waits for a PIN is told; else it gets the first value. */
  readonly isShownLocked?: true
  /** The same at all tills of a shop; the others are this computer's. */
  readonly isShops?: true
  /** What is kept and cannot be read is as at first; else the till says that it cannot read it. */
  readonly forgives?: true
  /** Judges what was typed, and says it as it is kept. */
  readonly check?: (typed: Value) => Result<Value, Refusal>
}

export interface Setting<Value> {
  readonly first: Value
  readonly kept: z.ZodType<Value>
  /** As the screen sends it; absent, it stays as it is. */
  readonly typed: z.ZodOptional<z.ZodType<Value, Value>>
  readonly check: (typed: Value) => Result<Value, Refusal>
  readonly who: Who
  readonly putsBack: boolean
  readonly isDiagnosed: boolean
  readonly isShownLocked: boolean
  readonly isShops: boolean
}

type Told<Value> = Value extends readonly (infer Item)[]
  ? readonly Told<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Told<Value[Field]> }
    : Value

/** A setting that is typed as it is kept. */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  first: Told<z.output<Schema>>,
  options: Options<Told<z.output<Schema>>> = {},
): Setting<Told<z.output<Schema>>> {
  type Value = Told<z.output<Schema>>
  const value = schema as unknown as z.ZodType<Value, Value>
  const read = options.forgives === true ? value.catch(first) : value
  return {
    first,
    kept: read.optional().transform((kept) => kept ?? first),
    typed: value.optional(),
    check: options.check ?? ok,
    who: options.who ?? 'manager',
    putsBack: options.putsBack === true,
    isDiagnosed: options.isDiagnosed === true,
    isShownLocked: options.isShownLocked === true,
    isShops: options.isShops === true,
  }
}

/** A number: an empty field comes as null, and is refused by its check with a sentence. */
export function numberSetting(
  schema: z.ZodType<number>,
  first: number,
  options: Options<number> & Required<Pick<Options<number>, 'check'>>,
): Setting<number> {
  const typed = z
    .number()
    .nullable()
    .transform((value) => value ?? Number.NaN)
    .optional() as unknown as Setting<number>['typed']
  return { ...setting<z.ZodType<number>>(schema, first, options), typed }
}

export function wholeUpTo(least: number, most: number, code: RefusalCode, field: string) {
  return (typed: number): Result<number, Refusal> =>
    Number.isInteger(typed) && typed >= least && typed <= most
      ? ok(typed)
      : refuse(refusal(code, field, { most: String(most) }))
}

export type ValuesOf<Some> = {
  readonly [Name in keyof Some]: Some[Name] extends Setting<infer Value> ? Value : never
}
type Shape<Some, Key extends 'kept' | 'typed'> = {
  [Name in keyof Some]: Some[Name] extends Setting<infer Value> ? Setting<Value>[Key] : never
}

/** One schema of every row, for an object of them. */
export function shapeOf<Some extends object, Key extends 'kept' | 'typed'>(
  rows: Some,
  key: Key,
): Shape<Some, Key> {
  return mapped(rows, (row) => row[key]) as Shape<Some, Key>
}

export function mapped<Some extends object>(
  rows: Some,
  of: (row: Setting<unknown>, name: string) => unknown,
): Record<string, unknown> {
  const entries = Object.entries(rows) as [string, Setting<unknown>][]
  return Object.fromEntries(entries.map(([name, row]) => [name, of(row, name)]))
}
