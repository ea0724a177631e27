/** Computers a till moves between, by hand: folders, sticks and codes. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { examine } from '#till/tables/examine.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { createFileSecretStore, systemClock, systemRandomness } from '#till/adapters/system.ts'
import { storedSetting } from '#till/kernel/stored-setting.ts'
import { watchCommits } from '#till/kernel/watch-commits.ts'
import { createDoubts, type Doubt } from '#till/backup/durability/identity/doubts.ts'
import { newTillId } from '#till/backup/durability/identity/identity-store.ts'
import { openIdentity } from '#till/backup/durability/identity/open-identity.ts'
import { createWitnessFiles } from '#till/backup/durability/identity/witness-files.ts'
import { finishRestore } from '#till/backup/durability/restore.ts'
import { createRestStore, type Rest } from '#till/backup/moving/rest.ts'
import { createAudit } from '#till/audit/audit.ts'
import { sellOf, tillFixture } from './till-fixture.ts'

export interface TillSeen {
  readonly rest: Rest | null
  readonly doubt: Doubt | null
  readonly faults: readonly string[]
  /** What was sold by `sell`, in order. */
  readonly marks: readonly string[]
}

export interface MovingTills {
  readonly path: (...parts: string[]) => string
  /** Everything anew, in folders of its own. */
  readonly begin: () => void
  /** A shop's folder with two sales and its own secrets, by that name. */
  readonly shop: (name: string) => string
  readonly stick: (name: string) => string
}

/** Of all tests of a file: the template is made once. */
export function movingTills(): MovingTills {
  let folder = ''
  let scene = 0
  const path = (...parts: string[]) => join(folder, String(scene), ...parts)
  const template = () => join(folder, 'template')
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'meson-moving-'))
    await sellInto(template())
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    path,
    begin: () => void (scene += 1),
    shop(name) {
      cpSync(template(), path(name), { recursive: true })
      openedOn(path(name))
      return path(name)
    },
    stick(name) {
      mkdirSync(path(name), { recursive: true })
      return path(name)
    },
  }
}

/** As if it had sold on this computer, which keeps no witness of it yet. */
function openedOn(dataDir: string): void {
  const db = new Database(tillFolder(dataDir).database)
  const machine = { system: dataDir, parts: [] }
  const tillId = newTillId(systemRandomness)
  storedSetting(db, 'identity').keep({ tillId, starts: 1, machine, isUnkept: true })
  db.close()
}

/** A real till that sold. */
async function sellInto(template: string): Promise<void> {
  mkdirSync(template)
  const fixture = tillFixture()
  const { ownSecret, pinPepper } = tillFolder(template)
  const till = await fixture.open({
    dataDir: template,
    ownSecret: createFileSecretStore(ownSecret),
    pinPepper: createFileSecretStore(pinPepper),
  })
  for (const code of ['101', '201']) sellOf(till.api, code)
  await till.stop()
  await fixture.close()
}

/**
 * What the next start finds: what was cut short is finished first, and the folder is held against
 * what its computer saw of it. Null = no till there.
 */
export async function started(
  dataDir: string,
  at: EpochMs,
  isExamined = false,
): Promise<TillSeen | null> {
  const folder = tillFolder(dataDir)
  if (!existsSync(folder.folder)) return null
  finishRestore(folder, at)
  if (!existsSync(folder.database)) return null
  const db = new Database(folder.database)
  watchCommits(db)
  const log = () => {}
  // Each folder is a computer of its own.
  const witness = createWitnessFiles(`${dataDir}-state`, async () => ({
    system: dataDir,
    parts: [],
  }))
  try {
    const doubts = createDoubts({
      db,
      clock: { ...systemClock, now: () => at },
      log,
      onChange: log,
    })
    await openIdentity({
      db,
      folder: folder.folder,
      witness,
      doubts,
      hasLeft: createRestStore(db).now()?.state === 'left',
      randomness: systemRandomness,
      log,
    })
    const marks = db.prepare<[], string>("SELECT key FROM setting WHERE key LIKE 'sold-%'").pluck()
    return {
      rest: createRestStore(db).now(),
      doubt: doubts.now(),
      faults: isExamined ? examine(db, Number.MAX_SAFE_INTEGER).faults : [],
      marks: marks.all().sort(),
    }
  } finally {
    witness.close()
    db.close()
  }
}

/** The service has answered for everything, and ends the doubt of who said which till goes on. */
export function serviceAnswers(dataDir: string): void {
  const db = new Database(tillFolder(dataDir).database)
  try {
    const { changes } = db
      .prepare(
        "DELETE FROM setting WHERE key = 'doubt' AND json_extract(value_json, '$.word') = 'goes-on'",
      )
      .run()
    const audit = createAudit(db, systemClock)
    if (changes > 0) audit.write({ action: 'doubt-ended', staff: { id: null, name: 'Caja' } })
  } finally {
    db.close()
  }
}

/** Stands for a sale: a row that must be wherever the till is. */
export function sell(dataDir: string, mark: string): void {
  const db = new Database(tillFolder(dataDir).database)
  try {
    db.prepare("INSERT INTO setting (key, value_json) VALUES (?, '1')").run(`sold-${mark}`)
  } finally {
    db.close()
  }
}
