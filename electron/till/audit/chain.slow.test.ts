import { copyFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { anchorText } from '#shared/shifts/anchor.ts'
import { reportPaper } from '#shared/shifts/report-paper.ts'
import { createDice } from '../../../test/sim/dice.ts'
import { disarm, mutate } from '../../../test/support/chain-mutations.ts'
import { must } from '../../../test/support/must.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { pick } from '../../../test/support/thoroughness.ts'
import { FIXTURE_SHOP, sellOf } from '../../../test/support/till-fixture.ts'
import { checkTill } from '../backup/durability/support-desk.ts'
import { LAST_RESTORE } from './chain.ts'
import { checkChain } from './check-chain.ts'
import { SEALED_COLUMNS } from './sealed-rows.ts'

const MUTATIONS = pick(1_500, 10_000)

const { fixture, till, folder, open, onDisk, check, backUp, loseASale } = sealedTillPerTest()

/** Two shifts with sales, a return, cash moved and counted. */
async function liveADay(): Promise<void> {
  must(await till.api.saveSettings({ usesShifts: true }))
  for (let day = 0; day < 2; day += 1) {
    const { nextId: shiftId } = till.api.shift()
    must(till.api.openShift({ shiftId, floatClp: 30_000 }))
    for (const codes of [['101'], ['7801040000037', '201'], ['201', '201', '101']])
      sellOf(till.api, ...codes)
    must(
      await till.api.moveCash({
        movementId: till.api.shift().nextId,
        kind: 'in',
        amountClp: 5_000,
        reason: 'sencillo',
        approvalId: null,
      }),
    )
    const countId = till.api.shift().nextId
    must(
      till.api.countShift({
        countId,
        shiftId,
        pieces: null,
        amounts: [{ key: 'EF', amountClp: 50_000 }],
        approvalId: null,
      }),
    )
    must(till.api.closeShift({ shiftId, countId, reason: 'faltó', note: '', approvalId: null }))
  }
}

describe('the seal', () => {
  it('covers every sale, return, row of the log and close, and says so', async () => {
    await liveADay()
    const { faults, sealedCount, anchor } = check()
    const written = onDisk(
      (db) =>
        db
          .prepare<[], number>(
            'SELECT (SELECT count(*) FROM sale) + (SELECT count(*) FROM audit) + (SELECT count(*) FROM shift_close)',
          )
          .pluck()
          .get() ?? 0,
    )
    const changes = onDisk((db) => db.prepare('SELECT count(*) FROM sealed_change').pluck().get())
    expect([faults, sealedCount, anchor?.seq]).toEqual([[], written, written + Number(changes)])
    expect(written).toBeGreaterThan(14)
    expect(checkTill(fixture.dataDir)).toMatchObject({ isWhole: true })
  })

  it(`finds each of ${MUTATIONS} changes made without the key`, async () => {
    await liveADay()
    await till.stop()
    const dice = createDice('chain')
    const missed: string[] = []
    const seen = new Set<string>()
    let done = 0
    onDisk((db, key) => {
      const rearm = disarm(db)
      while (done < MUTATIONS) {
        db.exec('BEGIN')
        const what = mutate(db, dice)
        if (what !== null) {
          done += 1
          seen.add(what.split(' ')[0] ?? '')
          // That he took the triggers away is found as well.
          const found = checkChain(db, key).faults.filter(({ kind }) => kind !== 'schema')
          if (found.length === 0) missed.push(what)
        }
        db.exec('ROLLBACK')
      }
      rearm()
      expect(checkChain(db, key).faults).toEqual([])
    })
    expect(missed).toEqual([])
    expect([...seen].sort()).toEqual(['cut', 'delete', 'edit', 'insert', 'swap'])
  }, 600_000)

  it('says the first row that was changed', async () => {
    await liveADay()
    await till.stop()
    const third = onDisk((db) => {
      const rearm = disarm(db)
      const id = db.prepare<[], string>('SELECT id FROM sale WHERE seq = 3').pluck().get() ?? ''
      db.prepare("UPDATE sale_line SET name = 'Otra cosa' WHERE sale_id = ?").run(id)
      db.prepare("UPDATE sale SET cashier_name = 'Nadie' WHERE seq > 3").run()
      rearm()
      return id
    })
    expect(check().faults).toEqual([{ code: 'ROW_CHANGED', kind: 'sale', ref: third }])
    const { isWhole, sentences } = checkTill(fixture.dataDir)
    expect([isWhole, sentences.at(-1)]).toEqual([
      false,
      `DAÑO: sello: la venta ${third} se cambió después de escribirse`,
    ])
  })

  it('covers every table that hangs on a sale, but for these', async () => {
    // An e-mail goes from state to state, and its address is erased with its person; a sale without
    // paper is one until somebody wants it on paper; a drawer is owed for a quarter of a minute.
    const goesOn = [
      'drawer_kick',
      'erasure_rest',
      'mail_job',
      'pdf_trouble',
      'print_job',
      'receipt',
      'sale_paperless',
    ]
    const standsInTheLogToo = ['receipt_deletion']
    // A page only shows what the service issued.
    const isNotMoney = ['sale_page', 'stock_move']
    const hanging = onDisk((db) =>
      db
        .prepare<[], string>(
          `SELECT t.name FROM sqlite_schema t, pragma_foreign_key_list(t.name) f
           WHERE t.type = 'table' AND f."table" = 'sale' AND f."from" = 'sale_id'`,
        )
        .pluck()
        .all(),
    )
    const sealed = SEALED_COLUMNS.sale.map(({ table }) => table)
    expect(hanging.filter((table) => !sealed.some((name) => name === table)).sort()).toEqual(
      [...goesOn, ...standsInTheLogToo, ...isNotMoney].sort(),
    )
  })

  it('covers every column of its tables', async () => {
    const all = onDisk((db) =>
      Object.values(SEALED_COLUMNS)
        .flat()
        .flatMap(({ table, key, columns }) =>
          db
            .prepare<[], { name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
            .all()
            .map(({ name }) => name)
            .filter((name) => name !== key && !columns.split(', ').includes(name))
            .map((name) => `${table}.${name}`),
        ),
    )
    expect(all).toEqual([])
  })
})

describe('a chain that was wiped, or whose till was cut back', () => {
  it('is not begun anew in silence', async () => {
    await liveADay()
    await till.stop()
    onDisk((db) => {
      const rearm = disarm(db)
      db.exec('DELETE FROM chain; DELETE FROM chain_epoch; DELETE FROM chain_head')
      rearm()
    })
    await open()
    expect(check().faults.map(({ code }) => code)).toEqual(['BEGUN_ANEW'])
  })

  it('under another key is a fault too', async () => {
    await liveADay()
    await till.stop()
    rmSync(folder.ownSecret)
    await open()
    expect(check().faults).toEqual([{ code: 'BEGUN_ANEW', kind: 'start', ref: '2' }])
  })

  it('is found by the backup that reaches further', async () => {
    sellOf(till.api)
    await till.stop()
    copyFileSync(folder.database, `${folder.database}.old`)
    await open()
    sellOf(till.api)
    backUp()
    await till.stop()
    copyFileSync(`${folder.database}.old`, folder.database)
    expect(check().faults.map(({ code }) => code)).toEqual(['OLDER_THAN_BACKUP'])
  })
})

describe('what is done with the till in order', () => {
  it('a restore seals anew what is there, and says when', async () => {
    await loseASale()
    sellOf(till.api)
    const { faults, epochs } = check()
    expect([faults, epochs.map(({ reason }) => reason)]).toEqual([[], ['first', 'restored']])
    expect(checkTill(fixture.dataDir).sentences.join(' ')).toContain('tras una restauración')
  })

  it('finds the last restore without reading the journal', () => {
    const plan = onDisk((db) =>
      db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${LAST_RESTORE}`).all(),
    )
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH journal USING COVERING INDEX journal_restore',
    ])
  })

  it('a Z says on paper how far the seal goes', async () => {
    await liveADay()
    const [row] = till.api.closedShifts({ cursor: null, limit: 10 }).rows
    const { report: z } = must(till.api.shiftReport(row?.shiftId ?? ''))
    expect(z.seal).toMatchObject({ epoch: 1 })
    const { seq = 0, code = '' } = z.seal ?? {}
    const mac = onDisk((db) =>
      db
        .prepare<[number], Buffer>('SELECT mac FROM chain WHERE epoch = 1 AND seq = ?')
        .pluck()
        .get(seq),
    )
    expect(mac?.toString('hex').toUpperCase().startsWith(code)).toBe(true)
    expect(reportPaper(z, FIXTURE_SHOP, 80).about).toContainEqual({
      label: 'Sello',
      value: anchorText({ epoch: 1, seq, code }),
    })
  })

  it('a till whose secret does not open sells all the same', async () => {
    await till.stop()
    const closed = { load: async () => 'sealed:AAAA', save: async () => {} }
    await fixture.open({ ownSecret: closed })
    expect(sellOf(till.api)).toMatch(/^[0-9A-Z]{26}$/)
    await till.stop()
    expect(check().faults).toMatchObject([
      { code: 'ROW_ADDED', kind: 'audit' },
      { code: 'ROW_ADDED', kind: 'sale' },
    ])
    // It accuses nobody: the till itself may have written it.
    const { sentences } = checkTill(fixture.dataDir)
    expect(sentences.at(-1)).toContain('o mientras no se pudo abrir su clave')
    await open()
  })
})
