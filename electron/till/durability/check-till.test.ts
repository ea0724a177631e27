/** Support's look at a whole till: every document, however old, is the one that was stored. */
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../test/support/till-per-test.ts'
import { checkTill } from './support-desk.ts'
import { tillFolder } from './till-folder.ts'

/** More than an opening looks at. */
const SALES = 203
const { fixture, till, api } = tillPerTest()

it('reads all documents, says how many, and names the oldest when it has changed', async () => {
  for (let sale = 0; sale < SALES; sale += 1) sellOf(api)
  await till.stop()
  expect(checkTill(fixture.dataDir).sentences.at(-1)).toContain(`(${SALES} leídos, todos)`)
  const db = new Database(tillFolder(fixture.dataDir).database)
  const oldest = db.prepare<[], string>('SELECT sale_id FROM receipt ORDER BY seq').pluck().get()
  db.prepare("UPDATE receipt SET body = CAST('{}' AS BLOB) WHERE sale_id = ?").run(oldest)
  db.close()
  const { isWhole, sentences } = checkTill(fixture.dataDir)
  expect(isWhole).toBe(false)
  expect(sentences.join('\n')).toContain(`DAÑO: receipt ${oldest}`)
})
