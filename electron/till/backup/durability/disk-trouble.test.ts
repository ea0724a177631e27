import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createIds } from '#shared/text/ids.ts'
import type { Cart } from '#shared/selling/cart/cart.ts'
import { DEFAULT_METHODS } from '#shared/selling/payment/payment-method.ts'
import type { TillApi } from '#shared/bridge/contract.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import {
  cartOf,
  commitOf,
  manualClock,
  PRINTER,
  keptOf,
  openedOf,
} from '../../../../test/support/till-fixture.ts'
import { freeAmount } from '../../../../test/support/free-amount.ts'
import { systemRandomness } from '../../adapters/system.ts'
import { createCatalogue } from '../../catalogue/catalogue.ts'
import { lockDataFolder } from '../../kernel/data-lock.ts'
import { isRecentEnough, openDatabase } from '../../tables/open-database.ts'
import { sayIfFull, type TillDatabase } from '../../kernel/database.ts'
import { createJournal, type Journal } from '../../kernel/journal.ts'
import { createSales } from '../../selling/sales.ts'
import { createDiskSpace, giveBackIfFull } from './disk-space.ts'
import { keepOpen } from './reopening.ts'
import { createDurability } from './durability.ts'
import { tillFolder } from '../../kernel/till-folder.ts'
import { bareSales } from '../../../../test/support/bare-sales.ts'
import { commitsOf } from '../../kernel/watch-commits.ts'

const PAGES_PLENTY = 1_000_000

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meson-disk-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Sales over a database that is the test's to break. */
function salesOver(db: TillDatabase, journal: Journal, isHalted: () => boolean) {
  const clock = manualClock()
  return createSales({
    ...bareSales(),
    db,
    journal,
    clock,
    ids: createIds(clock, systemRandomness),
    printer: () => PRINTER,
    today: () => '2026-11-20' as IsoDate,
    isHalted,
    onCommitted: () => {},
    context: () => ({
      issuer: { rut: '76192083-9', legalName: 'Almacén SpA' },
      branchOffice: 1,
      registerName: '1',
      registerNumber: 1,
      cashierName: 'Ana',
      serviceIsDown: false,
      buyerRequiredFromClp: 5_000_000,
      paymentMethods: DEFAULT_METHODS,
    }),
  }).api
}

describe('a full disk', () => {
  let db: TillDatabase
  let api: TillApi
  const folder = () => tillFolder(dir)
  const clock = manualClock()
  beforeEach(() => {
    db = openDatabase(folder().database)
    const journal = createJournal({ db, clock })
    const durability = createDurability({
      db,
      folder: folder(),
      clock,
      randomness: systemRandomness,
      makeBackup: null,
      onBroken: () => {},
      onChange: () => {},
      log: () => {},
    })
    const catalogue = createCatalogue({
      db,
      journal,
      clock,
      ids: createIds(clock, systemRandomness),
    })
    catalogue.seed({
      categories: [{ id: 'a', name: 'A', hue: 1 }],
      products: [{ code: '101', name: 'Pan', unitGrossClp: 1890, categoryId: 'a' }],
    })
    const sales = salesOver(db, journal, durability.isHalted)
    api = { ...sales, productByCode: catalogue.byCode } as TillApi
  })
  afterEach(() => db.close())
  const count = (table: string) =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()
  const setPages = (pages: number) => db.pragma(`max_page_count = ${pages}`)

  it('refuses the sale, leaves nothing half-written, gives the reserve back, and goes on when there is room', () => {
    writeFileSync(folder().ballast, 'reserve')
    let sold = 0
    for (;;) {
      setPages(PAGES_PLENTY)
      const command = commitOf(api, cartOf(api, '101'))
      setPages(1)
      const answer = api.commitSale(command)
      if (!answer.ok) {
        expect(answer.refusal.code).toBe('DISK_FULL')
        expect(['sale', 'sale_line', 'sale_payment', 'receipt', 'print_job'].map(count)).toEqual([
          sold,
          sold,
          sold,
          sold,
          sold,
        ])
        expect(existsSync(folder().ballast)).toBe(false)
        setPages(PAGES_PLENTY)
        expect(api.commitSale(command)).toMatchObject({
          ok: true,
          value: { saleId: command.saleId },
        })
        break
      }
      sold += 1
    }
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(count('sale')).toBe(sold + 1)
  })
})

describe('a disk that is full before the pay key', () => {
  let db: TillDatabase
  beforeEach(() => {
    db = openDatabase(tillFolder(dir).database)
  })
  afterEach(() => db.close())

  it('keeps the cart and the open sale at hand, says so when charging, and goes on when there is room', () => {
    const clock = manualClock()
    let freed = 0
    commitsOf(db).listen({
      onUncertain: () => {},
      onFull: () => {
        freed += 1
      },
    })
    const sales = salesOver(db, createJournal({ db, clock }), () => false)
    db.exec('CREATE TABLE filler (x BLOB) STRICT')
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true }) as number}`)
    const fill = () => {
      for (;;) db.prepare('INSERT INTO filler VALUES (zeroblob(200))').run()
    }
    expect(fill).toThrow(/full/)
    const cart = freeAmount(1890, 'Pan '.repeat(15).trim())
    const { saleId } = keptOf(cart).sale
    const save = (kept: Cart) => sales.saveDraft(keptOf(kept, saleId))
    // Drafts are short: however long it takes until one finds no room, it is kept and handed back.
    for (let line = 1; freed === 0 && line < 200; line += 1) {
      save({
        ...cart,
        lines: Array.from({ length: line }, () => ({ ...cart.lines[0]!, lineNumber: line })),
      })
    }
    expect(freed).toBeGreaterThan(0)
    save({ ...cart, lines: Array.from({ length: 200 }, () => cart.lines[0]!) })
    expect(sales.loadDraft().sale?.cart.lines).toHaveLength(200)
    const open = openedOf(sales)
    expect(openedOf(sales)).toEqual(open)
    // Long enough to find no room in half-empty pages either.
    const lines = Array.from({ length: 200 }, () => cart.lines[0]!).map(
      ({ lineNumber: _, ...line }) => line,
    )
    const command = {
      saleId: open.saleId,
      lines,
      expectedTotalClp: 200 * 1890,
      recipient: null,
      payments: [{ method: 'EF', amountClp: null, reference: '' }],
    }
    expect(sales.commitSale(command)).toMatchObject({ ok: false, refusal: { code: 'DISK_FULL' } })
    db.pragma(`max_page_count = ${PAGES_PLENTY}`)
    expect(sales.commitSale(command)).toMatchObject({
      ok: true,
      value: { saleId: open.saleId, externalReference: open.externalReference },
    })
    expect(sales.loadDraft().sale).toBeNull()
    expect(openedOf(sales).saleId).not.toBe(open.saleId)
  })
})

describe('room on the disk', () => {
  it('warns below 1 GB, builds its reserve in small pieces while there is plenty, and gives it back', async () => {
    const clock = manualClock()
    let free = 900_000_000
    const said: string[] = []
    const ballastFile = join(dir, 'ballast.bin')
    const disk = createDiskSpace({
      ballastFile,
      clock,
      randomness: systemRandomness,
      onChange: () => said.push(disk.isLow() ? 'low' : 'fine'),
      log: () => {},
      freeBytes: () => free,
    })
    disk.start()
    await clock.advance(1_000)
    expect(disk.isLow()).toBe(true)
    expect(existsSync(ballastFile)).toBe(false)
    free = 50_000_000_000
    await clock.advance(61_000)
    expect(said).toEqual(['low', 'fine'])
    expect(statSync(ballastFile).size).toBeGreaterThan(0)
    await clock.advance(120_000)
    expect(statSync(ballastFile).size).toBe(64 * 1024 * 1024)
    disk.refused()
    expect(existsSync(ballastFile)).toBe(false)
    disk.stop()
  })
})

describe('a disk that is full when the till is opened', () => {
  it('gets the reserve back first, and only then', () => {
    const ballastFile = join(dir, 'ballast.bin')
    const said: string[] = []
    const open = (free: number) =>
      giveBackIfFull({ ballastFile, log: (message) => said.push(message), freeBytes: () => free })
    open(0)
    writeFileSync(ballastFile, 'reserve')
    open(16 * 1024 * 1024)
    expect([existsSync(ballastFile), said]).toEqual([true, []])
    open(16 * 1024 * 1024 - 1)
    expect([existsSync(ballastFile), said]).toEqual([
      false,
      ['disk full at the start: the reserve is given back'],
    ])
  })

  it.each([
    ['SQLite', () => new Database.SqliteError('database or disk is full', 'SQLITE_FULL')],
    ['the system', () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ])('is said in words when %s says so', (_, error) => {
    expect(sayIfFull(error(), dir)).toMatchObject({
      code: 'DISK_FULL',
      message: expect.stringContaining('Libere espacio y abra la caja de nuevo'),
    })
    const other = new Error('something else')
    expect(sayIfFull(other, dir)).toBe(other)
  })

  it('is no reason to refuse the lock: the name for whoever comes second may be missing', () => {
    mkdirSync(join(dir, 'in-use-by.txt'))
    const unlock = lockDataFolder(dir, 'proceso 1')
    expect(() => lockDataFolder(dir, 'proceso 2')).toThrow(
      /ya está abierta con estos datos \(otro proceso\)/,
    )
    unlock()
  })
})

describe('what has to be reopened', () => {
  it('is closed and opened anew, tried again while that fails, asked for in vain meanwhile, and not at once when that did not help', async () => {
    const clock = manualClock()
    const openings: string[] = []
    let breakNow = () => {}
    let isDiskGone = false
    const kept = await keepOpen({
      clock,
      log: (message) => openings.push(message),
      open: async (onBroken) => {
        if (isDiskGone) throw new Error('no disk')
        breakNow = onBroken
        openings.push('open')
        return {
          name: `core ${openings.length}`,
          close: async () => {
            openings.push('close')
          },
        }
      },
    })
    isDiskGone = true
    breakNow()
    await clock.advance(5_000)
    expect(() => kept.current()).toThrow(/closed while/)
    expect(kept.present()).toBeNull()
    isDiskGone = false
    await clock.advance(5_000)
    expect(kept.current().name).toMatch(/^core/)
    breakNow()
    await clock.advance(4_000)
    expect(openings.at(-1)).toBe('reopened')
    await clock.advance(1_000)
    expect(openings.splice(-3)).toEqual(['close', 'open', 'reopened'])
    await kept.stop()
    expect(openings).toEqual([
      'open',
      'close',
      'reopening failed',
      'reopening failed',
      'open',
      'reopened',
      'close',
    ])
  })
})

describe('the SQLite this runs on', () => {
  it.each([
    ['3.51.3', true],
    ['3.54.1', true],
    ['4.0.0', true],
    ['3.51.2', false],
    ['3.50.9', false],
    ['3.51', false],
  ])('%s: %s', (version, expected) => {
    expect(isRecentEnough(version)).toBe(expected)
  })
})
