/** The public page of a receipt, as its customer and as strangers ask for it. */
import { DAY_MS } from '#shared/time/calendar.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '../../electron/service/server.ts'
import { PDFS_PER_MINUTE, VISITS_PER_MINUTE } from '../../electron/service/routes/receipt-pages.ts'
import {
  BREAD,
  newToken,
  PAGE_DAYS,
  PUBLIC_ADDRESS,
  startPages,
  type PageWorld,
} from './receipt-page-world.ts'
import { startInProcess } from './service-in-process.ts'
import { receiptRequest } from './service-receipts.ts'

let world: PageWorld
beforeEach(async () => {
  world = await startPages()
})
afterEach(() => world.close())

const textOf = async (path: string, headers?: Record<string, string>) => {
  const answer = await world.visit(path, headers)
  return { status: answer.status, text: await answer.text() }
}

describe('the page of a receipt', () => {
  it('shows state, figures and PDF to whoever has its address, and nothing else of the shop', async () => {
    const token = newToken()
    const created = await world.issue('A-1', token)
    expect(created.status).toBe(201)
    await world.issue('A-2', newToken(), [{ name: 'Otra compra', unitGrossClp: 777 }])
    const { status, text } = await textOf(`/r/${token}`)
    expect(status).toBe(200)
    for (const said of ['Pan amasado', '$3.980', 'En proceso', '76.192.083-9', 'lang="es-CL"'])
      expect(text).toContain(said)
    for (const hidden of ['Otra compra', '777', 'A-1', 'msn_', 'script'])
      expect(text).not.toContain(hidden)
    const pdf = await world.visit(`/r/${token}/boleta.pdf`)
    expect(pdf.status).toBe(200)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toMatch(/^inline; filename="39_1_80mm\.pdf"$/)
  })

  it('follows its document: issued, annulled by a credit note, deleted, refused', async () => {
    const [issued, deleted, refused] = [newToken(), newToken(), newToken()]
    await world.issue('B-1', deleted)
    await world.service.handle(
      new Request('http://127.0.0.1/api/invoices/39/1', {
        method: 'DELETE',
        headers: { 'x-api-key': world.keys.owner },
      }),
    )
    await world.issue('B-2', issued)
    await world.issue('B-3', refused)
    await world.storage.write((db) =>
      db.updateTable('documents').set({ status: 'APR' }).where('number', '=', 2).execute(),
    )
    await world.storage.write((db) =>
      db.updateTable('documents').set({ status: 'RCH' }).where('number', '=', 3).execute(),
    )
    expect((await textOf(`/r/${issued}`)).text).toContain('<b>Emitida</b>')
    for (const [token, word] of [
      [deleted, 'Anulada'],
      [refused, 'Rechazada'],
    ] as const) {
      const { text } = await textOf(`/r/${token}`)
      expect(text).toContain(`<b>${word}</b>`)
      expect(text).not.toContain('.pdf')
      expect((await world.visit(`/r/${token}/boleta.pdf`)).status).toBe(404)
    }
    const { id } = await world.storage.read
      .selectFrom('documents')
      .selectAll()
      .where('number', '=', 2)
      .executeTakeFirstOrThrow()
    await world.storage.write(async (db) => {
      const sale = await db
        .selectFrom('documents')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const note = { ...sale, id: 'note' as never, document_code: 61, external_reference: 'N' }
      await db
        .insertInto('documents')
        .values({ ...note, number: 1 })
        .execute()
      await db
        .insertInto('credits')
        .values({
          note_id: 'note' as never,
          company_id: sale.company_id,
          document_code: 39,
          number: 2,
          amount_clp: 3980,
          is_trial: sale.is_trial,
        })
        .execute()
    })
    expect((await textOf(`/r/${issued}`)).text).toContain('nota de crédito anuló')
  })

  it('says that a receipt without a folio is being issued, and speaks English when asked', async () => {
    await world.storage.write((db) =>
      db.updateTable('folio_ranges').set({ status: 'ANU' }).execute(),
    )
    const token = newToken()
    expect((await world.issue('C-1', token)).status).toBe(201)
    expect((await textOf(`/r/${token}`)).text).toContain('Se está emitiendo')
    const english = await textOf(`/r/${token}`, { 'accept-language': 'en-US,en;q=0.9,es;q=0.1' })
    expect(english.text).toContain('Being issued')
    expect(english.text).toContain('VAT (IVA) included')
  })

  it('is the same page for a creation that is sent again, and issues without one', async () => {
    const token = newToken()
    await world.issue('D-1', token)
    expect((await world.issue('D-1', token)).status).toBe(409)
    expect((await textOf(`/r/${token}`)).status).toBe(200)
    expect((await world.issue('D-2', null)).status).toBe(201)
  })

  it('is absent where the service has no such place, and the header harms no creation', async () => {
    const bare = await startInProcess()
    try {
      const body = JSON.stringify(receiptRequest('E-1', [BREAD], bare.today()))
      const token = newToken()
      const created = await bare.post('/api/invoices', body, { 'x-receipt-page': token })
      expect(created.status).toBe(201)
      for (const path of [`/r/${token}`, '/api/receipt-pages']) {
        const headers = { 'x-api-key': bare.keys.member }
        const asked = new Request(`http://127.0.0.1${path}`, { headers })
        expect((await bare.service.handle(asked)).status).toBe(404)
      }
    } finally {
      await bare.close()
    }
  })

  it('tells a till with a key where the pages are', async () => {
    const told = await world.visit('/api/receipt-pages', { 'x-api-key': world.keys.member })
    expect(await told.json()).toEqual({ public_address: PUBLIC_ADDRESS, days: PAGE_DAYS })
    expect((await world.visit('/api/receipt-pages')).status).toBe(401)
  })
})

describe('an attacker at the page', () => {
  it('gets one answer for what never was, what is over, and what has no form', async () => {
    const token = newToken()
    await world.issue('F-1', token)
    world.clock.advance(PAGE_DAYS * DAY_MS)
    const odd = [
      token,
      newToken(),
      'x',
      '1',
      "'%20OR%201=1--",
      '%00',
      '%ED%A0%80',
      '..%2f..%2fetc',
      'x'.repeat(5_000),
      '%3Cscript%3Ealert(1)%3C/script%3E',
    ]
    const answers = []
    for (const path of odd) {
      answers.push(await textOf(`/r/${path}`), await textOf(`/r/${path}/boleta.pdf`))
      world.clock.advance(60_000)
    }
    expect(new Set(answers.map(({ text }) => text))).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(answers[0]?.text).toContain('se está emitiendo')
  })

  it('finds a page by no part of its token, and none in the database', async () => {
    const token = newToken()
    await world.issue('G-1', token)
    for (const guess of [token.slice(0, -1), `${token}a`, token.toUpperCase(), ` ${token}`])
      expect((await textOf(`/r/${encodeURIComponent(guess)}`)).status).toBe(404)
    const rows = await world.storage.read.selectFrom('receipt_pages').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await textOf(`/r/${rows[0]?.token_hash}`)).status).toBe(404)
  })

  it('cannot take over the page of another document, or make one with a token of no form', async () => {
    const token = newToken()
    await world.issue('H-1', token)
    expect((await world.issue('H-2', token, [{ name: 'Falso', unitGrossClp: 1 }])).status).toBe(201)
    expect((await textOf(`/r/${token}`)).text).toContain('Pan amasado')
    for (const [index, odd] of ['', 'short', 'a/b/'.repeat(8), 'a'.repeat(200)].entries())
      expect((await world.issue(`H-3-${index}`, odd)).status).toBe(201)
    expect(await world.storage.read.selectFrom('receipt_pages').selectAll().execute()).toHaveLength(
      1,
    )
  })

  it('runs nothing through names, and every answer is closed to frames, scripts and searchers', async () => {
    const token = newToken()
    const name = `<img src=x onerror=alert(1)>"'&{{7*7}}</style><script>alert(1)</script>`
    await world.issue('I-1', token, [{ name, unitGrossClp: 1990 }])
    const paths = [`/r/${token}`, `/r/${newToken()}`]
    for (const path of paths) {
      const answer = await world.visit(path, { 'accept-language': 'en\t,es;q=9e9;<script>' })
      const text = await answer.text()
      expect(text).not.toMatch(/<script|<img|javascript:/i)
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; form/,
      )
      expect(policy).toContain("frame-ancestors 'none'")
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
    expect((await textOf(`/r/${token}`)).text).toContain('&lt;script&gt;')
  })

  it('shows a thousand lines of a thousand letters, and no more', async () => {
    const token = newToken()
    const lines = Array.from({ length: 1_000 }, () => ({ name: 'ñ'.repeat(400), unitGrossClp: 10 }))
    expect((await world.issue('J-1', token, lines)).status).toBe(201)
    const { status, text } = await textOf(`/r/${token}`)
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(1_000_000)
  })

  it('is slowed down by its address, over real HTTP, and cannot name another one', async () => {
    const server = await listen((asked, env) => world.service.handle(asked, env), 0)
    if (!server.ok) throw new Error(server.refusal.code)
    try {
      const token = newToken()
      await world.issue('K-1', token)
      const statuses = []
      for (let visit = 0; visit < VISITS_PER_MINUTE + 1; visit += 1) {
        const headers = { 'x-forwarded-for': `10.0.0.${visit}` }
        const answer = await fetch(`${server.value.baseUrl}/r/${newToken()}`, { headers })
        statuses.push(answer.status)
        await answer.arrayBuffer()
      }
      expect(statuses.slice(0, -1).every((status) => status === 404)).toBe(true)
      expect(statuses.at(-1)).toBe(429)
      // A till is not slowed down by what customers do.
      const key = { headers: { 'x-api-key': world.keys.member } }
      expect((await fetch(`${server.value.baseUrl}/api/receipt-pages`, key)).status).toBe(200)
    } finally {
      await server.value.close()
    }
  })

  it('cannot have one paper drawn without end', async () => {
    const token = newToken()
    await world.issue('L-1', token)
    const statuses = []
    for (let count = 0; count < PDFS_PER_MINUTE + 1; count += 1)
      statuses.push((await world.visit(`/r/${token}/boleta.pdf`)).status)
    expect(statuses).toEqual([...Array.from({ length: PDFS_PER_MINUTE }, () => 200), 429])
  })
})

it('forgets pages that are over', async () => {
  await world.issue('M-1', newToken())
  world.clock.advance(PAGE_DAYS * DAY_MS)
  await world.service.settle()
  expect(await world.storage.read.selectFrom('receipt_pages').selectAll().execute()).toEqual([])
})
