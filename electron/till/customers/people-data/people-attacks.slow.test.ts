/** Ways in which an erased person comes back, and odd ways to ask for one. */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { giveWholeBack } from '../../../../test/support/give-back.ts'
import { must } from '../../../../test/support/must.ts'
import { filesWith, peoplePerTest, ROSA, rowsOf } from '../../../../test/support/people-story.ts'
import { cartOf, keptOf, receiptOf } from '../../../../test/support/till-fixture.ts'
import { makeBackup } from '../../backup/durability/make-backup.ts'
import { restoreBackup } from '../../backup/durability/restore.ts'

const people = peoplePerTest()
const { fixture, api, till, files, open } = people
const { rut } = ROSA
const TEN_YEARS_MS = 10 * 365 * 86_400_000

const customers = () => rowsOf(fixture.dataDir, 'SELECT rut FROM customer')

function backUp(): string {
  fixture.clock.jumpWallClock(1_000)
  const { database: databaseFile, backups: backupDir } = files().folder
  return makeBackup({ databaseFile, backupDir, at: fixture.clock.now(), reason: 'asked' }).file
}

async function putBack(file: string): Promise<void> {
  await till.stop()
  restoreBackup(files().folder, file, fixture.clock.now())
  await open()
}

async function expectErasedBehindSlowClock(): Promise<void> {
  await people.issueTo(ROSA)
  const backup = backUp()
  fixture.clock.jumpWallClock(-TEN_YEARS_MS)
  must(await api.erasePerson({ rut }))
  fixture.clock.jumpWallClock(TEN_YEARS_MS)
  await putBack(backup)
  expect(customers()).toEqual([])
}

it('who was erased while the clock was ten years behind stays erased after a restore', async () => {
  await expectErasedBehindSlowClock()
})

it('who was erased once, came back and was erased again behind a slow clock stays erased', async () => {
  await people.issueTo(ROSA)
  must(await api.erasePerson({ rut }))
  await fixture.clock.advance(60_000)
  await expectErasedBehindSlowClock()
})

it('who bought while the clock was ten years ahead, before it was put right, stays erased', async () => {
  fixture.clock.jumpWallClock(TEN_YEARS_MS)
  await people.issueTo(ROSA)
  fixture.clock.jumpWallClock(-TEN_YEARS_MS)
  const backup = backUp()
  await people.issueTo(ROSA)
  must(await api.erasePerson({ rut }))
  await putBack(backup)
  expect(customers()).toEqual([])
})

it('who was erased with a clock ten years ahead and buys again is still a customer', async () => {
  await people.issueTo(ROSA)
  fixture.clock.jumpWallClock(TEN_YEARS_MS)
  must(await api.erasePerson({ rut }))
  fixture.clock.jumpWallClock(-TEN_YEARS_MS)
  await people.issueTo(ROSA)
  await till.stop()
  await open()
  expect(customers()).toEqual([{ rut }])
})

it('who stood in the open sale of a backup does not come back with it', async () => {
  const { sale } = keptOf(cartOf(api, '101'))
  const email = 'zoila@open.cl'
  must(api.saveDraft({ sale: { ...sale, customer: { ...ROSA, email } }, replaces: null }))
  const backup = backUp()
  must(api.saveDraft({ sale, replaces: null }))
  must(await api.erasePerson({ rut }))
  await putBack(backup)
  expect(
    rowsOf<{ json: string }>(fixture.dataDir, 'SELECT sale_json AS json FROM draft')[0]?.json,
  ).not.toContain(email)
  expect(must(await api.findPerson({ rut })).isInOpenSale).toBe(false)
})

it('a name with marks is taken out of the log as a program writes it there', async () => {
  const legalName = 'Comercial "El Ñandú" \\ Hnos'
  await people.untilIssued(people.sellTo({ ...ROSA, legalName }))
  const log = people.leaveLog(
    JSON.stringify({ error: `no such ${legalName}` }),
    ROSA.email.toUpperCase(),
  )
  must(await api.erasePerson({ rut }))
  expect(readFileSync(log, 'utf8')).not.toMatch(/Ñandú|ROSA/)
})

it.each([
  '12.345.678-5',
  ' 012345678-5 ',
  '12 345 678 5',
  '0000012.345.678-5',
  '１２３４５６７８-5',
  '12345678‐5',
])('a RUT written as %j is hers, or refused', async (text) => {
  await people.issueTo(ROSA)
  const found = await api.findPerson({ rut: text })
  if (found.ok) expect(found.value.documents.count).toBe(1)
  else expect(found.refusal.code).toBe('RUT_FORMAT')
})

it('three erasures and an export at once leave nobody', async () => {
  await people.issueTo(ROSA)
  const answers = await Promise.all([
    api.erasePerson({ rut }),
    api.exportPerson({ rut }),
    api.erasePerson({ rut }),
    api.erasePerson({ rut }),
  ])
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
  expect(customers()).toEqual([])
})

/** Sells to the first, is refused, and sends it again for the second. */
async function sellCorrected(from: typeof ROSA, to: typeof ROSA): Promise<void> {
  const { honest } = people
  fixture.service.answer = (request) =>
    request.method === 'POST'
      ? {
          kind: 'answered',
          status: 422,
          headers: {},
          bodyText: JSON.stringify({
            code: 'RECIPIENT_INVALID',
            detail: `recipient ${from.email} is not good`,
            errors: [{ code: 'X', field: 'recipient', message: `bad ${from.email}` }],
          }),
        }
      : honest(request)
  const saleId = people.sellTo(from)
  await fixture.until(() => receiptOf(api, saleId).issueState === 'rejected')
  people.answersWithBuyer()
  must(api.resendFixed({ saleId, recipient: to }))
  await people.untilIssued(saleId)
}
const OTHER = { rut: '11111111-1', legalName: 'Otra Persona', phone: '', email: 'otra@correo.cl' }

it('a receipt that was corrected tells neither of its two buyers about the other', async () => {
  await sellCorrected(ROSA, OTHER)
  const rosas = must(await api.exportPerson({ rut })).text
  expect(rosas).toContain(ROSA.legalName)
  expect(rosas).not.toMatch(/Otra Persona|otra@correo|11111111/)
  const others = must(await api.exportPerson({ rut: OTHER.rut })).text
  expect(others).toContain('otra@correo.cl')
  expect(others).not.toMatch(/Rosa|rosa|12345678/)
})

it('a short RUT that stands inside a longer one is not taken for it', async () => {
  const short = { ...ROSA, rut: '345678-1', legalName: 'Abuela Corta', email: 'corta@correo.cl' }
  const long = { ...ROSA, rut: '14345678-1', legalName: 'Nieto Largo', email: 'largo@correo.cl' }
  await sellCorrected(OTHER, long)
  expect(must(await api.findPerson({ rut: short.rut })).documents.count).toBe(0)
  expect(must(await api.findPerson({ rut: long.rut })).documents.count).toBe(1)
})

it('what comes back of an erased person makes them no customer again', async () => {
  const saleId = people.sellTo(ROSA)
  await people.untilIssued(saleId)
  must(await api.erasePerson({ rut }))
  must(await api.openReturn(saleId))
  giveWholeBack(api, saleId)
  expect(customers()).toEqual([])
})

it('what the service said about the old buyer of a corrected receipt goes with them', async () => {
  await sellCorrected(ROSA, OTHER)
  expect(filesWith(fixture.dataDir, [ROSA.email])).not.toEqual([])
  must(await api.erasePerson({ rut }))
  expect(filesWith(fixture.dataDir, [ROSA.email])).toEqual([])
})

it('a RUT of two figures takes nothing out of the log but what is theirs', async () => {
  const log = people.leaveLog('all is well', '19 papers')
  must(await api.erasePerson({ rut: '1-9' }))
  expect(readFileSync(log, 'utf8')).toBe('all is well\n19 papers\n')
})

it('whole copies of the database that a power cut left lying are gone with the next opening', async () => {
  await people.issueTo(ROSA)
  await till.stop()
  const { database, folder } = files().folder
  const left = ['copying/now/snapshot.db', 'looking/now/candidate.db']
  for (const name of left) mkdirSync(dirname(join(folder, name)), { recursive: true })
  left.push('till.db.preparing', 'till.db.salvage', 'till.db.salvage-wal', 'restore.candidate')
  for (const name of left) copyFileSync(database, join(folder, name))
  await open()
  must(await api.erasePerson({ rut }))
  expect(filesWith(folder, [ROSA.email])).toEqual(['till.db'])
})
