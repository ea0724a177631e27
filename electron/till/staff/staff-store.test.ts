import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { NO_RIGHTS } from '#shared/staff/rights.ts'
import { openDatabase } from '../tables/open-database.ts'
import { createStaffStore } from './staff-store.ts'

const IDS = ['0', '00', 'ana', 'Ana', '1e3'] as const
const step = fc.record({
  id: fc.constantFrom(...IDS),
  what: fc.constantFrom('own', 'demo', 'gone', 'barred', 'free', 'role', 'own role'),
})
const PIN = { hash: Buffer.of(1), salt: Buffer.of(2), cost: 1, pepperId: '' }

const folder = mkdtempSync(join(tmpdir(), 'meson-staff-'))
const db = openDatabase(join(folder, 'till.db'))
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

it('whoever is asked for alone is as they stand among all, and nobody who does not', () => {
  let here = 0
  fc.assert(
    fc
      .property(fc.array(step, { maxLength: 20 }), fc.boolean(), (steps, isDemo) => {
        const store = createStaffStore(db, () => isDemo)
        const bar = db.prepare('INSERT OR IGNORE INTO staff_bar (staff_id, by_name) VALUES (?, ?)')
        store.roles.save({ id: 'r', name: 'Bodega', isArchived: false, rights: NO_RIGHTS }, 0)
        const known = new Set<string>()
        for (const [at, { id, what }] of steps.entries()) {
          const person = { id, name: `P${at}`, role: 'cashier' as const, roleIds: [] }
          if (!known.has(id)) store.add(person, PIN, what === 'demo', at)
          known.add(id)
          if (what === 'gone') store.deactivate(id)
          if (what === 'barred') bar.run(id, 'Ana')
          if (what === 'free') db.prepare('DELETE FROM staff_bar WHERE staff_id = ?').run(id)
          if (what === 'role') store.change({ ...person, role: null, roleIds: ['r'] }, null)
          if (what === 'own role') store.change({ ...person, role: 'owner', roleIds: ['r'] }, null)
        }
        const members = store.members()
        here += members.length
        for (const id of [...IDS, ''])
          expect(store.find(id)).toEqual(members.find((member) => member.id === id) ?? null)
      })
      .beforeEach(() => void db.exec('BEGIN'))
      .afterEach(() => void db.exec('ROLLBACK')),
    { numRuns: 200 },
  )
  expect(here).toBeGreaterThan(20)
})
