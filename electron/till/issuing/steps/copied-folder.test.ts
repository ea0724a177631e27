/**
 * A till's folder that was copied, or put back: what it has not sent may be issued long since, by
 * the other one. Its service says only that there is such a document.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { must } from '../../../../test/support/must.ts'
import { sellOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { answered, isCreation } from '../../../../test/support/service-answers.ts'
import { fixturePerTest } from '../../../../test/support/till-per-test.ts'

const HOUR_MS = 3_600_000
const { fixture, honest } = fixturePerTest()
let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'meson-copy-'))
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

/** It has such a document, and says no id. */
const withoutIds: typeof honest = async (request) => {
  const outcome = await honest(request)
  return isCreation(request) && outcome.kind === 'answered' && outcome.status === 409
    ? answered(400, { message: 'DUPLICATE_EXTERNAL_REFERENCE' })
    : outcome
}

it.each([20, 75])(
  'finds all of %i receipts that the other till has issued, and tells the owner',
  async (count) => {
    fixture.service.answer = withoutIds
    let till = await fixture.open()
    for (let sale = 0; sale < 5; sale += 1) sellOf(till.api)
    await fixture.until(() => till.api.status().pendingCount === 0)
    expect(till.api.status().connection).toBe('online')
    fixture.service.answer = () => UNREACHABLE
    await fixture.until(() => till.api.status().connection === 'offline')
    for (let sale = 0; sale < count; sale += 1) sellOf(till.api)
    await till.stop()
    cpSync(fixture.dataDir, copy, { recursive: true })

    fixture.service.answer = withoutIds
    till = await fixture.open()
    await fixture.until(() => till.api.status().pendingCount === 0, HOUR_MS)
    expect(till.api.status()).toMatchObject({ copyProven: null })
    await till.stop()

    till = await fixture.open({ dataDir: copy })
    await fixture.until(() => till.api.status().pendingCount === 0, 2 * HOUR_MS)
    const { rows } = till.api.listReceipts({
      cursor: null,
      limit: 200,
      onlyPending: false,
      text: '',
    })
    expect(rows.map(({ issueState }) => issueState)).toEqual(rows.map(() => 'numbered'))
    expect(new Set(rows.map(({ folio }) => folio)).size).toBe(count + 5)
    expect(fixture.service.created()).toHaveLength(count + 5)
    expect(till.api.status().copyProven?.count).toBe(count)
    const { rows: log } = must(till.api.audit({ cursor: null, limit: 200 }))
    expect(log.filter(({ action }) => action === 'copy-proven')).toHaveLength(1)
  },
)
