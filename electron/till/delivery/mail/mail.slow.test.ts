/** Receipts by e-mail on the core: asked for, by themselves, held up, in doubt, never twice. */
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SaleMails } from '#shared/delivery/views.ts'
import type { SaleId } from '#shared/core/brand.ts'
import { offeredCart } from '#shared/selling/cart/cart-offers.ts'
import { DEFAULT_OPTIONS } from '#shared/printing/printers.ts'
import { MAILS_OF_SALE_MAX } from '#shared/delivery/mail-limits.ts'
import { MAIL_ACCOUNT } from '../../../../test/support/fake-mail.ts'
import { promotionRule } from '../../../../test/support/promotions.ts'
import { must } from '../../../../test/support/must.ts'
import {
  cartOf,
  commitOf,
  FIXTURE_SERVICE,
  PRINTER,
  sellOf,
  UNREACHABLE,
} from '../../../../test/support/till-fixture.ts'
import { onlineTillPerTest } from '../../../../test/support/till-per-test.ts'

const TO = 'cliente@correo.cl'

const perTest = onlineTillPerTest()
const { fixture, api } = perTest
beforeEach(async () => {
  must(await api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'secreta' }))
})

const mailsOf = (saleId: SaleId): SaleMails => must(api.saleMails(saleId))
const lastOf = (saleId: SaleId) => mailsOf(saleId).mails.at(-1)
const stateOf = (saleId: SaleId) => lastOf(saleId)?.state
const ask = (saleId: SaleId, address = TO) => api.mailReceipt({ saleId, address })
const settled = (saleId: SaleId) =>
  fixture.until(() => !['waiting', 'queued', 'sending'].includes(stateOf(saleId) ?? ''))
const sellMailed = () => {
  const saleId = sellOf(api)
  must(ask(saleId))
  return saleId
}

describe('a receipt by e-mail', () => {
  it('waits for its folio, then goes once, with its document and its figures', async () => {
    const saleId = sellMailed()
    expect(lastOf(saleId)).toMatchObject({ state: 'waiting', address: TO, isAutomatic: false })
    await settled(saleId)
    expect(stateOf(saleId)).toBe('sent')
    const [mail] = fixture.mail.taken
    expect(fixture.mail.taken).toHaveLength(1)
    expect(mail).toMatchObject({
      to: TO,
      subject: 'Boleta electrónica N° 1 de Almacén',
      messageId: `<${lastOf(saleId)?.mailId}@ejemplo.cl>`,
      attachments: [{ fileName: 'boleta-39-000001.pdf' }],
    })
    expect(mail?.text).toContain('Total: $1.890')
    expect(Buffer.from(mail?.attachments[0]?.pdf ?? []).toString('latin1')).toMatch(/^%PDF-/)
    expect(fixture.mail.tried[0]?.server).toMatchObject({ ...MAIL_ACCOUNT, password: 'secreta' })
  })

  it('says what was bought and what it saved, with the logo of the papers', async () => {
    const rule = promotionRule()
    must(api.savePromotion({ promotionId: null, name: 'Oferta', rule }))
    const logo = readFileSync('resources/service/demo-logo.png')
    const printerId = PRINTER.id
    const picture = logo.toString('base64')
    must(api.savePrinter({ printerId, options: DEFAULT_OPTIONS, logo: picture }))
    const cart = offeredCart(cartOf(api, '101'), api.offers(), fixture.clock.now())
    const sold = api.commitSale({ ...commitOf(api, cart), offersAt: cart.offersAt })
    const { saleId } = must(sold)
    must(ask(saleId))
    await settled(saleId)
    const [mail] = fixture.mail.taken
    expect(mail?.text).toMatch(/^Gracias por su compra\.\n\nTotal: \$1\.701\nAhorró \$189\n/)
    expect(mail?.text).toContain('Pan')
    expect(mail?.html).toContain('Ahorró $189')
    expect(mail?.logo?.bytes.length).toBe(logo.length)
  })

  it('marks its row in the list: nothing, waiting, sent; what asks for a person before all', async () => {
    const markOf = (saleId: SaleId) =>
      api
        .listReceipts({ cursor: null, limit: 50, onlyPending: false, text: '' })
        .rows.find((row) => row.saleId === saleId)?.mail
    const plain = sellOf(api)
    expect(markOf(plain)).toBeNull()
    const saleId = sellMailed()
    expect(markOf(saleId)).toBe('waiting')
    await settled(saleId)
    expect([markOf(saleId), markOf(plain)]).toEqual(['sent', null])
    fixture.mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_ADDRESS_REFUSED', detail: '' })
    must(ask(saleId, 'otra@correo.cl'))
    await settled(saleId)
    expect(markOf(saleId)).toBe('failed')
    must(api.answerMail({ mailId: lastOf(saleId)?.mailId ?? '', word: 'drop' }))
    expect(markOf(saleId)).toBe('sent')
  })

  it('asked for twice is sent once; to another address it is another', async () => {
    const saleId = sellMailed()
    must(ask(saleId, 'CLIENTE@correo.cl'))
    must(ask(saleId, 'otra@correo.cl'))
    await settled(saleId)
    await fixture.until(() => fixture.mail.taken.length === 2)
    expect(fixture.mail.taken.map(({ to }) => to).toSorted()).toEqual([TO, 'otra@correo.cl'])
  })

  it('sold without the service, waits for it', async () => {
    const honest = fixture.service.answer
    fixture.service.answer = () => UNREACHABLE
    const saleId = sellMailed()
    await fixture.until(() => api.status().connection !== 'online')
    expect(stateOf(saleId)).toBe('waiting')
    fixture.service.answer = honest
    await fixture.until(() => stateOf(saleId) === 'sent', 900_000)
    expect(fixture.mail.taken).toHaveLength(1)
  })

  it('goes by itself to who wants it so, in the sale itself, and to nobody else', async () => {
    const rut = '12345678-5'
    const texts = {
      legalName: 'Rosa',
      activity: '',
      address: '',
      commune: '',
      phone: '',
      notes: '',
    }
    const save = (email: string, isNew: boolean) =>
      api.saveCustomer({ isNew, rut, ...texts, email, mailsReceipts: true })
    expect(save('rosa', true)).toMatchObject({ refusal: { field: 'email' } })
    must(save('rosa@correo.cl', true))
    const sold = sellTo(rut)
    expect(lastOf(sold)).toMatchObject({ isAutomatic: true, address: 'rosa@correo.cl' })
    expect(mailsOf(sold).suggested).toBe('rosa@correo.cl')
    expect(mailsOf(sellOf(api)).mails).toEqual([])
    await settled(sold)
    expect(fixture.mail.taken.map(({ to }) => to)).toEqual(['rosa@correo.cl'])
  })

  it('is refused where it cannot be, with the way out', async () => {
    const saleId = sellOf(api)
    for (const address of ['', 'a@b', 'a@b.cl, c@d.cl', 'a@b.cl\r\nBcc: c@d.cl', 'Ana <a@b.cl>'])
      expect(ask(saleId, address)).toMatchObject({ refusal: { code: 'EMAIL_NOT_VALID' } })
    for (let n = 0; n < MAILS_OF_SALE_MAX; n += 1) must(ask(saleId, `n${n}@correo.cl`))
    expect(ask(saleId)).toMatchObject({ refusal: { code: 'MAIL_TOO_MANY' } })
    must(await api.saveMailAccount({ account: null }))
    const other = sellOf(api)
    expect(mailsOf(other)).toMatchObject({ canMail: false, problem: 'MAIL_NOT_SET' })
    expect(ask(other)).toMatchObject({ refusal: { code: 'MAIL_NOT_SET' } })
  })

  it('leaves who asked in the log, and no address', async () => {
    const saleId = sellMailed()
    const { rows } = must(api.audit({ cursor: null, limit: 20 }))
    expect(rows[0]).toMatchObject({ action: 'receipt-mailed', saleId })
    expect(JSON.stringify(rows)).not.toContain(TO)
  })
})

const sellTo = (rut: string): SaleId => {
  const input = commitOf(api, cartOf(api, '101'))
  const named = { rut, legalName: 'Rosa', phone: '', email: '' }
  return must(api.commitSale({ ...input, recipient: named })).saleId
}

/** Mail to anybody else is taken. */
function refuseThisAddress(code: 'MAIL_ADDRESS_REFUSED' | 'MAIL_PUT_OFF', detail: string): void {
  fixture.mail.answer = ({ to }) =>
    to === TO ? { kind: 'not-taken', code, detail } : { kind: 'taken', detail: '' }
}

describe('an e-mail that does not go', () => {
  it.each(['MAIL_HOST_UNKNOWN', 'MAIL_PASSWORD_WRONG'] as const)(
    '%s keeps the line and uses up no e-mail; mended, all of them go',
    async (code) => {
      fixture.mail.answer = () => ({ kind: 'not-taken', code, detail: '' })
      const sales = [sellMailed(), sellMailed(), sellMailed()]
      await fixture.until(() => must(api.mailAccount()).trouble === code)
      // An evening of it.
      await fixture.clock.advance(10_800_000)
      expect(fixture.mail.tried.length).toBeLessThan(20)
      expect(sales.map(stateOf)).toEqual(['queued', 'queued', 'queued'])
      fixture.mail.answer = () => ({ kind: 'taken', detail: '' })
      must(await api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'otra' }))
      for (const saleId of sales) await settled(saleId)
      expect(sales.map(stateOf)).toEqual(['sent', 'sent', 'sent'])
      expect(must(api.mailAccount())).toMatchObject({ trouble: null, waitingCount: 0 })
    },
  )

  it('to an address that is refused it fails alone, says so, and goes on a word', async () => {
    refuseThisAddress('MAIL_ADDRESS_REFUSED', '550 5.1.1')
    const [wrong, right] = [sellMailed(), sellOf(api)]
    must(ask(right, 'otra@correo.cl'))
    await settled(wrong)
    await settled(right)
    expect([lastOf(wrong)?.state, lastOf(wrong)?.trouble, stateOf(right)]).toEqual([
      'failed',
      'MAIL_ADDRESS_REFUSED',
      'sent',
    ])
    fixture.mail.answer = () => ({ kind: 'taken', detail: '' })
    const mailId = lastOf(wrong)?.mailId ?? ''
    must(api.answerMail({ mailId, word: 'again' }))
    await settled(wrong)
    expect(stateOf(wrong)).toBe('sent')
    expect(api.answerMail({ mailId, word: 'again' })).toMatchObject({
      refusal: { code: 'MAIL_GONE' },
    })
  })

  it('put off again and again it gives up after a while, and the others have gone meanwhile', async () => {
    refuseThisAddress('MAIL_PUT_OFF', '450')
    const [slow, quick] = [sellMailed(), sellOf(api)]
    must(ask(quick, 'otra@correo.cl'))
    await settled(quick)
    expect(stateOf(slow)).toBe('queued')
    await fixture.until(() => stateOf(slow) === 'failed', 86_400_000)
    expect(lastOf(slow)).toMatchObject({ trouble: 'MAIL_PUT_OFF', tries: 8 })
  })

  it('cut off at the very end nobody knows: it never goes again by itself', async () => {
    fixture.mail.answer = () => ({ kind: 'unknown', detail: 'ECONNECTION' })
    const saleId = sellMailed()
    await settled(saleId)
    fixture.mail.answer = () => ({ kind: 'taken', detail: '' })
    await fixture.clock.advance(3_600_000)
    expect([stateOf(saleId), fixture.mail.taken.length]).toEqual(['unknown', 0])
    const [first] = fixture.mail.tried
    must(api.answerMail({ mailId: lastOf(saleId)?.mailId ?? '', word: 'again' }))
    await settled(saleId)
    expect(stateOf(saleId)).toBe('sent')
    // The same e-mail, by its name.
    expect(fixture.mail.taken[0]?.messageId).toBe(first?.mail.messageId)
  })

  it('left by a person it stays', async () => {
    fixture.mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_SERVER_SILENT', detail: '' })
    const saleId = sellMailed()
    await fixture.until(() => lastOf(saleId)?.trouble === 'MAIL_SERVER_SILENT')
    must(api.answerMail({ mailId: lastOf(saleId)?.mailId ?? '', word: 'drop' }))
    fixture.mail.answer = () => ({ kind: 'taken', detail: '' })
    await fixture.clock.advance(3_600_000)
    expect([stateOf(saleId), fixture.mail.taken.length]).toEqual(['dropped', 0])
    // Who asked stands in the log, once: leaving it sends nothing.
    const { rows } = must(api.audit({ cursor: null, limit: 20 }))
    expect(rows.filter(({ action }) => action === 'receipt-mailed')).toHaveLength(1)
  })
})

describe('the end of the program', () => {
  it('in the middle of one: what was being handed over is in doubt, the rest goes', async () => {
    const handedOver = Promise.withResolvers<void>()
    const never = Promise.withResolvers<never>()
    fixture.mail.answer = () => {
      handedOver.resolve()
      return never.promise
    }
    const [first, second] = [sellMailed(), sellMailed()]
    await fixture.until(() => fixture.mail.tried.length === 1)
    await handedOver.promise
    const { dataDir } = fixture
    const copy = `${dataDir}-killed`
    cpSync(dataDir, copy, { recursive: true })
    try {
      fixture.mail.answer = () => ({ kind: 'taken', detail: '' })
      const again = await fixture.open({ dataDir: copy })
      const of = (saleId: SaleId) => must(again.api.saleMails(saleId)).mails.at(-1)
      expect(of(first)).toMatchObject({ state: 'unknown', trouble: 'MAIL_UNKNOWN' })
      // Without the keyring of before nothing goes until the password is typed.
      must(await again.api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'secreta' }))
      await fixture.until(() => of(second)?.state === 'sent')
      expect(fixture.mail.taken).toHaveLength(1)
      await again.stop()
    } finally {
      rmSync(copy, { recursive: true, force: true })
      never.reject(new Error('over'))
    }
  })
})

describe('the account', () => {
  it('never says its password, and forgets it for another server or user', async () => {
    const saved = must(
      await api.saveMailAccount({ account: { ...MAIL_ACCOUNT, senderName: 'Otra' } }),
    )
    expect(saved).toMatchObject({ hasPassword: true })
    for (const answer of [
      saved,
      must(api.mailAccount()),
      must(api.audit({ cursor: null, limit: 50 })),
    ])
      expect(JSON.stringify(answer)).not.toContain('secreta')
    for (const change of [
      { host: 'smtp.ladron.cl' },
      { user: 'otro@ejemplo.cl' },
      { port: 2_465 },
    ]) {
      const moved = must(await api.saveMailAccount({ account: { ...MAIL_ACCOUNT, ...change } }))
      expect(moved.hasPassword).toBe(false)
      must(await api.saveMailAccount({ account: MAIL_ACCOUNT, password: 'secreta' }))
    }
    must(await api.saveMailAccount({ account: { ...MAIL_ACCOUNT, host: 'smtp.ladron.cl' } }))
    const saleId = sellMailed()
    await fixture.until(() => lastOf(saleId)?.trouble === 'MAIL_PASSWORD_MISSING')
    expect(fixture.mail.tried).toEqual([])
  })

  it('is refused by its field', async () => {
    const wrong = [
      [{ host: 'http://x.cl' }, 'host'],
      [{ host: 'a b' }, 'host'],
      [{ host: '1.2.3' }, 'host'],
      [{ security: 'plain' }, 'security'],
      [{ senderAddress: 'tienda' }, 'senderAddress'],
      [{ replyTo: 'x@y.cl, z@y.cl' }, 'replyTo'],
    ] as const
    for (const [change, field] of wrong)
      expect(await api.saveMailAccount({ account: { ...MAIL_ACCOUNT, ...change } })).toMatchObject({
        refusal: { field },
      })
    const local = { ...MAIL_ACCOUNT, security: 'plain', host: 'localhost', port: 25 } as const
    must(await api.saveMailAccount({ account: local }))
  })

  it('is tried by really sending, and each failure has its word', async () => {
    must(await api.testMail({ to: 'duena@ejemplo.cl' }))
    expect(fixture.mail.taken[0]).toMatchObject({ to: 'duena@ejemplo.cl', attachments: [] })
    fixture.mail.answer = () => ({ kind: 'not-taken', code: 'MAIL_PASSWORD_WRONG', detail: '535' })
    expect(await api.testMail({ to: 'duena@ejemplo.cl' })).toMatchObject({
      refusal: { code: 'MAIL_PASSWORD_WRONG' },
    })
    const { rows } = must(api.audit({ cursor: null, limit: 2 }))
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
      ['mail-tested', { what: 'MAIL_PASSWORD_WRONG' }],
      ['mail-tested', { what: 'enviado' }],
    ])
  })

  it('that never answers is given up in time', async () => {
    fixture.mail.answer = (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () =>
          resolve({ kind: 'not-taken', code: 'MAIL_SERVER_SILENT', detail: '' }),
        )
      })
    const testing = api.testMail({ to: 'duena@ejemplo.cl' })
    expect(await api.testMail({ to: 'duena@ejemplo.cl' })).toMatchObject({
      refusal: { code: 'MAIL_TEST_BUSY' },
    })
    await fixture.clock.advance(20_000)
    expect(await testing).toMatchObject({ refusal: { code: 'MAIL_SERVER_SILENT' } })
  })
})

it('a practice shop sends nothing to anybody', async () => {
  const practice = await fixture.open({
    dataDir: `${fixture.dataDir}/practica`,
    embedded: { baseUrl: () => FIXTURE_SERVICE.url, apiKey: () => FIXTURE_SERVICE.key },
    serviceUrlFromHost: null,
    apiKeyFromHost: null,
  })
  const { api: there } = practice
  expect(practice.purpose()).toBe('practice')
  const { current, members, demoPins } = there.staff()
  if (current === null && members[0] !== undefined)
    await there.signIn({ staffId: members[0].id, pin: demoPins[0]?.pin ?? '' })
  const saleId = sellOf(there)
  must(there.mailReceipt({ saleId, address: TO }))
  await fixture.until(() => there.status().pendingCount === 0)
  expect(must(there.saleMails(saleId)).mails).toMatchObject([
    { state: 'dropped', trouble: 'MAIL_PRACTICE' },
  ])
  expect(await there.testMail({ to: TO })).toMatchObject({ refusal: { code: 'MAIL_PRACTICE' } })
  expect(fixture.mail.tried).toEqual([])
})
