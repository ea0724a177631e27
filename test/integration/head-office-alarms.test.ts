/** Alarms of the head office: raised once, told once that they are over, by a real mail server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Health } from '#shared/fleet/health-contract.ts'
import { ALARM_KINDS, USUAL_LIMITS, type OfficeAlarms } from '#shared/head-office/alarms.ts'
import { createSmtp } from '../../electron/mail/smtp.ts'
import { createService } from '../../electron/service/app.ts'
import { SILENT } from '../../electron/service/core/log.ts'
import { systemRandom } from '../../electron/service/core/ports.ts'
import { takeHealth } from '../../electron/service/fleet/health.ts'
import { makeCode, pair } from '../../electron/service/fleet/tills.ts'
import { MAIL_WAITS_MS, MAILS_PER_HOUR } from '../../electron/service/head-office/alarm-mails.ts'
import { openPostgresStorage } from '../../electron/service/storage/postgres-storage.ts'
import { must } from '../support/must.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'
import { startSmtp, type TestSmtp } from '../support/smtp-server.ts'
import { asked, officeHand, type OfficeHand } from './office-hands.ts'
import { companyOf, startInProcess, type InProcessService } from './service-in-process.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FINE: Health = {
  ...{ version: '1.0.0', pending: 0, folios: [], certificate_days: null, shift: null },
  ...{ oldest_age_ms: null, printer: null },
}
const STUCK: Health = { ...FINE, printer: { code: 'PAPER_OUT', age_ms: HOUR_MS } }

let smtp: TestSmtp
let world: InProcessService
let ana: OfficeHand
let till: Awaited<ReturnType<typeof joinTill>>

const account = () => ({
  port: createSmtp(),
  server: {
    ...{ host: '127.0.0.1', port: smtp.port, security: 'plain' as const },
    ...{ user: 'avisos@ejemplo.cl', password: 'clave ñ', senderName: 'Mesón' },
    ...{ senderAddress: 'avisos@ejemplo.cl', replyTo: '' },
  },
})
const open = async (openStorage?: Parameters<typeof startInProcess>[1]) => {
  smtp = await startSmtp({ user: 'avisos@ejemplo.cl', password: 'clave ñ' })
  world = await startInProcess({}, openStorage, undefined, undefined, null, account())
  ana = await officeHand(world)
  // The demonstration's certificate and ranges are as they are: only tills are of interest here.
  const limits = { ...USUAL_LIMITS, folios_left: 1, certificate_days: 1 }
  expect((await ana.ask('PUT', 'alarms/limits', limits)).status).toBe(200)
  till = await joinTill('Caja del fondo')
}

async function joinTill(name: string) {
  const { id: companyId } = await companyOf(world.storage)
  const paired = await world.storage.write(async (db) => {
    const ports = { db, clock: world.clock, random: systemRandom }
    const { code } = must(await makeCode(ports, companyId, null, 'MEMBER'))
    return must(await pair(ports, { code, installation_id: `i-${name}`, name }))
  })
  const id = paired.till_id
  return {
    tell: (health: Health) =>
      world.storage.write((db) => takeHealth(db, { companyId, id }, health, world.clock.now())),
    seen: () =>
      world.storage.write((db) =>
        db
          .updateTable('fleet_tills')
          .set({ seen_at_ms: world.clock.now() })
          .where('id', '=', id)
          .execute(),
      ),
  }
}

/** As the service's own loop would after that time. */
const after = async (ms: number) => {
  world.clock.advance(ms)
  await world.service.settle()
}
const shown = async (hand = ana) =>
  (await hand.ask('GET', 'alarms')).body as unknown as OfficeAlarms
const written = () =>
  smtp.mails.map(({ to, text }) => {
    const body = text.slice(text.indexOf('\r\n\r\n') + 4)
    const isCoded = /quoted-printable/i.test(text)
    const bytes = isCoded
      ? Buffer.from(
          body
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
          'latin1',
        )
      : /base64/i.test(text)
        ? Buffer.from(body, 'base64')
        : Buffer.from(body)
    return {
      to: to[0],
      lines: bytes
        .toString()
        .split(/\r?\n/)
        .filter((line) => line.startsWith('-')),
    }
  })

describe('alarms', () => {
  beforeEach(() => open())
  afterEach(async () => {
    await world.close()
    await smtp.close()
  })

  it('are raised once and told once when they are over, also by a service started anew', async () => {
    await till.seen()
    await till.tell(STUCK)
    await after(MINUTE_MS)
    expect(written()).toEqual([
      {
        to: 'owner@tienda.cl',
        lines: ['- 1 Caja del fondo: la impresora no funciona desde hace 61 minutos (Sin papel)'],
      },
    ])
    const again = createService({
      ...{ storage: world.storage, clock: world.clock, random: systemRandom, log: SILENT },
      ...{ authority: world.authority, mail: account(), renderer: world.renderer },
    })
    world.clock.advance(MINUTE_MS)
    await again.settle()
    await again.close()
    expect(smtp.mails).toHaveLength(1)
    expect((await shown()).data).toMatchObject([{ kind: 'printer', detail: 'PAPER_OUT' }])
    await till.tell(FINE)
    await after(MINUTE_MS)
    await after(MINUTE_MS)
    expect(written().slice(1)).toMatchObject([
      { lines: [expect.stringMatching(/^- Ya pasó: 1 Caja/)] },
    ])
    expect((await shown()).data).toEqual([])
  })

  it('tell of a till that is silent while its shop is open', async () => {
    await till.seen()
    // From noon in Santiago to the end of the day, with the shop open until one.
    const limits = { ...(await shown()).limits, close_minute: 13 * 60 }
    await ana.ask('PUT', 'alarms/limits', limits)
    await after(12 * HOUR_MS)
    expect(smtp.mails).toEqual([])
    await after(10 * HOUR_MS + MINUTE_MS)
    expect(written()).toMatchObject([
      { lines: ['- 1 Caja del fondo: sin contacto desde hace 2 horas de atención'] },
    ])
  })

  it('reach whom chose them, in their language', async () => {
    const eva = await officeHand(world, 'reader')
    expect((await shown(eva)).mine).toEqual({ kinds: [], language: 'es' })
    expect((await shown()).mine.kinds).toEqual(ALARM_KINDS)
    const nothing = { kinds: [], language: 'es' }
    expect((await ana.ask('PUT', 'alarms/mine', nothing)).status).toBe(200)
    const wish = { kinds: ['printer'], language: 'en' }
    expect((await eva.ask('PUT', 'alarms/mine', wish)).status).toBe(200)
    expect((await eva.ask('PUT', 'alarms/limits', USUAL_LIMITS)).status).toBe(403)
    expect((await ana.ask('PUT', 'alarms/mine', { ...wish, kinds: ['x'] })).status).toBe(422)
    await till.seen()
    await till.tell(STUCK)
    await after(MINUTE_MS)
    expect(written()).toMatchObject([
      { to: 'reader@tienda.cl', lines: [expect.stringContaining('the printer has not worked')] },
    ])
    // What is another's is an owner's to see.
    expect((await shown()).mails).toMatchObject([{ email: 'reader@tienda.cl', state: 'SENT' }])
  })

  it('are tried again until they are given up, and the page says so; not a word of the password', async () => {
    smtp.answer('AUTH', '535 5.7.8 clave ñ is wrong')
    await till.seen()
    await till.tell(STUCK)
    await after(MINUTE_MS)
    expect((await shown()).mails).toMatchObject([
      { state: 'WAITING', attempts: 1, last_result: 'MAIL_PASSWORD_WRONG 535 5.7.8' },
    ])
    await after(MAIL_WAITS_MS[0]!)
    expect((await shown()).mails).toMatchObject([{ state: 'WAITING', attempts: 2 }])
    smtp.answer('AUTH', null)
    await till.seen()
    await after(MAIL_WAITS_MS[1]!)
    expect((await shown()).mails).toMatchObject([{ state: 'SENT', attempts: 3 }])
    const all = JSON.stringify((await ana.ask('GET', 'alarms')).body)
    expect(all).not.toContain('clave')
    smtp.answer('RCPT', '550 5.1.1 nobody')
    await till.tell(FINE)
    await after(MINUTE_MS)
    expect((await shown()).mails[0]).toMatchObject({ state: 'FAILED', attempts: 1 })
  })

  it('go to one person so many times an hour, and what is more in one e-mail', async () => {
    for (let count = 0; count < MAILS_PER_HOUR + 4; count += 1) {
      await till.seen()
      await till.tell(count % 2 === 0 ? STUCK : FINE)
      await after(MINUTE_MS)
    }
    expect(smtp.mails).toHaveLength(MAILS_PER_HOUR)
    await till.seen()
    await after(HOUR_MS)
    expect(smtp.mails).toHaveLength(MAILS_PER_HOUR + 1)
    expect(written().at(-1)?.lines).toHaveLength(4)
  })

  it('are not written to who is no longer there', async () => {
    const eva = await officeHand(world, 'owner', 'eva@tienda.cl')
    smtp.answer('MAIL', '451 4.3.0 later')
    await till.seen()
    await till.tell(STUCK)
    await after(MINUTE_MS)
    const people = (await ana.ask('GET', 'people')).body['data'] as Record<string, string>[]
    const id = people.find(({ email }) => email === eva.email)?.['person_id']
    expect((await ana.ask('PUT', `people/${id}`, { is_ended: true })).status).toBe(200)
    smtp.answer('MAIL', null)
    await till.seen()
    await after(HOUR_MS)
    await after(HOUR_MS)
    expect(smtp.mails.map(({ to }) => to[0])).not.toContain('eva@tienda.cl')
  })

  it('are nobody else’s: of another company nothing is shown', async () => {
    await till.seen()
    await till.tell(STUCK)
    await after(MINUTE_MS)
    expect((await asked(world, 'GET', 'alarms')).status).toBe(401)
    const other = await world.storage.read
      .selectFrom('companies')
      .select('document_number')
      .where('document_number', '<>', '76192083-9')
      .executeTakeFirstOrThrow()
    const leo = await officeHand(world, 'owner', 'leo@otra.cl', other.document_number)
    const { data, mails } = await shown(leo)
    expect([data.filter(({ kind }) => kind === 'printer'), mails]).toEqual([[], []])
  })
})

describe.skipIf(NO_POSTGRES !== null)('of several processes', () => {
  it('one looks and one sends', async () => {
    const server = startPostgres()
    await server.answers()
    const storageOf = async () => must(await openPostgresStorage(server.url))
    await open(storageOf)
    const storages = await Promise.all([storageOf(), storageOf()])
    const others = storages.map((storage) =>
      createService({
        ...{ storage, clock: world.clock, random: systemRandom, log: SILENT },
        ...{ authority: world.authority, mail: account(), renderer: world.renderer },
      }),
    )
    const all = [world.service, ...others]
    for (const health of [STUCK, FINE, STUCK]) {
      await till.seen()
      await till.tell(health)
      world.clock.advance(MINUTE_MS)
      await Promise.all(all.map((service) => service.settle()))
    }
    await Promise.all(all.map((service) => service.settle()))
    expect(written().map(({ lines }) => lines.length)).toEqual([1, 1, 1])
    for (const other of others) await other.close()
    for (const storage of storages) await storage.close()
    await world.close()
    await smtp.close()
    await server.close()
  })
})
