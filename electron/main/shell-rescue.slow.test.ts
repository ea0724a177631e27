/** The shell over data that cannot be opened. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RescueView } from '#shared/backup/rescue.ts'
import { openDatabase } from '#till/tables/open-database.ts'
import { makeBackup } from '#till/backup/durability/make-backup.ts'
import { tillFolder } from '#till/kernel/till-folder.ts'
import { shellPerTest, standIn } from '../../test/support/stand-in-electron.ts'
import { NOON } from '../../test/support/till-fixture.ts'
import { runShell } from './shell.ts'

const at = shellPerTest()

describe('the shell over a ruined database', () => {
  it('asks which backup comes back, and opens it', async () => {
    const { database, backups } = tillFolder(at.dataDir)
    openDatabase(database).close()
    makeBackup({ databaseFile: database, backupDir: backups, at: NOON, reason: 'asked' })
    writeFileSync(database, 'zzz')
    const { electron, app, asked } = standIn(at.dataDir)
    const starting = runShell(electron, at.mainDir)
    await expect.poll(() => asked['handled']?.length).toBe(1)
    const [{ handler }] = asked['handled'] as [{ handler: (request: Request) => Promise<Response> }]
    const ask = async (path: string, order?: unknown) => {
      const sent = order === undefined ? {} : { method: 'POST', body: JSON.stringify(order) }
      return (await handler(new Request(`till://app${path}`, sent))).json() as Promise<unknown>
    }
    const view = (await ask('/rescue/view')) as RescueView
    expect(view).toMatchObject({ fault: 'DATABASE_BROKEN', backups: [{ facts: { sales: 0 } }] })
    expect(await ask('/trpc/opening')).toEqual({ code: 'TILL_NOT_OPEN' })
    const [{ name } = { name: '' }] = view.backups
    const copy = { kind: 'backup', name }
    expect(await ask('/rescue/restore', { copy, otherRut: null })).toMatchObject({
      ok: true,
      done: { lost: ['all'], quarantine: expect.stringContaining('quarantine') as unknown },
    })
    await starting
    expect(asked['errorBox']).toBeUndefined()
    expect(await ask('/trpc/bootstrap')).toMatchObject({ result: { data: { version: '0.0.0' } } })
    app.emit('before-quit', { preventDefault: () => {} })
  })

  it('is closed over that question: ends at once, and leaves everything as it is', async () => {
    const { database } = tillFolder(at.dataDir)
    mkdirSync(tillFolder(at.dataDir).folder)
    writeFileSync(database, 'zzz')
    const { electron, app, asked } = standIn(at.dataDir)
    void runShell(electron, at.mainDir)
    await expect.poll(() => asked['handled']?.length).toBe(1)
    const [{ handler }] = asked['handled'] as [{ handler: (request: Request) => Promise<Response> }]
    expect((await handler(new Request('till://app/rescue/view'))).status).toBe(200)
    const quit = new Promise((resolve) => {
      app.quit = () => resolve(true)
    })
    app.emit('before-quit', { preventDefault: () => {} })
    expect(await quit).toBe(true)
    expect(readFileSync(database, 'utf8')).toBe('zzz')
  })
})
