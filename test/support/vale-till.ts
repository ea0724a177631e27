/** A till whose returns go out as vales, and the code that stands on each one's paper. */
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { must } from './must.ts'
import { returnTillPerTest } from './return-till.ts'
import { sellOf } from './till-fixture.ts'

/** A return that is given back as a vale. */
export const IN_VALE = { refund: { method: 'vc', reference: '' } }

/** What stands on the paper and nowhere on a screen. */
export function valeCodeIn(dataDir: string, number: number): string {
  const db = new Database(join(dataDir, 'till', 'till.db'), { readonly: true })
  const code = db
    .prepare<[number], string>('SELECT code FROM vale WHERE number = ?')
    .pluck()
    .get(number)
  db.close()
  if (code === undefined) throw new Error(`no vale ${number}`)
  return code
}

export function valeTillPerTest(changes?: Parameters<typeof returnTillPerTest>[0]) {
  const perTest = returnTillPerTest(changes)
  const { fixture, till, giveBack } = perTest
  const codeOf = (number: number) => valeCodeIn(fixture.dataDir, number)
  return {
    ...perTest,
    codeOf,
    /** Of a vale for all of a sale of these. */
    giveVale(...codes: string[]): string {
      const made = must(giveBack(sellOf(till.api, ...codes), null, IN_VALE))
      return codeOf(made.vale?.number ?? 0)
    },
  }
}
