/** Who counts blind learns by no way what should be there, before it is counted. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT, type CommandName } from '#shared/bridge/contract.ts'
import type { AnyRow } from '#shared/staff/row.ts'
import type { IsoDate } from '#shared/core/brand.ts'
import { formatClp, clp } from '#shared/money/clp.ts'
import { readingDeed } from '#shared/staff/deeds.ts'
import { DEFAULT_RIGHTS } from '#shared/staff/rights.ts'
import { santiagoDate } from '#shared/time/santiago.ts'
import { CREW } from '../../../test/support/crew.ts'
import { must } from '../../../test/support/must.ts'
import { COFFEE, FLOAT_CLP, shiftTillPerTest } from '../../../test/support/shift-till.ts'

const { till, fixture, query, desk, useShifts, openShift, sellBy, close, count } =
  shiftTillPerTest()

const HIDDEN = { refusal: { code: 'SHIFT_HIDDEN' } }
const id = (name: string) =>
  till.api.staff().members.find((member) => member.name === name)?.id ?? ''
const serve = async (name: string) =>
  must(
    await till.api.signIn({
      staffId: id(name),
      pin: CREW.find((person) => person[0] === name)?.[2] ?? '',
    }),
  )
const today = () => santiagoDate(fixture.clock.now())
const yesterday = () => santiagoDate((fixture.clock.now() - 86_400_000) as never)
const xJob = () =>
  query<{ id: string; state: string }>(
    'SELECT j.id, j.state FROM print_job j WHERE j.report_id IS NOT NULL',
  )[0]
/** The drawer's float, and a coffee by cash. */
const SOLD_CLP = 1_996
const EXPECTED = FLOAT_CLP + 2_000

beforeEach(async () => {
  for (const [name, role, pin] of CREW)
    must(await till.api.saveStaff({ staffId: null, name, role, pin }))
  must(await useShifts({ countsBlind: true }))
  await serve('Paula')
  const rights = { ...DEFAULT_RIGHTS.cashier, readReports: true, readAudit: true }
  must(till.api.saveRights({ role: 'cashier', rights }))
  await serve('Camila')
})

/** A supervisor has an X made at this counter, and goes. */
async function readForSupervisor(shiftId: string) {
  const subject = { kind: 'right' as const, ...readingDeed(shiftId) }
  const { approvalId } = must(
    await till.api.approve({ staffId: id('Rodrigo'), pin: '1470', subject }),
  )
  return must(till.api.readShift({ approvalId }))
}

describe('while the shift is open, whoever counts blind is shown', () => {
  it('no picture of an X that was made for somebody else, and prints none once more', async () => {
    fixture.printer.answer = () => ({ kind: 'unknown', detail: 'cable', bytesAccepted: 4_096 })
    const shiftId = openShift()
    sellBy('EF', COFFEE)
    await readForSupervisor(shiftId)
    await fixture.until(() => xJob()?.state === 'unknown')
    const jobId = xJob()?.id ?? ''
    const folder = join(fixture.dataDir, 'till', 'paper')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${jobId}.png`), 'x')
    const picture = async () =>
      (await till.handle(new Request(`http://till/paper/${jobId}.png`))).status
    expect(await picture()).toBe(404)
    expect(till.api.settlePaper({ jobId, word: 'print' })).toMatchObject(HIDDEN)
    await serve('Rodrigo')
    expect(await picture()).toBe(200)
    expect(till.api.settlePaper({ jobId, word: 'came-out' })).toMatchObject({ ok: true })
  })

  it('no report of its days, on screen or paper; those before are as ever', async () => {
    openShift()
    sellBy('EF', COFFEE)
    const range = { from: today(), to: today() }
    for (const part of ['totals', 'products', 'documents'] as const) {
      expect(await till.api.report({ part, ...range })).toMatchObject(HIDDEN)
      // In either order, and as part of more.
      const more = { part, from: today(), to: '2026-01-01' as IsoDate }
      expect(await till.api.report(more)).toMatchObject(HIDDEN)
    }
    const drawn = desk.drawn.length
    expect(await till.api.printReport({ part: 'totals', ...range })).toMatchObject(HIDDEN)
    expect(desk.drawn).toHaveLength(drawn)
    const before = { part: 'totals' as const, from: yesterday(), to: yesterday() }
    expect(await till.api.report(before)).toMatchObject({ ok: true })
    await serve('Rodrigo')
    expect(await till.api.report({ part: 'totals', ...range })).toMatchObject({ ok: true })
    await serve('Camila')
    must(close(EXPECTED))
    expect(await till.api.report({ part: 'totals', ...range })).toMatchObject({ ok: true })
  })

  it('a shift that was opened the day before hides that day as well', async () => {
    openShift()
    sellBy('EF', COFFEE)
    fixture.clock.jumpWallClock(86_400_000)
    const range = { from: yesterday(), to: yesterday() }
    expect(await till.api.report({ part: 'totals', ...range })).toMatchObject(HIDDEN)
  })

  it('the sum by no question at all', async () => {
    const shiftId = openShift()
    sellBy('EF', COFFEE)
    sellBy('EF', COFFEE)
    const expectedClp = FLOAT_CLP + 4_000
    await readForSupervisor(shiftId)
    const range = { from: today(), to: today() }
    const given: Partial<Record<CommandName, unknown>> = {
      shiftFile: { shiftId, approvalId: null },
      readShift: { approvalId: null },
      closedShifts: { cursor: null, limit: 40 },
      shiftReport: shiftId,
      reprintReport: shiftId,
      report: { part: 'totals', ...range },
      audit: { cursor: null, limit: 200 },
      listReceipts: { cursor: null, limit: 100, text: '', onlyPending: false },
    }
    const asked = Object.entries(CONTRACT as Readonly<Record<string, AnyRow>>).filter(
      ([name, { kind, input }]) => name in given || (kind === 'query' && input === null),
    ) as [CommandName, AnyRow][]
    expect(asked.length).toBeGreaterThan(25)
    const told: string[] = []
    for (const [name] of asked) {
      const ask = till.api[name] as (input: unknown) => unknown
      const text = JSON.stringify(await ask(given[name])) ?? ''
      const sums = [expectedClp, 2 * SOLD_CLP, 4_000]
      if (sums.some((sum) => text.includes(`:${sum}`) || text.includes(formatClp(clp(sum)))))
        told.push(name)
    }
    expect(told).toEqual([])
    // It is the sum that is looked for: who may see it finds it so.
    await serve('Rodrigo')
    expect(JSON.stringify(till.api.shift())).toContain(`:${expectedClp}`)
    expect(must(count(expectedClp)).result.differenceClp).toBe(0)
  })
})
