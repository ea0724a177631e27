/** Ways round the digests of what may change, without the key of the seal. */
import { closeSync, copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { disarm } from '../../../test/support/chain-mutations.ts'
import { fillGuardedTables, GOODS } from '../../../test/support/guarded-shop.ts'
import { must } from '../../../test/support/must.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { checkTill } from '../backup/durability/support-desk.ts'
import { openDatabase } from '../tables/open-database.ts'
import { joinChain } from './chain.ts'
import { MIGRATIONS } from '../tables/migrations.ts'

const { fixture, till, folder, open, onDisk, check } = sealedTillPerTest()
const codes = () => check().faults.map(({ code, kind }) => `${code} ${kind}`)
const said = () => checkTill(fixture.dataDir).sentences.join('\n')
/** As a keyring that does not open gives it. */
const closed = { load: async () => 'sealed:AAAA', save: async () => {} }
const BREAD = "UPDATE product SET unit_gross_clp = 350 WHERE code = '101'"

/** Leaves the triggers as they were: nobody sees from the tables that he was there. */
async function asThief(work: (db: Database.Database) => void): Promise<void> {
  await till.stop()
  onDisk((db) => {
    const rearm = disarm(db)
    work(db)
    rearm()
  })
}

/** The bread at another price, by the till. */
function priceBread(unitGrossClp: number): void {
  const bread = must(till.api.goods(GOODS)).rows.find(({ code }) => code === '101')
  if (bread === undefined) throw new Error('no bread')
  const { id: productId, pictureId: _, isArchived: __, ...rest } = bread
  must(till.api.saveGoods({ ...rest, moreCodes: [...rest.moreCodes], productId, unitGrossClp }))
}

it('names the product, the day the till left it and what to do', async () => {
  await asThief((db) => db.exec(BREAD))
  const { isWhole, sentences } = checkTill(fixture.dataDir)
  expect(isWhole).toBe(false)
  expect(sentences.at(-1)).toMatch(
    /^DAÑO: sello: el producto Pan \(kg\) \(101\), que la caja dejó el 2026-\d\d-\d\d a las [\d:]+, se cambió sin usar la caja\. Compárelo .* restaure un respaldo/,
  )
  await open()
  expect(must(await till.api.checkSeal({ isAnew: true }))).toMatchObject({
    state: 'broken',
    fault: { code: 'STATE_CHANGED', kind: 'product', ref: 'Pan (kg) (101)' },
  })
})

it('an owner whom somebody wrote into the file is found, also without an id', async () => {
  const person = (id: string) => `INSERT INTO staff (id, name, role, pin_hash, pin_salt, pin_cost,
    is_active, is_demo, created_at_ms) VALUES (${id}, 'Don ' || ${id}, 'owner', x'00', x'00', 4, 1, 0, 1)`
  await asThief((db) => {
    db.exec(person("'x'"))
    db.exec(person("''"))
  })
  expect(codes()).toEqual(Array.from({ length: 2 }, () => 'STATE_ADDED person'))
  expect(said()).toContain('la persona Don x se agregó sin usar la caja')
})

it('whoever was taken out is named by the log', async () => {
  await fillGuardedTables(till.api)
  await asThief((db) => db.exec("DELETE FROM staff WHERE name = 'Paula'"))
  expect(codes()).toEqual(['STATE_MISSING person'])
  expect(said()).toMatch(/la persona Paula, que la caja dejó el .*, se borró sin usar la caja/)
})

it('what the till writes over later stays a fault: it says that it had found it changed', async () => {
  await asThief((db) => db.exec(BREAD))
  await open()
  priceBread(1_990)
  await till.stop()
  expect(codes()).toEqual(['STATE_WAS_CHANGED product'])
  expect(said()).toContain('no estaba como lo dejó la caja cuando ella lo guardó de nuevo')
})

it('also a row that the till brings back as it was; what it does not touch stays a difference', async () => {
  await fillGuardedTables(till.api)
  await asThief((db) =>
    db.exec(`UPDATE role_rights SET rights_json = json_set(rights_json, '$.cartDiscountPercent', 99);
      DELETE FROM product_barcode WHERE code = '7809999999998'`),
  )
  await open()
  const { members } = till.api.staff()
  const paula = members.find(({ name }) => name === 'Paula')?.id ?? ''
  must(await till.api.signIn({ staffId: paula, pin: '3690' }))
  const [coffee] = must(till.api.goods({ ...GOODS, text: '7801040000037' })).rows
  if (coffee === undefined) throw new Error('no coffee')
  const { id: productId, pictureId: _, isArchived: __, ...rest } = coffee
  must(till.api.saveGoods({ ...rest, productId, moreCodes: ['7809999999998'] }))
  expect(codes()).toEqual(['STATE_CHANGED rights', 'STATE_WAS_CHANGED barcode'])
})

it('a digest of before, copied to where the till would read it, vouches for no price of before', async () => {
  priceBread(1_000)
  priceBread(2_000)
  const bread = "(SELECT id FROM product WHERE code = '101')"
  const old = `SELECT kind, ref, 900, digest, 0 FROM sealed_digest WHERE ref = ${bread}
    ORDER BY change_seq LIMIT 1 OFFSET 1`
  const put = `INSERT INTO sealed_digest (kind, ref, change_seq, digest, was_foreign) ${old}`
  await asThief((db) => {
    db.exec("UPDATE product SET unit_gross_clp = 1000 WHERE code = '101'")
    db.exec(put)
  })
  expect(codes()).toEqual(['STATE_CHANGED product'])
  await asThief((db) =>
    db.exec("INSERT INTO sealed_change (seq, at_ms, reason) VALUES (900, 1, 'change')"),
  )
  expect(codes()).toEqual(['ROW_ADDED state'])
  // Behind a closed key of his own it gets no seal either.
  await asThief((db) =>
    db.exec(`INSERT INTO audit (at_ms, action, staff_name, detail_json)
      VALUES (1, 'seal-paused', 'Caja', '{"lastSale":0,"lastClose":0}')`),
  )
  await open()
  expect(codes()).toEqual(['ROW_ADDED state'])
})

it('a trigger that lets the till change a price by its own hand is found, also when it is gone', async () => {
  await till.stop()
  onDisk((db) =>
    db.exec(`CREATE TRIGGER later AFTER INSERT ON sale BEGIN
      UPDATE product SET unit_gross_clp = 350 WHERE code = '101'; END`),
  )
  expect(codes()).toEqual(['STATE_CHANGED schema'])
  await open()
  priceBread(2_000)
  await till.stop()
  expect(onDisk((db) => db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'later'").get())).toBe(
    undefined,
  )
  expect(codes()).toEqual(['STATE_WAS_CHANGED schema'])
})

it('one that would forgive itself in the seal is gone before it can, whatever it is called', async () => {
  await till.stop()
  onDisk((db) => {
    db.unsafeMode()
    db.exec(BREAD)
    const forgive = `CREATE TRIGGER forgive AFTER INSERT ON sealed_digest WHEN new.was_foreign = 1
      BEGIN UPDATE sealed_digest SET was_foreign = 0 WHERE change_seq = new.change_seq; END`
    db.exec(`DROP TRIGGER sealed_digest_fixed; ${forgive}`)
    db.pragma('writable_schema = ON')
    db.exec(`UPDATE sqlite_schema SET name = 'sqlite_forgive',
      sql = replace(sql, 'TRIGGER forgive', 'TRIGGER sqlite_forgive') WHERE name = 'forgive'`)
  })
  expect(codes()).toEqual(['STATE_CHANGED product', 'STATE_CHANGED schema'])
  await open()
  priceBread(2_000)
  const wasSeen = ['STATE_WAS_CHANGED schema', 'STATE_WAS_CHANGED product']
  expect(codes()).toEqual(wasSeen)
  await till.stop()
  await open()
  expect(codes()).toEqual(wasSeen)
})

/** The page of an index that says bread is a ticket and a ticket is bread, and its number. */
function falseCodes(): { page: Buffer; at: number } {
  const copy = `${folder.database}.copy`
  copyFileSync(folder.database, copy)
  const db = new Database(copy)
  db.exec(`CREATE TABLE false_codes (code TEXT UNIQUE);
    INSERT INTO false_codes (rowid, code)
    SELECT CASE code WHEN '101' THEN (SELECT rowid FROM product WHERE code = '201')
      WHEN '201' THEN (SELECT rowid FROM product WHERE code = '101') ELSE rowid END, code
    FROM product`)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const pageOf = (name: string) =>
    Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name)) - 1
  const bytes = Number(db.pragma('page_size', { simple: true }))
  const from = pageOf('sqlite_autoindex_false_codes_1') * bytes
  const at = pageOf('sqlite_autoindex_product_2') * bytes
  db.close()
  return { page: readFileSync(copy).subarray(from, from + bytes), at }
}

it('an index that leads from one code to another product is found, byte by byte', async () => {
  await till.stop()
  onDisk((db) => db.pragma('wal_checkpoint(TRUNCATE)'))
  const { page, at } = falseCodes()
  const file = openSync(folder.database, 'r+')
  writeSync(file, page, 0, page.length, at)
  closeSync(file)
  const ofBread = onDisk((db) =>
    db.prepare("SELECT name FROM product WHERE code = '101'").pluck().get(),
  )
  expect(ofBread).toBe('Pasaje')
  expect(codes()).toEqual([])
  expect(checkTill(fixture.dataDir)).toMatchObject({ isWhole: false })
  expect(said()).toMatch(/DAÑO: product: .*index/)
})

it('an approval that nobody gave is found, before it is used and after', async () => {
  await fillGuardedTables(till.api)
  await asThief((db) =>
    db.exec(
      `INSERT INTO approval (id, need_json, cashier_name, approver_id, approver_name,
        made_at_ms, expires_at_ms)
      SELECT 'mine', need_json, cashier_name, approver_id, approver_name, made_at_ms, 9e15
      FROM approval LIMIT 1`.replace('9e15', '9000000000000000'),
    ),
  )
  expect(codes()).toEqual(['STATE_ADDED approval'])
  expect(said()).toContain('la autorización de Rodrigo, Paula se agregó sin usar la caja')
  await open()
  till.api.signOut()
  expect(codes()).toEqual(['STATE_WAS_CHANGED approval'])
})

it('whoever says that another key sealed before is told what nobody could compare', async () => {
  fixture.clock.jumpWallClock(60_000)
  const restored = (db: Database.Database) =>
    db
      .prepare("INSERT INTO journal (at_ms, kind, data_json) VALUES (?, 'restore', '{}')")
      .run(fixture.clock.now())
  await asThief((db) => {
    db.exec(`${BREAD}; UPDATE chain_epoch SET key_id = 'another'`)
    restored(db)
  })
  await open()
  expect(said()).toMatch(/Selladas como estaban.*: el producto Pan \(kg\) \(101\)/)
  fixture.clock.jumpWallClock(60_000)
  await asThief((db) => {
    db.exec(`UPDATE chain_epoch SET key_id = 'another'; UPDATE sealed_digest SET digest = 'x'`)
    restored(db)
  })
  await open()
  expect(said()).toContain('Precios, personas y ajustes se sellaron como estaban')
})

it('a restore that only the journal tells of hides no price: what it brought is named', async () => {
  fixture.clock.jumpWallClock(60_000)
  await asThief((db) => {
    db.exec(BREAD)
    db.prepare("INSERT INTO journal (at_ms, kind, data_json) VALUES (?, 'restore', '{}')").run(
      fixture.clock.now(),
    )
  })
  await open()
  expect(codes()).toEqual([])
  expect(said()).toMatch(
    /Selladas como estaban, sin ser como la caja las dejó: el producto Pan \(kg\) \(101\) \(el .*\)\. Revíselas/,
  )
})

it('what was changed while the key was closed is sealed when it opens, and named', async () => {
  await till.stop()
  await fixture.open({ pinCost: 4, ownSecret: closed })
  priceBread(2_500)
  await till.stop()
  expect(codes()).toContain('STATE_CHANGED product')
  await open()
  expect(codes()).toEqual([])
  expect(said()).toMatch(/Selladas como estaban.*: el producto Pan \(kg\) \(101\)/)
  await asThief((db) => db.exec(BREAD))
  await open()
  expect(codes()).toEqual(['STATE_CHANGED product'])
})

it('no part of the till writes a guarded row outside a transaction, or without its seal', async () => {
  await till.stop()
  const db = openDatabase(folder.database)
  onDisk((_, key) => joinChain(db, key, fixture.clock, MIGRATIONS))
  try {
    expect(() => db.exec(BREAD)).toThrow('product changes outside a transaction')
    const change = db.transaction((isUndone: boolean) => {
      db.exec(BREAD)
      if (isUndone) throw new Error('undone')
    })
    expect(() => change.immediate(true)).toThrow('undone')
    const changes = () => db.prepare('SELECT count(*) FROM sealed_change').pluck().get()
    const before = Number(changes())
    // Undone inside a transaction that goes on, it leaves nothing of its own.
    db.transaction(() => {
      expect(() => change(true)).toThrow('undone')
    }).immediate()
    expect([codes(), changes()]).toEqual([[], before])
    change.immediate(false)
    expect([codes(), changes()]).toEqual([[], before + 1])
    change.immediate(false)
    expect([codes(), changes()]).toEqual([[], before + 1])
  } finally {
    db.close()
  }
})

it('a customer whom the list of prices names stands in no row of the seal', async () => {
  await fillGuardedTables(till.api)
  await till.stop()
  const rows = onDisk((db) =>
    db.prepare("SELECT ref, digest FROM sealed_digest WHERE kind = 'customerList'").all(),
  )
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/11111111|76192083|Ñuñoa/)
})
