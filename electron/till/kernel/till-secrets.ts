/** What a till keeps apart from its database: a row each, and no list of them but this one. */
import { join } from 'node:path'
import type { SecretStore } from './ports.ts'

interface SecretRow {
  /** Below `<data>/till`. */
  readonly file: string
  /** It goes along to another computer, which is that till from then on. */
  readonly isMoved: boolean
  /** By the system's keyring, where it has one. */
  readonly isSealed: boolean
}

export const TILL_SECRETS = {
  /** To the document service. */
  serviceKey: { file: 'service-key', isMoved: true, isSealed: true },
  /** Behind the till's own seal; without it nothing is sealed. The keyring holds its key alone. */
  ownSecret: { file: 'own-secret', isMoved: true, isSealed: false },
  /** Goes into the hashes of PINs; without it they have none. */
  pinPepper: { file: 'pin-pepper', isMoved: true, isSealed: true },
  /** The password of the shop's mail account, with what it is for. */
  mailSecret: { file: 'mail-password', isMoved: true, isSealed: true },
  /** The token of the shop's account at Mercado Pago. */
  cardSecret: { file: 'card-token', isMoved: true, isSealed: true },
  /** To the shop it shares with other tills; another computer is paired anew. */
  fleetSecret: { file: 'till-key', isMoved: false, isSealed: true },
} as const satisfies Readonly<Record<string, SecretRow>>

type TillSecret = keyof typeof TILL_SECRETS
type Those<Which extends keyof SecretRow> = {
  [Name in TillSecret]: (typeof TILL_SECRETS)[Name][Which] extends true ? Name : never
}[TillSecret]
export type SealedSecret = Those<'isSealed'>
export type MovedSecretFile = (typeof TILL_SECRETS)[Those<'isMoved'>]['file']

export type AllSecrets = Readonly<Record<TillSecret, SecretStore>>
/** One that is absent is remembered by no start. */
export type TillSecrets = Partial<AllSecrets> & Pick<AllSecrets, 'serviceKey'>

export const secretNames = Object.keys(TILL_SECRETS) as readonly TillSecret[]
export const sealedSecrets = secretNames.filter(
  (name): name is SealedSecret => TILL_SECRETS[name].isSealed,
)
export const movedSecrets = secretNames.filter(
  (name): name is Those<'isMoved'> => TILL_SECRETS[name].isMoved,
)

/** Each kept by its name. */
export function secretsBy<Name extends TillSecret>(
  names: readonly Name[],
  keepAs: (name: Name) => SecretStore,
): Readonly<Record<Name, SecretStore>> {
  const each = names.map((name) => [name, keepAs(name)])
  return Object.fromEntries(each) as Readonly<Record<Name, SecretStore>>
}

/** Each in its file below `<data>/till`. */
export const secretsIn = (folder: string, keepIn: (file: string) => SecretStore): AllSecrets =>
  secretsBy(secretNames, (name) => keepIn(join(folder, TILL_SECRETS[name].file)))

/** Those of somebody's options. */
export function secretsOf(options: TillSecrets): TillSecrets {
  const there = secretNames.filter((name) => options[name] !== undefined)
  return Object.fromEntries(there.map((name) => [name, options[name]])) as unknown as TillSecrets
}
