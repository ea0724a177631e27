/** The first start of a shop on the real core, step by step: for the gallery and for its test. */
import { GUIDE_STEPS, type GuideStep } from '#shared/onboarding/guide.ts'
import { systemClock } from '#till/adapters/system.ts'
import { answered } from '../support/service-answers.ts'
import { PRINTER, type TillFixture } from '../support/till-fixture.ts'
import type { Counter } from './counter-driver.ts'

/** The core of a folder that nobody has used. */
export async function emptyFolder(fixture: TillFixture) {
  const till = await fixture.open({
    ...{ isSetUp: false, asksFirst: true, serviceUrlFromHost: null, apiKeyFromHost: null },
    ...{ embedded: { baseUrl: () => null, apiKey: () => null }, clock: systemClock, pinCost: 4 },
  })
  return { api: till.api, handle: till.handle, shows: 'choose-own' }
}

/** The same where the start says that it is a shop's. */
export const startedAsShop = (fixture: TillFixture) =>
  fixture.open({
    ...{ isSetUp: false, wantsShop: true, serviceUrlFromHost: null, apiKeyFromHost: null },
    clock: systemClock,
  })

export const isAtStep = async ({ page }: Pick<Counter, 'page'>, step: GuideStep): Promise<void> =>
  page.locator(`[data-testid=guide-step-${step}][aria-current=step]`).waitFor()

/** Leaves every step for later; `at` is told of each, and of the end. */
export async function walkGuide(
  counter: Counter,
  at: (step: GuideStep | 'end') => Promise<unknown>,
): Promise<void> {
  await counter.tap('choose-own')
  for (const step of GUIDE_STEPS) {
    await isAtStep(counter, step)
    await at(step)
    await counter.tap('guide-later')
  }
  await counter.find('guide-end')
  await at('end')
}

/** Whatever else may answer at the address somebody typed. */
export const STRANGE_SERVICES = {
  nowhere: { kind: 'unsent', detail: 'ENOTFOUND' },
  nobody: { kind: 'unsent', detail: 'ECONNREFUSED' },
  certificate: { kind: 'unsent', detail: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  silent: { kind: 'unanswered', detail: 'no answer within 15000 ms' },
  key: answered(401, {}),
  access: answered(403, {}),
  page: answered(200, '<html>'),
  failing: answered(503, {}),
} as const

/** Stands at the service's step and tries one after the other. */
export async function tryStrangers(
  counter: Counter,
  { service }: Pick<TillFixture, 'service'>,
  at: (name: string) => Promise<unknown>,
): Promise<void> {
  const { answer } = service
  await counter.type('settings-serviceUrl', 'https://api.ejemplo.cl')
  await counter.type('settings-apiKey', 'clave-de-prueba-1')
  const trouble = counter.page.getByTestId('test-trouble')
  let before = 'nothing yet'
  for (const [name, outcome] of Object.entries(STRANGE_SERVICES)) {
    service.answer = () => outcome
    await counter.tap('test-service')
    const said = trouble.filter({ hasNotText: before })
    await said.waitFor()
    before = (await said.textContent()) ?? before
    await said.scrollIntoViewIfNeeded()
    await at(name)
  }
  service.answer = answer
}

/** What the step says below the printers, one after the other. */
export const PRINTER_PAPERS = ['none', 'unchosen', 'failed', 'asked'] as const

/** Stands at the printer's step; a printer appears, refuses a test page, and prints one. */
export async function walkPrinter(
  counter: Counter,
  { printer }: Pick<TillFixture, 'printer'>,
  at: (paper: (typeof PRINTER_PAPERS)[number]) => Promise<unknown>,
): Promise<void> {
  const transport = { kind: 'tcp', host: '192.168.1.50', port: 9100 } as const
  const config = { ...PRINTER, id: 'tcp-192-168-1-50-9100', name: 'Epson TM-T20', transport }
  await counter.find('printer-none')
  await at('none')
  printer.discover = async () => [{ config, present: true, trouble: null }]
  await counter.tap('look-everywhere')
  await counter.find('printer-unchosen')
  await at('unchosen')
  printer.printTestPage = async () => ({ kind: 'held', reason: 'PAPER_OUT', detail: '' })
  await counter.tap(`test-page-${config.id}`)
  await counter.find('printer-failed')
  await at('failed')
  printer.printTestPage = async () => printer.answer(undefined as never)
  await counter.tap(`test-page-${config.id}`)
  await counter.find('paper-out')
  await at('asked')
}
