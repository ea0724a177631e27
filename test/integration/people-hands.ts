/** Tills of one shop that keep secrets, and people who come in at them. */
import Database from 'better-sqlite3'
import { afterEach, beforeEach } from 'vitest'
import type { SecretStore } from '#till/kernel/ports.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from './fleet-world.ts'
import type { TillOptions } from '#till/options.ts'

export interface Secret extends SecretStore {
  kept: string | null
}

/** What the system's keyring would have kept. */
export function secret(kept: string | null = null): Secret {
  const store: Secret = {
    kept,
    load: async () => store.kept,
    save: async (next) => void (store.kept = next),
  }
  return store
}

export let shop: FleetWorld
export let first: PlayedTill
export let second: PlayedTill
export let pins: readonly [Secret, Secret]

export const openTill = (pinPepper: Secret = secret(), more: Partial<TillOptions> = {}) =>
  shop.open({ pinPepper, pinCost: 4, ...more })

/** Paula is the first till's owner, Olga the second's; both serve at theirs. */
export function useTwoTillsWithPeople(): void {
  beforeEach(async () => {
    shop = await fleetWorld()
    pins = [secret(), secret()]
    first = await openTill(pins[0])
    second = await openTill(pins[1])
    await add(first, 'Paula', '3691', 'owner')
    await add(second, 'Olga', '4817', 'owner')
  })
  afterEach(() => shop.close())
}

export const fleetOf = ({ till }: PlayedTill) => must(till.api.fleet())
export const staffOf = ({ till }: PlayedTill) => till.api.staff()
export const names = (played: PlayedTill) =>
  staffOf(played)
    .members.map(({ name }) => name)
    .toSorted()
export const personOf = (played: PlayedTill, name: string) =>
  staffOf(played).members.find((person) => person.name === name)

type Given = 'owner' | 'supervisor' | 'cashier' | null
export async function add(
  played: PlayedTill,
  name: string,
  pin: string,
  role: Given,
  roleIds: string[] = [],
) {
  must(await played.till.api.saveStaff({ staffId: null, name, pin, role, roleIds }))
}
export async function change(
  played: PlayedTill,
  name: string,
  changes: { readonly name?: string; readonly pin?: string; readonly role?: Given },
) {
  const person = personOf(played, name)
  if (person === undefined) throw new Error(`no ${name}`)
  const { id: staffId, role, roleIds } = person
  return played.till.api.saveStaff({
    ...{ staffId, name, pin: null, role, ...changes },
    roleIds: [...roleIds],
  })
}
export const signIn = ({ till }: PlayedTill, name: string, pin: string) =>
  till.api.signIn({
    staffId: till.api.staff().members.find((person) => person.name === name)?.id ?? '',
    pin,
  })
export const comeIn = async (played: PlayedTill, name: string, pin: string) =>
  must(await signIn(played, name, pin))
export const codeOf = (answer: { ok: boolean; refusal?: { code: string } }) =>
  answer.ok ? 'OK' : answer.refusal?.code

/** Looked up in the file: whoever serves may not see it. */
export function rowsOf<Row>({ fixture }: PlayedTill, query: string, ...of: string[]): Row[] {
  const db = new Database(tillFolder(fixture.dataDir).database, { readonly: true })
  try {
    return db.prepare<string[], Row>(query).all(...of)
  } finally {
    db.close()
  }
}
export const settledIn = (played: PlayedTill) =>
  rowsOf(
    played,
    `SELECT 1 FROM fleet_membership WHERE heard_at_ms IS NOT NULL AND is_heard_whole = 1
      AND NOT EXISTS (SELECT 1 FROM fleet_heard) AND NOT EXISTS (SELECT 1 FROM fleet_edit)
      AND NOT EXISTS (SELECT 1 FROM fleet_noted n WHERE instr(kinds || ' ', n.kind || ' ') > 0)`,
  ).length === 1
export async function settled(...tills: readonly PlayedTill[]): Promise<void> {
  await shop.until(() => tills.every(settledIn))
  const atMs = first.fixture.clock.now()
  await shop.until(() => tills.every(settledIn) && first.fixture.clock.now() - atMs > 3_000)
}
/** Together, with one secret of the PINs. */
export async function together(...tills: readonly PlayedTill[]): Promise<void> {
  const [one, ...others] = tills
  if (one === undefined) return
  await shop.join(one)
  await shop.until(() => fleetOf(one).people === 'shared')
  await settled(one)
  for (const other of others) await shop.join(one, other)
  await shop.until(() => tills.every((each) => fleetOf(each).people === 'shared'))
  await settled(...tills)
}
export const within = async (condition: () => boolean) => {
  const saidMs = first.fixture.clock.now()
  await shop.until(condition)
  return first.fixture.clock.now() - saidMs
}
export const logOf = (played: PlayedTill, action: string) =>
  rowsOf<{ readonly text: string }>(
    played,
    "SELECT staff_name || ': ' || detail_json AS text FROM audit WHERE action = ? ORDER BY seq",
    action,
  ).map(({ text }) => text)
