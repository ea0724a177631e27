/** The receipt e-mail in Chromium, after what mail programs do to it; and attacked. */
import { readFileSync } from 'node:fs'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clp } from '#shared/money/clp.ts'
import { LOGO_CID, type MailedLogo } from '#shared/delivery/receipt-html.ts'
import { receiptMail, type MailedDocument } from '#shared/delivery/receipt-mail.ts'
import { mailedLogo } from '#till/delivery/mail/mailed-logo.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { MAIL_PROGRAMS, showAs } from '../support/mail-programs.ts'
import { mailedDocument, mailedLine } from '../support/mailed-document.ts'

const PNG = readFileSync('resources/service/demo-logo.png')
const LOGO = mailedLogo(PNG)
const PICTURES = { [LOGO_CID]: `data:image/png;base64,${PNG.toString('base64')}` }
const ATTACK = '<img src=x onerror=alert(1)>"\'><script>alert(1)</script><style>*{display:none}'

const CASES: Readonly<Record<string, Partial<MailedDocument>>> = {
  plain: {
    savedClp: clp(2_400),
    totalClp: clp(18_390),
    lines: [
      mailedLine('Pan amasado', 1_990),
      mailedLine('Bebida cola 1,5 L', 5_970, 3_000),
      { ...mailedLine('Queso gauda', 10_430, 1_350), unit: 'kg' },
    ],
  },
  worst: {
    totalClp: clp(999_999_999_999),
    netoClp: clp(840_336_133_612),
    ivaClp: clp(159_663_866_387),
    savedClp: clp(99_999_999_999),
    isTrial: true,
    shop: { tradeName: 'W'.repeat(80), legalName: 'M'.repeat(80), rut: '76192083-9' },
    lines: [mailedLine('W'.repeat(200), 999_999_999_999, 999_999_999), mailedLine(ATTACK)],
  },
}

describe.skipIf(NO_CHROMIUM !== null)('the receipt by e-mail', () => {
  let browser: Browser
  let page: Page
  const asked: string[] = []

  beforeAll(async () => {
    browser = await sharedChromium()
    page = await browser.newPage()
    page.on('request', (request) => asked.push(request.url()))
    await page.route(/^(?!data:)/, (route) => route.abort())
  })
  afterAll(() => page?.close())

  const open = async (part: Partial<MailedDocument>, logo: MailedLogo | null = LOGO) => {
    const mail = receiptMail(mailedDocument(part), logo)
    await page.setContent(mail.html ?? '')
    return mail
  }
  const contrast = async () => {
    await page.evaluate(axe.source)
    const found = await page.evaluate(() =>
      (window as unknown as { readonly axe: typeof axe }).axe.run(document, {
        runOnly: ['color-contrast', 'image-alt'],
      }),
    )
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }
  const stickOut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('td, img')]
        .filter((one) => {
          const { left, right } = one.getBoundingClientRect()
          return left < 0 || right > innerWidth || one.scrollWidth > one.clientWidth + 1
        })
        .map((one) => one.textContent),
    )

  it.each(
    MAIL_PROGRAMS.flatMap((program) =>
      [320, 600].flatMap((width) =>
        Object.keys(CASES).map((name) => [program, width, name] as const),
      ),
    ).map((row) => [`${row[0].name}, ${row[1]}, ${row[2]}`, ...row] as const),
  )('is whole, read and quiet: %s', async (_, program, width, name) => {
    await page.setViewportSize({ width, height: 640 })
    await open(CASES[name] ?? {})
    asked.length = 0
    await page.evaluate(showAs, [program, PICTURES] as const)
    expect(await stickOut()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    const total = page.getByText(name === 'worst' ? '$999.999.999.999' : '$18.390', { exact: true })
    const place = await total.first().boundingBox()
    // Seen without scrolling, and larger than all the rest.
    expect((place?.y ?? 999) + (place?.height ?? 0)).toBeLessThan(640)
    expect(await contrast()).toEqual([])
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([])
  })

  it('has in it what it was made of, whatever it is called', async () => {
    const shop = { tradeName: ATTACK, legalName: ATTACK, rut: ATTACK }
    const made = { shop, fileName: ATTACK, lines: [{ ...mailedLine(ATTACK), unit: ATTACK }] }
    await open(made)
    const found = await page.evaluate(() => {
      const all = [...document.querySelectorAll('*')]
      return {
        tags: [...new Set(all.map(({ tagName }) => tagName.toLowerCase()))].toSorted(),
        orders: all.flatMap((one) => one.getAttributeNames()).filter((name) => /^on/.test(name)),
        pictures: [...document.images].map((one) => one.getAttribute('src')),
        letters: document.body.innerText,
      }
    })
    expect(found.tags).toEqual(
      [
        ...['html', 'head', 'meta', 'title', 'body', 'table', 'tbody', 'tr', 'td', 'img'],
      ].toSorted(),
    )
    expect([found.orders, found.pictures]).toEqual([[], [`cid:${LOGO_CID}`]])
    expect(found.letters).toContain('<img src=x onerror=alert(1)>')
  })

  it('says in its plain text what it says as HTML, word for word', async () => {
    const { text } = await open({ ...CASES['plain'], isTrial: true })
    const cells = await page.locator('td:not(:has(table))').allInnerTexts()
    const said = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== 'Total')
    expect(said.filter((cell) => !text.includes(cell))).toEqual([])
  })
})

it('stays under what Gmail cuts off, whatever was bought', () => {
  const worst = mailedLine('"'.repeat(200), 999_999_999_999, 999_999_999)
  const { html } = receiptMail(
    mailedDocument({ lines: Array<typeof worst>(500).fill(worst) }),
    LOGO,
  )
  expect(Buffer.byteLength(html ?? '')).toBeLessThan(102_000)
  expect(html).toContain('y 460 más, en el documento')
})
