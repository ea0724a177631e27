/** A thief with the folder and its key puts an older backup in its place, by the program's own. */
import { expect, it } from 'vitest'
import { anchorText } from '#shared/shifts/anchor.ts'
import { must } from '../../../test/support/must.ts'
import { sealedTillPerTest } from '../../../test/support/sealed-till.ts'
import { sellOf } from '../../../test/support/till-fixture.ts'
import { checkTill, restoreTill } from '../backup/durability/support-desk.ts'

const { fixture, till, open, onDisk, check, backUp } = sealedTillPerTest()

/** A shift closed with nothing missing; the seal as its Z has it on paper. */
async function printZ(): Promise<string> {
  must(await till.api.saveSettings({ usesShifts: true }))
  const { nextId: shiftId } = till.api.shift()
  must(till.api.openShift({ shiftId, floatClp: 10_000 }))
  sellOf(till.api, '201')
  const countId = till.api.shift().nextId
  const amounts = [{ key: 'EF', amountClp: 11_600 }]
  must(till.api.countShift({ countId, shiftId, pieces: null, amounts, approvalId: null }))
  must(till.api.closeShift({ shiftId, countId, reason: '', note: '', approvalId: null }))
  must(await till.api.saveSettings({ usesShifts: false }))
  const { seal } = must(till.api.shiftReport(shiftId)).report
  if (seal === undefined) throw new Error('no seal on the Z')
  return anchorText(seal)
}

async function rollBackTo(file: string): Promise<void> {
  await till.stop()
  fixture.clock.jumpWallClock(60_000)
  restoreTill(fixture.dataDir, file, fixture.clock.now(), { carriesOver: false })
  await open()
}

it('the log says that somebody restored, and from what, also where nobody served', async () => {
  sellOf(till.api)
  const { file } = backUp()
  sellOf(till.api)
  await rollBackTo(file)
  const [row] = must(till.api.audit({ cursor: null, limit: 5 })).rows
  expect(row).toMatchObject({
    action: 'till-restored',
    staffName: expect.stringMatching(/^Soporte \(.+\)$/) as string,
    detail: { what: expect.stringContaining('.db') as string },
  })
  // Sealed with the rest: taken out again, it is missed.
  expect(check()).toMatchObject({ faults: [], pendingCount: 0 })
})

it('the seal on a printed Z tells whether these data are those of before it', async () => {
  sellOf(till.api)
  const { file } = backUp()
  const z = await printZ()
  sellOf(till.api)
  const asked = (text: string) => checkTill(fixture.dataDir, text)
  for (const typed of [z, z.toLowerCase(), z.replaceAll('-', ' '), z.replace(/-(?=\w{4})/g, '')]) {
    const { isWhole, sentences } = asked(typed)
    expect([typed, isWhole, sentences.join(' ')]).toEqual([
      typed,
      true,
      expect.stringContaining(`El sello ${z} está en estos datos`),
    ])
  }
  const other = z.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  expect(asked(other).isWhole).toBe(false)
  for (const nonsense of ['', '1-2', 'Z 128', '1-128 A1B2-C3D4-E5FG', '1'.repeat(5_000)])
    expect(() => asked(nonsense)).toThrow(/SEAL_NOT_VALID|se escribe como está en el Z/)

  await rollBackTo(file)
  sellOf(till.api)
  // Whoever has the key is believed by the till itself; the paper says otherwise.
  expect(checkTill(fixture.dataDir).isWhole).toBe(true)
  expect(asked(z)).toMatchObject({ isWhole: false })
  expect(asked(z).sentences.join(' ')).toContain(`DAÑO: sello: el ${z} del papel no está aquí`)
})

it('the service’s last folio beside the till’s own says that documents may be missing', async () => {
  await till.stop()
  sellOf((await open()).api)
  await fixture.until(() => fixture.service.created().length > 0)
  await till.stop()
  const told = () => checkTill(fixture.dataDir).sentences.join(' ')
  expect(told()).not.toContain('el servicio iba en')
  const own = onDisk((db) => {
    const last = db.prepare('SELECT service_id, folio FROM receipt').get() as {
      service_id: string
      folio: number
    }
    db.prepare(
      `INSERT INTO folio_range (service_id, range_id, document_type, from_folio, to_folio, next_folio,
        expires_on, seen_at_ms, is_listed) VALUES (?, 'r', '39', 1, 99999, ?, NULL, ?, 1)`,
    ).run(last.service_id, last.folio + 35, fixture.clock.now())
    return last.folio
  })
  expect(told()).toContain(`Folios 39: el servicio iba en ${own + 34}`)
  expect(told()).toContain(`el último de estos datos es ${own}`)
})
