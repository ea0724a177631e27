/**
 * No row of the contract takes text with unseen characters in it: what moves a printer, colours a
 * terminal, turns words round or has no width is gone, or refused, before the core hears of it.
 */
import { expect, it } from 'vitest'
import type { z } from 'zod'
import { CONTRACT, feedInput } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'

/** Secrets are taken as they are: they reach no paper, screen or log. */
const AS_IT_IS = [
  'signIn.pin',
  'saveStaff.pin',
  'saveStaff.ownerPin',
  'useOwnerCode.pin',
  'approve.pin',
  'saveSettings.apiKey',
  'saveMailAccount.password',
  'linkCardAccount.token',
  'makeTillCode.shopKey',
  'changeShopTill.shopKey',
]

const HOSTILE = [
  ...['\u0000', '\u0007', '\u001b@', '\u001b[2J', '\u001dV0', '\u007f', '\u009b2J'],
  ...['\u00ad', '\u061c', '\u200b', '\u200d', '\u200f', '\u202a', '\u202e', '\u2028', '\u2060'],
  ...['\u2066', '\u2069', '\ufeff', '\u{e0041}'],
  // Of other kinds by Unicode's book, and as little to be seen.
  ...['\u034f', '\u115f', '\u17b4', '\u180b', '\u2800', '\u3164', '\ufe0f', '\uffa0', '\u{e0101}'],
  ...['\ud800', '\udfff', '\ue000', '\u{f0000}'],
]
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u17b4\u180b\u2800\u3164\ufe0f\uffa0\u{e0101}\p{Cs}\p{Co}]/u

interface Def {
  readonly type: string
  readonly [part: string]: unknown
}
const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Every schema of a text in a schema, with the path to it. */
function textsIn(schema: z.ZodType, path: string): (readonly [string, z.ZodType])[] {
  const { type, ...parts } = schema._zod.def as unknown as Def
  if (type === 'string') return [[path, schema]]
  return Object.entries(parts).flatMap(([name, part]) => {
    if (isSchema(part)) return textsIn(part, path)
    if (Array.isArray(part)) return part.filter(isSchema).flatMap((each) => textsIn(each, path))
    if (name !== 'shape') return []
    return Object.entries(part as object).flatMap(([key, each]) =>
      isSchema(each) ? textsIn(each, `${path}.${key}`) : [],
    )
  })
}

const inputs: (readonly [string, AnyRow['input']])[] = [
  ...Object.entries(CONTRACT as Readonly<Record<string, AnyRow>>).map(
    ([name, { input }]) => [name, input] as const,
  ),
  ['feed', feedInput],
]
const texts = inputs.flatMap(([name, input]) => (input === null ? [] : textsIn(input, name)))

const passesThrough = (schema: z.ZodType): boolean =>
  HOSTILE.some((unseen) =>
    [unseen, `a${unseen}b`, `${unseen}12`].some((text) => {
      const read = schema.safeParse(text)
      return read.success && UNSEEN.test(String(read.data))
    }),
  )

it('every text of every row is without unseen characters, but secrets', () => {
  expect(texts.length).toBeGreaterThan(150)
  const open = texts.filter(([, schema]) => passesThrough(schema)).map(([path]) => path)
  expect([...new Set(open)].toSorted()).toEqual(AS_IT_IS.toSorted())
})

it('what is seen stays: letters with accents, other alphabets, lines of a note', () => {
  const seen = 'Ñandú, «50 %» – 日本 🍵'
  const [name, notes] = ['parkSale.name', 'saveCustomer.notes'].map(
    (wanted) => texts.find(([path]) => path === wanted)?.[1],
  )
  expect(name?.parse(`${seen}\r\n\tx`)).toBe(`${seen}  x`)
  // Every blank is a space: names that look alike are alike.
  expect(name?.parse('a\u00a0b\u3000c\u2003d')).toBe('a b c d')
  expect(notes?.parse(`${seen}\r\n\tx\u2028y`)).toBe(`${seen}\n\tx\ny`)
})
