/**
 * Somebody who serves, as the tills of a shop tell each other: all of them in one text, under a
 * seal that only a till makes which has the secret of the shop's PINs. The key of a till, or the
 * service's whole database, makes nobody an owner and gives nobody another PIN.
 */
import { z } from 'zod'
import { ROLES } from '../staff/rights.ts'
import { parseJson } from '../issuing/answer-body.ts'

/** Characters. */
export const PERSON_CHARS_MAX = 5_000
/** Changes of one person. */
const REVISION_MAX = 1_000_000_000
const base64 = (bytes: number) => z.string().regex(new RegExp(`^[A-Za-z0-9+/]{${bytes}}={0,2}$`))

/** The hash of a PIN with the shop's secret in it; without that, nobody can try a PIN on it. */
const verifier = z.strictObject({
  hash: base64(43),
  salt: base64(22),
  cost: z.int().min(1).max(17),
})
export type SharedPin = z.output<typeof verifier>

const facts = {
  name: z.string().min(1).max(40),
  role: z.enum(ROLES).nullable(),
  /** The shop's own roles, by the shop's ids. */
  roles: z.array(z.string().min(1).max(40)).max(40),
  is_active: z.boolean(),
  created_at_ms: z.int(),
  /** Null: they have no PIN yet that is good at every till. */
  pin: verifier.nullable(),
  /** Who changed them last, and at which till. */
  by: z.string().max(80),
  till: z.int().min(0),
}
const factsShape = z.strictObject(facts)
/** What is said of somebody, whenever it was. */
export type PersonFacts = z.output<typeof factsShape>

const sealed = z.strictObject({
  /** In which order tills write them: first, so that text goes by it. */
  turn: z.int().min(1).max(3),
  ...facts,
  /** One more with each change: what was is no change of what is. */
  revision: z.int().min(1).max(REVISION_MAX),
  /** Which secret seals it. */
  pepper: z.string().regex(/^[0-9a-f]{16}$/),
  seal: z.string().regex(/^[0-9a-f]{64}$/),
})
export type SealedPerson = z.output<typeof sealed>

export function readPerson(text: unknown): SealedPerson | null {
  const read = sealed.safeParse(parseJson(String(text)))
  return read.success ? read.data : null
}

/** Owners first, so that nobody's going leaves a till without; then names become free. */
const turnOf = ({ is_active: isActive, role }: PersonFacts) => {
  if (!isActive) return 2
  return role === 'owner' ? 3 : 1
}

/** What the seal is made of. */
export const textToSeal = (
  { name, role, roles, is_active, created_at_ms, pin, by, till }: PersonFacts,
  revision: number,
  pepper: string,
) => {
  const said = { name, role, roles, is_active, created_at_ms, pin, by, till }
  return JSON.stringify({ turn: turnOf(said), ...said, revision, pepper })
}

export const withSeal = (text: string, seal: string) => `${text.slice(0, -1)},"seal":"${seal}"}`

/** The same person, whenever and however often it was said. */
export function isSamePerson(one: PersonFacts, other: PersonFacts): boolean {
  return textToSeal(one, 1, '') === textToSeal(other, 1, '')
}

/** What a list shows of somebody whose seal it cannot judge. */
export const isOfPerson = (text: string) => readPerson(text) !== null
