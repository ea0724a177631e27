/** The head office's pages over a real service, as a browser has them, in light and dark. */
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { listen } from '../../electron/service/server.ts'
import { must } from '../support/must.ts'
import { sharedChromium } from '../support/chromium.ts'
import { fleetWorld, type FleetWorld, type PlayedTill } from '../integration/fleet-world.ts'
import { PASSPHRASE } from '../integration/office-hands.ts'
import { PATIENT } from './each-story.ts'

export const OFFICE_SIZES = [
  { width: 1366, height: 768, colorScheme: 'light', locale: 'es-CL' },
  { width: 390, height: 844, colorScheme: 'dark', locale: 'es-CL' },
] as const
interface OfficeLook {
  readonly width: number
  readonly height: number
  readonly colorScheme: 'light' | 'dark'
  readonly locale: string
}

export type OfficeWorld = Awaited<ReturnType<typeof officeWorld>>

export async function officeWorld() {
  const world: FleetWorld = await fleetWorld(inject('screenRoot'))
  const { handle } = world.service.service
  const listening = await listen((request, env) => handle(request, env), 0)
  if (!listening.ok) throw new Error(listening.refusal.code)
  const server = listening.value
  return {
    world,
    async close() {
      await server.close()
      await world.close()
    },
    async openTills(): Promise<readonly PlayedTill[]> {
      const tills = [await world.open(), await world.open()]
      await world.join(...tills)
      await world.until(() => tills.every(({ till }) => must(till.api.fleet()).toSend === 0))
      return tills
    },
    async openPage({ width, height, ...look }: OfficeLook) {
      const browser = await sharedChromium()
      const context = await browser.newContext({ viewport: { width, height }, ...look })
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (said) => {
        if (['error', 'warning'].includes(said.type())) complaints.push(said.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      page.setDefaultTimeout(PATIENT.timeout)
      // Its today is the one of the tills.
      await page.clock.setFixedTime(world.service.clock.now())
      await page.goto(`${server.baseUrl}/office`)
      return { context, page, complaints }
    },
    /** By an invitation, to the first page of whoever is in. */
    async join(page: Page, invitation: string): Promise<TOTP> {
      await page.getByTestId('invited').click()
      await page.getByTestId('invitation').fill(invitation)
      await page.getByTestId('join').click()
      const secret = await page.locator('form output').textContent()
      const phone = new TOTP({ secret: Secret.fromBase32(secret ?? '') })
      await page.getByTestId('passphrase').fill(PASSPHRASE)
      const timestamp = world.service.clock.now()
      await page.getByTestId('phone-code').fill(phone.generate({ timestamp }))
      await page.getByTestId('join').click()
      await page.getByTestId('tab-sales').waitFor()
      return phone
    },
    tab: (page: Page, name: string) => page.getByTestId(`tab-${name}`).click(),
    /** Nothing is wider than the page but what is moved sideways by itself. */
    isWide: (page: Page) =>
      page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'),
    /** For whoever looks at the pages: into the folder OFFICE_PICTURES names. */
    async picture(page: Page, name: string) {
      const { OFFICE_PICTURES: folder } = process.env
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
    },
  }
}
