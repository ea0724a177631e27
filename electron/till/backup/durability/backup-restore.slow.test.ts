import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { BACKUP_WORKER } from '../../../../test/support/backup-worker.ts'
import {
  cartOf,
  commitOf,
  manualClock,
  NOON,
  UNREACHABLE,
} from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import { openDatabase } from '../../tables/open-database.ts'
import { createJournal } from '../../kernel/journal.ts'
import { createBackupClient, type BackupPort } from './backup-client.ts'
import { CLOSE_WAIT_MS, createBackups } from './backups.ts'
import { changedBodies } from '../../tables/examine.ts'
import { BackupRefused, makeBackup } from './make-backup.ts'
import { listBackups } from '../../kernel/backup-files.ts'
import { finishRestore, restoreBackup } from './restore.ts'
import { tillFolder, type TillFolder } from '../../kernel/till-folder.ts'

const MINUTE_MS = 60_000
const PAGE_BYTES = 4096
const later = (minutes: number) => (NOON + minutes * MINUTE_MS) as EpochMs

let folder: TillFolder
const { fixture, till } = tillPerTest()
beforeEach(() => {
  folder = tillFolder(fixture.dataDir)
})

function sell(code = '101') {
  const sold = till.api.commitSale(commitOf(till.api, cartOf(till.api, code)))
  if (!sold.ok) throw new Error(sold.refusal.code)
  return sold.value
}
function backUp(at: EpochMs = NOON) {
  return makeBackup({
    databaseFile: folder.database,
    backupDir: folder.backups,
    at,
    reason: 'asked',
  })
}
function query<Row>(sql: string): Row[] {
  const db = new Database(folder.database, { readonly: true })
  const rows = db.prepare<[], Row>(sql).all()
  db.close()
  return rows
}

/**
 * Where the page in the middle of a table's rows begins, read from its root as SQLite's file format
 * has it.
 */
function middleLeaf(bytes: Buffer, rootPage: number): number {
  const root = (rootPage - 1) * PAGE_BYTES
  const cells = bytes.readUInt16BE(root + 3)
  const cell = bytes.readUInt16BE(root + 12 + 2 * Math.floor(cells / 2))
  return (bytes.readUInt32BE(root + cell) - 1) * PAGE_BYTES
}

describe('a backup', () => {
  it('is a whole copy of a till in use, with its hash beside it', () => {
    sell()
    const made = backUp()
    expect(made.counts).toMatchObject({ sale: 1, receipt: 1, sale_line: 1 })
    expect(readFileSync(`${made.file}.sha256`, 'utf8')).toBe(
      `${made.sha256}  till-20261120T150000000Z-asked.db\n`,
    )
    expect(readdirSync(folder.backups).sort()).toEqual([
      'till-20261120T150000000Z-asked.db',
      'till-20261120T150000000Z-asked.db.sha256',
    ])
    expect(sell()).toMatchObject({ totalClp: 1890 })
  })

  it('is not made of a database with a changed document', () => {
    sell()
    const other = new Database(folder.database)
    other.exec("UPDATE receipt SET body = CAST('{}' AS BLOB)")
    other.close()
    expect(() => backUp()).toThrow(BackupRefused)
    expect(listBackups(folder.backups)).toEqual([])
  })

  function unfinished(time: string, minutesAgo: number): string {
    mkdirSync(folder.backups, { recursive: true })
    const file = join(folder.backups, `till-20261120T${time}000Z-timer.db.unfinished`)
    writeFileSync(file, 'half')
    utimesSync(file, new Date(later(-minutesAgo)), new Date(later(-minutesAgo)))
    return file
  }

  it('leaves nothing of one that was killed half-way', () => {
    unfinished('140000', 11)
    backUp()
    expect(readdirSync(folder.backups)).toHaveLength(2)
  })

  it('leaves alone what somebody else is making at the moment: support beside the till', () => {
    const theirs = unfinished('145500', 5)
    backUp()
    expect(readFileSync(theirs, 'utf8')).toBe('half')
    expect(listBackups(folder.backups)).toHaveLength(1)
  })

  it('is made in a worker while sales go on', async () => {
    sell()
    const making = createBackupClient(BACKUP_WORKER)({
      databaseFile: folder.database,
      backupDir: folder.backups,
      at: NOON,
      reason: 'timer',
    })
    for (let sale = 0; sale < 20; sale += 1) sell()
    const made = await making
    expect(made.counts.sale).toBeGreaterThanOrEqual(1)
    expect(query('SELECT 1 FROM sale')).toHaveLength(21)
  })

  it('that cannot be made says why', async () => {
    const client = createBackupClient(BACKUP_WORKER)
    await expect(
      client({
        databaseFile: join(fixture.dataDir, 'none.db'),
        backupDir: folder.backups,
        at: NOON,
        reason: 'timer',
      }),
    ).rejects.toThrow(/unable to open database file/)
  })
})

describe('a single byte that changed by itself', () => {
  const FLIPS = 500
  /** Spread over the whole length, a different bit each time. */
  const flip = (bytes: Buffer, index: number): Buffer => {
    const changed = Buffer.from(bytes)
    const at = Math.floor(((index + 0.5) * bytes.length) / FLIPS)
    changed[at] = (bytes[at] ?? 0) ^ (1 << (index % 8))
    return changed
  }

  it('anywhere in a backup is found before it is used', async () => {
    sell()
    const { file } = backUp()
    await till.stop()
    const [bytes, present] = [readFileSync(file), readFileSync(folder.database)]
    let found = 0
    for (let index = 0; index < FLIPS; index += 1) {
      writeFileSync(file, flip(bytes, index))
      try {
        restoreBackup(folder, file, NOON)
      } catch (error) {
        if ((error as { code?: string }).code === 'BACKUP_CHANGED') found += 1
      }
    }
    expect(found).toBe(FLIPS)
    expect(readFileSync(folder.database).equals(present)).toBe(true)
  })

  it('anywhere in a document that is to be sent is found at the start, and nothing is sent', async () => {
    fixture.service.answer = () => UNREACHABLE
    const { saleId } = sell()
    await till.stop()
    const db = new Database(folder.database)
    const body = db
      .prepare<[string], Buffer<ArrayBuffer>>('SELECT body FROM receipt WHERE sale_id = ?')
      .pluck()
      .get(saleId)!
    const put = db.prepare('UPDATE receipt SET body = ? WHERE sale_id = ?')
    const missed = Array.from({ length: FLIPS }, (_, index) => index).filter((index) => {
      put.run(flip(body, index), saleId)
      return changedBodies(db, 1).length === 0
    })
    db.close()
    expect(missed).toEqual([])
    await expect(fixture.open()).rejects.toMatchObject({
      code: 'DATABASE_BROKEN',
      message: expect.stringContaining(saleId),
    })
  })
})

describe('when backups are made', () => {
  const clock = manualClock()
  function schedule(makeBackup: BackupPort) {
    const databaseFile = join(fixture.dataDir, 'quiet.db')
    const db = openDatabase(databaseFile)
    const logged: string[] = []
    const happens = () => createJournal({ db, clock }).append('sale', null, {})
    const backups = createBackups({
      db,
      databaseFile,
      backupDir: folder.backups,
      clock,
      makeBackup,
      log: (message) => logged.push(message),
    })
    backups.start()
    return {
      backups,
      logged,
      happens,
      async stop() {
        await backups.stop()
        db.close()
      },
    }
  }

  it('every 15 minutes in which something happened, and after 200 sales', async () => {
    let made = 0
    const { backups, happens, stop } = schedule(async (order) => {
      made += 1
      return makeBackup(order)
    })
    happens()
    await clock.advance(60 * MINUTE_MS)
    expect(made).toBe(1)
    happens()
    await clock.advance(15 * MINUTE_MS)
    expect(made).toBe(2)
    for (let sale = 0; sale < 200; sale += 1) backups.sold()
    await backups.now()
    expect(made).toBe(4)
    await stop()
    expect(listBackups(folder.backups)).toHaveLength(4)
  })

  it('a failed one is logged and tried again', async () => {
    const { logged, stop } = schedule(() => Promise.reject(new Error('no space')))
    await clock.advance(20 * MINUTE_MS)
    await stop()
    expect(logged).toEqual(['backup failed', 'backup failed'])
  })
})

describe('a backup at closing', () => {
  const names = () => listBackups(folder.backups).map(({ reason }) => reason)

  it('is made when anything happened since the last one, and only then', async () => {
    await till.stop()
    await fixture.open({ makeBackup: async (order) => makeBackup(order) })
    await till.stop()
    expect(names()).toEqual([])
    await fixture.open({ makeBackup: async (order) => makeBackup(order) })
    sell()
    await till.stop()
    expect(names()).toEqual(['close'])
    await till.stop()
    expect(names()).toEqual(['close'])
  })

  it('that takes too long is left behind after ten seconds', async () => {
    await till.stop()
    await fixture.open({ makeBackup: () => new Promise(() => {}) })
    sell()
    let isClosed = false
    const closing = till.stop().then(() => {
      isClosed = true
    })
    await fixture.clock.advance(CLOSE_WAIT_MS - 1)
    expect(isClosed).toBe(false)
    await fixture.clock.advance(1)
    await closing
  })

  it('is not begun when the last one took longer than that', async () => {
    await till.stop()
    let orders = 0
    const slow: BackupPort = async (order) => {
      orders += 1
      await fixture.clock.advance(CLOSE_WAIT_MS + 1)
      return makeBackup(order)
    }
    await fixture.open({ makeBackup: slow })
    sell()
    await fixture.clock.advance(100)
    await till.backUp()
    sell()
    await fixture.clock.advance(100)
    await till.stop()
    expect(orders).toBe(1)
  })
})

describe('a restore', () => {
  it('brings the backup back, carries later sales over, sends again what was on its way, and asks about papers', async () => {
    const numbered = sell()
    await fixture.until(() => fixture.printer.printed.length === 1)
    fixture.service.answer = () => UNREACHABLE
    const waiting = sell('201')
    await fixture.clock.advance(1_000)
    const backup = backUp()
    const afterBackup = sell()
    await till.stop()

    const restored = restoreBackup(folder, backup.file, later(1))
    expect(restored).toMatchObject({ sales: 3, salvaged: { sales: 1, unreadable: 0 } })
    expect(readdirSync(restored.quarantine ?? '')).toContain('till.db')
    const rows = query<{ id: string; state: string }>(
      'SELECT sale_id AS id, issue_state AS state FROM receipt ORDER BY seq',
    )
    expect(rows).toEqual([
      { id: numbered.saleId, state: 'numbered' },
      { id: waiting.saleId, state: 'queued' },
      { id: afterBackup.saleId, state: 'queued' },
    ])
    expect(
      query("SELECT 1 FROM print_job WHERE state IN ('waiting', 'queued', 'printing', 'held')"),
    ).toEqual([])
  })

  it('never issues twice: what the service has already is found under the same reference', async () => {
    const backupBefore = backUp()
    sell()
    await fixture.until(() => fixture.printer.printed.length === 1)
    await till.stop()
    const restored = restoreBackup(folder, backupBefore.file, later(1))
    expect(restored.salvaged).toEqual({ sales: 1, unreadable: 0, lost: [] })
    const db = new Database(folder.database)
    db.exec("UPDATE receipt SET issue_state = 'queued', remote_id = NULL, folio = NULL")
    db.close()
    await fixture.open()
    await fixture.until(() => till.api.status().pendingCount === 0)
    expect(fixture.service.created()).toHaveLength(1)
  })

  it('refuses a backup that is not the one stored, or not whole, or not there, and changes nothing', async () => {
    sell()
    const { file } = backUp()
    await till.stop()
    const before = readFileSync(folder.database)
    writeFileSync(`${file}.sha256`, `${'0'.repeat(64)}  x\n`)
    expect(() => restoreBackup(folder, file, NOON)).toThrow(
      expect.objectContaining({ code: 'BACKUP_CHANGED' }),
    )
    writeFileSync(join(folder.backups, 'bad.db'), 'x'.repeat(9000))
    expect(() => restoreBackup(folder, join(folder.backups, 'bad.db'), NOON)).toThrow(
      expect.objectContaining({ code: 'BACKUP_NOT_WHOLE' }),
    )
    expect(() => restoreBackup(folder, join(folder.backups, 'none.db'), NOON)).toThrow(
      expect.objectContaining({ code: 'BACKUP_NOT_FOUND' }),
    )
    expect(readFileSync(folder.database).equals(before)).toBe(true)
    expect(existsSync(folder.quarantine)).toBe(false)
  })

  it('that was cut off is finished at the next start', async () => {
    const sold = sell()
    const { file } = backUp()
    await till.stop()
    const complete = join(folder.folder, 'till.db.restored')
    writeFileSync(complete, readFileSync(file))
    const quarantine = finishRestore(folder, later(1))
    expect(readdirSync(quarantine ?? '')).toContain('till.db')
    writeFileSync(complete, readFileSync(file))
    await fixture.open()
    expect(existsSync(complete)).toBe(false)
    expect(till.api.receipt(sold.saleId)).toMatchObject({ ok: true })
  })

  it('rescues sales from a damaged database on both sides of the damage', async () => {
    const { file } = backUp()
    for (let sale = 0; sale < 100; sale += 1) sell()
    await till.stop()
    const [sales] = query<{ rootpage: number }>(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'sale'",
    )
    const bytes = readFileSync(folder.database)
    const damaged = middleLeaf(bytes, sales!.rootpage)
    bytes.fill(0x5a, damaged, damaged + PAGE_BYTES)
    writeFileSync(folder.database, bytes)
    expect(() => openDatabase(folder.database)).toThrow(
      expect.objectContaining({ code: 'DATABASE_BROKEN' }),
    )
    const { salvaged, sales: restored } = restoreBackup(folder, file, later(1))
    expect(salvaged.sales + salvaged.unreadable).toBeGreaterThan(0)
    expect(salvaged.sales).toBeGreaterThan(30)
    expect(restored).toBe(salvaged.sales)
    await fixture.open()
    expect(sell()).toMatchObject({ totalClp: 1890 })
  })
})
