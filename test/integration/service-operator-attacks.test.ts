/** A careless operator: what the tool is told that was not meant, and what it does then. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { prepareDemo } from '../../electron/service/sandbox/demo-data.ts'
import { openPlace } from '../../electron/service/storage/open-place.ts'
import { TOOL_PORTS } from '../../electron/service/tool-options.ts'
import { must } from '../support/must.ts'

const RUT = '76192083-9'
const folder = mkdtempSync(join(tmpdir(), 'service-operator-'))
const data = ['--data', join(folder, 'data')]

beforeAll(async () => {
  const storage = must(await openPlace(join(folder, 'data')))
  await prepareDemo({ ...TOOL_PORTS, storage, keysFile: join(folder, 'keys.json') })
  await storage.write((db) => db.updateTable('folio_ranges').set({ issues_in: null }).execute())
  await storage.write((db) =>
    db.updateTable('companies').set({ name: 'Uno\n\u001b[2J99999999-9\tDos' }).execute(),
  )
  await storage.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tool = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['electron/service/tool.ts', ...args], { encoding: 'utf8' })

it('leaves out folios of no company when it is told one, which it cannot be', () => {
  const before = tool(...data, 'ranges').stdout
  expect(before).toContain('HELD')
  const said = tool(...data, 'ranges', '--next', '+200', '--companies', RUT)
  expect(said).toMatchObject({ status: 2, stdout: '' })
  expect(said.stderr).toContain('ranges takes no --companies')
  expect(tool(...data, 'ranges').stdout).toBe(before)
})

it('shows a list as it is, whatever its clients are called', () => {
  const { stdout } = tool(...data, 'companies')
  const lines = stdout.trimEnd().split('\n')
  expect(lines.length).toBe(4)
  expect(lines.every((line) => line.split('\t').length === 5)).toBe(true)
  expect(stdout).not.toContain('\u001b')
})

it.each([
  [['keys', '--companies', RUT], 'keys takes no --companies'],
  [['suspend', 'everything', '--companies', RUT], 'suspend takes no «everything»'],
  [['deliveries', '--since', '2026-11-20T09:00:00Z'], 'deliveries takes no --since'],
  [['deliveries', '--status', 'failed'], '--status is one of WAITING, DELIVERED, FAILED'],
  [['create-key', '--role', 'member', '--companies', RUT], '--role is one of OWNER'],
  [['companies', '--database', 'postgres://nobody@127.0.0.1:1/x'], '--data or --database'],
  [['set-logo', '--companies', RUT, '--file', 'resources'], 'resources: no es un archivo'],
  [['load-caf', '--file', '/dev/zero'], '/dev/zero: no es un archivo'],
  [['create-company', '--file', 'resources/service/demo-logo.png'], 'is not JSON'],
  [['revoke-key', 'nothing'], 'no key nothing'],
  [['rotate-key', 'nothing'], 'no key nothing'],
  [['redeliver', 'nothing'], 'no notice nothing'],
  [['toString'], '“toString” is not known'],
])('%j is told what is wrong with it', (args, sentence) => {
  const said = tool(...data, ...args)
  expect(said).toMatchObject({ status: 2, stdout: '' })
  expect(said.stderr).toContain(sentence)
})
