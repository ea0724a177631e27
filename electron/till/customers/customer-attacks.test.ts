/** What somebody may try with the shop's list of customers. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { EpochMs } from '#shared/core/brand.ts'
import { must } from '../../../test/support/must.ts'
import { filesWith, ROSA, rowsOf } from '../../../test/support/people-story.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { readTable } from '../importing/read-table.ts'
import { openDatabase } from '../tables/open-database.ts'
import { salvageSales } from '../backup/durability/salvage.ts'
import { CUSTOMER_LIST } from '../importing/import-customers.ts'

const { api, fixture, till } = tillPerTest({ pinCost: 4 })
const file = (name: string) => join(fixture.dataDir, name)
const PEDRO = {
  rut: '11111111-1',
  legalName: 'Pedro Urrutia Soto',
  activity: 'Venta de abarrotes',
  address: 'Av. Irarrázaval 1234',
  commune: 'Chaitén',
  phone: '+56 9 8765 4321',
  email: 'pedro@nunoa.cl',
  notes: 'Paga a 30 días.',
}
const save = (part: Partial<typeof PEDRO> & { isNew?: boolean } = {}) =>
  must(api.saveCustomer({ ...PEDRO, isNew: true, ...part }))
const actions = () => must(api.audit({ cursor: null, limit: 50 })).rows.map(({ action }) => action)
const exports = () => actions().filter((action) => action === 'customers-exported').length
const listed = () => must(api.customers({ text: '', filter: 'active', offset: 0, limit: 9 })).rows

it('whoever begins an export where none was given to go on leaves a row in the log all the same', () => {
  save()
  for (const after of ['', '0', '11111111-0', ' ']) {
    const before = exports()
    expect(must(api.exportCustomers({ after })).rows).toHaveLength(1)
    expect(exports(), after).toBe(before + 1)
  }
})

it('an export goes on once from where it came, and is one row in the log', () => {
  const { db } = openedDb()
  for (let body = 1_000_000; body < 1_000_450; body += 1)
    db.prepare(
      `INSERT INTO customer (rut, legal_name, folded_name, phone, email, last_sold_at_ms)
      VALUES (?, 'x', 'x', '', '', 1)`,
    ).run(`${body}-0`)
  db.close()
  const all = () => {
    let after: string | null = null
    let rows = 0
    do {
      const slice: { rows: readonly unknown[]; after: string | null } = must(
        api.exportCustomers({ after }),
      )
      rows += slice.rows.length
      after = slice.after
    } while (after !== null)
    return rows
  }
  expect([all(), exports()]).toEqual([450, 1])
  // The same place once more is another export.
  must(api.exportCustomers({ after: '1000199-0' }))
  expect(exports()).toBe(2)
})

const openedDb = () => ({ db: openDatabase(file('till/till.db')) })

it('who was erased after a list was shown does not come back with it', async () => {
  save()
  const { db } = openedDb()
  const table = readTable(
    Buffer.from(`RUT;Nombre;Notas\r\n${PEDRO.rut};Pedro Urrutia;Nuevo\r\n${ROSA.rut};Rosa;Nueva`),
    CUSTOMER_LIST.words,
  )
  const plan = must(CUSTOMER_LIST.plan(table, CUSTOMER_LIST.first(table, db), db))
  must(await api.erasePerson({ rut: PEDRO.rut }))
  const done = await plan.write({
    db,
    now: () => 1 as EpochMs,
    staffName: 'Ana',
    newId: () => '',
    isStopped: () => false,
    onProgress: () => undefined,
    rest: async () => undefined,
  })
  db.close()
  expect(done).toMatchObject({ created: 1, changed: 0, left: 1 })
  expect(listed().map(({ rut }) => rut)).toEqual([ROSA.rut])
})

it('nothing of what the list said of an erased person is in any byte that stays', async () => {
  save()
  save({ isNew: false, address: 'Pasaje Viejo 77', notes: 'Debe dos cajas.' })
  must(api.archiveCustomer({ rut: PEDRO.rut, isArchived: true }))
  must(api.exportCustomers({ after: null }))
  must(await api.exportPerson({ rut: PEDRO.rut }))
  must(await api.erasePerson({ rut: PEDRO.rut }))
  const { rut: _, ...words } = PEDRO
  const said = [...Object.values(words), 'pedro urrutia', 'Pasaje Viejo', 'Debe dos', '111111111']
  for (const word of said) expect.soft(filesWith(fixture.dataDir, [word]), word).toEqual([])
})

it('customers written since the backup come over from a damaged database, the erased do not', async () => {
  save()
  save({ rut: ROSA.rut, legalName: ROSA.legalName })
  await till.stop()
  copyFileSync(file('till/till.db'), file('backup.db'))
  await fixture.open({ pinCost: 4 })
  save({ isNew: false, notes: 'Paga al contado.' })
  save({ rut: '22222222-2', legalName: 'Nuevo Cliente' })
  must(api.archiveCustomer({ rut: '22222222-2', isArchived: true }))
  must(await api.erasePerson({ rut: ROSA.rut }))
  const rows = () =>
    rowsOf(fixture.dataDir, 'SELECT * FROM customer ORDER BY rut').map((row) => row as object)
  const before = rows()
  await till.stop()
  const into = openDatabase(file('backup.db'))
  salvageSales(file('till/till.db'), into)
  into.close()
  copyFileSync(file('backup.db'), file('till/till.db'))
  await fixture.open({ pinCost: 4 })
  expect(rows()).toEqual(before)
})
