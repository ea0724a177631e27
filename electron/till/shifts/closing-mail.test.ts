/** The Z to the owner by e-mail: with the closing, never in its way, and to nobody else. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MAIL_ACCOUNT } from '../../../test/support/fake-mail.ts'
import { must } from '../../../test/support/must.ts'
import { shiftTillPerTest } from '../../../test/support/shift-till.ts'
import { startSmtp, type TestSmtp } from '../../../test/support/smtp-server.ts'
import { createSmtp } from '../../mail/smtp.ts'
import type { OutgoingMail } from '../../mail/mail-port.ts'

const OWNER = 'duena@ejemplo.cl'
const { fixture, till, desk, options, query, useShifts, openShift, sellBy, close } =
  shiftTillPerTest()
let server: TestSmtp | undefined

beforeEach(async () => {
  await useShifts()
})
afterEach(async () => {
  await server?.close()
  server = undefined
})

const mailsTo = (to: string, isOn = true) => till.api.saveSettings({ closingMail: { isOn, to } })
const mailOfShift = () => till.api.closedShifts({ cursor: null, limit: 1 }).rows[0]?.mail
const closeOne = () => {
  openShift()
  sellBy('TC', '101')
  return must(close(30_000))
}

const mailsOf = async (work: () => unknown): Promise<readonly OutgoingMail[]> => {
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
  must(await mailsTo(OWNER))
  work()
  await fixture.until(() => mailOfShift() === 'sent')
  return fixture.mail.taken
}

it('goes over a real server with its sums in words and its paper', async () => {
  server = await startSmtp({ user: MAIL_ACCOUNT.user, password: 'clave' })
  const real = createSmtp()
  const { port } = server
  fixture.mail.send = (account, mail, signal) =>
    real.send({ ...account, host: '127.0.0.1', port, security: 'plain' }, mail, signal)
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
  must(await mailsTo(OWNER))
  const z = closeOne()
  await fixture.until(() => mailOfShift() === 'sent')
  expect(server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect(mail?.to).toEqual([OWNER])
  expect(mail?.text).toContain(`cierre-000${z.shift.number}.pdf`)
  expect(mail?.text).toContain('$1.890')
  expect(mail?.text).toContain('informe-')
  expect(mail?.text.split(Buffer.from('%PDF-').toString('base64').slice(0, 6))).toHaveLength(3)
})

it('carries the report of its days beside the Z, in words and as a paper', async () => {
  const [mail] = await mailsOf(closeOne)
  for (const said of ['PARA EL F29', 'MEDIOS DE PAGO', 'POR HORA', 'CATEGORÍAS', 'IVA: $302'])
    expect(mail?.text).toContain(said)
  // What sold best, by its name.
  expect(mail?.text).toMatch(/PRODUCTOS\n {2}1 × .+: \$1\.890/)
  expect(mail?.attachments.map(({ fileName }) => fileName)).toEqual([
    'cierre-0001.pdf',
    'informe-2026-11-20.pdf',
  ])
  expect(desk.drawn.map(({ title }) => title)).toContain('VENTAS DEL DÍA')
})

it('goes without the report of its days where that cannot be read, and says so', async () => {
  const broken = {
    read: () => Promise.reject(new Error('the thread fell')),
    catchUp: async () => {},
    end: async () => {},
  }
  await till.stop()
  await fixture.open({ ...options, reporting: () => broken })
  const [mail] = await mailsOf(closeOne)
  expect(mail?.text).toContain('No se pudo leer el informe de ventas; está en Informes.')
  expect(mail?.text).toContain('CIERRE DEL TURNO 1')
  expect(mail?.attachments).toHaveLength(1)
})

it('goes again by a person who says so, once for each word, and by itself never', async () => {
  fixture.mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_ADDRESS_REFUSED', detail: '550' })
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
  must(await mailsTo(OWNER))
  const { shiftId } = closeOne().shift
  await fixture.until(() => mailOfShift() === 'failed')
  const mailOf = () => must(till.api.shiftReport(shiftId)).mail
  expect(mailOf()).toMatchObject({ state: 'failed', trouble: 'MAIL_ADDRESS_REFUSED' })
  const mailId = mailOf()?.mailId ?? ''
  // The owner's own report is not the counter's to leave.
  expect(till.api.answerMail({ mailId, word: 'drop' })).toMatchObject({ ok: false })
  fixture.mail.answer = () => ({ kind: 'taken', detail: '250' })
  must(till.api.reprintReport(shiftId))
  expect(mailOfShift()).toBe('failed')
  must(till.api.answerMail({ mailId, word: 'again' }))
  await fixture.until(() => mailOfShift() === 'sent')
  expect(till.api.answerMail({ mailId, word: 'again' })).toMatchObject({
    ok: false,
    refusal: { code: 'MAIL_GONE' },
  })
  expect(fixture.mail.taken).toHaveLength(1)
  expect(new Set(fixture.mail.tried.map(({ mail }) => mail.messageId)).size).toBe(1)
  const [row] = must(till.api.audit({ cursor: null, limit: 1 })).rows
  expect(row).toMatchObject({ action: 'report-mailed', detail: { number: 1 } })
})

it('is not asked for again where its owner wants none, and says why', async () => {
  fixture.mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_ADDRESS_REFUSED', detail: '550' })
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
  must(await mailsTo(OWNER))
  const { shiftId } = closeOne().shift
  await fixture.until(() => mailOfShift() === 'failed')
  must(await mailsTo(OWNER, false))
  const mailId = must(till.api.shiftReport(shiftId)).mail?.mailId ?? ''
  expect(till.api.answerMail({ mailId, word: 'again' })).toMatchObject({
    ok: false,
    refusal: { code: 'MAIL_NOT_WANTED' },
  })
  expect(mailOfShift()).toBe('failed')
})

it('is off at first, and refuses what is no address', async () => {
  closeOne()
  expect(mailOfShift()).toBeNull()
  for (const to of ['', 'duena', 'a@b.cl, c@d.cl', 'x@y.cl\r\nBcc: z@z.cl'])
    expect(await mailsTo(to)).toMatchObject({ ok: false })
  expect(await mailsTo('', false)).toMatchObject({ ok: true })
})

it('stands on disk with the closing, which waits for nobody', async () => {
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
  must(await mailsTo(OWNER))
  fixture.mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_SERVER_SILENT', detail: '' })
  const z = closeOne()
  expect(query('SELECT report_id AS reportId, sale_id AS saleId, address FROM mail_job')).toEqual([
    { reportId: z.reportId, saleId: null, address: OWNER },
  ])
  expect(till.api.shift().open).toBeNull()
  await fixture.until(() => fixture.mail.tried.length > 0)
  // The server is back, and the line goes on as that of receipts does.
  fixture.mail.answer = () => ({ kind: 'taken', detail: '250' })
  await fixture.until(() => mailOfShift() === 'sent')
  expect(fixture.mail.taken.map(({ to }) => to)).toEqual([OWNER])
  // Whoever looks at the shifts is told how it stands, and not where it went.
  expect(JSON.stringify(till.api.closedShifts({ cursor: null, limit: 1 }))).not.toContain(OWNER)
})

it('goes where its owner says by then; to nobody where it was switched off', async () => {
  must(await mailsTo('otra@ejemplo.cl'))
  closeOne()
  must(await mailsTo(OWNER))
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
  await fixture.until(() => mailOfShift() === 'sent')
  expect(fixture.mail.tried.map(({ mail }) => mail.to)).toEqual([OWNER])
  must(await till.api.saveMailAccount({ account: null }))
  closeOne()
  must(await mailsTo(OWNER, false))
  must(await till.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'clave' }))
  await fixture.until(() => mailOfShift() === 'dropped')
  expect(fixture.mail.tried).toHaveLength(1)
})
