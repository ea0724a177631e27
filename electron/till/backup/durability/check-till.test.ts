/** Support's look at a whole till: every document, however old, is the one that was stored. */
import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { sellOf } from '../../../../test/support/till-fixture.ts'
import { tillPerTest } from '../../../../test/support/till-per-test.ts'
import { checkTill } from './support-desk.ts'
import { tillFolder } from '../../kernel/till-folder.ts'

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

it('names a document that says another sum or kind than its sale, hash and all', async () => {
  const sold = ['less', 'another kind', 'as sold'].map(() => sellOf(api))
  await till.stop()
  const db = new Database(tillFolder(fixture.dataDir).database)
  const put = db.prepare('UPDATE receipt SET body = ?, body_sha256 = ? WHERE sale_id = ?')
  const body = db.prepare<[string], Buffer>('SELECT body FROM receipt WHERE sale_id = ?').pluck()
  const rewrite = (saleId: string, from: RegExp, to: string) => {
    const before = body.get(saleId)?.toString('utf8') ?? ''
    const bytes = Buffer.from(before.replace(from, to))
    expect(bytes.toString('utf8')).not.toBe(before)
    put.run(bytes, createHash('sha256').update(bytes).digest('hex'), saleId)
  }
  rewrite(sold[0] ?? '', /"total":\d+/, '"total":10')
  rewrite(sold[1] ?? '', /"invoice_type":"39"/, '"invoice_type":"41"')
  db.close()
  const said = checkTill(fixture.dataDir).sentences.filter((each) => each.startsWith('DAÑO'))
  expect(said.map((each) => sold.findIndex((saleId) => each.includes(saleId)))).toEqual([0, 1])
})
