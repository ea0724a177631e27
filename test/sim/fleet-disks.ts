/** What becomes of a till's disk: it stays as it was when the till fell, or is cloned. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { createWitnessFiles } from '#till/backup/durability/identity/witness-files.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { must } from '../support/must.ts'
import { sellOf } from '../support/till-fixture.ts'
import { COFFEE } from '../integration/fleet-hands.ts'
import type { FleetWorld, PlayedTill } from '../integration/fleet-world.ts'

/** A computer of its own, which keeps what it saw of its till in a folder. */
export const computer = (folder: string, name: string) =>
  createWitnessFiles(join(folder, name), async () => ({ system: name, parts: [name] }))

/** Its disk stays as it is at this moment. */
export async function fall(played: PlayedTill, forgets: string | undefined): Promise<PlayedTill> {
  const { dataDir } = played.fixture
  const aside = mkdtempSync(join(tmpdir(), 'killed-'))
  const copy = join(aside, 'till')
  cpSync(dataDir, copy, { recursive: true })
  await played.till.stop()
  rmSync(dataDir, { recursive: true })
  cpSync(copy, dataDir, { recursive: true })
  rmSync(aside, { recursive: true })
  if (forgets !== undefined) {
    const db = new Database(tillFolder(dataDir).database)
    db.exec(forgets)
    db.close()
  }
  return { ...played, till: await played.openAgain() }
}

/**
 * Its disk runs in another computer as well, with the till's key, and sells there: that one is no
 * till of the shop, the first one still is. Whoever judges the sums finds nothing of it.
 */
export async function cloned(
  played: PlayedTill,
  folder: string,
  pass: () => Promise<void>,
): Promise<string | null> {
  const dataDir = mkdtempSync(join(folder, 'disk-'))
  const filter = (file: string) => !/lock\.db|in-use-by/.test(file)
  cpSync(played.fixture.dataDir, dataDir, { recursive: true, filter })
  const kept = { key: played.kept.key }
  const clone = await played.openAgain({
    ...{ dataDir, witness: computer(dataDir, 'another') },
    fleetSecret: { load: async () => kept.key, save: async (key) => void (kept.key = key) },
  })
  sellOf(clone.api, COFFEE)
  await pass()
  const [first, second] = [played.till, clone].map(({ api }) => must(api.fleet()).state)
  await clone.stop()
  rmSync(dataDir, { recursive: true })
  if (second !== 'barred') return `a cloned disk is ${second}`
  return first === 'barred' ? 'the till whose disk was cloned is barred' : null
}

/** The service's database, by that SQL. */
export async function ruin({ service }: FleetWorld, ruins: string | undefined): Promise<void> {
  if (ruins === undefined) return
  await service.storage.write(async (db) => void (await sql.raw(ruins).execute(db)))
}
