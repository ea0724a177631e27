/** What is gone once somebody is erased, and what stays because the law says so. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '../../../../test/support/must.ts'
import { cartOf, keptOf, receiptOf, UNREACHABLE } from '../../../../test/support/till-fixture.ts'
import { checkTill } from '../../backup/durability/support-desk.ts'
import { makeBackup } from '../../backup/durability/make-backup.ts'
import { restoreBackup } from '../../backup/durability/restore.ts'
import { filesWith, peoplePerTest, ROSA, rowsOf } from '../../../../test/support/people-story.ts'
import { readTombstones } from './tombstones.ts'

const people = peoplePerTest()
const { fixture, api, till, files, open, audit } = people
const { rut } = ROSA

describe('erasing a person', () => {
  it('takes customer, parked name, exchanges, pictures and log lines, and keeps the documents', async () => {
    const saleId = people.sellTo(ROSA)
    await people.untilIssued(saleId)
    people.parkFor(ROSA)
    people.leavePictures('paper')
    const log = people.leaveLog(`failed for ${ROSA.email}`, 'all is well')
    const body = rowsOf(fixture.dataDir, 'SELECT body_sha256 FROM receipt')
    const erased = must(await api.erasePerson({ rut }))
    expect(erased.removed).toMatchObject({ customers: 1, parked: 1, pictures: 1, logLines: 1 })
    expect(erased.removed.attempts).toBeGreaterThan(0)
    expect(erased).toMatchObject({
      laterCount: 0,
      person: {
        customer: null,
        documents: { count: 1, keptUntil: '2032-12-31', newest: [{ folio: 1 }] },
        parkedCount: 0,
        attemptCount: 0,
        pictureCount: 0,
        pdfCount: 1,
      },
    })
    expect(erased.person.erasedAt).not.toBeNull()
    expect(readFileSync(log, 'utf8')).toBe('failed for [borrado]\nall is well\n')
    expect(api.parkedSales()).toMatchObject([{ name: '', lineCount: 1 }])
    expect(rowsOf(fixture.dataDir, 'SELECT body_sha256 FROM receipt')).toEqual(body)
    expect(receiptOf(api, saleId)).toMatchObject({ folio: 1 })
    expect(JSON.stringify(audit())).not.toMatch(/Zurita|12345678/)
    await till.stop()
    expect(checkTill(fixture.dataDir).sentences.filter((each) => /DAÑO|sello:/.test(each))).toEqual(
      [],
    )
  })

  it('leaves no picture to be asked for, nor a browser that has kept one', async () => {
    await people.issueTo(ROSA)
    people.leavePictures('paper')
    const [{ id } = { id: '' }] = rowsOf<{ id: string }>(
      fixture.dataDir,
      'SELECT id FROM print_job',
    )
    const ask = () => till.handle(new Request(`http://127.0.0.1/paper/${id}.png`))
    const shown = await ask()
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    must(await api.erasePerson({ rut }))
    expect((await ask()).status).toBe(404)
  })

  it('asked again answers the same and finds nothing more to take', async () => {
    await people.issueTo(ROSA)
    must(await api.erasePerson({ rut }))
    const again = must(await api.erasePerson({ rut }))
    const nothing = { customers: 0, parked: 0, attempts: 0, pictures: 0, logLines: 0 }
    expect(again).toMatchObject({ removed: nothing, person: { documents: { count: 1 } } })
  })

  it('does not harm a receipt that is still to be sent; its rest goes by itself afterwards', async () => {
    fixture.service.answer = () => UNREACHABLE
    const saleId = people.sellTo(ROSA)
    await fixture.clock.advance(5_000)
    const [before] = rowsOf(fixture.dataDir, 'SELECT hex(body) AS body, body_sha256 FROM receipt')
    const erased = must(await api.erasePerson({ rut }))
    expect(erased).toMatchObject({ laterCount: 1, person: { documents: { waitingCount: 1 } } })
    expect(rowsOf(fixture.dataDir, 'SELECT hex(body) AS body, body_sha256 FROM receipt')).toEqual([
      before,
    ])
    people.answersWithBuyer()
    await people.untilIssued(saleId)
    expect(fixture.service.created()[0]?.body).toContain(ROSA.legalName)
    expect(must(await api.findPerson({ rut })).attemptCount).toBeGreaterThan(0)
    people.leavePictures('paper')
    await fixture.clock.advance(30 * 3_600_000)
    expect(must(await api.findPerson({ rut }))).toMatchObject({
      attemptCount: 0,
      pictureCount: 0,
      customer: null,
      documents: { count: 1, newest: [{ folio: 1 }] },
    })
    expect(rowsOf(fixture.dataDir, 'SELECT * FROM erasure_rest')).toEqual([])
  })

  it('waits for the open sale that carries their name', async () => {
    const kept = keptOf(cartOf(api, '101'))
    must(api.saveDraft({ ...kept, sale: { ...kept.sale, customer: ROSA } }))
    expect(must(await api.findPerson({ rut })).isInOpenSale).toBe(true)
    expect(await api.erasePerson({ rut })).toMatchObject({
      ok: false,
      refusal: { code: 'PERSON_IN_OPEN_SALE' },
    })
    expect(existsSync(files().tombstoneFile)).toBe(false)
  })

  it('finds the buyer a receipt had before it was corrected, and takes the exchange that names them', async () => {
    const { honest } = people
    fixture.service.answer = (request) =>
      request.method === 'POST' && !request.path.includes('validate')
        ? {
            kind: 'answered',
            status: 422,
            bodyText: JSON.stringify({ code: 'RECIPIENT_INVALID', errors: [] }),
            headers: {},
          }
        : request.path.includes('validate')
          ? {
              kind: 'answered',
              status: 200,
              bodyText: JSON.stringify({
                valid: false,
                errors: [{ code: 'X', field: 'recipient' }],
              }),
              headers: {},
            }
          : honest(request)
    const saleId = people.sellTo(ROSA)
    await fixture.until(() => receiptOf(api, saleId).issueState === 'rejected')
    people.answersWithBuyer()
    const other = { ...ROSA, rut: '11111111-1', legalName: 'Otra Persona', email: '' }
    must(api.resendFixed({ saleId, recipient: other }))
    await people.untilIssued(saleId)
    expect(JSON.stringify(audit())).not.toContain('11111111')
    expect(must(await api.findPerson({ rut: other.rut })).documents.count).toBe(1)
    must(await api.erasePerson({ rut }))
    const left = rowsOf<{ answer: string | null }>(fixture.dataDir, 'SELECT answer FROM attempt')
    expect(JSON.stringify(left)).not.toContain(ROSA.legalName)
  })

  it('is done again when an older backup is put back, and leaves what was bought since', async () => {
    await people.issueTo(ROSA)
    const other = { ...ROSA, rut: '11111111-1', legalName: 'Otra Persona' }
    people.sellTo(other)
    const { folder } = files()
    const made = makeBackup({
      databaseFile: folder.database,
      backupDir: folder.backups,
      at: fixture.clock.now(),
      reason: 'asked',
    })
    must(await api.erasePerson({ rut }))
    await till.stop()
    restoreBackup(folder, made.file, fixture.clock.now())
    expect(rowsOf(fixture.dataDir, 'SELECT rut FROM customer')).toHaveLength(2)
    await open()
    expect(rowsOf(fixture.dataDir, 'SELECT rut FROM customer')).toEqual([{ rut: other.rut }])
    expect(must(await api.findPerson({ rut }))).toMatchObject({
      customer: null,
      attemptCount: 0,
      documents: { count: 1 },
    })
    await fixture.clock.advance(60_000)
    people.sellTo(ROSA)
    await till.stop()
    await open()
    expect(must(await api.findPerson({ rut })).customer).toMatchObject({ email: ROSA.email })
  })

  it('that was cut off after its first line on disk is finished by the next opening', async () => {
    await people.issueTo(ROSA)
    const { tombstoneFile } = files()
    must(await api.erasePerson({ rut }))
    const [tombstone] = readTombstones(tombstoneFile)
    expect(tombstone?.digest).toMatch(/^[0-9a-f]{32}$/)
    expect(readFileSync(tombstoneFile, 'utf8')).not.toContain('12345678')
    people.sellTo(ROSA)
    await till.stop()
    // As a power cut between the line and the transaction leaves it.
    rowsOf(fixture.dataDir, 'DELETE FROM erased_person RETURNING digest')
    rowsOf(fixture.dataDir, 'UPDATE customer SET last_sold_at_ms = 0 RETURNING rut')
    await open()
    expect(rowsOf(fixture.dataDir, 'SELECT rut FROM customer')).toEqual([])
  })

  it('whose pictures could not be taken is finished by the daily run', async () => {
    await people.issueTo(ROSA)
    people.leavePictures('paper')
    const { paperFolder } = files()
    const [picture = ''] = readdirSync(paperFolder).filter((name) => name.endsWith('.png'))
    // A folder in the place of a file: nothing that removes files removes it.
    rmSync(join(paperFolder, picture))
    mkdirSync(join(paperFolder, picture, 'stuck'), { recursive: true })
    await expect(api.erasePerson({ rut })).rejects.toThrow()
    expect(must(await api.findPerson({ rut })).customer).toBeNull()
    rmSync(join(paperFolder, picture), { recursive: true })
    writeFileSync(join(paperFolder, picture), 'paper')
    await fixture.clock.advance(2 * 3_600_000)
    expect(readdirSync(paperFolder)).toEqual([])
    expect(rowsOf(fixture.dataDir, 'SELECT * FROM erasure_rest')).toEqual([])
  })

  it('leaves neither name nor e-mail in any byte of the folder, but in documents and listed backups', async () => {
    const bought = { ...ROSA, legalName: 'Xiomara Kowalczyk', email: 'xiomara@bought.cl' }
    await people.issueTo(bought)
    // Corrected: what is in the record now stands in no document.
    const known = { ...ROSA, legalName: 'Wolfgang Quispe', email: 'wolfgang@known.cl' }
    must(await api.correctPerson(known))
    const parked = { ...ROSA, legalName: 'Yevgenia Parada', email: 'yevgenia@parked.cl' }
    people.parkFor(parked)
    const opened = { ...ROSA, legalName: 'Zbigniew Abierta', email: 'zbigniew@open.cl' }
    const kept = keptOf(cartOf(api, '101'))
    must(api.saveDraft({ ...kept, sale: { ...kept.sale, customer: opened } }))
    must(api.saveDraft({ sale: kept.sale, replaces: null }))
    people.leavePictures(`${bought.legalName} ${known.email}`)
    people.leaveLog(`${known.email} ${bought.legalName}`)
    const texts = [known, parked, opened].flatMap(({ legalName, email }) => [legalName, email])
    expect(filesWith(fixture.dataDir, texts)).not.toEqual([])
    must(await api.erasePerson({ rut }))
    expect(filesWith(fixture.dataDir, texts)).toEqual([])
    // What the law keeps names them in the database and nowhere else.
    const named = filesWith(fixture.dataDir, [bought.legalName, bought.email])
    expect(named).toEqual([join('till', 'till.db')])
    const places = placesNaming([bought.legalName, bought.email])
    expect(places).toEqual(['receipt', 'sale'])
    expect(readdirSync(files().folder.folder)).not.toContain('backups')
  })
})

/** Tables that hold any of these texts. */
function placesNaming(texts: readonly string[]): string[] {
  const tables = rowsOf<{ name: string }>(
    fixture.dataDir,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
  )
  return tables
    .map(({ name }) => name)
    .filter((name) =>
      rowsOf<Record<string, unknown>>(fixture.dataDir, `SELECT * FROM "${name}"`)
        .flatMap((row) => Object.values(row))
        .some((value) =>
          texts.some((text) =>
            Buffer.isBuffer(value) ? value.includes(text) : String(value).includes(text),
          ),
        ),
    )
    .sort()
}
