/**
 * The promise of the till, told by a real browser on the real programs: sold online and offline,
 * restarted, each issued once.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENT } from '../renderer/each-story.ts'
import { screenHands, type BehindTheScreen } from '../renderer/counter-hands.ts'
import { setUpAsOwner } from '../support/shop-owner.ts'
import { NO_CHROMIUM, openChromium } from '../support/chromium.ts'
import { paperOf } from '../support/port-hands.ts'
import { startServiceProgram, startTill } from '../support/programs.ts'
import type { Program, ServiceReady, TillReady } from '../support/programs.ts'
import { SELLING_STORIES } from '../support/selling-stories.ts'
import { IS_LONG } from '../support/thoroughness.ts'
import { connectTill, eventually, receiptOf, sellAmount } from '../support/till-client.ts'
import type { TillClient } from '../support/till-client.ts'
import { cash, driveTill, type TillDriver } from '../support/till-driver.ts'

const STEP_TIMEOUT_MS = 30_000
const COLA = { code: '7800104006297', clp: 1_990 }
/** By the kilo. */
const BREAD = { code: '101', clp: 1_890 }
const OIL = { code: '7800104010362', clp: 2_190 }

describe.skipIf(NO_CHROMIUM !== null)(
  `the counter in Chromium${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    let folder: string
    let browser: Browser
    let page: Page
    let client: TillClient
    let service: Program<ServiceReady>
    let program: Program<TillReady>
    let servicePort = '0'

    const startService = async () => {
      service = await startServiceProgram([
        '--port',
        servicePort,
        '--data',
        join(folder, 'service'),
      ])
      servicePort = new URL(service.ready.base_url).port
    }
    const openTill = async () => {
      program = await startTill(['--data', join(folder, 'till'), '--api', service.ready.base_url], {
        TILL_API_KEY: service.ready.keys.member,
      })
      client = connectTill(program.ready.url)
      await setUpAsOwner(client)
      page = await browser.newPage({ viewport: { width: 1024, height: 768 } })
      page.setDefaultTimeout(STEP_TIMEOUT_MS)
      await page.goto(program.ready.url)
      await page.getByTestId('search').waitFor()
    }
    const behind: BehindTheScreen = {
      async papers(sales) {
        const { rows } = await client.listReceipts({ cursor: null, limit: sales })
        const details = await Promise.all(rows.map((row) => receiptOf(client, row.saleId)))
        return details.map((detail) => detail.papers.map(paperOf).sort())
      },
      setOnline: (isOnline) => (isOnline ? startService() : service.kill()),
      async restart() {
        await program.kill()
        await page.close()
        await openTill()
      },
    }
    const drive = (): TillDriver =>
      driveTill(
        screenHands(
          {
            get page() {
              return page
            },
          },
          behind,
        ),
      )
    const see = (testId: string, words: RegExp) =>
      page.getByTestId(testId).filter({ hasText: words }).waitFor()

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'meson-e2e-'))
      browser = await openChromium()
      await startService()
      await openTill()
    })
    afterAll(async () => {
      await browser?.close()
      await program?.kill().catch(() => {})
      await service?.kill().catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    })

    it('sells online and offline, survives restarts of till and service, and issues and prints each receipt once', async () => {
      await drive()
        .meanwhile(() => see('connection', /En línea/))
        .scan(COLA.code)
        .pay(cash())
        .expectFolio(1)
        .expectPrinted('receipt')
        // Nobody has told the till.
        .meanwhile(() => service.kill())
        .scan(OIL.code)
        .pay(cash())
        .meanwhile(() => see('issue-state', /pendiente/i))
        .meanwhile(() => see('connection', /Sin conexión/))
        .expectPending(1)
        .expectPrinted('slip')
        // Opened again without any network, it sells on.
        .restart()
        .meanwhile(() => see('connection', /Sin conexión/))
        .expectPending(1)
        .scan(COLA.code)
        .pay(cash())
        .expectPending(2)
        .expectPrinted('slip')
        .goOnline()
        .expectPending(0)
      const newestFirst = async () => (await client.listReceipts({ cursor: null })).rows
      const states = async () =>
        (await newestFirst()).map((row) => [row.issueState, row.receiptPrintState, row.soldOffline])
      await expect.poll(states, PATIENT).toEqual([
        ['numbered', 'sent', true],
        ['numbered', 'sent', true],
        ['numbered', 'sent', false],
      ])
      const rows = await newestFirst()
      for (const { saleId, soldOffline } of rows) {
        const found = await client.receipt(saleId)
        const papers = found.ok
          ? found.value.papers.filter(({ state }) => state === 'sent' || state === 'printed')
          : []
        expect(papers.map(({ kind }) => kind).sort()).toEqual(
          soldOffline ? ['receipt', 'slip'] : ['receipt'],
        )
      }
      // Whoever stands at the counter goes before an older backlog, so its two may be numbered
      // either way.
      expect(rows.map(({ folio }) => folio).sort()).toEqual([1, 2, 3])
      expect(rows.at(-1)?.folio).toBe(1)
      await page.getByTestId('nav-receipts').click()
      await page.getByTestId('receipt-row').first().click()
      await page.getByTestId('paper-image').first().waitFor()
      const fourth = await fetch(`${service.ready.base_url}/api/invoices/39/4`, {
        headers: { 'X-Api-Key': service.ready.keys.member },
      })
      expect(fourth.status).toBe(404)
    })

    it('mends a receipt the service refuses: from 135 UF the buyer has to be named', async () => {
      await expect(sellAmount(client, 'Refrigerador industrial', 6_000_000)).rejects.toThrow(
        'BUYER_REQUIRED',
      )
      // A till whose yearly limit nobody renewed lets it through; the service does not.
      const { buyerLimits } = await client.settings()
      await client.saveSettings({ buyerLimits: [{ year: 2025, limitClp: 10_000_000 }] })
      const { saleId } = await sellAmount(client, 'Refrigerador industrial', 6_000_000)
      await client.saveSettings({ buyerLimits: [...buyerLimits] })
      await eventually(
        () => receiptOf(client, saleId),
        (detail) => detail.issueState === 'rejected',
      )
      await page.keyboard.press('F8')
      await page.getByTestId('search').waitFor()
      await drive()
        .expectFieldErrors(/recipient/)
        .mend('76.192.083-0', 'Ana Pérez')
        .expectRefused(/El dígito verificador no corresponde/)
        .mend('12.345.678-5', 'Ana Pérez')
        .expectDone()
        .expectFolio(4)
      const printed = await eventually(
        () => receiptOf(client, saleId),
        (detail) => detail.receiptPrintState === 'sent',
      )
      expect(printed).toMatchObject({ folio: 4, totalClp: 6_000_000 })
    })

    // Where the service has a say; all of them are told by the core and by the screen. Without
    // network: above. An exchange that the service takes is in every chaos, and its limit above.
    const told = IS_LONG ? /comes back in cash|exchange|135 UF/ : /comes back in cash/
    it.each(Object.entries(SELLING_STORIES).filter(([name]) => told.test(name)))(
      'as the core tells it: %s',
      async (_, story) => {
        await story(drive(), { first: COLA, second: OIL, weighed: BREAD })
      },
    )
  },
)
